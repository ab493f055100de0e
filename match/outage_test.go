package match

import (
	"testing"
	"time"

	"kydai/game"
)

// TestMakeGood checks that time that a player lost to an outage during a turn is given back
// exactly once.
func TestMakeGood(t *testing.T) {
	span := func(from, to float64) Span { return Span{after(from), after(to)} }
	for _, control := range []string{"5+0", "5+3x30", "30s/move"} {
		m := start(t, terms(control))
		play(t, m, "e2e4", "e7e5") // the moves are received 1 s and 2 s after the start
		left := func(now float64) time.Duration { return m.clock.Left(game.First, after(now)) }
		whole := left(2)
		refused(t, m, NotDue, func() error { return m.MakeGood(nil, after(3)) })
		refused(t, m, NotDue, func() error { return m.MakeGood([]Span{span(0, 2)}, after(3)) })    // the outage ended before the turn began
		refused(t, m, NotDue, func() error { return m.MakeGood([]Span{span(2, 2.05)}, after(3)) }) // the outage lasted only 50 ms, less than leastGift
		done(t, m.MakeGood([]Span{span(1, 4)}, after(6)))
		if got := left(6); got != whole-2*time.Second {
			t.Errorf("%s: %v left of %v, after 4 s of which 2 do not count", control, got, whole)
		}
		refused(t, m, NotDue, func() error { return m.MakeGood([]Span{span(1, 4)}, after(7)) }) // the time for this outage was already given
		done(t, m.MakeGood([]Span{span(1, 4), span(8, 9)}, after(9)))
		if got := left(9); got != whole-4*time.Second {
			t.Errorf("%s: %v left of %v, after 7 s of which 3 do not count", control, got, whole)
		}
		done(t, m.MakeGood([]Span{span(0, 1000)}, after(10))) // the outage lasts beyond the time of the call
		if got := left(10); got != whole {
			t.Errorf("%s: %v left of %v, after nothing that counts", control, got, whole)
		}
		done(t, m.Move(game.First, 2, "g1f3", after(10.5)))
		refused(t, m, NotDue, func() error { return m.MakeGood([]Span{span(0, 10.5)}, after(11)) }) // the outage was in the turn of the other side
		if got := m.View(game.NoSide).Timing.At(2).Spent; got != 500*time.Millisecond {
			t.Errorf("%s: the move took %v", control, got)
		}
	}
	m := start(t, terms("none"))
	refused(t, m, NotDue, func() error { return m.MakeGood([]Span{span(0, 100)}, after(100)) })
	m = start(t, terms("1+0"))
	play(t, m, "e2e4", "e7e5")
	deadline, _ := m.Deadline()
	done(t, m.MakeGood([]Span{span(5, 15)}, deadline))
	refused(t, m, NotDue, func() error { return m.Flag(deadline) })
	done(t, m.Flag(deadline.Add(10*time.Second)))
}
