package secrecy

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kydai/account"
	"kydai/games"
	"kydai/internal/bus/natsbus"
	"kydai/internal/meter"
	"kydai/internal/people"
	"kydai/internal/play"
	"kydai/internal/store"
	"kydai/internal/trace"
	"kydai/internal/web"
	"kydai/internal/webhook"
	"kydai/internal/webhook/webhooktest"
)

// paper records a server's logs and spans.
type paper struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (p *paper) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.Write(b)
}

func (p *paper) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.text.String()
}

func (p *paper) Begin(ctx context.Context, name, _ string) (context.Context, trace.Recorder) {
	_, _ = p.Write([]byte("span " + name + "\n"))
	return ctx, span{p}
}

type span struct{ p *paper }

func (s span) Set(key, value string)           { _, _ = s.p.Write([]byte(key + "=" + value + "\n")) }
func (s span) SetNumber(key string, value int) { s.Set(key, strconv.Itoa(value)) }
func (s span) Parent() string                  { return "" }
func (s span) End(err error) {
	if err != nil {
		s.Set("error", err.Error())
	}
}

// TestWebhookSecrets checks that the secret of a webhook is shown once, to its owner, and
// appears in no other response, log, span, metric, export or dump. The URL of the
// webhook, which may contain a secret of the receiver, must be shown only to its owner.
func TestWebhookSecrets(t *testing.T) {
	written := &paper{}
	log := slog.New(slog.NewTextHandler(written, &slog.HandlerOptions{Level: slog.LevelDebug}))
	db, err := store.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "kydai.db"))
	check(t, err)
	t.Cleanup(func() { check(t, db.Close()) })
	b, err := natsbus.Embedded(natsbus.ServerOptions{Name: "test"})
	check(t, err)
	t.Cleanup(b.Close)
	service, err := play.New(play.Options{Store: db, Bus: b, Rules: games.Find, Games: games.All, Key: bytes.Repeat([]byte{9}, 32), Log: log, Tracer: written})
	check(t, err)
	receiver := webhooktest.New(t)
	receiver.Answer(func(n int) int { return []int{500, 0, 302, 204}[min(n, 4)-1] })
	hooks := webhook.New(webhook.Options{Store: db, Policy: receiver.Policy(), Node: "one", Now: time.Now, Log: log})
	registry := meter.NewRegistry("test")
	server, err := web.New(web.Options{
		Play: service, Key: bytes.Repeat([]byte{7}, 32), Log: log, Tracer: written, Registry: registry, Webhooks: hooks,
		People: people.New(people.Options{
			Store: db, Random: rand.Reader, Ended: service.Tokens().Tell, Named: func(string) {}, Deleted: func(context.Context) {}, Site: "kydai",
			Hasher: account.Hasher{Cost: account.Cost{Memory: 64, Time: 1, Lanes: 1}, Slots: make(chan struct{}, 2)},
		}),
	})
	check(t, err)
	site := httptest.NewServer(server)
	t.Cleanup(site.Close)
	jar, err := cookiejar.New(nil)
	check(t, err)
	client := &http.Client{Jar: jar}
	ask := func(method, path, body string) []byte {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, site.URL+path, strings.NewReader(body))
		check(t, err)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Sec-Fetch-Site", "same-origin")
		a, err := client.Do(r)
		check(t, err)
		defer func() { _ = a.Body.Close() }()
		text, err := io.ReadAll(a.Body)
		check(t, err)
		if a.StatusCode/100 != 2 {
			t.Fatalf("%s %s: %d %s", method, path, a.StatusCode, text)
		}
		return text
	}
	ask(http.MethodPost, "/api/account", `{"name":"Bình","password":"một mật khẩu dài"}`)
	const key = "the-receivers-own-key"
	var made web.WebhookView
	check(t, json.Unmarshal(ask(http.MethodPost, "/api/me/webhooks", `{"url":"`+receiver.Address()+"/"+key+`","events":["ended"]}`), &made))
	receiver.Trust(made.Secret)
	raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(made.Secret, "whsec_"))
	check(t, err)
	owners := map[string]string{}
	for range 4 { // send several pings, each of which fails in a different way
		owners["ping"] += string(ask(http.MethodPost, "/api/me/webhooks/"+made.ID+"/ping", ""))
		for more := true; more; {
			more, err = hooks.SendOne(t.Context())
			check(t, err)
		}
	}
	if n := len(receiver.Messages()); n != 4 {
		t.Fatalf("%d messages came; the test would prove little", n)
	}
	for _, path := range []string{"/api/me/webhooks", "/api/me/webhooks/" + made.ID + "/deliveries", "/api/account/export", "/api/account"} {
		owners[path] = string(ask(http.MethodGet, path, ""))
	}
	all := map[string]string{"logs and spans": written.String()}
	families, err := registry.Gather()
	check(t, err)
	for _, f := range families {
		all["metrics"] += f.String() + "\n"
	}
	var dump bytes.Buffer
	_, err = db.Dump(t.Context(), &dump)
	check(t, err)
	all["a dump"] = dump.String()
	for what, text := range all {
		if strings.Contains(text, key) {
			t.Errorf("%s: the address of the webhook is in\n%s", what, text)
		}
		owners[what] = text
	}
	for what, text := range owners {
		if text == "" {
			t.Errorf("%s: nothing was written; the test would prove nothing", what)
		}
		for _, form := range []string{string(raw), made.Secret, made.Secret[6:40], hex.EncodeToString(raw), base64.RawURLEncoding.EncodeToString(raw)} {
			if strings.Contains(text, form) {
				t.Errorf("%s: the secret of the webhook is in\n%s", what, text)
			}
		}
	}
}
