package store

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"kydai/internal/play"
	"kydai/rating"
)

var night = time.Date(2027, 5, 2, levelsHour, 0, 0, 0, time.UTC)

// putEnded inserts a numbered row of an ended match.
func putEnded(t *testing.T, s *Store, e *play.Ended) {
	t.Helper()
	must(s.exec(t.Context(), `INSERT INTO ended (id, game, first, second, result, reason, rated, at, facts, number)
		VALUES ($1, $2, $3, $4, $5, 'mate', $6, $7, $8, $9)`,
		e.ID, e.Game, e.Players[0], e.Players[1], e.Winner, e.Rated, micros(e.At), encodeFacts(e.Facts), e.Number))(t)
}

func putAccount(t *testing.T, s *Store, id string) {
	t.Helper()
	must(s.exec(t.Context(), `INSERT INTO accounts (id, name, name_key, skeleton, password, role, created, renamed, deleted, version)
		VALUES ($1, $1, $1, $1, '', 'player', 1, 0, 0, 1)`, id))(t)
}

func putChange(t *testing.T, s *Store, player, speed string, nth int, at time.Time, mean, deviation float64) {
	t.Helper()
	must(s.exec(t.Context(), `INSERT INTO rating_changes (player, game, speed, nth, match_id, opponent, score, at,
			mean_before, deviation_before, volatility_before, mean, deviation, volatility)
		VALUES ($1, 'chess', $2, $3, 'm', 'o', 1, $4, 1500, 350, 0.06, $5, $6, 0.06)`, player, speed, nth, micros(at), mean, deviation))(t)
}

// against returns a casual game of a player against level 4 of chess. The
// player has the first side in odd games.
func against(n int64, player, speed string, won bool, at time.Time) *play.Ended {
	e := &play.Ended{Number: n, ID: fmt.Sprint("g", n), Game: "chess", Players: [2]string{player, ""}, Winner: "second", At: at}
	e.Facts = play.Facts{Speed: speed, Known: true, Uncounted: "unrated", Kinds: [2]string{"human", "level 4"}, Level: 4}
	if n%2 == 0 {
		e.Players, e.Winner, e.Facts.Kinds = [2]string{"", player}, "first", [2]string{"level 4", "human"}
	}
	if won {
		e.Winner = map[string]string{"first": "second", "second": "first"}[e.Winner]
	}
	return e
}

// TestEstimateLevels checks that the levels are estimated from the rows once a
// night, with each player's rating before the game, and that no rating changes.
func TestEstimateLevels(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := quiet(p).open(t), t.Context()
		n := int64(0)
		put := func(player, speed string, won bool, at time.Time) {
			n++
			putEnded(t, s, against(n, player, speed, won, at))
		}
		early, late := night.Add(-50*time.Hour), night.Add(-10*time.Hour)
		for i := range 3 {
			player := fmt.Sprint("p", i)
			putAccount(t, s, player)
			putChange(t, s, player, "blitz", 1, early, 1600, 60)
			putChange(t, s, player, "blitz", 2, night.Add(-time.Hour), 3000, 60) // rating after the games: must not be used
			putChange(t, s, player, "rapid", 1, early, 900, 100)                 // rating at another speed: must not be used
			for j := range 12 {
				put(player, []string{"blitz", ""}[j/6], j%2 == 0, late)
			}
		}
		putAccount(t, s, "new")
		putChange(t, s, "new", "blitz", 1, early, 2500, 200)
		for range 5 {
			put("new", "blitz", false, late)   // the player's rating is provisional, so the games do not count
			put("guest", "blitz", false, late) // the player has no account, so the games do not count
			put("p0", "blitz", false, early.Add(-time.Hour))
			put("p0", "bullet", false, late) // the player has no rating at this speed, so the games do not count
		}
		if !must(s.EstimateLevels(ctx, night.Add(time.Minute)))(t) {
			t.Fatal("nothing is estimated")
		}
		list := must(s.Levels(ctx, "chess"))(t)
		if len(list) != 1 || list[0].Level != 4 || list[0].Games != 36 || math.Abs(list[0].Mean-1600) > 5 || list[0].Error < 40 || list[0].Error > 80 {
			t.Fatalf("the levels are %+v", list)
		}
		if w := must(s.Work(ctx))(t); !w.Levels.Equal(night.Add(time.Minute)) {
			t.Errorf("the operator is told of %v", w.Levels)
		}
		if list := must(s.Levels(ctx, "caro"))(t); len(list) != 0 {
			t.Errorf("another game has %+v", list)
		}
		put("p0", "blitz", true, late)
		for at, again := range map[time.Duration]bool{2 * time.Minute: false, 24*time.Hour - time.Second: false} {
			if must(s.EstimateLevels(ctx, night.Add(at)))(t) != again {
				t.Errorf("after %v it is estimated again", at)
			}
		}
		if !must(s.EstimateLevels(ctx, night.Add(24*time.Hour)))(t) || must(s.Levels(ctx, "chess"))(t)[0].Games != 37 {
			t.Error("the next night finds nothing new")
		}
		if count := countRatings(t, s); count != 0 {
			t.Errorf("%d ratings were written", count)
		}
	})
}

// TestEstimateLevelsOnce checks that only one of two nodes stores the estimate of a night.
func TestEstimateLevelsOnce(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		a, b := quiet(p).open(t), quiet(p).open(t)
		if !must(a.EstimateLevels(t.Context(), night))(t) || must(b.EstimateLevels(t.Context(), night))(t) {
			t.Error("not exactly one node has estimated")
		}
		// While the lease of node a lasts, node b must not estimate, even for a later night.
		if must(b.EstimateLevels(t.Context(), night.Add(48*time.Hour)))(t) {
			t.Error("a node without the lease has estimated")
		}
	})
}

// TestStartFromLevel checks that an account's first rating in a game is the strength of the level
// that the account beat last in this game. Games of its guests count, and later games do not change
// the initial rating.
func TestStartFromLevel(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := quiet(p).open(t), t.Context()
		for _, id := range []string{"anna", "bao", "chi", "dung"} {
			putAccount(t, s, id)
		}
		must(s.exec(ctx, `INSERT INTO belongs (guest, account, since) VALUES ('guest', 'anna', 1)`))(t)
		must(s.exec(ctx, `INSERT INTO settings (name, value) VALUES ('levels', '{"at":1,"levels":[
			{"game":"chess","level":4,"mean":1712.5,"error":30,"games":30},{"game":"chess","level":2,"mean":1100,"error":30,"games":29}]}')`))(t)
		n := int64(0)
		archive := func(e *play.Ended) {
			must(s.exec(ctx, `INSERT INTO archive (id, game, first, second, created, ended, seq, ply, result, terms, secret, events)
				VALUES ($1, $2, $3, $4, 1, $5, 1, 9, $6, $7, $7, '')`, e.ID, e.Game, e.Players[0], e.Players[1], micros(e.At), e.Winner+" mate", []byte{}))(t)
			putEnded(t, s, e)
		}
		beat := func(player string, level int, won bool) {
			n++
			e := against(n, player, "", won, night)
			e.Facts.Level = level
			archive(e)
		}
		play2 := func(game, speed, first, second string) {
			n++
			putEnded(t, s, &play.Ended{
				Number: n, ID: fmt.Sprint("g", n), Game: game, Players: [2]string{first, second}, Winner: "first", Rated: true, At: night,
				Facts: play.Facts{Speed: speed, Known: true, Kinds: [2]string{"human", "human"}, Moves: [2]int{9, 9}},
			})
		}
		beat("guest", 4, true) // guest belongs to anna, so this win counts for anna
		beat("anna", 7, false) // a lost game does not count
		beat("bao", 4, true)
		beat("bao", 2, true) // this is the last win, but the strength of level 2 is unknown after too few games
		beat("chi", 4, false)
		play2("chess", "blitz", "anna", "bao")
		play2("chess", "rapid", "anna", "chi") // anna already has a rating in chess, so the level does not count
		play2("caro", "blitz", "anna", "chi")
		beat("chi", 4, true)
		play2("chess", "blitz", "chi", "dung") // chi already has a rating in chess, so the level does not count
		play2("caro", "rapid", "bao", "chi")
		last := fmt.Sprint("g", n)
		if _, counted, err := s.MatchRatings(ctx, last); counted || err != nil {
			t.Errorf("a match that is not applied yet: %v, %v", counted, err)
		}
		if got := must(s.Consume(ctx, Ratings))(t); got != int(n) {
			t.Fatalf("%d rows are applied", got)
		}
		beat("dung", 4, true)
		play2("chess", "rapid", "dung", "bao") // dung has a rating in chess from an earlier transaction, so the level does not count
		must(s.Consume(ctx, Ratings))(t)
		for key, mean := range map[[3]string]float64{
			{"dung", "chess", "rapid"}: 1500,
			{"anna", "chess", "blitz"}: 1712.5, {"bao", "chess", "blitz"}: 1500, {"anna", "chess", "rapid"}: 1500,
			{"chi", "chess", "rapid"}: 1500, {"anna", "caro", "blitz"}: 1500, {"chi", "chess", "blitz"}: 1500, {"dung", "chess", "blitz"}: 1500,
		} {
			if before, deviation := start(ctx, t, s, key); before != mean || deviation != 350 {
				t.Errorf("%v starts from %v ± %v, want %v", key, before, deviation, mean)
			}
		}
		list, counted, err := s.MatchRatings(ctx, last)
		if err != nil || !counted || len(list) != 2 || list[0].Side != "first" || list[0].Before != 1500 || list[0].Mean < 1600 || list[1].Mean >= list[1].Before {
			t.Errorf("the last match has changed %+v, %v, %v", list, counted, err)
		}
		if list, counted, err := s.MatchRatings(ctx, "g1"); len(list) != 0 || !counted || err != nil {
			t.Errorf("a casual match has changed %+v, %v, %v", list, counted, err)
		}
		if rating.LevelGames != 30 {
			t.Error("the games of this test are not at the threshold")
		}
	})
}

func start(ctx context.Context, t *testing.T, s *Store, key [3]string) (mean, deviation float64) {
	t.Helper()
	want(t, s.reads.QueryRowContext(ctx, s.sql(`SELECT mean_before, deviation_before FROM rating_changes
		WHERE player = $1 AND game = $2 AND speed = $3 AND nth = 1`), key[0], key[1], key[2]).Scan(&mean, &deviation), nil)
	return mean, deviation
}

func countRatings(t *testing.T, s *Store) (n int) {
	t.Helper()
	want(t, s.reads.QueryRowContext(t.Context(), `SELECT COUNT(*) FROM ratings`).Scan(&n), nil)
	return n
}
