package game_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"kydai/game"
	"kydai/games"
)

func TestMoveHoldsItsFacts(t *testing.T) {
	for _, from := range []game.Square{0, 1, 399, game.NoSquare} {
		for _, to := range []game.Square{0, 255, 510, game.NoSquare} {
			for n := range 16 {
				m := game.NewMove(from, to, n, 15-n, n^5)
				if m.From() != from || m.To() != to || m.Piece() != n || m.Taken() != 15-n || m.Arg() != n^5 || m.Flag() {
					t.Fatalf("%#x lost something", m)
				}
				if m |= game.MoveFlag; !m.Flag() || m.To() != to || m.Arg() != n^5 {
					t.Fatalf("%#x: the flag changed something else", m)
				}
				if m.OnBoard() != (to != game.NoSquare) {
					t.Fatalf("%#x: on board %v", m, m.OnBoard())
				}
			}
		}
	}
}

func TestSides(t *testing.T) {
	if game.First.Other() != game.Second || game.Second.Other() != game.First || game.NoSide.Other() != game.NoSide {
		t.Error("others")
	}
	if game.First.Index() != 0 || game.Second.Index() != 1 {
		t.Error("indexes")
	}
}

// TestSecretDoesNotPrint checks that printing or encoding a secret, alone or inside a setup, does
// not reveal it.
func TestSecretDoesNotPrint(t *testing.T) {
	s := game.NewSecret([]byte("hidden"))
	setup := game.Setup{Secret: s}
	for _, text := range []string{
		fmt.Sprint(s), fmt.Sprintf("%+v %#v %s %v", s, s, s, &s), fmt.Sprintf("%v %+v %#v", setup, setup, setup),
	} {
		if strings.Contains(text, "hidden") {
			t.Errorf("printed: %s", text)
		}
	}
	if b, err := json.Marshal(setup); err == nil {
		t.Errorf("encoded: %s", b)
	}
	if string(s.Open()) != "hidden" {
		t.Error("opened it is something else")
	}
}

func TestOptions(t *testing.T) {
	in := game.Info{Name: "g", Options: []game.Option{
		{Name: "size", Default: "3", Values: []string{"3", "4"}}, {Name: "free"},
	}}
	for _, c := range []struct {
		options map[string]string
		code    string
	}{
		{nil, ""},
		{map[string]string{"size": "4", "free": "anything"}, ""},
		{map[string]string{"size": "5"}, game.BadOption},
		{map[string]string{"sise": "3"}, game.BadOption},
	} {
		if got := codeOf(in.CheckOptions(game.Setup{Options: c.options})); got != c.code {
			t.Errorf("%v: %q, want %q", c.options, got, c.code)
		}
	}
	if in.Lookup(game.Setup{}, "size") != "3" || in.Lookup(game.Setup{Options: map[string]string{"size": "4"}}, "size") != "4" {
		t.Error("lookup")
	}
}

// TestLineUndoRedo checks, for every game, that Undo and Redo restore the line, and that a new move
// clears the undone moves.
func TestLineUndoRedo(t *testing.T) {
	for _, r := range games.All() {
		t.Run(r.Info().Name, func(t *testing.T) {
			s := game.Setup{}
			if d, ok := r.(game.Dealer); ok {
				s.Secret = d.Deal(func(n int) int { return n / 2 })
			}
			l, err := game.NewLine(r, s)
			if err != nil {
				t.Fatal(err)
			}
			var texts []string
			for range 6 {
				texts = append(texts, l.Position().String())
				if err := l.Push(l.Legal()[0]); err != nil {
					t.Fatal(err)
				}
			}
			if l.Undo(100) != 6 || l.Undo(1) != 0 || l.Position().String() != texts[0] {
				t.Error("undo to the start")
			}
			if l.Redo(4) != 4 || l.Position().String() != texts[4] || l.Undone() != 2 {
				t.Error("redo of four")
			}
			if l.Undo(-1) != 0 || l.Redo(-1) != 0 {
				t.Error("negative counts")
			}
			legal := l.Legal()
			if err := l.Push(legal[len(legal)-1]); err != nil {
				t.Fatal(err)
			}
			if l.Undone() != 0 || l.Redo(1) != 0 {
				t.Error("a new move did not forget what was undone")
			}
			if l.MayUndo(0) != nil {
				t.Error("taking back nothing reveals nothing")
			}
		})
	}
}

func TestErrorsHaveCodeAndSentence(t *testing.T) {
	for _, r := range games.All() {
		l, err := game.NewLine(r, game.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range []error{l.Play("no move"), l.Replay("no move")} {
			if codeOf(err) == "" || len(err.Error()) < 10 {
				t.Errorf("%s: %v", r.Info().Name, err)
			}
		}
		if _, err := r.New(game.Setup{Start: "no position"}); codeOf(err) != game.BadPosition {
			t.Errorf("%s: %v", r.Info().Name, err)
		}
	}
}

func codeOf(err error) string {
	var e *game.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}
