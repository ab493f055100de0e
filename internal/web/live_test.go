package web_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"kydai/internal/web"
)

// TestLive checks that games in progress between two players are listed for all visitors, without a
// cookie and without the moves. Games against an engine and finished games must not be listed.
func TestLive(t *testing.T) {
	s := newSite(t)
	a, b, id := s.pair("jieqi", map[string]any{"rated": true, "takebacks": 0})
	var made web.Named
	a.post("/api/matches", map[string]any{"game": "chess", "seats": []map[string]any{{"kind": "human", "player": a.id}, {"kind": "level", "level": 1}}}, &made)
	got, r, body := s.live()
	if len(got) != 1 || got[0].ID != id || !got[0].Rated || got[0].Speed == "" || len(got[0].Seats) != 2 || got[0].Seats[0].Name == "" {
		t.Fatalf("%s", body)
	}
	if strings.Contains(body, "ply") || strings.Contains(body, "moves") {
		t.Errorf("it tells of the moves: %s", body)
	}
	if r.Header.Get("Set-Cookie") != "" || !strings.HasPrefix(r.Header.Get("Cache-Control"), "public") {
		t.Errorf("%v", r.Header)
	}
	b.post("/api/matches/"+id+"/acts", web.ActBody{Kind: "abort"}, nil)
	waitFor(t, "the list is empty", func() bool {
		got, _, _ = s.live()
		return len(got) == 0
	})
}

// live requests the list of games in progress without a cookie or token.
func (s *site) live() (got []web.LiveView, r *http.Response, body string) {
	s.t.Helper()
	r, err := http.Get(s.http.URL + "/api/live")
	if err != nil {
		s.t.Fatal(err)
	}
	defer r.Body.Close() //nolint:errcheck // the body was only read, so an error of Close does not matter
	text, err := io.ReadAll(r.Body)
	if err == nil {
		err = json.Unmarshal(text, &got)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return got, r, string(text)
}

// TestLivePresence checks the order of the list of live games: a game that a player has left comes
// after a game in which both players are connected, regardless of the number of moves.
func TestLivePresence(t *testing.T) {
	s := newSite(t)
	c, d, left := s.pair("chess", nil)
	for ply, code := range []string{"e2e4", "e7e5", "g1f3"} {
		by := []*guest{c, d}[ply%2]
		by.post("/api/matches/"+left+"/moves", map[string]any{"ply": ply, "code": code}, nil)
	}
	a, b, id := s.pair("chess", nil)
	a.connect()
	b.connect()
	c.connect()
	got, _, body := s.live()
	if len(got) != 2 || got[0].ID != id || got[0].Away || got[1].ID != left || !got[1].Away {
		t.Errorf("want %s, then %s without its second player: %s", id, left, body)
	}
}
