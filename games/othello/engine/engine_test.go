package engine

import (
	"context"
	"testing"

	"kydai/engine"
	"kydai/game"
	"kydai/games/othello"
)

func think(t *testing.T, start string, nodes uint64) engine.Thought {
	t.Helper()
	line, err := game.NewLine(othello.Rules{}, game.Setup{Start: start})
	if err != nil {
		t.Fatal(err)
	}
	thought, err := New().Think(context.Background(), line, engine.Limits{Nodes: nodes}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return thought
}

func TestTakesTheCorner(t *testing.T) {
	if got := think(t, "8/8/8/8/8/8/8/1oX2Xo1 black", 2000).Best(); got != "a1" && got != "h1" {
		t.Errorf("it plays %s beside a free corner", got)
	}
}

// TestPlaysTheEnding checks that the engine finds the win when two squares are left and the last
// moves decide the game.
func TestPlaysTheEnding(t *testing.T) {
	thought := think(t, "XXXXXXXX/XXXXXXXX/oooooooo/oooooooo/oooooooo/oooooooo/XXXXXXX1/Xooooooo black", 20_000)
	if len(thought.Lines) == 0 || thought.Lines[0].Score.Mate == 0 {
		t.Errorf("the end is not seen: %+v", thought)
	}
}

func TestBenchIsTheSameTwice(t *testing.T) {
	a, err := Bench()
	if err != nil {
		t.Fatal(err)
	}
	b, err := Bench()
	if err != nil || a != b || a == 0 {
		t.Errorf("%d nodes, then %d (%v)", a, b, err)
	}
}
