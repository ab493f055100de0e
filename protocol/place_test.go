package protocol_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"kydai/game"
	"kydai/games/chess"
	"kydai/games/jieqi"
	"kydai/protocol"
)

// TestPlaces requests lines that extend, shorten and replace the previous line, and checks that the
// cache does not change the results.
func TestPlaces(t *testing.T) {
	p := protocol.Places{Rules: chess.Rules{}}
	odd := map[string]string{"variant": "chess960"}
	for i, c := range []struct {
		at      protocol.Place
		options map[string]string
		wrong   bool
	}{
		{at: protocol.Place{Moves: []string{"e2e4"}}},
		{at: protocol.Place{Moves: []string{"e2e4", "e7e5", "g1f3"}}},
		{at: protocol.Place{Moves: []string{"e2e4", "e7e5", "g1f3"}}},
		{at: protocol.Place{Moves: []string{"e2e4", "c7c5", "g1f3", "d7d6"}}},
		{at: protocol.Place{Moves: []string{"e2e4"}}},
		{at: protocol.Place{Moves: []string{"e2e4", "e2e4"}}, wrong: true},
		{at: protocol.Place{Moves: []string{"e2e4", "e7e5"}}},
		{at: protocol.Place{Start: "7k/8/8/8/8/8/R7/K7 w - - 0 1", Moves: []string{"a2b2"}}},
		{at: protocol.Place{Start: "7k/8/8/8/8/8/R7/K7 b - - 0 1", Moves: []string{"h8g8"}}},
		{at: protocol.Place{Start: "nonsense"}, wrong: true},
		{at: protocol.Place{Moves: []string{"e2e4", "e7e5"}}, options: odd},
		{at: protocol.Place{Moves: []string{"e2e4", "e7e5", "g1f3", "g8f6", "f1c4", "f8c5", "e1h1"}}, options: odd},
		{at: protocol.Place{}},
		{at: protocol.Place{Moves: []string{"g1f3"}}, options: odd},
		{at: protocol.Place{Start: "7k/8/8/8/8/8/7P/K5N1 w - - 0 1", Moves: []string{"g1f3", "h8g8"}}},
	} {
		line, err := p.Line(c.at, c.options)
		if (err != nil) != c.wrong {
			t.Fatalf("%d, %+v: %v", i, c.at, err)
		}
		if err != nil {
			continue
		}
		want, err := game.NewLine(chess.Rules{}, game.Setup{Start: c.at.Start, Options: c.options})
		if err != nil {
			t.Fatal(err)
		}
		for _, code := range c.at.Moves {
			if err := want.Replay(code); err != nil {
				t.Fatal(err)
			}
		}
		if line.Position().String() != want.Position().String() || !slices.Equal(line.Codes(), want.Codes()) || line.Key(0) != want.Key(0) {
			t.Errorf("%d, %+v: %s after %v", i, c.at, line.Position(), line.Codes())
		}
	}
}

// TestScript formats lines and views of random length, and compares the codes with Line.Codes.
func TestScript(t *testing.T) {
	var s protocol.Script
	rng := rand.New(rand.NewPCG(1, 2))
	deal := game.Dealer(jieqi.Rules{})
	for _, setup := range []struct {
		rules game.Rules
		setup game.Setup
	}{
		{chess.Rules{}, game.Setup{}}, {chess.Rules{}, game.Setup{Options: map[string]string{"variant": "chess960", "position": "518"}}},
		{chess.Rules{}, game.Setup{}}, {jieqi.Rules{}, game.Setup{Secret: deal.Deal(rng.IntN)}},
	} {
		line, err := game.NewLine(setup.rules, setup.setup)
		if err != nil {
			t.Fatal(err)
		}
		for range 60 {
			switch legal := line.Legal(); {
			case rng.IntN(5) == 0:
				line.Undo(1 + rng.IntN(3))
			case len(legal) > 0:
				if err := line.Push(legal[rng.IntN(len(legal))]); err != nil {
					t.Fatal(err)
				}
			}
			view := line.View(line.Position().Turn())
			if got := s.Codes(view); !slices.Equal(got, view.Codes()) {
				t.Fatalf("%v, not %v", got, view.Codes())
			}
		}
	}
}

// TestScriptTellsApart checks that the cache is not used for a line that reaches the same position
// by other moves, or that has the same moves under other rules.
func TestScriptTellsApart(t *testing.T) {
	var s protocol.Script
	odd := map[string]string{"variant": "chess960", "position": "518"}
	for _, c := range []struct {
		options map[string]string
		moves   []string
	}{
		{nil, []string{"g1f3", "g8f6", "b1c3", "b8c6"}},
		{nil, []string{"b1c3", "b8c6", "g1f3", "g8f6", "e2e4"}},
		{nil, []string{"e2e4", "e7e5", "g1f3", "g8f6", "f1c4", "f8c5"}},
		{odd, []string{"e2e4", "e7e5", "g1f3", "g8f6", "f1c4", "f8c5", "e1h1"}},
		{nil, []string{"e2e4", "e7e5", "g1f3", "g8f6", "f1c4", "f8c5", "e1g1"}},
	} {
		line, err := game.NewLine(chess.Rules{}, game.Setup{Options: c.options})
		if err != nil {
			t.Fatal(err)
		}
		for _, code := range c.moves {
			if err := line.Play(code); err != nil {
				t.Fatal(err)
			}
		}
		if got := s.Codes(line); !slices.Equal(got, c.moves) {
			t.Errorf("%v, not %v", got, c.moves)
		}
	}
}

// TestStart checks the default times, and that Start leaves no process running if the program is
// unsuitable.
func TestStart(t *testing.T) {
	no := errors.New("no")
	l := protocol.Link{Open: func() (*protocol.Peer, error) { return nil, no }, Grace: time.Second}
	if err := l.Start(); !errors.Is(err, no) || l.Running() || l.Startup == 0 || l.Grace != time.Second {
		t.Errorf("%v, %+v", err, l.Running())
	}
}

func TestFirst(t *testing.T) {
	wanted := protocol.First("bestmove", "nobestmove")
	for line, want := range map[string]bool{"bestmove a": true, "nobestmove": true, "bestmoves": false, "info bestmove": false, "": false} {
		if wanted(line) != want {
			t.Errorf("%q: %v", line, !want)
		}
	}
}
