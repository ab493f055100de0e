package store

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"kydai/internal/play"
)

// TestUnderWay checks that matches between two players with recent events are
// listed: those of the players with the best ratings first, then those with the
// most moves.
func TestUnderWay(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := quiet(p).open(t), t.Context()
		begin := func(id, first, second string, moves int) {
			t.Helper()
			_, err := s.Create(ctx, play.Row{ID: id, Game: "chess", Players: [2]string{first, second}, Terms: []byte("{}"), Events: []play.Event{{Body: []byte{1}}}})
			want(t, err, nil)
			_, err = s.db.ExecContext(ctx, `UPDATE live SET ply = $2 WHERE id = $1`, id, moves)
			want(t, err, nil)
		}
		rate := func(player, game string, mean float64, sure int) {
			t.Helper()
			_, err := s.db.ExecContext(ctx, `INSERT INTO ratings (player, game, speed, mean, deviation, volatility, games, at, changes, sure_until)
				VALUES ($1, $2, 'rapid', $3, 60, 0.06, 9, 1, 9, $4)`, player, game, mean, sure)
			want(t, err, nil)
		}
		begin("guests", "a", "b", 3)
		begin("more moves", "c", "d", 30)
		begin("good", "e", "f", 1)
		begin("best", "g", "h", 1)
		begin("unsure", "i", "j", 2)
		begin("elsewhere", "k", "l", 1)
		begin("machine", "g", "", 50)
		begin("alone", "g", "g", 50)
		begin("left", "g", "h", 50)
		rate("e", "chess", 1900, 1)
		rate("f", "chess", 1700, 1)
		rate("g", "chess", 2000, 1)
		rate("h", "chess", 1800, 1)
		rate("i", "chess", 2900, 0)
		rate("k", "caro", 2900, 1)
		_, err := s.db.ExecContext(ctx, `UPDATE events SET began = began - 3600000000 WHERE id = 'left'`)
		want(t, err, nil)
		ids := func(n int) (got []string) {
			for _, m := range must(s.UnderWay(ctx, 10*time.Minute, n))(t) {
				got = append(got, m.ID)
			}
			return got
		}
		all := []string{"best", "good", "more moves", "guests", "unsure", "elsewhere"}
		if got := ids(50); !slices.Equal(got, all) {
			t.Errorf("%v", got)
		}
		if got := ids(2); !slices.Equal(got, all[:2]) {
			t.Errorf("two of them: %v", got)
		}
		if list := must(s.RatingsAmong(ctx, []string{"e", "f", "nobody"}))(t); len(list) != 2 {
			t.Errorf("ratings %v", list)
		}
	})
}

// TestUnderWayIsQuick checks that the best of 5,000 matches in progress are
// found in less than 250 ms. A node runs this query at most once every
// play.LiveKept.
func TestUnderWayIsQuick(t *testing.T) {
	if testing.Short() {
		t.Skip("fills a table with 5,000 rows")
	}
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := quiet(p).open(t), t.Context()
		const many = ` FROM (WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 5000) SELECT n FROM c) AS c`
		for _, text := range []string{
			`INSERT INTO live (id, game, first, second, created, terms, secret, check_at, seq, ply, finished, result)
				SELECT 'm' || n, 'chess', 'a' || n, 'b' || n, 1, CAST('{}' AS @BLOB), CAST('' AS @BLOB), ` + fmt.Sprint(never) + `, 2, n % 80, FALSE, ''` + many,
			`INSERT INTO events (id, seq, began, nonce, body) SELECT 'm' || n, 1, @NOW, 0, CAST('' AS @BLOB)` + many,
			`INSERT INTO ratings (player, game, speed, mean, deviation, volatility, games, at, changes, sure_until)
				SELECT 'a' || n, 'chess', 'rapid', 1000 + n, 60, 0.06, 9, 1, 9, 1` + many,
		} {
			_, err := s.db.ExecContext(ctx, s.sql(text))
			want(t, err, nil)
		}
		best := quickest(250*time.Millisecond, func() {
			if list := must(s.UnderWay(ctx, 10*time.Minute, 150))(t); len(list) != 150 || list[0].ID != "m5000" {
				t.Fatalf("%d matches", len(list))
			}
		})
		t.Logf("5,000 matches: %v", best)
		if best > 250*time.Millisecond {
			t.Errorf("it takes %v", best)
		}
	})
}
