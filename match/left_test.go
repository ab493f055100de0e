package match

import (
	"testing"
	"time"

	"kydai/game"
)

// TestClaimLeft checks that either player can end a game with a clock between two people,
// with a win or a draw, once both have moved, whichever side is to move.
func TestClaimLeft(t *testing.T) {
	m := start(t, terms("5+3"))
	play(t, m, "e2e4")
	if m.MayLeave() {
		t.Error("before both have moved there is nothing to claim")
	}
	refused(t, m, TooEarly, func() error { return m.ClaimLeft(game.First, false, after(90)) })
	play(t, m, "e7e5")
	refused(t, m, NotAPlayer, func() error { return m.ClaimLeft(game.NoSide, false, after(90)) })
	for _, by := range []game.Side{game.First, game.Second} {
		for _, draw := range []bool{false, true} {
			c := m.Clone()
			if !c.MayLeave() {
				t.Error("it may not be left")
			}
			done(t, c.ClaimLeft(by, draw, after(90)))
			want := game.Win(by, Left)
			if draw {
				want = game.Draw(Left)
			}
			if c.Outcome() != want || c.endedBy != by || c.EndedByServer() || c.MayLeave() {
				t.Errorf("ended by %v with %v", c.endedBy, c.Outcome())
			}
			if got := stored(t, c); got.Outcome() != want || fingerprint(got) != fingerprint(c) {
				t.Error("the store gives back another match")
			}
			refused(t, c, game.GameOver, func() error { return c.ClaimLeft(by, draw, after(91)) })
		}
	}
	done(t, m.Offer(game.First, Pause, 0, after(10)))
	done(t, m.Accept(game.Second, Pause, "", after(11)))
	refused(t, m, IsPaused, func() error { return m.ClaimLeft(game.First, false, after(90)) })
}

// TestNobodyMustStay checks that ClaimLeft is refused in a correspondence game, a game without a
// clock, a game against a program and a game against oneself. The players of such games need not
// stay connected.
func TestNobodyMustStay(t *testing.T) {
	for name, tm := range map[string]Terms{
		"no clock": terms("none"),
		"days":     terms("1d/move"),
		"machine":  terms("5+3", againstMachine),
		"bot":      terms("5+3", func(t *Terms) { t.Seats[1] = Seat{Kind: Bot, Player: "b"} }),
		"alone":    terms("5+3", func(t *Terms) { t.Seats[1] = t.Seats[0] }),
	} {
		t.Run(name, func(t *testing.T) {
			m := start(t, tm)
			play(t, m, "e2e4", "e7e5")
			refused(t, m, NotAllowed, func() error { return m.ClaimLeft(game.First, false, after(90)) })
			if m.MayLeave() {
				t.Error("it may be left")
			}
		})
	}
	m := start(t, terms("30s/move"))
	play(t, m, "e2e4", "e7e5")
	done(t, m.ClaimLeft(game.Second, false, after(20)))
}

// TestLeftOf checks the time left of both sides: of the side whose clock is running and of the side
// whose clock is stopped.
func TestLeftOf(t *testing.T) {
	m := start(t, terms("1+0"))
	play(t, m, "e2e4", "e7e5")
	for side, want := range map[game.Side]time.Duration{game.First: 54 * time.Second, game.Second: 59 * time.Second} {
		if got, ok := m.LeftOf(side, after(7)); !ok || got != want {
			t.Errorf("%v has %v, want %v", side, got, want)
		}
	}
	m = start(t, terms("none"))
	if _, ok := m.LeftOf(game.First, after(1)); ok {
		t.Error("there is no clock")
	}
}
