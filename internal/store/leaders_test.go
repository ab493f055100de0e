package store

import (
	"fmt"
	"testing"
	"time"

	"kydai/internal/play"
)

// TestLeaders reads a leaderboard page by page. It checks that the leaderboard contains each player
// once, best player first, players of equal rating in the order of their ids, and no provisional
// ratings.
func TestLeaders(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := quiet(p).open(t), t.Context()
		soon := time.Now().Add(24 * time.Hour).UnixMicro()
		put := func(player string, mean float64, sure int64) {
			_, err := s.db.ExecContext(ctx, `INSERT INTO ratings (player, game, speed, mean, deviation, volatility, games, at, changes, sure_until)
				VALUES ($1, 'chess', 'rapid', $2, 60, 0.06, 9, 1, 9, $3)`, player, mean, sure)
			want(t, err, nil)
		}
		for i := range 25 {
			put(fmt.Sprintf("p%02d", i), 1500+float64(i/3), soon)
		}
		put("new", 2500, 0)
		put("long ago", 2400, 1)
		var got []play.PlayerRating
		after := play.Place{}
		for {
			list := must(s.Leaders(ctx, "chess", "rapid", after, 4))(t)
			if len(list) == 0 {
				break
			}
			got = append(got, list...)
			last := list[len(list)-1]
			after = must(play.ParsePlace(play.Place{Mean: last.Mean, Player: last.Player}.String()))(t)
		}
		if len(got) != 25 {
			t.Fatalf("%d players are listed", len(got))
		}
		for i := range got[1:] {
			if a, b := got[i], got[i+1]; a.Mean < b.Mean || a.Mean == b.Mean && a.Player >= b.Player {
				t.Errorf("%s with %v is before %s with %v", a.Player, a.Mean, b.Player, b.Mean)
			}
		}
		if list := must(s.Leaders(ctx, "chess", "blitz", play.Place{}, 4))(t); len(list) != 0 {
			t.Errorf("another speed: %+v", list)
		}
	})
}

// TestLeadersAreQuick checks that a page of a leaderboard of 100,000 accounts,
// the first page or one in the middle, takes less than 50 ms.
func TestLeadersAreQuick(t *testing.T) {
	if testing.Short() {
		t.Skip("fills a table with 100,000 rows")
	}
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := quiet(p).open(t), t.Context()
		soon := time.Now().Add(24 * time.Hour).UnixMicro()
		// A third of the players have become provisional again since their last game.
		_, err := s.db.ExecContext(ctx, `INSERT INTO ratings (player, game, speed, mean, deviation, volatility, games, at, changes, sure_until)
			SELECT 'p' || n, 'chess', 'rapid', 1000 + (n * 7919 % 100000) / 100.0, 60, 0.06, 9, 1, 9, CASE WHEN n % 3 = 0 THEN 1 ELSE `+fmt.Sprint(soon)+` END
			FROM (WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 100000) SELECT n FROM c) AS c`)
		want(t, err, nil)
		for _, after := range []play.Place{{}, {Mean: 1500, Player: "p"}, {Mean: 1010, Player: "p"}} {
			best := time.Hour
			for range 5 {
				began := time.Now()
				if list := must(s.Leaders(ctx, "chess", "rapid", after, 50))(t); len(list) != 50 {
					t.Fatalf("%d players", len(list))
				}
				best = min(best, time.Since(began))
			}
			t.Logf("after %v: %v", after.Mean, best)
			if best > 50*time.Millisecond {
				t.Errorf("a page after %v takes %v", after.Mean, best)
			}
		}
	})
}
