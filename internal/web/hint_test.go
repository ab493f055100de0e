package web_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"testing"

	"kydai/engine"
	"kydai/games"
	"kydai/games/engines"
	"kydai/internal/play"
	"kydai/internal/web"
	"kydai/internal/wire"
	"kydai/match"
)

// withWorker returns a site with a worker for engine jobs.
func withWorker(t *testing.T, change ...func(*web.Options)) *site {
	t.Helper()
	db, b := newGround(t)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	maker := func(game string, _ match.Seat, _ uint64) (engine.Engine, error) { return engines.New(game) }
	go func() { done <- play.Serve(ctx, b, play.WorkerOptions{Rules: games.Find, Make: maker}) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return newNode(t, db, b, change...)
}

// hint requests a hint. It repeats the request if the engine took too long, which can happen on a
// busy machine.
func (g *guest) hint(path string, body map[string]any, out *engine.Thought) {
	g.t.Helper()
	for range 10 {
		status, text := g.ask(http.MethodPost, path, body)
		if status == http.StatusServiceUnavailable {
			continue
		}
		*out = engine.Thought{}
		if err := json.Unmarshal(text, out); err != nil || status != http.StatusOK {
			g.t.Fatalf("POST %s: %d %s", path, status, text)
		}
		return
	}
	g.t.Fatal("no hint came")
}

// TestHint checks that hints are allowed against engines and in finished matches. Hints against
// people and for spectators must be refused.
func TestHint(t *testing.T) {
	s := withWorker(t)
	a := s.guest()
	var made web.Named
	a.post("/api/matches", map[string]any{"game": "chess", "seats": []map[string]any{{"kind": "human"}, {"kind": "level", "level": 1}}}, &made)
	path := "/api/matches/" + made.ID + "/hint"
	var view wire.View
	a.get("/api/matches/"+made.ID, &view)

	var hint engine.Thought
	for i := 0; len(hint.Lines) != 2 && i < 20; i++ { // the engine's time may run out before it finds two lines, so try again
		a.hint(path, map[string]any{"lines": 2, "time": 100}, &hint)
	}
	if len(hint.Lines) != 2 || hint.Nodes == 0 || hint.Depth == 0 {
		t.Fatalf("the hint is %+v", hint)
	}
	for _, l := range hint.Lines {
		if len(l.Codes) == 0 || !slices.ContainsFunc(view.Legal, func(m wire.Target) bool { return m.Code == l.Codes[0] }) {
			t.Errorf("the hint says %v, which cannot be played", l.Codes)
		}
	}
	if hint.Lines[0].Codes[0] == hint.Lines[1].Codes[0] {
		t.Errorf("the two lines begin alike: %+v", hint.Lines)
	}

	s.guest().refused(http.StatusForbidden, play.NoHelp, http.MethodPost, path, map[string]any{})
	a.refused(http.StatusNotFound, play.NotFound, http.MethodPost, "/api/matches/none/hint", map[string]any{})
	a.refused(http.StatusUnprocessableEntity, "bad-request", http.MethodPost, path, map[string]any{"lines": 21})

	one, two, id := s.pair("chess", nil)
	path = "/api/matches/" + id + "/hint"
	one.refused(http.StatusForbidden, play.NoHelp, http.MethodPost, path, map[string]any{"time": 50})
	two.refused(http.StatusForbidden, play.NoHelp, http.MethodPost, path, map[string]any{"time": 50})
	one.post("/api/matches/"+id+"/moves", map[string]any{"ply": 0, "code": "e2e4"}, nil)
	one.post("/api/matches/"+id+"/acts", map[string]any{"kind": "resign"}, nil)
	two.hint(path, map[string]any{"ply": 0, "time": 50}, &hint)
	if len(hint.Lines) != 1 {
		t.Errorf("of a match that is over the hint is %+v", hint)
	}
}

// TestHintsHaveALimit checks that hint requests above the limit are refused with the error code of
// the rate limit.
func TestHintsHaveALimit(t *testing.T) {
	s := newSite(t, func(o *web.Options) { o.Limits.Hints = web.Rate{Second: 1e-9, Burst: 2} })
	a := s.guest()
	for range 2 {
		a.refused(http.StatusNotFound, play.NotFound, http.MethodPost, "/api/matches/none/hint", map[string]any{})
	}
	a.refused(http.StatusTooManyRequests, "too-fast", http.MethodPost, "/api/matches/none/hint", map[string]any{})
}
