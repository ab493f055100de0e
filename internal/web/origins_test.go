package web_test

import (
	"bytes"
	"net/http"
	"testing"

	"kydai/internal/web"
)

const elsewhere = "https://bots.example"

// from sends a request as a browser does for a page of another origin. It returns the response,
// whose body is closed.
func (g *guest) from(origin, method, path, body string, header ...string) *http.Response {
	g.t.Helper()
	r, err := http.NewRequestWithContext(g.t.Context(), method, g.s.http.URL+path, bytes.NewReader([]byte(body)))
	if err != nil {
		g.t.Fatal(err)
	}
	r.Header.Set("Origin", origin)
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	resp, err := g.client.Do(r)
	if err != nil {
		g.t.Fatal(err)
	}
	_ = resp.Body.Close()
	return resp
}

func TestTokenFromAnotherOrigin(t *testing.T) {
	s := newSite(t)
	bot := s.bot("a page")
	const start = `{"game":"caro","seats":[{"kind":"human"},{"kind":"level","level":1}]}`

	asked := bot.from(elsewhere, http.MethodOptions, "/api/matches", "",
		"Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "authorization,content-type")
	if asked.StatusCode != http.StatusNoContent || asked.Header.Get("Access-Control-Allow-Origin") != "*" || asked.Header.Get("Access-Control-Allow-Headers") == "" {
		t.Fatalf("the question of a browser: %d %v", asked.StatusCode, asked.Header)
	}
	if made := bot.from(elsewhere, http.MethodPost, "/api/matches", start, "Authorization", "Bearer "+bot.token); made.StatusCode >= 300 || made.Header.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("a request with a token: %d %v", made.StatusCode, made.Header)
	}
	if wrong := bot.from(elsewhere, http.MethodPost, "/api/matches", start, "Authorization", "Bearer kydai_x"); wrong.StatusCode != http.StatusUnauthorized || wrong.Header.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("a page cannot read that its token is wrong: %d %v", wrong.StatusCode, wrong.Header)
	}
}

// TestCookieFromAnotherOrigin checks that pages of other origins get no access by the player's
// cookie, because browsers send cookies by themselves.
func TestCookieFromAnotherOrigin(t *testing.T) {
	s := newSite(t)
	lan := s.guest()
	for name, resp := range map[string]*http.Response{
		"a change":            lan.from(elsewhere, http.MethodPost, "/api/tokens", `{"name":"x"}`),
		"with another scheme": lan.from(elsewhere, http.MethodPost, "/api/tokens", `{"name":"x"}`, "Authorization", "Basic eDp5"),
		"a look":              lan.from(elsewhere, http.MethodGet, "/api/me", ""),
		"a question without a token": lan.from(elsewhere, http.MethodOptions, "/api/me", "",
			"Access-Control-Request-Method", "PATCH", "Access-Control-Request-Headers", "content-type"),
	} {
		if resp.Header.Get("Access-Control-Allow-Origin") != "" || resp.Request.Method == http.MethodPost && resp.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %d %v", name, resp.StatusCode, resp.Header)
		}
	}
	var tokens []web.TokenView
	lan.get("/api/tokens", &tokens)
	if len(tokens) != 0 {
		t.Errorf("another origin has made %d tokens", len(tokens))
	}
}
