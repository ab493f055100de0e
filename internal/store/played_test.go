package store

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"kydai/internal/play"
)

// putPlayed inserts rows into the table played. Each row lists player, opponent, game, side, kind
// of opponent and result. The matches are one second apart, and every second match is rated.
func putPlayed(t *testing.T, s *Store, rows ...[6]string) {
	t.Helper()
	for i, r := range rows {
		_, err := s.db.ExecContext(t.Context(), `INSERT INTO played (player, at, id, game, speed, side, against, opponent, result, rated)
			VALUES ($1, $2, $3, $4, 'rapid', $5, $6, $7, $8, $9)`,
			r[0], int64(i+1)*1e6, fmt.Sprintf("m%02d", i), r[2], r[3], r[4], r[1], r[5], i%2 == 0)
		want(t, err, nil)
	}
}

// TestStatisticsOf checks that the games of a guest count for the guest's
// account, that games between two ids of one person and games without a result
// do not count, and that opponents are counted by their accounts.
func TestStatisticsOf(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := quiet(p).open(t), t.Context()
		_, err := s.db.ExecContext(ctx, `INSERT INTO belongs (guest, account, since) VALUES ('anna-phone', 'anna', 1), ('bao-phone', 'bao', 1)`)
		want(t, err, nil)
		putPlayed(t, s,
			[6]string{"anna", "bao", "chess", "first", "human", "w"},
			[6]string{"anna-phone", "bao-phone", "chess", "second", "human", "w"},
			[6]string{"anna", "bao", "caro", "first", "human", "d"},
			[6]string{"anna", "anna-phone", "caro", "first", "human", "w"},
			[6]string{"anna-phone", "anna", "caro", "second", "human", "l"},
			[6]string{"anna", "chi", "caro", "first", "bot", "l"},
			[6]string{"anna", "", "caro", "first", "level 4", "w"},
			[6]string{"anna", "chi", "caro", "first", "bot", "-"},
			[6]string{"anna", "", "caro", "first", "algorithm mcts", "l"},
			[6]string{"bao", "anna", "chess", "second", "human", "l"},
		)
		got := must(s.StatisticsOf(ctx, []string{"anna", "anna-phone"}))(t)
		wantResults := []play.Result{
			{Game: "caro", Speed: "rapid", Side: "first", Against: "algorithm mcts", Lost: 1},
			{Game: "caro", Speed: "rapid", Side: "first", Against: "bot", Lost: 1},
			{Game: "caro", Speed: "rapid", Side: "first", Against: "human", Drawn: 1},
			{Game: "caro", Speed: "rapid", Side: "first", Against: "level 4", Won: 1},
			{Game: "chess", Speed: "rapid", Side: "first", Against: "human", Won: 1},
			{Game: "chess", Speed: "rapid", Side: "second", Against: "human", Won: 1},
		}
		if !slices.Equal(got.Results, wantResults) {
			t.Errorf("results %+v", got.Results)
		}
		if list := []play.OpponentResult{{Player: "bao", Won: 2, Drawn: 1}, {Player: "chi", Lost: 1}}; !slices.Equal(got.Opponents, list) {
			t.Errorf("opponents %+v", got.Opponents)
		}
		streaks := []play.Streak{
			{BestWins: 2, BestRun: 3, Losses: 1},
			{Game: "chess", Wins: 2, BestWins: 2, Unbeaten: 2, BestRun: 2},
			{Game: "caro", BestRun: 1, Losses: 1},
		}
		if !slices.Equal(got.Streaks, streaks) {
			t.Errorf("streaks %+v", got.Streaks)
		}
		if none := must(s.StatisticsOf(ctx, []string{"nobody"}))(t); len(none.Results)+len(none.Opponents)+len(none.Streaks) != 0 {
			t.Errorf("of nobody: %+v", none)
		}
	})
}

// manyPlayed inserts 10,000 games of the player "many" against 500 opponents
// and 8 levels, and as many games of other players.
const manyPlayed = `INSERT INTO played (player, at, id, game, speed, side, against, opponent, result, rated)
	SELECT CASE n % 2 WHEN 0 THEN 'many' ELSE 'p' || n END, n * CAST(1000000 AS BIGINT), 'm' || n, CASE n % 8 WHEN 0 THEN 'chess' WHEN 2 THEN 'caro' WHEN 4 THEN 'xiangqi' ELSE 'jieqi' END,
		CASE n % 5 WHEN 0 THEN 'blitz' ELSE 'rapid' END, CASE n % 4 WHEN 0 THEN 'first' ELSE 'second' END,
		CASE n % 3 WHEN 0 THEN 'level ' || (n % 8 + 1) ELSE 'human' END, CASE n % 3 WHEN 0 THEN '' ELSE 'p' || (n % 1000) END,
		CASE n % 7 WHEN 0 THEN 'd' WHEN 1 THEN 'l' WHEN 2 THEN 'l' ELSE 'w' END, n % 3 = 1
	FROM (WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 20000) SELECT n FROM c) AS c`

// TestStatisticsAreQuick checks that the statistics of a player with 10,000 games take less than 50
// ms.
func TestStatisticsAreQuick(t *testing.T) {
	if testing.Short() {
		t.Skip("fills a table with 20,000 rows")
	}
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := quiet(p).open(t), t.Context()
		_, err := s.db.ExecContext(ctx, manyPlayed)
		want(t, err, nil)
		best := quickest(50*time.Millisecond, func() {
			got := must(s.StatisticsOf(ctx, []string{"many"}))(t)
			n := 0
			for _, r := range got.Results {
				n += r.Won + r.Drawn + r.Lost
			}
			if n != 10_000 || len(got.Opponents) != play.MostOpponents || len(got.Streaks) != 5 {
				t.Fatalf("%d games, %d opponents, %d streaks", n, len(got.Opponents), len(got.Streaks))
			}
		})
		t.Logf("10,000 games: %v", best)
		if best > 50*time.Millisecond {
			t.Errorf("it takes %v", best)
		}
	})
}

// quickest repeats f until one call takes less than the given time, for at most 20 s, and returns
// the shortest time. The repetition prevents failures on a busy machine.
func quickest(most time.Duration, f func()) time.Duration {
	best := time.Hour
	for began := time.Now(); best > most && time.Since(began) < 20*time.Second; {
		from := time.Now()
		f()
		best = min(best, time.Since(from))
	}
	return best
}
