package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"

	"kydai/test/servers"
)

// TestServeApps checks that an OAuth app gets tokens from a real server, and that none of
// its secrets appears in traces, in metrics, or in what kydai doctor prints about the
// database.
func TestServeApps(t *testing.T) {
	const verifier, back = "a-verifier-of-an-app-that-is-long-enough-for-pkce", "http://127.0.0.1/cb"
	var mu sync.Mutex
	var traces strings.Builder
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		traces.Write(text)
	}))
	defer collector.Close()
	t.Setenv(otlpVariable, collector.URL)
	data, admin := t.TempDir(), servers.FreeAddress(t)
	at, stop := startServer(t, data, "--workers", "0", "--admin", admin)
	v := newVisitor(t, at)
	v.c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	v.ask(http.MethodPost, "/api/account", map[string]any{"name": "Bình", "password": "một mật khẩu dài"}, nil)
	var app struct{ ID string }
	v.ask(http.MethodPost, "/api/me/apps", map[string]any{"name": "Cờ hay", "redirects": []string{back}}, &app)
	sum := sha256.Sum256([]byte(verifier))
	q := url.Values{
		"client_id": {app.ID}, "redirect_uri": {back}, "response_type": {"code"}, "scope": {"read"}, "state": {"only-the-app-knows"},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])}, "code_challenge_method": {"S256"},
	}
	_, page := v.send(http.MethodGet, "/oauth/authorize?"+q.Encode(), nil)
	proof := regexp.MustCompile(`name="proof" value="([^"]*)"`).FindSubmatch(page)
	if proof == nil {
		t.Fatalf("the page is %s", page)
	}
	q.Set("proof", string(proof[1]))
	q.Set("answer", "allow")
	r, err := v.c.PostForm(at+"/oauth/authorize", q)
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Body.Close()
	to, err := r.Location()
	if err != nil {
		t.Fatal(err)
	}
	secrets := []string{verifier, to.Query().Get("code"), q.Get("proof"), "only-the-app-knows"}
	tokens := func(f url.Values) (access, refresh string) {
		t.Helper()
		r, err := http.PostForm(at+"/oauth/token", f)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = r.Body.Close() }()
		var answer struct {
			Access  string `json:"access_token"`
			Refresh string `json:"refresh_token"`
		}
		if err := json.NewDecoder(r.Body).Decode(&answer); err != nil || answer.Access == "" {
			t.Fatalf("%d: %v", r.StatusCode, err)
		}
		return answer.Access, answer.Refresh
	}
	access, refresh := tokens(url.Values{
		"client_id": {app.ID}, "grant_type": {"authorization_code"}, "redirect_uri": {back}, "code_verifier": {verifier}, "code": {to.Query().Get("code")},
	})
	again, last := tokens(url.Values{"client_id": {app.ID}, "grant_type": {"refresh_token"}, "refresh_token": {refresh}})
	secrets = append(secrets, access, refresh, again, last)
	var own struct{ Token string }
	v.ask(http.MethodPost, "/api/tokens", map[string]any{"name": "bot"}, &own)
	secrets = append(secrets, own.Token)

	soon(t, "the requests are traced", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return strings.Contains(traces.String(), "makeToken")
	})
	m, err := http.Get("http://" + admin + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = m.Body.Close() }()
	metrics, err := io.ReadAll(m.Body)
	if err != nil || !strings.Contains(string(metrics), "kydai_") {
		t.Errorf("no metrics: %v", err)
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	_, found, _ := examine(t, "--data", data, "--listen", "127.0.0.1:0")
	for _, secret := range secrets {
		if secret == "" {
			t.Fatal("a secret is missing; the test would prove nothing")
		}
		core := secret[max(0, len(secret)-40):]
		for what, text := range map[string]string{"the traces": traces.String(), "the metrics": string(metrics), "the doctor": found} {
			if strings.Contains(text, core) {
				t.Errorf("%s: %s", what, secret)
			}
		}
	}
}
