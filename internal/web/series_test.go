package web_test

import (
	"net/http"
	"testing"

	"kydai/internal/web"
	"kydai/internal/wire"
)

// TestSeries checks that a rematch continues a series of matches, and that both sides get the score
// of the series.
func TestSeries(t *testing.T) {
	s := newSite(t)
	a, b, id := s.pair("chess", map[string]any{"games": 4})
	var v wire.View
	a.get("/api/matches/"+id, &v)
	if v.Series == nil || *v.Series != (wire.Series{Games: 4, Number: 1}) {
		t.Fatalf("it begins with %+v", v.Series)
	}
	acts := "/api/matches/" + id + "/acts"
	b.post(acts, map[string]any{"kind": "resign"}, nil)
	b.post(acts, map[string]any{"kind": "offer", "what": "rematch"}, nil)
	var done web.Done
	a.post(acts, map[string]any{"kind": "accept", "what": "rematch"}, &done)
	m := b.connect().watch(done.Next)
	if m.Series == nil || *m.Series != (wire.Series{Games: 4, Number: 2, Points: [2]int{0, 2}}) || m.Viewer != "first" {
		t.Errorf("%s is told %+v", m.Viewer, m.Series)
	}
	_, _, alone := s.pair("chess", nil)
	var single wire.View
	a.get("/api/matches/"+alone, &single)
	if single.Series != nil {
		t.Errorf("a single game has %+v", single.Series)
	}
	for _, n := range []int{11, -1} {
		if status, text := a.ask(http.MethodPost, "/api/offers", map[string]any{"game": "chess", "games": n}); status != http.StatusUnprocessableEntity {
			t.Errorf("%d games: %d %s", n, status, text)
		}
	}
}
