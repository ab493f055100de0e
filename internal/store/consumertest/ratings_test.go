package consumertest

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"kydai/internal/play"
	"kydai/internal/store"
	"kydai/rating"
)

// accounts is SQL that creates an account for every player of the test except p6 and p12. It makes
// p12 a guest who belongs to the account p18.
const accounts = `INSERT INTO accounts (id, name, name_key, skeleton, password, role, created, renamed, deleted, version)
	SELECT 'p' || n, 'P' || n, 'p' || n, 'p' || n, '', 'player', 1, 0, 0, 1 FROM (WITH RECURSIVE c(n) AS
		(SELECT 0 UNION ALL SELECT n + 1 FROM c WHERE n < 18) SELECT n FROM c) AS c WHERE n NOT IN (6, 12);
	INSERT INTO belongs (guest, account, since) VALUES ('p12', 'p18', 1)`

// accountOf returns the account that the SQL in accounts creates for a player. It returns "" for a
// player without an account.
func accountOf(player string) string {
	switch player {
	case "p6", "":
		return ""
	case "p12":
		return "p18"
	}
	return player
}

var ratingsSubject = Subject{
	Setup: accounts,
	New:   func() store.Consumer { return store.Ratings },
	State: `SELECT c.player, c.game, c.speed, nth, match_id, opponent, score, c.at, mean_before, deviation_before, volatility_before,
			c.mean, c.deviation, c.volatility, r.mean, r.deviation, r.volatility, r.games, r.changes, sure_until
		FROM rating_changes AS c JOIN ratings AS r ON r.player = c.player AND r.game = c.game AND r.speed = c.speed
		ORDER BY c.player, c.game, c.speed, nth`,
}

func TestRatings(t *testing.T) { Run(t, ratingsSubject) }

func TestPlayed(t *testing.T) {
	t.Parallel()
	Run(t, Subject{
		New:   func() store.Consumer { return store.Played },
		State: `SELECT player, at, id, game, speed, side, against, opponent, result, rated FROM played ORDER BY player, at, id`,
	})
}

func TestNotices(t *testing.T) {
	t.Parallel()
	Run(t, Subject{
		New:   func() store.Consumer { return store.Notices(100 * 365 * 24 * time.Hour) },
		State: `SELECT player, kind, subject, game, other, result, seen FROM notices ORDER BY player, kind, subject`,
	})
}

type rated struct{ player, game, speed string }

// recomputed computes all ratings from the tables ended and accounts only. It
// uses the arithmetic of package rating, but not the code of the consumer.
func recomputed(w *world) (map[rated]rating.Rating, error) {
	rows, err := w.raw.QueryContext(w.t.Context(), `SELECT id FROM ended ORDER BY number`)
	if err != nil {
		return nil, err
	}
	var order []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		order = append(order, id)
	}
	byID := map[string]play.Ended{}
	for _, e := range matches() {
		byID[e.ID] = e
	}
	all := map[rated]rating.Rating{}
	of := func(k rated) rating.Rating {
		if r, ok := all[k]; ok {
			return r
		}
		return rating.New()
	}
	for _, id := range order {
		e := byID[id]
		if !e.Rated || !e.Facts.Known || e.Facts.Uncounted != "" {
			continue
		}
		a, b := rated{accountOf(e.Players[0]), e.Game, e.Facts.Speed}, rated{accountOf(e.Players[1]), e.Game, e.Facts.Speed}
		if a.player == "" || b.player == "" || a == b {
			continue
		}
		score := map[string]float64{"first": 1, "second": 0, "none": 0.5}[e.Winner]
		all[a], all[b] = rating.Play(of(a), of(b), score, e.At)
	}
	return all, errors.Join(rows.Err(), rows.Close())
}

// different lists the stored ratings that are not bit-for-bit equal to the recomputed ones.
func different(w *world) (list []rated, err error) {
	want, err := recomputed(w)
	if err != nil {
		return nil, err
	}
	rows, err := w.raw.QueryContext(w.t.Context(), `SELECT player, game, speed, mean, deviation, volatility, games, at FROM ratings`)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var k rated
		var r rating.Rating
		var at int64
		if err := rows.Scan(&k.player, &k.game, &k.speed, &r.Mean, &r.Deviation, &r.Volatility, &r.Games, &at); err != nil {
			return nil, err
		}
		is := want[k]
		if math.Float64bits(r.Mean) != math.Float64bits(is.Mean) || math.Float64bits(r.Deviation) != math.Float64bits(is.Deviation) ||
			math.Float64bits(r.Volatility) != math.Float64bits(is.Volatility) || r.Games != is.Games || !time.UnixMicro(at).Equal(is.At) {
			list = append(list, k)
		}
		delete(want, k)
	}
	for k := range want {
		list = append(list, k)
	}
	return list, rows.Err()
}

// TestRatingsRecomputed checks that ratings recomputed from the rows are
// bit-for-bit equal to the stored ones.
func TestRatingsRecomputed(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{sqlite, postgres} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, kind, ratingsSubject)
			if err := oneByOne(w, matches()); err != nil {
				t.Fatal(err)
			}
			if list, err := different(w); err != nil || len(list) > 0 {
				t.Errorf("these ratings differ: %v, %v", list, err)
			}
		})
	}
}

// TestTwiceIsCaught checks that a consumer that applies a row twice is detected, both by the
// scenarios and by the recomputation.
func TestTwiceIsCaught(t *testing.T) {
	t.Parallel()
	twice := ratingsSubject
	twice.New = func() store.Consumer {
		c := store.Ratings
		c.Apply = func(ctx context.Context, tx *store.Tx, rows []play.Ended) error {
			if err := store.Ratings.Apply(ctx, tx, rows); err != nil {
				return err
			}
			for _, e := range rows {
				if e.ID == "m17" {
					return store.Ratings.Apply(ctx, tx, []play.Ended{e})
				}
			}
			return nil
		}
		return c
	}
	for _, kind := range []string{sqlite, postgres} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			all := matches()
			wanted := reference(t, kind, ratingsSubject, all)
			w := newWorld(t, kind, twice)
			if err := oneByOne(w, all); err != nil {
				t.Fatal(err)
			}
			if len(w.problems(all, wanted)) == 0 {
				t.Error("the scenario does not find the row that was applied twice")
			}
			if list, err := different(w); err != nil || len(list) == 0 {
				t.Errorf("the recomputation does not find it: %v", err)
			}
		})
	}
}

// TestCorrection checks that a rating correction, which is a row among the
// matches, changes the rating at its place in the order, and that later matches
// start from the corrected rating.
func TestCorrection(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{sqlite, postgres} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, kind, ratingsSubject)
			all := matches()
			fix := play.RatingCorrection{Player: all[1].Players[0], Game: all[1].Game, Speed: all[1].Facts.Speed, Points: -100, Text: "an opponent used an engine"}
			err := errors.Join(w.end(all[1]), w.store.CorrectRating(t.Context(), "fix", fix), w.pass())
			if err != nil {
				t.Fatal(err)
			}
			first, _ := rating.Play(rating.New(), rating.New(), 0, all[1].At)
			var mean float64
			var n int
			err = w.raw.QueryRowContext(t.Context(), `SELECT mean, changes FROM ratings WHERE player = $1`, fix.Player).Scan(&mean, &n)
			if err != nil || mean != first.Mean-100 || n != 2 {
				t.Errorf("the rating is %v after %d changes, want %v: %v", mean, n, first.Mean-100, err)
			}
			if err := w.store.CorrectRating(t.Context(), "fix", fix); !errors.Is(err, play.ErrExists) {
				t.Errorf("the same correction again: %v", err)
			}
		})
	}
}

// TestSamePerson checks that a match between two ids of the same person does not change any rating.
func TestSamePerson(t *testing.T) {
	t.Parallel()
	w := newWorld(t, sqlite, ratingsSubject)
	e := matches()[1]
	e.Players = [2]string{"p12", "p18"}
	if err := errors.Join(w.end(e), w.pass()); err != nil {
		t.Fatal(err)
	}
	if state, err := w.state(); err != nil || state != "" {
		t.Errorf("it has changed ratings: %s, %v", state, err)
	}
}
