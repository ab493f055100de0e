package web_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"kydai/internal/web"
)

// Games of two players under way are listed for everybody, without a cookie and
// without a word of their moves; those against a machine and those that are over
// are not.
func TestLive(t *testing.T) {
	s := newSite(t)
	a, b, id := s.pair("jieqi", map[string]any{"rated": true, "takebacks": 0})
	var made web.Named
	a.post("/api/matches", map[string]any{"game": "chess", "seats": []map[string]any{{"kind": "human", "player": a.id}, {"kind": "level", "level": 1}}}, &made)
	list := func() (got []web.LiveView, r *http.Response, body string) {
		r, err := http.Get(s.http.URL + "/api/live")
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close() //nolint:errcheck // it was only read
		text, err := io.ReadAll(r.Body)
		if err == nil {
			err = json.Unmarshal(text, &got)
		}
		if err != nil {
			t.Fatal(err)
		}
		return got, r, string(text)
	}
	got, r, body := list()
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
		got, _, _ = list()
		return len(got) == 0
	})
}
