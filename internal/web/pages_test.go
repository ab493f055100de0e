package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"kydai/internal/wire"
)

// TestPagesOfMatches reads a player's finished matches in pages of 3. It checks that each match is
// listed once and that the last page has no cursor.
func TestPagesOfMatches(t *testing.T) {
	s := newSite(t)
	a, b := s.guest(), s.guest()
	const n = 10
	for range n {
		a.post("/api/matches/"+begin(a, b, "caro")+"/acts", map[string]any{"kind": "resign"}, nil)
	}
	seen := map[string]bool{}
	cursor := ""
	for range n {
		res, err := a.client.Get(s.http.URL + "/api/me/matches?over=true&limit=3&cursor=" + cursor)
		if err != nil {
			t.Fatal(err)
		}
		var list []wire.Summary
		err = json.NewDecoder(res.Body).Decode(&list)
		_ = res.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range list {
			if seen[m.ID] {
				t.Errorf("%s is on two pages", m.ID)
			}
			seen[m.ID] = true
		}
		if cursor = res.Header.Get("Next-Cursor"); cursor == "" {
			break
		}
	}
	if len(seen) != n || cursor != "" {
		t.Errorf("%d of %d matches seen, cursor %q", len(seen), n, cursor)
	}
	for _, bad := range []string{"x", "eA", "LTEgeA"} {
		a.refused(http.StatusUnprocessableEntity, "bad-cursor", http.MethodGet, fmt.Sprint("/api/me/matches?over=true&cursor=", bad), nil)
	}
}
