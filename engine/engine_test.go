package engine

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"kydai/game"
)

func TestScoreOrder(t *testing.T) {
	worseToBetter := []Score{{Mate: -1}, {Mate: -5}, {Points: -900}, {}, {Points: 30}, {Mate: 9}, {Mate: 1}}
	for i, s := range worseToBetter {
		for j, u := range worseToBetter {
			if s.Better(u) != (i > j) {
				t.Errorf("%+v better than %+v: %v", s, u, s.Better(u))
			}
		}
	}
}

// No budget is longer than the clock, none is nothing, and more time on the
// clock never means less time to think.
func TestAllot(t *testing.T) {
	last := Budget{}
	for _, ms := range []int{1, 5, 10, 50, 100, 1000, 60_000, 3_600_000} {
		left := time.Duration(ms) * time.Millisecond
		b := Limits{Left: [2]time.Duration{left, 0}}.Allot(0)
		if b.Hard <= 0 || b.Hard >= left && ms > 1 || b.Soft > b.Hard && ms > 20 {
			t.Errorf("%v on the clock: %+v", left, b)
		}
		if b.Hard < last.Hard {
			t.Errorf("%v on the clock: %+v, less than with less", left, b)
		}
		last = b
	}
	if b := (Limits{MoveTime: 100 * time.Millisecond}).Allot(1); b.Hard >= 100*time.Millisecond || b.Hard < 80*time.Millisecond {
		t.Errorf("100 ms a move: %+v", b)
	}
	if b := (Limits{}).Allot(0); b != (Budget{}) {
		t.Errorf("no limit: %+v", b)
	}
}

// fixed answers with given lines.
type fixed struct{ lines []Variation }

func (f fixed) Think(context.Context, *game.Line, Limits, func(Info)) (Info, error) {
	return Info{Lines: append([]Variation(nil), f.lines...)}, nil
}
func (fixed) Close() error { return nil }

func TestLevelChoosesAmongGoodMoves(t *testing.T) {
	lines := []Variation{
		{Score{Points: 50}, []string{"a"}}, {Score{Points: 40}, []string{"b"}},
		{Score{Points: -100}, []string{"c"}}, {Score{Points: -900}, []string{"d"}},
	}
	e := NewHandicapped(fixed{lines}, Level{Lines: 4, Slack: 0.25, Heat: 0.1}, 200, rand.New(rand.NewPCG(1, 1)))
	seen := map[string]int{}
	for range 2000 {
		info, err := e.Think(context.Background(), nil, Limits{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		seen[info.Best()]++
	}
	if seen["d"] != 0 {
		t.Error("a move that throws the game away was chosen")
	}
	if seen["a"] <= seen["b"] || seen["b"] <= seen["c"] || seen["c"] == 0 {
		t.Errorf("better moves must come more often: %v", seen)
	}
	e = NewHandicapped(fixed{lines}, Level{Lines: 4}, 200, rand.New(rand.NewPCG(1, 1)))
	if info, _ := e.Think(context.Background(), nil, Limits{}, nil); info.Best() != "a" {
		t.Error("without heat the best move is played")
	}
}

func TestWinChance(t *testing.T) {
	if WinChance(Score{}, 100) != 0.5 || math.Abs(WinChance(Score{Points: 100}, 100)-0.75) > 1e-9 {
		t.Error("the scale makes three to one")
	}
	if WinChance(Score{Mate: 3}, 100) != 1 || WinChance(Score{Mate: -3}, 100) != 0 {
		t.Error("a forced end is certain")
	}
}
