package play

import (
	"testing"
	"time"

	"kydai/game"
	"kydai/match"
)

// TestAbsenceCounts checks which intervals count as a player's absence. The ends of an interval
// must be two sound times (times at which the node reached all other components) that are close
// together. Outages in which the player could not play do not count.
func TestAbsenceCounts(t *testing.T) {
	began := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	at := func(s float64) time.Time { return began.Add(time.Duration(s * float64(time.Second))) }
	const gap = 3 * time.Second
	type step struct {
		sound float64
		lost  []match.Span
	}
	for name, c := range map[string]struct {
		steps []step
		want  time.Duration
		now   float64
		claim float64
	}{
		"all is well":         {[]step{{2, nil}, {4, nil}, {4, nil}, {6, nil}}, 6 * time.Second, 7, 60},
		"before it began":     {[]step{{-2, nil}, {0, nil}, {2, nil}}, 2 * time.Second, 2, 60},
		"the node was cut":    {[]step{{2, nil}, {12, nil}, {14, nil}}, 4 * time.Second, 14, 70},
		"and still is":        {[]step{{2, nil}, {2, nil}}, 2 * time.Second, 30, 88},
		"the player's outage": {[]step{{2, nil}, {4, []match.Span{{From: at(1), To: at(3.5)}}}, {6, []match.Span{{From: at(1), To: at(3.5)}}}}, 4500 * time.Millisecond, 6, 61.5},
		"one that lasts":      {[]step{{2, []match.Span{{From: at(-5), To: at(9)}}}, {4, []match.Span{{From: at(-5), To: at(9)}}}}, 0, 4, 64},
	} {
		t.Run(name, func(t *testing.T) {
			a := absence{side: game.Second, at: began, own: 5 * time.Minute, limits: [2]time.Duration{time.Second, time.Minute}}
			for _, s := range c.steps {
				a.count(at(s.sound), gap, s.lost)
			}
			if a.counted != c.want {
				t.Errorf("%v are counted, want %v", a.counted, c.want)
			}
			if got := a.claim(at(c.now), gap); !got.Equal(at(c.claim)) {
				t.Errorf("it may be claimed after %v, want %v s", got.Sub(began), c.claim)
			}
		})
	}
}

// TestAbsenceLimit checks that the opponent waits at most the remaining clock time of the player
// who left, and that this player always has enough time to reload a page.
func TestAbsenceLimit(t *testing.T) {
	began := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for own, want := range map[time.Duration]time.Duration{
		time.Hour: time.Minute, 30 * time.Second: 30 * time.Second, time.Second: leastAway,
	} {
		a := absence{side: game.First, at: began, own: own, limits: [2]time.Duration{time.Minute, time.Hour}}
		if got := a.claim(began, time.Second).Sub(began); got != want {
			t.Errorf("with %v on the clock: %v, want %v", own, got, want)
		}
	}
}
