//go:build linux

package chaos_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"kydai/internal/play"
	"kydai/internal/wire"
	"kydai/rating"
)

// ratedEnv is the environment variable with the number of rated games in TestRated; the default is
// 200. ratedRowsEnv names a file to which TestRated writes the results of the games and the stored
// ratings. TestRows in package rating computes the ratings again from this file, on other
// processors.
const (
	ratedEnv     = "KYDAI_TEST_RATED"
	ratedRowsEnv = "KYDAI_TEST_RATED_ROWS"
)

const (
	ratedPlayers = 40
	ratedAtOnce  = 8
	ratedKills   = 2 // minimum number of kills
)

// TestRated plays rated games while nodes and the database are killed. It computes all ratings
// again from the rows of ended matches and checks that the stored ratings are equal, bit for bit.
// Then it applies one row twice on purpose and checks that the comparison detects the difference.
func TestRated(t *testing.T) {
	if os.Getenv(ratedEnv) == "" && os.Getenv(chaosEnv) == "" {
		t.Skip(ratedEnv + " says how many")
	}
	games := int64(number(ratedEnv, 200))
	s := newSite(t, setting{nodes: 2})
	players := newSeekers(t, s.store(), ratedPlayers)
	ctx, stop := context.WithCancel(t.Context())
	p := &plan{site: s}
	var chaos, wg sync.WaitGroup
	chaos.Go(func() { p.run(ctx, seed(), 4*time.Second, "node killed", "database killed") })
	var ended atomic.Int64
	client := &http.Client{Timeout: 10 * time.Second}
	for w := range ratedAtOnce {
		wg.Go(func() {
			rnd := rand.New(rand.NewPCG(seed(), uint64(w))) //nolint:gosec // a test needs no secure random numbers
			for ctx.Err() == nil {
				at := rnd.Perm(len(players))
				if !playRated(ctx, client, s.urls, rnd, players[at[0]], players[at[1]]) {
					continue
				}
				if kills, _ := p.table(); ended.Add(1) >= games && kills >= ratedKills {
					stop()
				}
			}
		})
	}
	wg.Wait()
	stop()
	chaos.Wait()
	kills, text := p.table()
	s.applied()
	var rows bytes.Buffer
	counted, wrong := s.rerate(&rows)
	if name := os.Getenv(ratedRowsEnv); name != "" {
		if err := os.WriteFile(name, rows.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d games ended for their players, %d counted; %d kills:\n%s", ended.Load(), counted, kills, text)
	for _, w := range wrong {
		t.Error(w)
	}
	if int64(counted) < games*9/10 {
		t.Errorf("%d of %d games counted", counted, games)
	}

	s.query(`UPDATE consumers SET done = (SELECT MAX(number) FROM ended WHERE rated AND facts NOT LIKE '%uncounted%') - 1 WHERE name = 'ratings'`)
	s.applied()
	if _, wrong := s.rerate(io.Discard); len(wrong) == 0 {
		t.Error("control: a row was applied twice, and the comparison does not find it")
	}
}

// applied waits until all rows of ended matches are included in the ratings.
func (s *site) applied() {
	s.t.Helper()
	eventually(s.t, 2*time.Minute, "all ended matches are rated", func() bool {
		return s.read(`SELECT (SELECT COUNT(*) FROM ended WHERE number IS NULL) = 0 AND
			(SELECT done FROM consumers WHERE name = 'ratings') = (SELECT MAX(number) FROM ended)`) == "t"
	})
}

// playRated plays a rated game of four moves. It returns true if the end of the game was
// acknowledged.
func playRated(ctx context.Context, client *http.Client, urls []string, rnd *rand.Rand, first, second *seeker) bool {
	ask := func(by *seeker, path string, in, out any) bool { return by.ask(ctx, client, urls, rnd, path, in, out) }
	var offer, made struct{ ID string }
	terms := wire.Proposal{Side: "first", To: second.id}
	terms.Game, terms.Clock, terms.Rated = seekGame, "10+5", true
	if !ask(first, "/api/offers", terms, &offer) || !ask(second, "/api/offers/"+offer.ID+"/accept", struct{}{}, &made) {
		return false
	}
	for ply, code := range []string{"e2e4", "e7e5", "g1f3", "b8c6"} {
		if !ask([]*seeker{first, second}[ply%2], "/api/matches/"+made.ID+"/moves", map[string]any{"ply": ply, "code": code}, nil) {
			return false
		}
	}
	loser := []*seeker{first, second}[rnd.IntN(2)]
	return ask(loser, "/api/matches/"+made.ID+"/acts", map[string]any{"kind": "resign"}, nil)
}

// ask sends a POST request to one node after another until a node answers.
func (k *seeker) ask(ctx context.Context, client *http.Client, urls []string, rnd *rand.Rand, path string, in, out any) bool {
	body, _ := json.Marshal(in)
	for at := rnd.IntN(len(urls)); ctx.Err() == nil; at = (at + 1) % len(urls) {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, urls[at]+path, bytes.NewReader(body))
		if err != nil {
			return false
		}
		req.Header.Set("Cookie", k.cookie)
		req.Header.Set("Content-Type", "application/json")
		resp, err := client.Do(req)
		if err != nil {
			wait(ctx, 50*time.Millisecond)
			continue
		}
		text, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		switch {
		case err != nil || resp.StatusCode >= http.StatusInternalServerError || resp.StatusCode == http.StatusTooManyRequests:
			wait(ctx, 50*time.Millisecond)
		case resp.StatusCode >= http.StatusBadRequest:
			return false
		default:
			return out == nil || json.Unmarshal(text, out) == nil
		}
	}
	return false
}

// rerate computes all ratings again from the rows of ended matches. It returns the number of rated
// games, and a description of each rating that differs from the stored rating. It writes the rows
// and the stored ratings to w.
func (s *site) rerate(w io.Writer) (counted int, wrong []string) {
	s.t.Helper()
	ctx := context.Background()
	c, err := pgx.Connect(ctx, s.databaseAt(s.database.Address()))
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = c.Close(ctx) }()
	all := map[string]rating.Rating{}
	changes := map[string]int{}
	get := func(player string) rating.Rating {
		changes[player]++
		if r, ok := all[player]; ok {
			return r
		}
		return rating.New()
	}
	var first, second, result, reason, text string
	var at int64
	rows, err := c.Query(ctx, `SELECT first, second, result, reason, facts, at FROM ended ORDER BY number`)
	if err == nil {
		_, err = pgx.ForEachRow(rows, []any{&first, &second, &result, &reason, &text, &at}, func() error {
			var f play.Facts
			if err := json.Unmarshal([]byte(text), &f); err != nil {
				return err
			}
			switch {
			case reason == play.Correction:
				all[first] = get(first).Moved(f.Points)
				_, _ = fmt.Fprintf(w, "moved %s %x\n", first, math.Float64bits(f.Points))
			case f.Uncounted == "":
				score := map[string]float64{"first": 1, "second": 0, "none": 0.5}[result]
				all[first], all[second] = rating.Play(get(first), get(second), score, time.UnixMicro(at).UTC())
				counted++
				_, _ = fmt.Fprintf(w, "game %s %s %g %d\n", first, second, score, at)
			}
			return nil
		})
	}
	if err != nil {
		s.t.Fatal(err)
	}
	var player string
	var stored rating.Rating
	var n, seen int
	rows, err = c.Query(ctx, `SELECT player, mean, deviation, volatility, games, changes FROM ratings`)
	if err == nil {
		_, err = pgx.ForEachRow(rows, []any{&player, &stored.Mean, &stored.Deviation, &stored.Volatility, &stored.Games, &n}, func() error {
			seen++
			_, _ = fmt.Fprintf(w, "rating %s %x %x %x %d\n", player, math.Float64bits(stored.Mean), math.Float64bits(stored.Deviation), math.Float64bits(stored.Volatility), stored.Games)
			want := all[player]
			same := func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }
			if !same(want.Mean, stored.Mean) || !same(want.Deviation, stored.Deviation) || !same(want.Volatility, stored.Volatility) ||
				want.Games != stored.Games || changes[player] != n {
				wrong = append(wrong, fmt.Sprintf("%s: stored %+v after %d changes, computed %+v after %d", player, stored, n, want, changes[player]))
			}
			return nil
		})
	}
	if err != nil {
		s.t.Fatal(err)
	}
	if seen != len(all) {
		wrong = append(wrong, fmt.Sprintf("%d ratings are stored, %d follow from the rows", seen, len(all)))
	}
	return counted, wrong
}
