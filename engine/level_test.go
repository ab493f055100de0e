package engine

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"kydai/game"
)

// fixed answers with given lines.
type fixed struct {
	lines []Variation
	asked []Limits // by which it was asked, in order
}

func (f *fixed) Think(_ context.Context, _ *game.Line, lim Limits, _ func(Thought)) (Thought, error) {
	f.asked = append(f.asked, lim)
	return Thought{Lines: append([]Variation(nil), f.lines...)}, nil
}
func (*fixed) Close() error { return nil }

// play asks a level for its move.
func play(t *testing.T, e *Handicapped, lim Limits) string {
	t.Helper()
	info, err := e.Think(context.Background(), nil, lim, nil)
	if err != nil {
		t.Fatal(err)
	}
	return info.Best()
}

func at(l Level, inner *fixed) *Handicapped {
	return NewHandicapped(inner, l, 200, rand.New(rand.NewPCG(1, 1)))
}

func TestLevelChoosesAmongGoodMoves(t *testing.T) {
	lines := []Variation{
		{Score{Points: 50}, []string{"a"}}, {Score{Points: 40}, []string{"b"}},
		{Score{Points: -100}, []string{"c"}}, {Score{Points: -900}, []string{"d"}},
	}
	e := at(Level{Lines: 4, Slack: 0.25, Heat: 0.1}, &fixed{lines: lines})
	seen := map[string]int{}
	for range 2000 {
		seen[play(t, e, Limits{})]++
	}
	if seen["d"] != 0 {
		t.Error("a move that throws the game away was chosen")
	}
	if seen["a"] <= seen["b"] || seen["b"] <= seen["c"] || seen["c"] == 0 {
		t.Errorf("better moves must come more often: %v", seen)
	}
	if play(t, at(Level{Lines: 4}, &fixed{lines: lines}), Limits{}) != "a" {
		t.Error("without heat the best move is played")
	}
}

// What lies beyond its sight looks even to a level, be it good or bad.
func TestLevelSight(t *testing.T) {
	lines := []Variation{
		{Score{Mate: 4}, []string{"a"}}, {Score{Points: 300}, []string{"b"}},
		{Score{Points: -300}, []string{"c"}}, {Score{Mate: -3}, []string{"d"}},
	}
	short, long := Level{Lines: 4, Slack: 0.5, Heat: 0.2, Sight: 2}, Level{Lines: 4, Slack: 0.5, Heat: 0.2, Sight: 4}
	seen := map[string]int{}
	e := at(short, &fixed{lines: lines})
	for range 500 {
		seen[play(t, e, Limits{})]++
	}
	if seen["b"] <= seen["a"] || seen["a"] == 0 || seen["d"] == 0 {
		t.Errorf("two moves ahead nothing is decided: %v", seen)
	}
	e = at(long, &fixed{lines: lines})
	for range 100 {
		if code := play(t, e, Limits{}); code != "a" {
			t.Fatalf("a win in sight was missed for %s", code)
		}
	}
}

// A won game is brought home by a proper search, within the caller's limits.
func TestLevelBringsHome(t *testing.T) {
	won := &fixed{lines: []Variation{{Score{Points: 2000}, []string{"a"}}, {Score{Points: 1990}, []string{"b"}}}}
	play(t, at(Level{Depth: 1, Lines: 8, Slack: 0.3, Heat: 0.1}, won), Limits{MoveTime: time.Second})
	if len(won.asked) != 2 || won.asked[1].Nodes != homeNodes || won.asked[1].Depth != 0 || won.asked[1].MultiPV > 1 || won.asked[1].MoveTime != time.Second {
		t.Errorf("asked %+v", won.asked)
	}
	won.asked = nil
	play(t, at(Level{Depth: 1, Lines: 8, Slack: 0.3, Heat: 0.1}, won), Limits{Nodes: 70})
	if len(won.asked) != 2 || won.asked[1].Nodes != 70 {
		t.Errorf("asked %+v, beyond what the caller allows", won.asked)
	}
}

// The share of glances is the level's, and a glance is one move ahead.
func TestLevelGlances(t *testing.T) {
	even := &fixed{lines: []Variation{{Score{}, []string{"a"}}}}
	e := at(Level{Nodes: 5000, Glance: 0.25}, even)
	days := map[float64]bool{}
	for range 400 {
		e.NewGame()
		days[e.glance] = true
		for range 10 {
			play(t, e, Limits{})
		}
	}
	if len(days) < 300 {
		t.Errorf("400 games in %d forms", len(days))
	}
	glances := 0
	for _, lim := range even.asked {
		switch {
		case lim.Depth == 1 && lim.Nodes == 0:
			glances++
		case lim.Nodes != 5000 || lim.Depth != 0:
			t.Fatalf("asked %+v", lim)
		}
	}
	if glances < 900 || glances > 1200 {
		t.Errorf("%d glances in 4000 moves", glances)
	}
}

// The mean over all forms is what drawing them shows.
func TestMeanGlance(t *testing.T) {
	for _, g := range []float64{0, 0.05, 0.36, 0.95, 1} {
		l := Level{Glance: g}
		e := NewHandicapped(nil, l, 100, rand.New(rand.NewPCG(1, 1)))
		const games = 40_000
		sum := 0.0
		for range games {
			e.form()
			sum += e.glance / games
		}
		if got := l.MeanGlance(); math.Abs(got-sum) > 0.002 {
			t.Errorf("glance %v: the mean is %v, drawn %v", g, got, sum)
		}
	}
}
