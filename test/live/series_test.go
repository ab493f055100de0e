package live

import (
	"testing"

	"kydai/game"
	"kydai/internal/play"
	"kydai/match"
)

// TestSeries plays a series of rematches, each on a new node that knows only the rows in the
// database. The row of each match must contain the score of the series.
func TestSeries(t *testing.T) {
	t.Parallel()
	everywhere(t, func(t *testing.T, s site) {
		n := s.node(t)
		id := between(t, n, n, play.Deal{Game: "chess", Clock: control("5+0"), Games: 2})
		for i, want := range []match.Series{
			{Games: 2, Number: 1},
			{Games: 2, Number: 2, Points: [2]int{0, 2}},
			{Games: 2, Number: 1},
		} {
			n = s.node(t) // a new node, which has only the stored rows
			snap, _, err := n.Look(t.Context(), anna, id)
			check(t, err)
			if got := snap.View(game.NoSide).Series; got != want {
				t.Fatalf("match %d: %+v, want %+v", i+1, got, want)
			}
			_, err = n.Do(t.Context(), bao, id, play.Command{Kind: play.Resign})
			check(t, err)
			_, err = n.Do(t.Context(), bao, id, play.Command{Kind: play.Propose, What: match.Rematch})
			check(t, err)
			ack, err := n.Do(t.Context(), anna, id, play.Command{Kind: play.Accept, What: match.Rematch})
			check(t, err)
			id = ack.Next
		}
	})
}
