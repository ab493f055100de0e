package web_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kydai/internal/play"
	"kydai/internal/store"
	"kydai/internal/web"
)

// patientStore is a store for tests that counts heartbeats. A test can make its heartbeats fail, or
// make it report a corrupt database.
type patientStore struct {
	play.Store
	beats atomic.Int32
	deaf  atomic.Bool // if set, heartbeats fail
	ill   atomic.Bool // if set, the database is known to be corrupt
}

var errIll = errors.New("database disk image is malformed")

func (p *patientStore) Beat(ctx context.Context, node string, body []byte) error {
	p.beats.Add(1)
	if p.deaf.Load() {
		return errors.Join(play.ErrUnavailable, errIll)
	}
	return p.Store.Beat(ctx, node, body)
}

func (p *patientStore) Health() error {
	if p.ill.Load() {
		return errIll
	}
	return nil
}

func becomes(t *testing.T, s *site, status int, why string) {
	t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		got := raw(t, s, http.MethodGet, "/readyz").StatusCode
		if got == status {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s: /readyz says %d; want %d", why, got, status)
		}
	}
}

// TestReadyzIsFree checks that /readyz uses the result of the last heartbeat, writes nothing and
// does not need the message bus. It must report that the node is not ready if the database fails or
// is corrupt.
func TestReadyzIsFree(t *testing.T) {
	db, b := newGround(t)
	ill := &patientStore{Store: db}
	s := newNode(t, ill, b, func(o *web.Options) { o.Limits.Probes = web.Rate{Second: 1e6, Burst: 1e6} })
	becomes(t, s, http.StatusOK, "at first")
	before, began := ill.beats.Load(), time.Now()
	const probes = 500
	for range probes {
		if got := raw(t, s, http.MethodGet, "/readyz").StatusCode; got != http.StatusOK {
			t.Fatalf("it says %d", got)
		}
	}
	if n := ill.beats.Load() - before; float64(n) > 2+4*time.Since(began).Seconds() {
		t.Errorf("%d probes wrote %d heartbeats", probes, n)
	}
	ill.deaf.Store(true)
	becomes(t, s, http.StatusServiceUnavailable, "while heartbeats fail")
	ill.deaf.Store(false)
	becomes(t, s, http.StatusOK, "after they are back")
	ill.ill.Store(true)
	becomes(t, s, http.StatusServiceUnavailable, "over a corrupt database")
	ill.ill.Store(false)
	becomes(t, s, http.StatusOK, "after it was mended")
	if got := s.metric("kydai_bus_connected", ""); got != 1 {
		t.Errorf("with a bus the metric is %v", got)
	}
	for _, name := range []string{"sent", "dropped", "received", "missed", "refused", "reconnects"} {
		if got := s.metric("kydai_bus_"+name+"_total", ""); name == "sent" && got <= 0 || got < 0 {
			t.Errorf("the bus counts %v of %s", got, name)
		}
	}
	b.Close()
	becomes(t, s, http.StatusOK, "without the bus")
	if got := s.metric("kydai_bus_connected", ""); got != 0 {
		t.Errorf("without a bus the metric is %v", got)
	}
}

// TestReadyzOverDamage damages a database file while it is open. The damage must be detected when a
// damaged page is read. From then on the node must report that it is not ready.
func TestReadyzOverDamage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kydai.db")
	first, err := store.OpenSQLite(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	const matches = 60 // each match has 100 kB, so together they do not fit into the cache of a database connection
	for i := range matches {
		row := play.Row{ID: fmt.Sprint("m", i), Game: "chess", Terms: bytes.Repeat([]byte("x"), 100_000)}
		if _, err := first.Create(t.Context(), row); err != nil {
			t.Fatal(err)
		}
	}
	if err := first.Close(); err != nil { // closing writes all data from the WAL to the file
		t.Fatal(err)
	}
	db, err := store.OpenSQLite(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	_, b := newGround(t)
	s := newNode(t, db, b)
	becomes(t, s, http.StatusOK, "at first")
	if db.Health() != nil {
		t.Fatalf("unhealthy at first: %v", db.Health())
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(file, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	for at := 2 * page; at < len(text); at += page {
		if bytes.Contains(text[at:at+page], []byte("xxxxxxxx")) { // this page contains the row of a match
			if _, err := f.WriteAt(bytes.Repeat([]byte{0xa5}, page), int64(at)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for i := range matches { // load every match, so that damaged pages are read; ignore the errors
		_, _ = db.Load(t.Context(), fmt.Sprint("m", i))
	}
	if !errors.Is(db.Health(), play.ErrDamaged) {
		t.Fatalf("health: %v", db.Health())
	}
	becomes(t, s, http.StatusServiceUnavailable, "over pages that were damaged since")
}

// TestAdminAnswersThisMachineOnly checks that the admin handler refuses requests whose Host header
// names another machine. It also checks that the command line is not shown and that /readyz is
// served.
func TestAdminAnswersThisMachineOnly(t *testing.T) {
	s := newSite(t)
	ask := func(h http.Handler, host, path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, path, http.NoBody)
		r.Host = host
		h.ServeHTTP(w, r)
		return w
	}
	admin := s.web.Admin()
	for host, want := range map[string]int{
		"localhost:8081": 200, "127.0.0.1:8081": 200, "[::1]:8081": 200, "LOCALHOST": 200, "127.9.9.9": 200,
		"evil.example:8081": 421, "localhost.evil.example": 421, "10.0.0.1": 421, "": 421,
	} {
		if w := ask(admin, host, "/metrics"); w.Code != want {
			t.Errorf("for the host %q it answers %d; want %d", host, w.Code, want)
		}
	}
	if w := ask(admin, "localhost", "/readyz"); w.Code != http.StatusOK {
		t.Errorf("/readyz: %d", w.Code)
	}
	if w := ask(admin, "localhost", "/debug/pprof/cmdline"); w.Code != http.StatusNotFound || strings.Contains(w.Body.String(), "test") {
		t.Errorf("the command line: %d %s", w.Code, w.Body)
	}
	open := newSite(t, func(o *web.Options) { o.AdminOpen = true }).web.Admin()
	if w := ask(open, "metrics.example", "/metrics"); w.Code != http.StatusOK {
		t.Errorf("one that is open: %d", w.Code)
	}
}

// TestHostNames checks that a site that knows its names refuses requests for other names. So a page
// of another site cannot reach the server under the host name of that site (DNS rebinding).
func TestHostNames(t *testing.T) {
	s := newSite(t, func(o *web.Options) { o.Hosts = []string{"Kydai.example", "127.0.0.1"} })
	for host, want := range map[string]int{
		"kydai.example": 200, "KYDAI.example:8080": 200, "127.0.0.1:1": 200, "evil.example": 421, "kydai.example.evil": 421, "localhost": 421,
	} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, "/api/games", http.NoBody)
		r.Host = host
		s.web.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("for %s it answers %d; want %d", host, w.Code, want)
		}
	}
}

// TestSecurityContact checks that security.txt exists only if the operator has set a contact.
func TestSecurityContact(t *testing.T) {
	const path = "/.well-known/security.txt"
	if got := raw(t, newSite(t), http.MethodGet, path).StatusCode; got != http.StatusNotFound {
		t.Errorf("without a contact: %d", got)
	}
	s := newSite(t, func(o *web.Options) { o.SecurityContact = "mailto:safe@kydai.example" })
	status, text := s.guest().ask(http.MethodGet, path, nil)
	if status != http.StatusOK || !strings.HasPrefix(string(text), "Contact: mailto:safe@kydai.example\nExpires: 2") {
		t.Errorf("%d %s", status, text)
	}
}
