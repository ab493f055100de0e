package store

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"kydai/internal/operator"
	"kydai/internal/play"
)

// TestWork checks the counts of pending tasks.
func TestWork(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := quiet(p).open(t), t.Context()
		for i := range 3 {
			newMatch(t, s, fmt.Sprint("m", i))
		}
		over := move("m0", 0)
		over.Over = true
		must(s.Commit(ctx, over))(t)
		want(t, s.Propose(ctx, play.Offer{ID: "o", Owner: "anna", Open: true, Expires: time.Now().Add(time.Hour), Body: []byte{1}}), nil)
		want(t, s.PutTicket(ctx, play.Ticket{Player: "p", Game: "chess", Clock: "5+3"}, time.Minute, ""), nil)
		want(t, s.Watched(ctx, []string{"m1"}, time.Minute), nil)
		want(t, s.Beat(ctx, "node", nil), nil)
		must(s.LeasePool(ctx, "chess 5+3", time.Minute))(t)
		must(s.Archive(ctx))(t)
		w := must(s.Work(ctx))(t)
		if w.Live != 2 || w.Backlog != 0 || w.Offers != 1 || w.Tickets != 1 || w.Watched != 1 || w.Overdue != 0 {
			t.Errorf("%+v", w)
		}
		if len(w.Nodes) != 1 || w.Nodes[0].ID != "node" || len(w.Leases) != 1 || w.Leases[0].Name != "pool chess 5+3" {
			t.Errorf("nodes %v, leases %v", w.Nodes, w.Leases)
		}
	})
}

// TestRatedGames checks the lists of the latest games of a player and of
// players with a similar rating.
func TestRatedGames(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := quiet(p).open(t), t.Context()
		put := func(player, speed string, mean float64, games int) {
			_, err := s.db.ExecContext(ctx, `INSERT INTO ratings (player, game, speed, mean, deviation, volatility, games, at, changes, sure_until)
				VALUES ($1, 'chess', $2, $3, 60, 0.06, 9, 1, $4, 9)`, player, speed, mean, games)
			want(t, err, nil)
			for i := range games {
				_, err := s.db.ExecContext(ctx, `INSERT INTO rating_changes (player, game, speed, nth, match_id, opponent, score, at,
					mean_before, deviation_before, volatility_before, mean, deviation, volatility)
					VALUES ($1, 'chess', $2, $3, $4, $5, 0.5, $6, 1400, 60, 0.06, $7, 60, 0.06)`,
					player, speed, i+1, fmt.Sprint(player, speed, i), strings.Repeat("o", min(i, 1)), 1000*i+1, mean)
				want(t, err, nil)
			}
		}
		ids := func(list []operator.RatedGame) string {
			var all []string
			for _, g := range list {
				all = append(all, g.Match)
			}
			return strings.Join(all, " ")
		}
		put("a", "blitz", 1500, 4)
		put("a", "rapid", 1500, 3)
		if got := ids(must(s.RatedGames(ctx, "a", 4))(t)); got != "ablitz3 ablitz2 arapid2 ablitz1" {
			t.Errorf("the latest games are %s", got) // the first row of each rating is a correction, not a game, and must not be listed
		}
		if g := must(s.RatedGames(ctx, "a", 1))(t)[0]; g.Player != "a" || g.Opponent != "o" || g.Score != 0.5 || g.Before != 1400 || g.After != 1500 || g.Speed != "blitz" {
			t.Errorf("%+v", g)
		}
		for i := range 9 {
			put(fmt.Sprint("p", i), "blitz", 1380+float64(30*i), 3) // ratings from 1380 to 1620
		}
		all := must(s.Peers(ctx, operator.RatedGame{Player: "a", Game: "chess", Speed: "blitz"}, 1500, 100, 2, 1))(t)
		got := strings.Split(ids(all), " ")
		if slices.Sort(got); strings.Join(got, " ") != "p2blitz2 p3blitz2 p4blitz2 p5blitz2" {
			t.Errorf("near 1500 are %v", got)
		}
		if all := must(s.Peers(ctx, operator.RatedGame{Player: "a", Game: "chess", Speed: "blitz"}, 1500, 100, 50, 9))(t); len(all) != 7*2 {
			t.Errorf("all near 1500: %s", ids(all))
		}

		newMatch(t, s, "live")
		newMatch(t, s, "done")
		over := move("done", 0)
		over.Over = true
		must(s.Commit(ctx, over))(t)
		must(s.Archive(ctx))(t)
		rows := must(s.Records(ctx, []string{"live", "done", "none"}))(t)
		if len(rows) != 2 {
			t.Fatalf("%v", rows)
		}
		for _, r := range rows {
			want := must(s.Load(ctx, r.ID))(t)
			if len(r.Events) != len(want.Events) || r.Players != want.Players || !bytes.Equal(r.Terms, want.Terms) {
				t.Errorf("%s came back as %+v", r.ID, r)
			}
		}
	})
}
