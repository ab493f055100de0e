package web_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"kydai/internal/oauth"
	"kydai/internal/store"
	"kydai/internal/web"
)

const (
	verifier  = "a-verifier-of-an-app-that-is-long-enough-for-pkce"
	appReturn = "https://app.example/cb?from=kydai"
)

// apping returns a function that changes the options of a node so that the node has OAuth apps. The
// parameter later lets a test shift the time of the OAuth service, and collects the node's log.
func apping(db *store.Store, later *shift) func(*web.Options) {
	return func(o *web.Options) {
		o.Log = slog.New(slog.NewTextHandler(later, &slog.HandlerOptions{Level: slog.LevelDebug}))
		o.OAuth = oauth.New(oauth.Options{
			Store: db, Mint: web.MintToken, Hash: web.TokenHash, Ended: o.Play.Tokens().Tell, Now: func() time.Time { return o.Play.Now().Add(later.get()) },
		})
	}
}

// shift is the duration by which a test shifts the time of a node's OAuth service. It also collects
// the node's log.
type shift struct {
	mu  sync.Mutex
	by  time.Duration
	log strings.Builder
}

func (s *shift) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.Write(b)
}

func (s *shift) logged() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.String()
}

func (s *shift) get() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.by
}

func (s *shift) set(by time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.by = by
}

// app is a test program that uses OAuth like a third-party app.
type app struct {
	t      *testing.T
	s      *site
	db     *store.Store
	player *guest
	id     string
	later  *shift
}

func newApp(t *testing.T) *app {
	t.Helper()
	db, b := newGround(t)
	a := &app{t: t, db: db, later: &shift{}}
	a.s = newNode(t, db, b, apping(db, a.later))
	owner := a.s.guest()
	owner.register("Chủ")
	var made web.AppView
	owner.post("/api/me/apps", say{"name": "Cờ <b>hay</b>", "redirects": []string{appReturn, "http://127.0.0.1/cb"}}, &made)
	a.id = made.ID
	a.player = a.s.guest()
	a.player.register("Bình")
	a.player.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return a
}

// query returns a valid authorization request with some fields changed. The parameter change lists
// names and values in turn; the value "" removes a field.
func (a *app) query(change ...string) url.Values {
	sum := sha256.Sum256([]byte(verifier))
	q := url.Values{
		"client_id": {a.id}, "redirect_uri": {appReturn}, "response_type": {"code"}, "scope": {"read play"}, "state": {"a&b=\"<c>"},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])}, "code_challenge_method": {"S256"},
	}
	for i := 0; i < len(change); i += 2 {
		if q.Set(change[i], change[i+1]); change[i+1] == "" {
			q.Del(change[i])
		}
	}
	return q
}

// send sends a request from the browser g. If g is nil, it sends the request from an app without
// cookies.
func (a *app) send(g *guest, method, path string, form url.Values, header ...string) (*http.Response, string) {
	a.t.Helper()
	var body io.Reader
	if method == http.MethodPost {
		body = strings.NewReader(form.Encode())
	} else if form != nil {
		path += "?" + form.Encode()
	}
	r, err := http.NewRequestWithContext(a.t.Context(), method, a.s.http.URL+path, body)
	if err != nil {
		a.t.Fatal(err)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	client := http.DefaultClient
	if g != nil {
		client = g.client
	}
	resp, err := client.Do(r)
	if err != nil {
		a.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		a.t.Fatal(err)
	}
	return resp, string(text)
}

var hiddenField = regexp.MustCompile(`name="([a-z_]+)" value="([^"]*)"`)

// consent opens the consent page and returns the fields of its form and the HTML of the page.
func (a *app) consent(q url.Values) (form url.Values, page string) {
	a.t.Helper()
	resp, page := a.send(a.player, http.MethodGet, "/oauth/authorize", q, "Accept-Language", "en")
	if resp.StatusCode != http.StatusOK {
		a.t.Fatalf("the page is %d %s", resp.StatusCode, page)
	}
	form = url.Values{}
	for _, m := range hiddenField.FindAllStringSubmatch(page, -1) {
		if m[1] != "answer" {
			form.Set(m[1], unescape(m[2]))
		}
	}
	return form, page
}

func unescape(text string) string {
	return strings.NewReplacer("&#34;", `"`, "&lt;", "<", "&gt;", ">", "&#39;", "'", "&amp;", "&").Replace(text)
}

// back returns the query parameters of the address to which a response redirects the player.
func (a *app) back(resp *http.Response) url.Values {
	a.t.Helper()
	u, err := url.Parse(resp.Header.Get("Location"))
	if err != nil || resp.StatusCode != http.StatusSeeOther || !strings.HasPrefix(u.String(), "https://app.example/cb?") {
		a.t.Fatalf("sent to %q, %d", resp.Header.Get("Location"), resp.StatusCode)
	}
	return u.Query()
}

// code lets the player allow an authorization request and returns the authorization code.
func (a *app) code(change ...string) string {
	a.t.Helper()
	form, _ := a.consent(a.query(change...))
	form.Set("answer", "allow")
	resp, _ := a.send(a.player, http.MethodPost, "/oauth/authorize", form)
	q := a.back(resp)
	if q.Get("code") == "" || q.Get("state") != "a&b=\"<c>" || q.Get("iss") != a.s.http.URL || q.Get("from") != "kydai" || q.Has("error") {
		a.t.Fatalf("the answer is %v", q)
	}
	return q.Get("code")
}

// tokens requests tokens at the token endpoint. refused is the error code, or "" if the request
// succeeded.
func (a *app) tokens(change ...string) (t oauth.Tokens, refused string) {
	a.t.Helper()
	f := url.Values{"client_id": {a.id}, "grant_type": {"authorization_code"}, "redirect_uri": {appReturn}, "code_verifier": {verifier}}
	for i := 0; i < len(change); i += 2 {
		if f.Set(change[i], change[i+1]); change[i+1] == "" {
			f.Del(change[i])
		}
	}
	resp, text := a.send(nil, http.MethodPost, "/oauth/token", f, "Origin", "https://app.example", "Sec-Fetch-Site", "cross-site")
	var answer struct {
		oauth.Tokens
		Error string `json:"error"`
	}
	if err := json.Unmarshal([]byte(text), &answer); err != nil || resp.Header.Get("Cache-Control") != "no-store" || resp.Header.Get("Access-Control-Allow-Origin") != "*" {
		a.t.Fatalf("%v: %s %v", err, text, resp.Header)
	}
	if (resp.StatusCode == http.StatusOK) != (answer.Error == "") {
		a.t.Errorf("%d with %q", resp.StatusCode, answer.Error)
	}
	return answer.Tokens, answer.Error
}

// bearer returns a client that sends the app's access token.
func (a *app) bearer(t oauth.Tokens) *guest {
	return &guest{s: a.s, t: a.t, client: &http.Client{}, token: t.Access, id: a.player.id}
}

// hidden checks that the secrets appear in no log, no export and no database dump.
func (a *app) hidden(secrets ...string) {
	a.t.Helper()
	_, export := a.player.ask(http.MethodGet, "/api/account/export", nil)
	if !strings.Contains(string(export), a.id) {
		a.t.Errorf("the export lacks the grant: %s", export)
	}
	var dump strings.Builder
	if _, err := a.db.Dump(a.t.Context(), &dump); err != nil {
		a.t.Fatal(err)
	}
	for what, text := range map[string]string{"the log": a.later.logged(), "the export": string(export), "the dump": dump.String()} {
		for _, secret := range secrets {
			if strings.Contains(text, secret[len(secret)-43:]) {
				a.t.Errorf("%s has %s", what, secret)
			}
		}
	}
}
