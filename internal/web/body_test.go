package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"kydai/internal/web"
)

// routesWithBody lists operations that read a request body.
var routesWithBody = []struct{ method, path string }{
	{http.MethodPost, "/api/matches"}, {http.MethodPost, "/api/offers"}, {http.MethodPatch, "/api/me"}, {http.MethodPost, "/api/tokens"},
	{http.MethodPost, "/api/matches/x/moves"}, {http.MethodPost, "/api/matches/x/acts"}, {http.MethodPost, "/api/matches/x/hint"},
}

// TestErrorsNeverPrintValues checks that the error for an invalid request body never contains a
// value of the body.
func TestErrorsNeverPrintValues(t *testing.T) {
	g := newSite(t).guest()
	const secret = "open-sesame"
	deep := func(n int) []byte {
		return []byte(strings.Repeat(`{"a":`, n) + `"` + secret + `"` + strings.Repeat(`}`, n))
	}
	wide := map[string]any{}
	for i := range 250 {
		wide[fmt.Sprint("k", i)] = secret
	}
	widely, _ := json.Marshal(wide)
	bodies := map[string][]byte{
		"deep": deep(300), "a little deep": deep(20), "wide": widely, "text": []byte(`"` + secret + `"`), "no JSON": []byte(secret),
		"wrong kinds": []byte(`{"game":["` + secret + `"],"seats":"` + secret + `","ply":"` + secret + `","code":{"x":"` + secret + `"},"name":["` + secret + `"],"kind":"` + secret + `","lines":"` + secret + `"}`),
		"long key":    []byte(`{"` + strings.Repeat("k", 3000) + `":1}`),
	}
	for _, route := range routesWithBody {
		for kind, body := range bodies {
			status, text := g.ask(route.method, route.path, body)
			if status < 400 || status >= 500 || !strings.Contains(string(text), `"text":"`) {
				t.Errorf("%s of %s: %d %s", kind, route.path, status, text)
			}
			if bytes.Contains(text, []byte(secret)) || len(text) > 1500 {
				t.Errorf("%s: the answer to a body that is %s has %d bytes: %.300s", route.path, kind, len(text), text)
			}
		}
	}
	status, text := g.ask(http.MethodGet, "/api/me/matches?limit="+secret, nil)
	if status != http.StatusUnprocessableEntity || bytes.Contains(text, []byte(secret)) || !bytes.Contains(text, []byte("query.limit")) {
		t.Errorf("a wrong parameter: %d %s", status, text)
	}
}

// TestBodyLimits checks that a request body is refused if it is larger than 4 kB (16 kB if it
// starts a match), is nested more than 32 deep, or has more than 256 values.
func TestBodyLimits(t *testing.T) {
	g := newSite(t).guest()
	for _, route := range routesWithBody {
		limit := 4 << 10
		if route.path == "/api/matches" || route.path == "/api/offers" {
			limit = 16 << 10
		}
		padded := func(size int) []byte { return append([]byte(`{}`), bytes.Repeat([]byte(" "), size-2)...) }
		if status, text := g.ask(route.method, route.path, padded(limit-1)); status == http.StatusRequestEntityTooLarge {
			t.Errorf("%s refuses %d bytes: %s", route.path, limit-1, text)
		}
		g.refused(http.StatusRequestEntityTooLarge, "bad-request", route.method, route.path, padded(limit))
		for depth, want := range map[int]bool{31: false, 33: true} {
			body := `{"x":` + strings.Repeat("[", depth-1) + `"[[["` + strings.Repeat("]", depth-1) + "}"
			if _, text := g.ask(route.method, route.path, []byte(body)); strings.Contains(string(text), "nested") != want {
				t.Errorf("%s: a body nested %d deep: %s", route.path, depth, text)
			}
		}
		for values, want := range map[int]bool{256: false, 257: true} {
			for _, one := range []string{"1", "{}", "[]", `",,,,"`} {
				body := `{"seats":[` + strings.Repeat(one+",", values-2) + one + `],"x":1}`
				if _, text := g.ask(route.method, route.path, []byte(body)); strings.Contains(string(text), "too many values") != want {
					t.Errorf("%s: a body of %d values %s: %s", route.path, values, one, text)
				}
			}
		}
	}
}

// TestWrongTypeHasItsCode checks that a body with a content type other than
// JSON is refused with its own error code, and that the response does not
// contain the body.
func TestWrongTypeHasItsCode(t *testing.T) {
	g := newSite(t).guest()
	for _, kind := range []string{"text/plain", "application/x-www-form-urlencoded", "application/cbor", strings.Repeat("x", 300) + "/y"} {
		status, text := g.ask(http.MethodPost, "/api/matches", []byte(`{"game":"open-sesame"}`), "Content-Type", kind)
		if status != http.StatusUnsupportedMediaType || !bytes.Contains(text, []byte(`"code":"wrong-type"`)) || bytes.Contains(text, []byte("sesame")) || len(text) > 300 {
			t.Errorf("%.40s: %d %s", kind, status, text)
		}
	}
}

// TestCancelledRequestIsNoWarning checks that a request cancelled by its client
// is not logged as a warning that the database is unreachable.
func TestCancelledRequestIsNoWarning(t *testing.T) {
	log := &lines{}
	db, b := newGround(t)
	slow := &slowStore{Store: db, asked: make(chan struct{}, 1)}
	s := newNode(t, slow, b, func(o *web.Options) { o.Log = slog.New(slog.NewTextHandler(log, nil)) })
	g := s.guest()
	for _, gone := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		r, _ := http.NewRequestWithContext(ctx, http.MethodGet, s.http.URL+"/api/tokens", http.NoBody)
		ended := make(chan struct{})
		slow.gone.Store(&gone)
		go func() {
			defer close(ended)
			if resp, err := g.client.Do(r); err == nil {
				_ = resp.Body.Close()
			}
		}()
		<-slow.asked
		if gone {
			cancel()
		}
		<-ended
		cancel()
		if !gone {
			log.wait(t, "cannot be reached")
			log.clear()
			continue
		}
		slow.wait(t)
		time.Sleep(20 * time.Millisecond) // long enough: if the request is not cancelled, the warning is logged within this time
		if text := log.String(); strings.Contains(text, "WARN") || strings.Contains(text, "ERROR") {
			t.Errorf("the log has %s", text)
		}
	}
}

// lines is a log buffer that can be read while it is written.
type lines struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) { l.mu.Lock(); defer l.mu.Unlock(); return l.b.Write(p) }
func (l *lines) String() string              { l.mu.Lock(); defer l.mu.Unlock(); return l.b.String() }
func (l *lines) clear()                      { l.mu.Lock(); defer l.mu.Unlock(); l.b.Reset() }

func (l *lines) wait(t *testing.T, want string) {
	t.Helper()
	for deadline := time.Now().Add(patience); !strings.Contains(l.String(), want); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the log says nothing of %q: %s", want, l)
		}
	}
}
