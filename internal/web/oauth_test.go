package web_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"kydai/internal/web"
)

// TestOAuth lets a player allow an app some scopes. The app must be able to play for the player
// within these scopes and to refresh its tokens. It must lose access when the player revokes the
// grant.
func TestOAuth(t *testing.T) {
	a := newApp(t)
	form, page := a.consent(a.query())
	for _, want := range []string{"Cờ &lt;b&gt;hay&lt;/b&gt; wants", "signed in as Bình", "https://app.example", "play moves for you", "games, profiles and lists"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	if strings.Contains(page, "<b>") || strings.Contains(page, "<script") || strings.Contains(page, "phrases") {
		t.Errorf("the page is\n%s", page)
	}
	resp, _ := a.send(a.player, http.MethodGet, "/oauth/authorize", a.query())
	if csp := resp.Header.Get("Content-Security-Policy"); !strings.Contains(csp, "frame-ancestors 'none'") || !strings.HasSuffix(csp, "form-action 'self' https://app.example") ||
		resp.Header.Get("X-Frame-Options") != "DENY" || resp.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("the headers are %v", resp.Header)
	}
	form.Set("answer", "deny")
	resp, _ = a.send(a.player, http.MethodPost, "/oauth/authorize", form)
	if q := a.back(resp); q.Get("error") != "access_denied" || q.Has("code") {
		t.Errorf("denied, and the answer is %v", q)
	}

	code := a.code()
	first, refused := a.tokens("code", code)
	if refused != "" || first.Type != "Bearer" || first.Expires != 3600 || first.Scope != "play read" {
		t.Fatalf("%s: %+v", refused, first)
	}
	bot := a.bearer(first)
	var me web.Me
	if bot.get("/api/me", &me); me.Player != a.player.id {
		t.Errorf("the app is %+v", me)
	}
	bot.post("/api/matches", say{"game": "caro", "seats": []say{{"kind": "human"}, {"kind": "level", "level": 1}}}, nil)
	for _, path := range []string{"/api/account", "/api/tokens", "/api/me/grants", "/api/me/webhooks", "/api/me/apps"} {
		if status, _ := bot.ask(http.MethodGet, path, nil); status != http.StatusForbidden {
			t.Errorf("the app gets %d at %s", status, path)
		}
	}
	var grants []web.GrantView
	if a.player.get("/api/me/grants", &grants); len(grants) != 1 || grants[0].Client != a.id || grants[0].App != "Cờ <b>hay</b>" {
		t.Fatalf("the grants are %+v", grants)
	}
	var tokens []web.TokenView
	if a.player.get("/api/tokens", &tokens); len(tokens) != 0 {
		t.Errorf("the player's own tokens are %+v", tokens)
	}

	a.hidden(code, first.Access, first.Refresh)
	second, refused := a.tokens("grant_type", "refresh_token", "refresh_token", first.Refresh)
	if refused != "" || second.Access == first.Access || second.Refresh == first.Refresh {
		t.Fatalf("refreshed: %s %+v", refused, second)
	}
	bot.refused(http.StatusUnauthorized, "bad-token", http.MethodGet, "/api/me", nil)
	a.bearer(second).get("/api/me", nil)
	a.player.want(http.MethodDelete, "/api/me/grants/"+grants[0].ID, nil, nil)
	a.bearer(second).refused(http.StatusUnauthorized, "bad-token", http.MethodGet, "/api/me", nil)
	if _, refused := a.tokens("grant_type", "refresh_token", "refresh_token", second.Refresh); refused != "invalid_grant" {
		t.Errorf("taken back, and refreshing is answered with %q", refused)
	}
	for _, kind := range []string{"access", "refresh"} {
		last, _ := a.tokens("code", a.code())
		revoke := url.Values{"client_id": {a.id}, "token": {map[string]string{"access": last.Access, "refresh": last.Refresh}[kind]}}
		other := url.Values{"client_id": {"another"}, "token": revoke["token"]}
		a.send(nil, http.MethodPost, "/oauth/revoke", other)
		a.bearer(last).get("/api/me", nil)
		if resp, _ := a.send(nil, http.MethodPost, "/oauth/revoke", revoke); resp.StatusCode != http.StatusOK {
			t.Errorf("revoking answers %d", resp.StatusCode)
		}
		a.bearer(last).refused(http.StatusUnauthorized, "bad-token", http.MethodGet, "/api/me", nil)
	}
	var meta map[string]any
	_, text := a.send(nil, http.MethodGet, "/.well-known/oauth-authorization-server", nil)
	if err := json.Unmarshal([]byte(text), &meta); err != nil || meta["issuer"] != a.s.http.URL || meta["token_endpoint"] != a.s.http.URL+"/oauth/token" {
		t.Errorf("the metadata are %s", text)
	}
}
