package engine

import (
	"context"
	"testing"
	"time"

	"kydai/engine"
	"kydai/game"
	rules "kydai/games/caro"
	"kydai/test/timing"
)

// lineOfMoves plays the codes in text. The codes are not separated: h8h9i8 means three moves.
func lineOfMoves(t testing.TB, options map[string]string, text string) *game.Line {
	t.Helper()
	l, err := game.NewLine(rules.Rules{}, game.Setup{Options: options})
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(text); {
		j := i + 1
		for j < len(text) && text[j] <= '9' {
			j++
		}
		if err := l.Play(text[i:j]); err != nil {
			t.Fatal(err)
		}
		i = j
	}
	return l
}

func TestAcceptance(t *testing.T) {
	for _, c := range []struct {
		rule, moves string
		want        []string
	}{
		{"", "h8h9i8i9j8j9k8k9", []string{"g8", "l8"}},
		{"caro8", "h8f8g8f9i8f7j8l8", []string{"f5", "f6", "f10", "f11"}},
		{"freestyle", "h8h7j6i7f7i9g8", []string{"i8"}},
	} {
		all := []string{c.rule}
		if c.rule == "" {
			all = nil
			for _, r := range rules.Presets() {
				all = append(all, r.Name)
			}
		}
		for _, rule := range all {
			l := lineOfMoves(t, map[string]string{"rule": rule}, c.moves)
			e := New()
			info, err := e.Think(context.Background(), l, engine.Limits{Nodes: 100_000}, nil)
			if err != nil {
				t.Fatal(err)
			}
			t.Log(rule, c.moves, info)
			if !contains(c.want, info.Best()) {
				t.Errorf("%s, %s: %s, want one of %v", rule, c.moves, info.Best(), c.want)
			}
		}
	}
}

// TestPlaysEveryOpening checks that the engine answers with a legal move in every stage of every
// opening.
func TestPlaysEveryOpening(t *testing.T) {
	for _, opening := range []string{"free", "pro", "longpro", "swap", "swap2"} {
		for _, rule := range []string{"caro9", "freestyle"} {
			options := map[string]string{"opening": opening, "rule": rule}
			l := lineOfMoves(t, options, "")
			e := New()
			for l.Ply() < 14 && !l.Outcome().Over() {
				info, err := e.Think(context.Background(), l, engine.Limits{Nodes: 400}, nil)
				if err != nil {
					t.Fatalf("%v after %v: %v", options, l.Codes(), err)
				}
				if l.Ply() == 0 && info.Best() != "h8" {
					t.Errorf("%v: the first stone goes to %s", options, info.Best())
				}
				if err := l.Play(info.Best()); err != nil {
					t.Fatalf("%v after %v: %v", options, l.Codes(), err)
				}
			}
			t.Log(opening, rule, l.Codes())
		}
	}
}

// TestTwoMoreStones checks two stages of the opening swap2 that occur only if the opponent requests
// two more stones, which the engine itself never does.
func TestTwoMoreStones(t *testing.T) {
	l := lineOfMoves(t, map[string]string{"opening": "swap2"}, "h8i8g7")
	if err := l.Play("more"); err != nil {
		t.Fatal(err)
	}
	for l.Ply() < 10 {
		info, err := New().Think(context.Background(), l, engine.Limits{MoveTime: 20 * time.Millisecond}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Play(info.Best()); err != nil {
			t.Fatalf("after %v: %v", l.Codes(), err)
		}
	}
}

// TestPicksTheBetterColour checks that the engine chooses the winning colour in an unbalanced
// opening.
func TestPicksTheBetterColour(t *testing.T) {
	for moves, want := range map[string]string{
		"h8a15i9": "black", // two connected black stones, while white's only stone is in the corner
	} {
		l := lineOfMoves(t, map[string]string{"opening": "swap", "rule": "freestyle"}, moves)
		info, err := New().Think(context.Background(), l, engine.Limits{Nodes: 2000}, nil)
		if err != nil || info.Best() != want {
			t.Errorf("%s: picks %s, want %s (%v)", moves, info.Best(), want, err)
		}
	}
}

func TestOnlyTheAllowed(t *testing.T) {
	l := lineOfMoves(t, nil, "h8h9i8i9j8j9k8k9")
	info, err := New().Think(context.Background(), l, engine.Limits{Nodes: 2000, Only: []string{"a1", "b1"}}, nil)
	if err != nil || info.Best() != "a1" && info.Best() != "b1" {
		t.Errorf("plays %s (%v)", info.Best(), err)
	}
}

func TestBenchIsDeterministic(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	a, err := Bench()
	if err != nil {
		t.Fatal(err)
	}
	if b, _ := Bench(); a != b || a == 0 {
		t.Errorf("%d nodes, then %d", a, b)
	}
	t.Log(a, "nodes")
}

// TestPlaysToTheEnd lets the engine play against itself under every win rule, and checks that the
// game ends by the rules.
func TestPlaysToTheEnd(t *testing.T) {
	for _, rule := range rules.Presets() {
		l := lineOfMoves(t, map[string]string{"rule": rule.Name}, "")
		e := New()
		for !l.Outcome().Over() {
			info, err := e.Think(context.Background(), l, engine.Limits{Nodes: 300}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := l.Play(info.Best()); err != nil {
				t.Fatal(err)
			}
		}
		t.Log(rule.Name, l.Ply(), l.Outcome())
	}
}

// TestStopsSoon checks that the solvers stop when the context ends, as the search does.
func TestStopsSoon(t *testing.T) {
	l := lineOfMoves(t, map[string]string{"rule": "freestyle"}, "h8h7j6i7f7i9g8")
	e := New()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	timing.Within(t, 500*time.Millisecond, timing.DefaultTrials, func() time.Duration {
		began := time.Now()
		info, err := e.Think(ctx, l, engine.Limits{}, nil)
		if err != nil || info.Best() == "" {
			t.Errorf("no answer: %v", err)
		}
		return time.Since(began)
	})
}

// TestUsesTheWholeTime checks that the engine uses nearly all of a fixed time per move if neither
// side has a forced win. Only Overhead and the time for checking the last move may be missing.
func TestUsesTheWholeTime(t *testing.T) {
	l := lineOfMoves(t, map[string]string{"rule": "caro9"}, "h8h7j6")
	const move = 500 * time.Millisecond
	e := New()
	if err := e.Prepare(context.Background(), l); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	info, err := e.Think(context.Background(), l, engine.Limits{MoveTime: move}, nil)
	if used := time.Since(began); used < move*93/100 {
		t.Errorf("%v of %v used", used, move)
	}
	if err != nil || len(info.Lines) == 0 || info.Lines[0].Score.Mate != 0 {
		t.Fatalf("%+v, %v", info, err)
	}
}
