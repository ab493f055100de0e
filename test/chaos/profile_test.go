//go:build linux

package chaos_test

import (
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

// profileEnv is the environment variable that enables TestProfileCost.
const profileEnv = "KYDAI_TEST_PROFILE"

// profileMost is the maximum CPU time of node and database together for one request of a page.
const profileMost = 50 * time.Millisecond

// TestProfileCost measures the CPU time of a profile page with 10,000 games and of a
// leaderboard of 100,000 accounts. Node and database run as separate processes.
func TestProfileCost(t *testing.T) {
	if os.Getenv(profileEnv) == "" {
		t.Skip(profileEnv + " is not set")
	}
	s := newSite(t, setting{nodes: 1})
	pair := newSeekers(t, s.store(), 2)
	client := &http.Client{Timeout: 20 * time.Second}
	if !playRated(t.Context(), client, s.urls, rand.New(rand.NewPCG(1, 2)), pair[0], pair[1]) { //nolint:gosec // a test needs no secure random numbers
		t.Fatal("the game that is copied did not end")
	}
	s.applied()
	eventually(t, time.Minute, "the game is in the archive", func() bool { return s.read("SELECT COUNT(*) FROM archive") == "1" })
	for _, text := range []string{
		`INSERT INTO archive SELECT id || n, game, first, second, created, ended - n::BIGINT * 1000000, seq, ply, result, terms, secret, events, compact
			FROM archive, generate_series(1, 9999) AS n`,
		`INSERT INTO rating_changes SELECT player, game, speed, nth + n, match_id || n, opponent, score, at + n, mean_before, deviation_before,
			volatility_before, mean, deviation, volatility FROM rating_changes, generate_series(1, 9999) AS n WHERE nth = 2`,
		`INSERT INTO played SELECT player, at - n::BIGINT * 1000000, id || n, game, speed, CASE n % 2 WHEN 0 THEN 'first' ELSE 'second' END,
			CASE n % 3 WHEN 0 THEN 'level ' || n % 8 ELSE against END, CASE n % 3 WHEN 0 THEN '' WHEN 1 THEN opponent ELSE 'many-' || n END,
			CASE n % 5 WHEN 0 THEN 'd' WHEN 1 THEN 'l' ELSE 'w' END, rated FROM played, generate_series(1, 9999) AS n`,
		`INSERT INTO accounts (id, name, name_key, skeleton, password, role, created, renamed, deleted, version)
			SELECT 'many-' || n, 'Many ' || n, 'many ' || n, 'many ' || n, 'none', 'player', 1, 0, 0, 0 FROM generate_series(1, 100000) AS n`,
		`INSERT INTO ratings (player, game, speed, mean, deviation, volatility, games, at, changes, sure_until)
			SELECT 'many-' || n, '` + seekGame + `', '` + seekSpeed + `', 1000 + n * 0.01, 60, 0.06, 20, 1, 20, 9e15::BIGINT FROM generate_series(1, 100000) AS n`,
		`ANALYSE`,
	} {
		s.query(text)
	}
	if n := s.read("SELECT COUNT(*) FROM archive"); n != "10000" {
		t.Fatalf("the profile has %s games", n)
	}
	profile := "/api/players/" + pair[0].id
	for _, page := range []struct {
		name  string
		paths []string
	}{
		{"profile with 10,000 games", []string{profile, profile + "/ratings/" + seekGame + "/" + seekSpeed, profile + "/matches?limit=24"}},
		{"leaderboard of 100,000 accounts", []string{"/api/leaders/" + seekGame + "/" + seekSpeed}},
	} {
		node, database := s.costOf(client, page.paths)
		t.Logf("%s: CPU %v of the node, %v of the database", page.name, node, database)
		if node+database > profileMost {
			t.Errorf("%s takes %v of CPU, want at most %v", page.name, node+database, profileMost)
		}
	}
}

// costOf requests all paths 100 times. It returns the mean CPU time, of the node and of the
// database, for one request of every path.
func (s *site) costOf(client *http.Client, paths []string) (node, database time.Duration) {
	s.t.Helper()
	const times = 100
	get := func() {
		for _, path := range paths {
			resp, err := client.Get(s.urls[0] + path)
			if err != nil {
				s.t.Fatal(err)
			}
			text, err := io.ReadAll(resp.Body)
			_ = resp.Body.Close()
			if err != nil || resp.StatusCode != http.StatusOK || strings.Count(string(text), "{") < 3 {
				s.t.Fatalf("%s: %s %v\n%.300s", path, resp.Status, err, text)
			}
		}
	}
	used := func() (node, database time.Duration) {
		for _, pid := range s.database.Processes() {
			database += processor(pid)
		}
		return processor(s.nodes[0].cmd.Process.Pid), database
	}
	get()
	a, b := used()
	for range times {
		get()
	}
	node, database = used()
	return (node - a) / times, (database - b) / times
}
