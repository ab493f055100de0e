package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"kydai/internal/oauth"
	"kydai/internal/web"
)

// TestOAuthAskRefused checks that an error in an authorization request is reported to the app by a
// redirect. If the app or its redirect address is unknown, the player must get an error page
// instead, without a redirect.
func TestOAuthAskRefused(t *testing.T) {
	a := newApp(t)
	for _, change := range [][]string{
		{"client_id", ""}, {"client_id", "unknown"}, {"redirect_uri", ""}, {"redirect_uri", "https://evil.example/"}, {"redirect_uri", appReturn + "&x=1"},
		{"redirect_uri", "http://127.0.0.1:99/other"}, {"redirect_uri", "http://localhost/cb"}, {"redirect_uri", "javascript:alert(1)"},
	} {
		resp, page := a.send(a.player, http.MethodGet, "/oauth/authorize", a.query(change...))
		if resp.StatusCode != http.StatusBadRequest || resp.Header.Get("Location") != "" || !strings.Contains(page, "<h1>") || strings.Contains(page, "evil") {
			t.Errorf("%v: %d %v", change, resp.StatusCode, resp.Header)
		}
	}
	for _, one := range []struct {
		want   string
		change []string
	}{
		{"unsupported_response_type", []string{"response_type", "token"}},
		{"unsupported_response_type", []string{"response_type", ""}},
		{"invalid_request", []string{"code_challenge", ""}},
		{"invalid_request", []string{"code_challenge", "short"}},
		{"invalid_request", []string{"code_challenge_method", ""}},
		{"invalid_request", []string{"code_challenge_method", "plain"}},
		{"invalid_scope", []string{"scope", "read admin"}},
		{"invalid_scope", []string{"scope", "webhooks"}},
		{"invalid_request", []string{"state", strings.Repeat("x", 501)}},
	} {
		resp, _ := a.send(a.player, http.MethodGet, "/oauth/authorize", a.query(one.change...))
		if q := a.back(resp); q.Get("error") != one.want || q.Has("code") || q.Get("iss") == "" {
			t.Errorf("%v: %v", one.change, q)
		}
	}
	q := a.query()
	q.Add("scope", "talk")
	resp, _ := a.send(a.player, http.MethodGet, "/oauth/authorize", q)
	if got := a.back(resp).Get("error"); got != "invalid_request" {
		t.Errorf("a parameter that comes twice: %q", got)
	}
	// A player who is not signed in must get a page that asks to sign in, in the language of the
	// browser. This page must have no form to allow access.
	guest := a.s.guest()
	resp, page := a.send(guest, http.MethodGet, "/oauth/authorize", a.query(), "Accept-Language", "vi-VN,en")
	if resp.StatusCode != http.StatusOK || !strings.Contains(page, "Hãy đăng nhập trước") || strings.Contains(page, "<form") {
		t.Errorf("a guest is shown\n%s", page)
	}
	if resp, _ := a.send(nil, http.MethodGet, "/oauth/authorize", a.query(), "Authorization", "Bearer kydai_x"); resp.StatusCode != http.StatusUnauthorized {
		t.Errorf("a token is shown a page: %d", resp.StatusCode)
	}
}

// TestOAuthForgery checks that a decision on the consent page is accepted only if it comes from the
// server's own page, from the player's session and with an unchanged request, at most ten minutes
// after the page was created.
func TestOAuthForgery(t *testing.T) {
	a := newApp(t)
	form, _ := a.consent(a.query())
	form.Set("answer", "allow")
	post := func(f url.Values, header ...string) int {
		resp, _ := a.send(a.player, http.MethodPost, "/oauth/authorize", f, header...)
		return resp.StatusCode
	}
	with := func(name, value string) url.Values {
		f := url.Values{}
		for k, v := range form {
			f[k] = v
		}
		f.Set(name, value)
		return f
	}
	for what, f := range map[string]url.Values{
		"no proof": with("proof", ""), "another proof": with("proof", form.Get("proof")+"x"), "more scopes": with("scope", "read play talk"), "another state": with("state", "x"),
		"an old proof": with("proof", "1700000000."+strings.SplitN(form.Get("proof"), ".", 2)[1]), "another address": with("redirect_uri", "http://127.0.0.1:9/cb"),
	} {
		if status := post(f); status != http.StatusForbidden {
			t.Errorf("%s: %d", what, status)
		}
	}
	if status := post(form, "Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example"); status != http.StatusForbidden {
		t.Errorf("from another origin: %d", status)
	}
	other := a.s.guest()
	other.register("Chi")
	other.client.CheckRedirect = a.player.client.CheckRedirect
	if resp, _ := a.send(other, http.MethodPost, "/oauth/authorize", form); resp.StatusCode != http.StatusForbidden {
		t.Errorf("the page of another player: %d", resp.StatusCode)
	}
	if status := post(form); status != http.StatusSeeOther {
		t.Errorf("the right answer: %d", status)
	}
}

// TestOAuthCodeRefused checks that an authorization code is valid once, for a minute, and only with
// its app, redirect address and verifier. A second use of the code must revoke its tokens.
func TestOAuthCodeRefused(t *testing.T) {
	a := newApp(t)
	code := a.code()
	for _, change := range [][]string{
		{"code", ""}, {"code", "kydai_code_x.y"}, {"code", code + "x"}, {"code", code[:len(code)-1] + "!"}, {"client_id", "another"}, {"redirect_uri", ""}, {"redirect_uri", "http://127.0.0.1/cb"},
		{"code_verifier", ""}, {"code_verifier", verifier + "x"}, {"code_verifier", "short"},
	} {
		if _, refused := a.tokens(append([]string{"code", code}, change...)...); refused != "invalid_grant" {
			t.Errorf("%v: %q", change, refused)
		}
	}
	for want, change := range map[string][]string{
		"unsupported_grant_type": {"grant_type", "password"}, "invalid_client": {"client_id", ""},
	} {
		if _, refused := a.tokens(append([]string{"code", code}, change...)...); refused != want {
			t.Errorf("%v: %q", change, refused)
		}
	}
	if _, refused := a.tokens("code", code, "client_secret", "x"); refused != "invalid_client" {
		t.Errorf("with a secret: %q", refused)
	}
	first, refused := a.tokens("code", code)
	if refused != "" {
		t.Fatal(refused)
	}
	a.bearer(first).get("/api/me", nil)
	if _, refused := a.tokens("code", code); refused != "invalid_grant" {
		t.Errorf("a second time: %q", refused)
	}
	a.bearer(first).refused(http.StatusUnauthorized, "bad-token", http.MethodGet, "/api/me", nil)
	if _, refused := a.tokens("grant_type", "refresh_token", "refresh_token", first.Refresh); refused != "invalid_grant" {
		t.Errorf("after the theft: %q", refused)
	}
	code = a.code()
	a.later.set(oauth.CodeFor + time.Second)
	if _, refused := a.tokens("code", code); refused != "invalid_grant" {
		t.Errorf("after a minute: %q", refused)
	}
	a.later.set(0)
	// Many requests with the same code arrive at the same time. At most one of them may get tokens,
	// and these tokens must be revoked.
	code = a.code()
	var got sync.Map
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			if tokens, refused := a.tokens("code", code); refused == "" {
				got.Store(i, tokens)
			}
		})
	}
	all.Wait()
	n := 0
	got.Range(func(_, tokens any) bool {
		n++
		a.bearer(tokens.(oauth.Tokens)).refused(http.StatusUnauthorized, "bad-token", http.MethodGet, "/api/me", nil) //nolint:forcetypeassert // the map contains only oauth.Tokens, stored above
		return true
	})
	if n > 1 {
		t.Errorf("%d have tokens", n)
	}
}

// TestOAuthRefreshRefused checks that a refresh token is valid only once. If an old refresh token
// is used again, the grant must end.
func TestOAuthRefreshRefused(t *testing.T) {
	a := newApp(t)
	first, _ := a.tokens("code", a.code())
	refresh := func(token string, more ...string) (oauth.Tokens, string) {
		return a.tokens(append([]string{"grant_type", "refresh_token", "refresh_token", token}, more...)...)
	}
	for _, more := range [][]string{{"client_id", "another"}, {"refresh_token", ""}, {"refresh_token", first.Access}, {"refresh_token", "kydai_refresh_a.b"}} {
		if _, refused := refresh(first.Refresh, more...); refused != "invalid_grant" {
			t.Errorf("%v: %q", more, refused)
		}
	}
	if _, refused := refresh(first.Refresh, "scope", "read play talk"); refused != "invalid_scope" {
		t.Errorf("more scopes: %q", refused)
	}
	second, refused := refresh(first.Refresh, "scope", "read play")
	if refused != "" {
		t.Fatal(refused)
	}
	if _, refused := refresh(first.Refresh); refused != "invalid_grant" {
		t.Errorf("an old one: %q", refused)
	}
	a.bearer(second).refused(http.StatusUnauthorized, "bad-token", http.MethodGet, "/api/me", nil)
	if _, refused := refresh(second.Refresh); refused != "invalid_grant" {
		t.Errorf("after the theft: %q", refused)
	}
	code := a.code()
	a.later.set(-2 * time.Hour) // issue the token two hours ago, so that it has expired: an access token lasts one hour
	old, refused := a.tokens("code", code)
	if refused != "" {
		t.Fatal(refused)
	}
	a.bearer(old).refused(http.StatusUnauthorized, "bad-token", http.MethodGet, "/api/me", nil)
}

// TestApps checks that apps are listed only for their owner, and that only safe redirect addresses
// are accepted. Deleting an app must delete its grants.
func TestApps(t *testing.T) {
	a := newApp(t)
	want := say{"name": "Another", "redirects": []string{"https://app.example/cb"}}
	a.s.guest().refused(http.StatusForbidden, "sign-in-first", http.MethodPost, "/api/me/apps", want)
	for _, address := range []string{"http://app.example/", "javascript:alert(1)", "https://app.example/#x", "http://localhost/", ""} {
		a.player.refused(http.StatusUnprocessableEntity, "bad-redirect", http.MethodPost, "/api/me/apps", say{"name": "Another", "redirects": []string{address}})
	}
	a.player.refused(http.StatusNotFound, "no-app", http.MethodDelete, "/api/me/apps/"+a.id, nil)
	a.player.refused(http.StatusNotFound, "no-grant", http.MethodDelete, "/api/me/grants/unknown", nil)
	var mine web.AppView
	for range oauth.MostApps {
		a.player.post("/api/me/apps", want, &mine)
	}
	a.player.refused(http.StatusTooManyRequests, "too-many", http.MethodPost, "/api/me/apps", want)
	var list []web.AppView
	if a.player.get("/api/me/apps", &list); len(list) != oauth.MostApps {
		t.Errorf("%d apps", len(list))
	}
	tokens, _ := a.tokens("code", a.code())
	owner := a.s.signIn("Chủ")
	owner.want(http.MethodDelete, "/api/me/apps/"+a.id, nil, nil)
	a.bearer(tokens).refused(http.StatusUnauthorized, "bad-token", http.MethodGet, "/api/me", nil)
	var grants []web.GrantView
	if a.player.get("/api/me/grants", &grants); len(grants) != 0 {
		t.Errorf("the grants are %+v", grants)
	}
}
