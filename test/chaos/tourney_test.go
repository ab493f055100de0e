//go:build linux

package chaos_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"kydai/account"
	"kydai/internal/people"
	"kydai/internal/store"
)

// Environment variables of TestTourney.
const (
	eventEntrantsEnv = "KYDAI_TEST_TOURNEY"        // number of entrants; if it is not set, 16
	eventRoundsEnv   = "KYDAI_TEST_TOURNEY_ROUNDS" // number of rounds; if it is not set, 3
)

const (
	tourneyTeam  = 4 // number of members in a team
	tourneyHands = 8 // number of concurrent requests
	tourneyPause = 5 // pause between rounds, in seconds
)

// hall is a tournament under test: its organiser (boss), its entrants and their browsers.
type hall struct {
	t        *testing.T
	urls     []string
	path     string
	boss     *browser
	entrants []*browser
	client   *http.Client
}

// tourneyView, tourneyBoard and the following types are the parts of the responses that
// the test reads.
type (
	tourneyView struct {
		Phase                  string
		Paired, Total, Entrant int
		Done                   bool
	}
	tourneyBoard struct {
		Board, First, Second, Version int
		Match, Result, Source         string
	}
	tourneyRound  struct{ Boards []tourneyBoard }
	tourneyPlaces struct {
		Unit   int
		Places []struct{ Place, Entrant, Score int }
	}
	tourneyTeams struct {
		Places []struct {
			Team    string
			Score   int
			Members []int
		}
	}
)

// TestTourney runs a Swiss tournament with categories, teams and automatic rounds while nodes are
// killed. Every round must end, and no result may be lost or counted twice. Then the test changes
// one stored result and checks that the comparison detects it.
func TestTourney(t *testing.T) {
	if os.Getenv(eventEntrantsEnv) == "" && os.Getenv(chaosEnv) == "" {
		t.Skip(eventEntrantsEnv + " says how many")
	}
	n, rounds := int(number(eventEntrantsEnv, 16))/tourneyTeam*tourneyTeam, int(number(eventRoundsEnv, 3))
	room(t, 2*n+1000)
	s := newSite(t, setting{nodes: 2})
	h := newHall(t, s, n)
	h.open(n, rounds)
	ctx, stop := context.WithCancel(t.Context())
	p := &plan{site: s}
	var chaos sync.WaitGroup
	chaos.Go(func() { p.run(ctx, seed(), 6*time.Second, "node killed") })
	begun := time.Now()
	h.play(rounds, n)
	took := time.Since(begun)
	stop()
	chaos.Wait()
	kills, text := p.table()
	wrong := h.judge(s, n, rounds)
	t.Logf("%d entrants, %d rounds in %v, %d of pauses; %d kills:\n%s", n, rounds, took.Round(time.Second), tourneyPause*rounds, kills, text)
	for _, w := range wrong[:min(len(wrong), 10)] {
		t.Error(w)
	}
	if kills == 0 {
		t.Error("nothing was killed meanwhile")
	}
	s.query("UPDATE ended SET result = CASE result WHEN 'first' THEN 'second' ELSE 'first' END WHERE id = (SELECT match_id FROM tourney_boards LIMIT 1)")
	if len(h.judge(s, n, rounds)) == 0 {
		t.Error("control: the row of an ended match was changed, and the comparison does not find it")
	}
}

// newHall stores accounts for the entrants and for the organiser.
func newHall(t *testing.T, s *site, n int) *hall {
	t.Helper()
	db := s.store()
	h := &hall{t: t, urls: s.urls, client: &http.Client{Timeout: 15 * time.Second}}
	for i, k := range newSeekers(t, db, n+1) {
		_, secret, _ := strings.Cut(k.cookie, "=")
		b := &browser{id: k.id, cookies: map[string]string{"kydai-session": secret}}
		if i < n {
			h.entrants = append(h.entrants, b)
		} else {
			h.boss = b
		}
	}
	promote(t, db, h.boss.id)
	return h
}

func promote(t *testing.T, db *store.Store, id string) {
	t.Helper()
	var a people.Account
	a, err := db.Account(t.Context(), id)
	if a.Role = account.Organiser; err == nil {
		err = db.SetAccount(t.Context(), a)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func (h *hall) goer(n int) *goer {
	return &goer{ctx: h.t.Context(), client: h.client, urls: h.urls, rnd: rand.New(rand.NewPCG(seed(), uint64(n)))} //nolint:gosec // a test needs no secure random numbers
}

// must sends a request, repeatedly if a node is dead. The test fails if the request is refused.
func (h *hall) must(g *goer, b *browser, method, path string, in, out any) {
	h.t.Helper()
	if status, code, err := g.call(b, method, path, in, out); err != nil || status >= http.StatusBadRequest {
		h.t.Fatalf("%s %s: %d %s, %v", method, path, status, code, err)
	}
}

// open creates the event, with teams, two categories and automatic rounds.
func (h *hall) open(n, rounds int) {
	h.t.Helper()
	g := h.goer(1)
	var made struct{ ID string }
	h.must(g, h.boss, http.MethodPost, "/api/events", map[string]any{
		"name": "Cup", "game": "chess", "clock": "10+5", "format": "swiss", "rounds": rounds, "scoring": "1-0.5-0", "tieBreaks": []string{"buchholz"},
		"boards": "screen", "checkIn": true, "firstMove": 600_000, "pause": tourneyPause, "teamBest": 2,
	}, &made)
	h.path = "/api/events/" + made.ID
	h.must(g, h.boss, http.MethodPost, h.path+"/phase", map[string]any{"phase": "open"}, nil)
	order := make([]*browser, n)
	for i, b := range h.entrants {
		var e tourneyView
		h.must(g, b, http.MethodPost, h.path+"/entrants", map[string]any{}, &e)
		order[e.Entrant-1] = b
		h.must(g, h.boss, http.MethodPut, fmt.Sprintf("%s/entrants/%d", h.path, e.Entrant), map[string]any{
			"rating": 1500 + i, "team": fmt.Sprint("team ", i/tourneyTeam), "board": 1 + i%tourneyTeam, "categories": []string{[]string{"open", "women"}[i%2]},
		}, nil)
	}
	h.entrants = order
	h.must(g, h.boss, http.MethodPost, h.path+"/phase", map[string]any{"phase": "running"}, nil)
}

// each calls the function do for the indexes 0 to n-1, in several goroutines at once.
func (h *hall) each(n int, do func(g *goer, i int) error) {
	var wg sync.WaitGroup
	for w := range tourneyHands {
		wg.Go(func() {
			g := h.goer(10 + w)
			for i := w; i < n; i += tourneyHands {
				if err := do(g, i); err != nil {
					h.t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

// play lets all entrants check in and play until the tournament is over. The server starts each
// round automatically.
func (h *hall) play(rounds, n int) {
	h.t.Helper()
	g := h.goer(2)
	checked, moved := 0, time.Now()
	last := tourneyView{}
	for {
		var e tourneyView
		h.must(g, h.boss, http.MethodGet, h.path, nil, &e)
		if e != last {
			last, moved = e, time.Now()
		}
		switch next := e.Paired + 1; {
		case e.Phase == "over":
			return
		case time.Since(moved) > 3*time.Minute:
			h.t.Fatalf("the event is stuck: %+v", e)
		case next <= rounds && checked < next: // check in for the next round, which is possible while the current round is played
			checked = next
			h.each(n, func(g *goer, i int) error {
				_, _, err := g.call(h.entrants[i], http.MethodPut, fmt.Sprintf("%s/entrants/%d/checkin", h.path, i+1), map[string]any{"round": next, "in": true}, nil)
				return err
			})
		}
		if e.Paired == 0 || e.Done {
			wait(h.t.Context(), 100*time.Millisecond)
			continue
		}
		var r tourneyRound
		h.must(g, h.boss, http.MethodGet, fmt.Sprintf("%s/rounds/%d", h.path, e.Paired), nil, &r)
		h.each(len(r.Boards), func(g *goer, i int) error { return h.board(g, &r.Boards[i]) })
		wait(h.t.Context(), 100*time.Millisecond)
	}
}

// board plays the match of a board: each player makes one move, then one of them resigns. Commands
// that an earlier call has already sent are refused, and board ignores this. If the match does not
// exist yet, board does nothing, and a later call plays the match.
func (h *hall) board(g *goer, b *tourneyBoard) error {
	if b.Result != "" {
		return nil
	}
	first, second, at := h.entrants[b.First-1], h.entrants[b.Second-1], "/api/matches/"+b.Match
	if status, _, err := g.call(first, http.MethodPost, at+"/moves", map[string]any{"ply": 0, "code": "e2e4"}, nil); err != nil || status == http.StatusNotFound {
		return err
	}
	if _, _, err := g.call(second, http.MethodPost, at+"/moves", map[string]any{"ply": 1, "code": "e7e5"}, nil); err != nil {
		return err
	}
	loser := second
	if (b.First+2*b.Second)%3 == 0 {
		loser = first
	}
	_, _, err := g.call(loser, http.MethodPost, at+"/acts", map[string]any{"kind": "resign"}, nil)
	return err
}
