package caro

import (
	"strconv"
	"testing"

	"kydai/game"
)

// TestLimit checks rule 6.1: the game is drawn when an agreed number of stones (the limit) has been
// placed and the last stone does not win. The text and the key of a position contain the limit.
func TestLimit(t *testing.T) {
	p := begin(t, "size", "5", "moves", "20", "rule", "standard")
	if text := p.String(); text != "5/5/5/5/5 x standard open free play first - 20" {
		t.Errorf("text %q", text)
	}
	free := begin(t, "size", "5", "rule", "standard")
	if p.Key() == free.Key() {
		t.Error("the key does not depend on the limit")
	}
	// In this order, neither colour ever has five stones in a row.
	order := []string{
		"a1", "c1", "b1", "d1", "e1", "a2", "c2", "b2", "d2", "e2",
		"a3", "c3", "b3", "d3", "e3", "a4", "c4", "b4", "d4",
	}
	for _, code := range order {
		p = mustPlay(t, p, code)
		if p.Outcome().Over() {
			t.Fatalf("over after %s: %v", code, p.Outcome())
		}
	}
	p = mustPlay(t, p, "e4")
	if p.Outcome() != game.Draw(game.MoveLimit) || len(p.Legal()) != 0 {
		t.Errorf("%v with %d moves after 20 stones", p.Outcome(), len(p.Legal()))
	}
	again, err := Rules{}.New(game.Setup{Start: p.String()})
	if err != nil || again.Outcome() != p.Outcome() || again.Key() != p.Key() {
		t.Errorf("read again: %v %v", again, err)
	}
}

// TestLimitLastStoneWins checks that the last stone that the limit allows can still win.
func TestLimitLastStoneWins(t *testing.T) {
	const nineteen = "xxxx3/oooo3/7/xxoo3/ooxx3/xxo4/7 o freestyle open free play first - 20"
	p, err := Rules{}.New(game.Setup{Start: nineteen})
	if err != nil {
		t.Fatal(err)
	}
	if p = mustPlay(t, p, "e6"); p.Outcome() != game.Win(game.Second, game.Row) {
		t.Errorf("%v", p.Outcome())
	}
}

// TestSizes checks games on boards of every size from 5 to 20. A game can be played until the board
// is full. An agreed limit above the number of cells has no effect.
func TestSizes(t *testing.T) {
	for size := MinSize; size <= MaxSize; size++ {
		for _, opening := range openingNames {
			at := begin(t, "size", strconv.Itoa(size), "opening", opening, "moves", "300")
			if p, ok := at.(*Position); !ok || p.Size() != size || p.Most() != min(size*size, 300) {
				t.Errorf("size %d: %v", size, at)
			}
			for n := 0; !at.Outcome().Over(); n++ {
				moves := at.Legal()
				if len(moves) == 0 {
					t.Fatalf("size %d %s: no move after %d", size, opening, n)
				}
				at = at.Play(moves[n*7%len(moves)])
			}
		}
	}
	if p, ok := begin(t).(*Position); !ok || p.Size() != DefaultSize {
		t.Errorf("the default board is %v", p)
	}
}
