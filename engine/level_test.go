package engine

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"kydai/game"
)

// fixed is an engine that always answers with the given lines.
type fixed struct {
	lines []Variation
	asked []Limits // limits of all calls of Think, in order
}

func (f *fixed) Think(_ context.Context, _ *game.Line, lim Limits, _ func(Thought)) (Thought, error) {
	f.asked = append(f.asked, lim)
	return Thought{Lines: append([]Variation(nil), f.lines...)}, nil
}
func (*fixed) Close() error { return nil }

// play returns the move that the level's engine chooses.
func play(t *testing.T, e *Handicapped, lim Limits) string {
	t.Helper()
	info, err := e.Think(context.Background(), nil, lim, nil)
	if err != nil {
		t.Fatal(err)
	}
	return info.Best()
}

func at(l Level, inner *fixed) *Handicapped {
	return NewHandicapped(inner, l, Entry{LevelScale: 200}, rand.New(rand.NewPCG(1, 1)))
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

// TestLevelBringsHome checks that in a won position a level searches again with more nodes than its
// own limit, so that it finds the win. The caller's limits must still apply.
func TestLevelBringsHome(t *testing.T) {
	won := &fixed{lines: []Variation{{Score{Points: 2000}, []string{"a"}}, {Score{Points: 1990}, []string{"b"}}}}
	play(t, at(Level{Nodes: 100, Lines: 8, Slack: 0.3, Heat: 0.1}, won), Limits{MoveTime: time.Second})
	if len(won.asked) != 2 || won.asked[1].Nodes != homeNodes || won.asked[1].Depth != 0 || won.asked[1].MultiPV > 1 || won.asked[1].MoveTime != time.Second {
		t.Errorf("asked %+v", won.asked)
	}
	won.asked = nil
	play(t, at(Level{Nodes: 100, Lines: 8, Slack: 0.3, Heat: 0.1}, won), Limits{Nodes: 70})
	if len(won.asked) != 2 || won.asked[1].Nodes != 70 {
		t.Errorf("asked %+v, beyond what the caller allows", won.asked)
	}
}

// TestLastLevelHasAllItIsGiven checks that the last level searches with the caller's limits, or
// with its own time per move if the caller sets no limit. Every other level must have a node limit,
// and no level may be weaker than the level below.
func TestLastLevelHasAllItIsGiven(t *testing.T) {
	levels := PieceTable()
	last := levels[Levels-1]
	for lim, want := range map[*Limits]Limits{
		{}:                                    {MoveTime: time.Second},
		{MoveTime: 5 * time.Second}:           {MoveTime: 5 * time.Second},
		{Nodes: 7}:                            {Nodes: 7},
		{Left: [2]time.Duration{time.Minute}}: {Left: [2]time.Duration{time.Minute}},
	} {
		got := last.within(*lim)
		if got.Nodes != want.Nodes || got.MoveTime != want.MoveTime || got.Left != want.Left || got.MultiPV != 1 {
			t.Errorf("%+v becomes %+v", *lim, got)
		}
	}
	for i, l := range levels[:Levels-1] {
		if l.Nodes == 0 || l.Time != 0 || l.Slack >= MostSlack {
			t.Errorf("level %d is not limited by nodes: %+v", i+1, l)
		}
		if i > 0 && l.Nodes <= levels[i-1].Nodes {
			t.Errorf("level %d searches no further than the one below", i+1)
		}
		for o := range Oversights {
			if i > 0 && l.Chance(o) > levels[i-1].Chance(o) {
				t.Errorf("level %d overlooks more: %s", i+1, o)
			}
		}
	}
}

// steady is an engine that notes with which evaluation it searches.
type steady struct {
	fixed
	on    bool
	notes []bool
}

func (s *steady) Calibrate(on bool) { s.on = on }

func (s *steady) Think(ctx context.Context, line *game.Line, lim Limits, report func(Thought)) (Thought, error) {
	s.notes = append(s.notes, s.on)
	return s.fixed.Think(ctx, line, lim, report)
}

// TestLevelsKeepTheirEvaluation checks that every search of a level uses the evaluation with which
// the levels are calibrated, except at the highest level, and that the engine has its own evaluation
// again afterwards.
func TestLevelsKeepTheirEvaluation(t *testing.T) {
	for level, want := range map[Level][]bool{
		{Nodes: 100, Lines: 2, Slack: 0.1, Heat: 0.1}: {true, true}, // the second search brings the won game home
		{Time: time.Second}:                           {false},
	} {
		inner := &steady{fixed: fixed{lines: []Variation{{Score{Points: 2000}, []string{"a"}}}}}
		e := NewHandicapped(inner, level, Entry{LevelScale: 200}, rand.New(rand.NewPCG(1, 1)))
		play(t, e, Limits{})
		if !slices.Equal(inner.notes, want) || inner.on {
			t.Errorf("level with %d nodes: calibrated %v, want %v; afterwards %v", level.Nodes, inner.notes, want, inner.on)
		}
	}
}
