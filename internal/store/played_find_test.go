package store

import (
	"slices"
	"testing"
	"time"

	"kydai/internal/play"
)

// archived is SQL that inserts a row into the archive for each match in the table played, because
// Find reads both tables.
const archived = `INSERT INTO archive (id, game, first, second, created, ended, seq, ply, result, terms, secret, events)
	SELECT DISTINCT id, game, '', '', 1, at, 0, 0, 'none agreed', CAST('' AS @BLOB), CAST('' AS @BLOB), '' FROM played`

// TestFind checks that each filter returns exactly its matches, page by page,
// the latest first and each once.
func TestFind(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := quiet(p).open(t), t.Context()
		_, err := s.db.ExecContext(ctx, `INSERT INTO belongs (guest, account, since) VALUES ('anna-phone', 'anna', 1), ('bao-phone', 'bao', 1)`)
		want(t, err, nil)
		putPlayed(t, s,
			[6]string{"anna", "bao", "chess", "first", "human", "w"},             // match m00, rated
			[6]string{"anna-phone", "bao-phone", "caro", "second", "human", "l"}, // match m01, unrated
			[6]string{"anna", "", "caro", "first", "level 4", "d"},               // match m02, rated
			[6]string{"anna", "chi", "caro", "second", "bot", "-"},               // match m03, unrated
			[6]string{"bao", "chi", "chess", "first", "human", "w"},              // match m04, between other players
		)
		// A match between two ids of the same person has two rows.
		for _, row := range []string{`('anna', 9000000, 'm09', 'chess', '', 'first', 'human', 'anna-phone', 'w', FALSE)`,
			`('anna-phone', 9000000, 'm09', 'chess', '', 'second', 'human', 'anna', 'l', FALSE)`} {
			_, err := s.db.ExecContext(ctx, `INSERT INTO played (player, at, id, game, speed, side, against, opponent, result, rated) VALUES `+row)
			want(t, err, nil)
		}
		_, err = s.db.ExecContext(ctx, s.sql(archived))
		want(t, err, nil)
		for _, c := range []struct {
			filter play.Filter
			want   []string
		}{
			{play.Filter{}, []string{"m09", "m03", "m02", "m01", "m00"}},
			{play.Filter{Game: "caro"}, []string{"m03", "m02", "m01"}},
			{play.Filter{Result: play.Won}, []string{"m09", "m00"}},
			{play.Filter{Result: play.Drawn}, []string{"m02"}},
			{play.Filter{Result: play.Lost}, []string{"m09", "m01"}},
			{play.Filter{Opponent: "bao"}, []string{"m01", "m00"}},
			{play.Filter{Against: "level 4"}, []string{"m02"}},
			{play.Filter{Speed: "rapid", Side: "second"}, []string{"m03", "m01"}},
			{play.Filter{Speed: play.NoSpeed}, []string{"m09"}},
			{play.Filter{Rated: "true"}, []string{"m02", "m00"}},
			{play.Filter{Rated: "false", Game: "caro"}, []string{"m03", "m01"}},
			{play.Filter{Opponent: "nobody"}, nil},
			{play.Filter{Game: "' OR 1=1 --"}, nil},
		} {
			for _, size := range []int{1, 2, 9} {
				var got []string
				for after := (play.Cursor{}); ; {
					list := must(s.Find(ctx, []string{"anna", "anna-phone"}, c.filter, after, size))(t)
					for _, m := range list {
						got = append(got, m.ID)
					}
					if len(list) < size {
						break
					}
					after = play.Cursor{Ended: list[size-1].Ended, ID: list[size-1].ID}
				}
				if !slices.Equal(got, c.want) {
					t.Errorf("%+v in pages of %d: %v, want %v", c.filter, size, got, c.want)
				}
			}
		}
		if one := must(s.Find(ctx, []string{"anna"}, play.Filter{Opponent: "bao"}, play.Cursor{}, 9))(t); len(one) != 1 || one[0].ID != "m00" {
			t.Errorf("one id: %v", one)
		}
	})
}

// TestFindIsQuick checks that a page of the games of a player with 10,000 games
// takes less than 50 ms, also with a filter that few of them match.
func TestFindIsQuick(t *testing.T) {
	if testing.Short() {
		t.Skip("fills a table with 20,000 rows")
	}
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := quiet(p).open(t), t.Context()
		for _, text := range []string{manyPlayed, s.sql(archived)} {
			_, err := s.db.ExecContext(ctx, text)
			want(t, err, nil)
		}
		for i, f := range []play.Filter{{Game: "chess", Result: play.Won}, {Opponent: "p26"}, {Against: "level 5", Side: "first", Speed: "blitz"}} {
			best := quickest(50*time.Millisecond, func() {
				if list := must(s.Find(ctx, []string{"many"}, f, play.Cursor{}, 25))(t); len(list) < 5 {
					t.Fatalf("%+v: %d matches", f, len(list))
				}
			})
			t.Logf("filter %d: %v", i, best)
			if best > 50*time.Millisecond {
				t.Errorf("%+v takes %v", f, best)
			}
		}
	})
}
