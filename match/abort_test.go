package match

import (
	"math/rand/v2"
	"testing"
	"time"

	"kydai/game"
)

// TestAbortAfterReveal checks that in a rated game no player can see a revealed piece and then end
// the game without a result, neither with Abort nor by letting the time run out.
func TestAbortAfterReveal(t *testing.T) {
	for _, rated := range []bool{true, false} {
		tm := terms("5+3")
		tm.Game, tm.Rated = "jieqi", rated
		tm.FirstMove = 30 * time.Second
		deal(t, &tm, rand.New(rand.NewPCG(1, 2)))
		m := start(t, tm)
		if got := m.View(game.First).Aborts; got != map[bool]int{true: 0, false: 1}[rated] {
			t.Errorf("rated %v: may be aborted after %d moves", rated, got)
		}
		c := m.Clone()
		done(t, c.Abort(game.First, after(1))) // no piece is revealed before the first move, so the game may be aborted
		done(t, m.Move(game.First, 0, "a3a4", after(1)))
		late, lateEnd := m.Clone(), game.Draw(game.ByAbort)
		for _, by := range []game.Side{game.First, game.Second} {
			c := m.Clone()
			if rated {
				refused(t, c, TooLate, func() error { return c.Abort(by, after(2)) })
				continue
			}
			done(t, c.Abort(by, after(2)))
		}
		if rated {
			lateEnd = game.Win(game.First, game.ByTime)
		}
		done(t, late.Flag(after(32)))
		if late.Outcome() != lateEnd {
			t.Errorf("rated %v: the second side did not move: %v", rated, late.Outcome())
		}
	}
}

// TestRepeatedOnOneDevice checks a match in which one player has both seats. If the player repeats
// a command, the match must recognise the repetition, even if it is the other side's turn by then.
func TestRepeatedOnOneDevice(t *testing.T) {
	tm := terms("none")
	tm.Seats = [2]Seat{{Kind: Human, Player: "anna"}, {Kind: Human, Player: "anna"}}
	m := start(t, tm)
	play(t, m, "e2e4")
	refused(t, m, Repeated, func() error { return m.Move(m.Turn(), 0, "e2e4", after(5)) })
	refused(t, m, Stale, func() error { return m.Move(m.Turn(), 0, "d2d4", after(5)) })
}
