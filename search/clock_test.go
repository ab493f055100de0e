package search

import (
	"context"
	"testing"
	"time"

	"kydai/game"
)

// clockParams returns parameters with which every fact scales the soft limit.
func clockParams() Params {
	p := DefaultParams()
	p.ClockStability, p.ClockShare, p.ClockFall = 5, 150, 10
	return p
}

// TestClockFactor checks the factor of each fact alone, of all together, and its bounds.
func TestClockFactor(t *testing.T) {
	p := clockParams()
	for _, c := range []struct {
		facts clockFacts
		want  float64
	}{
		{clockFacts{Stable: stableFrom, Share: shareFrom}, 1},
		{clockFacts{Stable: stableFrom - 2, Share: shareFrom}, 1.1},
		{clockFacts{Stable: stableFrom + 2, Share: shareFrom}, 0.9},
		{clockFacts{Stable: 100, Share: shareFrom}, 0.8},
		{clockFacts{Stable: stableFrom, Share: shareFrom + 20}, 0.7},
		{clockFacts{Stable: stableFrom, Share: shareFrom - 20}, 1.3},
		{clockFacts{Stable: stableFrom, Share: shareFrom, Fall: 20}, 1.2},
		{clockFacts{Stable: stableFrom, Share: shareFrom, Fall: -300}, 1},
		{clockFacts{Stable: stableFrom, Share: shareFrom, Fall: MateIn}, 1.6},
		{clockFacts{Stable: stableFrom - 2, Share: shareFrom - 20, Fall: 20}, 1.1 * 1.3 * 1.2},
		{clockFacts{Stable: 100, Share: 100}, 0.8 * 0.55},
		{clockFacts{Fall: MateIn}, factorMost},
	} {
		if got := c.facts.factor(&p); got < c.want-1e-9 || got > c.want+1e-9 {
			t.Errorf("%+v: %g, want %g", c.facts, got, c.want)
		}
		off := DefaultParams()
		off.ClockStability, off.ClockShare, off.ClockFall = 0, 0, 0
		if got := c.facts.factor(&off); got != 1 {
			t.Errorf("%+v without the numbers of the clock: %g", c.facts, got)
		}
	}
}

// TestClockLimits checks that a factor never moves the soft limit beyond the hard one, and that only
// a factor below 1 changes the hard limit.
func TestClockLimits(t *testing.T) {
	const soft, hard = 60 * time.Millisecond, 100 * time.Millisecond
	for _, c := range []struct {
		factor      float64
		soft, least time.Duration
	}{
		{0.5, 30 * time.Millisecond, 50 * time.Millisecond},
		{1, soft, hard},
		{1.5, 90 * time.Millisecond, hard},
		{2, hard, hard},
	} {
		if s, h := stretch(soft, hard, c.factor), shrink(hard, c.factor); s != c.soft || h != c.least {
			t.Errorf("factor %g: %v and %v, want %v and %v", c.factor, s, h, c.soft, c.least)
		}
	}
	if s := stretch(soft, 0, 2); s != 2*soft {
		t.Errorf("without a hard limit: %v", s)
	}
}

// TestPace checks the facts of a few iterations.
func TestPace(t *testing.T) {
	var c pace
	c.begin()
	one, two := game.Move(1), game.Move(2)
	for i, step := range []struct {
		first, second uint64
		best          game.Move
		score         int
		want          clockFacts
	}{
		{30, 10, one, 50, clockFacts{Stable: 0, Share: 75, Fall: 0}},
		{90, 10, one, 40, clockFacts{Stable: 1, Share: 90, Fall: 10}},
		{50, 50, two, 45, clockFacts{Stable: 0, Share: 50, Fall: 5}},
		{50, 150, two, 30, clockFacts{Stable: 1, Share: 75, Fall: 20}},
		{0, 100, two, 45, clockFacts{Stable: 2, Share: 100, Fall: -5}},
	} {
		c.spend(one, step.first)
		c.spend(two, step.second/2)
		c.spend(two, step.second-step.second/2)
		if got := c.finish(step.best, step.score); got != step.want {
			t.Errorf("iteration %d: %+v, want %+v", i+1, got, step.want)
		}
	}
	c.begin()
	if got := c.finish(two, 0); got != (clockFacts{}) {
		t.Errorf("first iteration of a new search: %+v", got)
	}
}

// TestOnlyClockIsScaled checks that the numbers of the clock change a search whose soft limit comes
// from a clock, and no other one.
func TestOnlyClockIsScaled(t *testing.T) {
	p := startOf(t)
	run := func(params Params, lim Limits) Report {
		s := New(1, params)
		var now time.Time
		s.now = func() time.Time { // a clock on which every look takes a microsecond
			now = now.Add(time.Microsecond)
			return now
		}
		return s.Search(context.Background(), func() State { return newFramed(p) }, 1, lim, nil)
	}
	off := DefaultParams()
	off.ClockStability, off.ClockShare, off.ClockFall = 0, 0, 0
	for name, lim := range map[string]Limits{
		"nodes": {Nodes: 3000},
		"depth": {Depth: 3},
		"time":  {Soft: 200 * time.Microsecond, Hard: 200 * time.Microsecond},
		"lines": {Soft: 80 * time.Microsecond, Hard: 200 * time.Microsecond, ByClock: true, MultiPV: 2},
	} {
		if a, b := run(off, lim), run(clockParams(), lim); a.Nodes != b.Nodes || a.Elapsed != b.Elapsed || a.Best() != b.Best() {
			t.Errorf("%s: %d nodes in %v, and %d in %v with the numbers of the clock", name, a.Nodes, a.Elapsed, b.Nodes, b.Elapsed)
		}
	}
	long := off
	long.ClockStability, long.ClockShare = 20, 400
	lim := Limits{Soft: 20 * time.Microsecond, Hard: 2000 * time.Microsecond, ByClock: true}
	if a, b := run(off, lim), run(long, lim); a.Elapsed == b.Elapsed {
		t.Errorf("by the clock: %v and %v", a.Elapsed, b.Elapsed)
	}
}
