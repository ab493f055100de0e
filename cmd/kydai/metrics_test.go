package main

import (
	"context"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kydai/internal/play"
	"kydai/internal/store"
	"kydai/internal/version"
	"kydai/test/servers"
)

const testWorkerToken = "a-token-of-a-worker-0123456789"

// observed holds the URL of a test server and the admin addresses of the server and of a separate
// worker.
type observed struct {
	url, server, worker string
	visitor             *visitor
}

// observe starts a server that runs no engine searches, and a separate worker that runs all of
// them.
func observe(t *testing.T, args ...string) *observed {
	t.Helper()
	o := &observed{server: servers.FreeAddress(t), worker: servers.FreeAddress(t)}
	nats := servers.FreeAddress(t)
	o.url, _ = startServer(t, t.TempDir(), append([]string{
		"--workers", "0", "--admin", o.server, "--nats-listen", nats, "--worker-token", testWorkerToken,
	}, args...)...)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		w := &wire{nats: listFlag{"nats://" + nats}, token: testWorkerToken}
		ended <- (&app{out: io.Discard, err: io.Discard}).worker(ctx, w, &adminAddress{admin: o.worker}, nil, 1)
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	soon(t, "the worker is ready", func() bool { return status(o.worker, "/readyz") == http.StatusOK })
	o.visitor = newVisitor(t, o.url)
	return o
}

func soon(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not in a minute: %s", what)
		}
	}
}

func status(address, path string) int {
	r, err := http.Get("http://" + address + path) //nolint:noctx // the server ends with the test, so the request needs no context
	if err != nil {
		return 0
	}
	_ = r.Body.Close()
	return r.StatusCode
}

// play plays one move against an engine level. The separate worker computes the engine's reply.
func (o *observed) play(t *testing.T) {
	t.Helper()
	var made struct{ ID string }
	o.visitor.ask(http.MethodPost, "/api/matches", map[string]any{
		"game": exampleGame(0), "seats": []map[string]any{{"kind": "human"}, {"kind": "level", "level": 1}},
	}, &made)
	line := exampleMoves(allGames()[0], 1, 1)
	o.visitor.ask(http.MethodPost, "/api/matches/"+made.ID+"/moves", map[string]any{"ply": 0, "code": line}, nil)
	soon(t, "the engine has moved", func() bool { return len(o.visitor.codes(made.ID)) == 2 })
}

// hostile sends requests with texts that an attacker could choose. If the server copied client
// input into metric labels, its metrics would contain these texts.
func (o *observed) hostile() {
	for _, q := range []struct{ method, path, body string }{
		{"GET", "/api/matches/evil-label", ""}, {"POST", "/api/matches", `{"game":"evil-label"}`}, {"POST", "/api/matches", `{"game":`},
		{"BREW", "/api/evil-label", ""}, {"GET", "/evil-label?evil-label=1", ""}, {"DELETE", "/api/games", ""},
		{"POST", "/api/token", `{"name":"evil-label"}`}, {"GET", "/api/players/evil-label", ""}, {"GET", "/api/me/matches?after=evil-label", ""},
		{"POST", "/api/matches/evil-label/moves", `{"ply":0,"code":"evil-label"}`}, {"POST", "/api/session", `{"name":"evil-label","password":"evil-label"}`},
		{"GET", "/api/matches/a/evil-label", ""}, {"PUT", "/api/offers/evil-label", `{}`},
	} {
		r, err := http.NewRequestWithContext(context.Background(), q.method, o.url+q.path, strings.NewReader(q.body))
		if err != nil {
			continue
		}
		for _, h := range []string{"User-Agent", "X-Request-Id", "X-Forwarded-For", "Accept-Language", "Referer"} {
			r.Header.Set(h, "evil-label")
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer evil-label")
		if resp, err := http.DefaultClient.Do(r); err == nil {
			_ = resp.Body.Close()
		}
	}
}

var (
	sample = regexp.MustCompile(`(?m)^([a-z_]+)(?:\{(.*)\})? \S+$`)
	label  = regexp.MustCompile(`([a-z_]+)="((?:[^"\\]|\\.)*)"`)
)

// sampled is one line of a scraped metrics page: the value of a metric with its labels.
type sampled struct {
	name   string
	labels map[string]string
}

func scrape(t *testing.T, address string) (all []sampled) {
	t.Helper()
	r, err := http.Get("http://" + address + "/metrics") //nolint:noctx // the server ends with the test, so the request needs no context
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close() //nolint:errcheck // it was read
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range sample.FindAllStringSubmatch(string(text), -1) {
		s := sampled{name: m[1], labels: map[string]string{}}
		for _, l := range label.FindAllStringSubmatch(m[2], -1) {
			s.labels[l[1]] = l[2]
		}
		all = append(all, s)
	}
	return all
}

// knownLabels returns one function per metric label, by the name of the label. The function reports
// whether a value is allowed for the label.
func knownLabels(t *testing.T) map[string]func(string) bool {
	t.Helper()
	docs, err := os.ReadFile("../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	among := func(values ...string) func(string) bool {
		return func(v string) bool { return slices.Contains(values, v) }
	}
	number := func(v string) bool { _, err := strconv.ParseFloat(v, 64); return err == nil }
	return map[string]func(string) bool{
		"le": number, "quantile": number, "version": among(version.Get().Version, version.Get().Go),
		"go": among(version.Get().Go), "os": func(v string) bool { return len(v) < 10 }, "arch": func(v string) bool { return len(v) < 10 },
		"code": func(v string) bool { return strings.Contains(string(docs), "`"+v+"`") },
		"door": among("socket", "rest"), "why": among("flood", "silent", "slow"), "lane": among(store.Lanes[:]...),
		"limit": among("creates", "downloads", "films", "hints", "moves", "pages", "pictures", "probes", "requests", "studies"),
		"class": among(play.JobClasses()...), "state": among("busy", "idle"), "by": among("reconcile", "gap"),
		"result": among("delivered", "failed", "gone", "refused"), "consumer": among("statistics", "ratings", "played", "notices", "webhooks", "events", "classes"),
	}
}

// TestLabelsAreOurs checks that after requests of a hostile client, every label of every metric
// still has one of the known values.
func TestLabelsAreOurs(t *testing.T) {
	o := observe(t)
	o.play(t)
	o.hostile()
	known := knownLabels(t)
	for address, least := range map[string]int{o.server: 250, o.worker: 40} {
		all := scrape(t, address)
		if len(all) < least {
			t.Errorf("%d samples; the test would prove little", len(all))
		}
		for _, s := range all {
			for name, value := range s.labels {
				if known[name] == nil || !known[name](value) {
					t.Errorf("%s has the label %s=%q", s.name, name, value)
				}
			}
		}
	}
}

// TestPartsAreMeasured checks that a server and a worker export the metrics that an operator needs
// for every component. It also checks that one move is counted in the histogram of each component
// that processes the move.
func TestPartsAreMeasured(t *testing.T) {
	o := observe(t)
	o.play(t)
	for _, name := range []string{
		"sockets", "bot_streams", "watches", "lobby_offers", "pairing_waiting", "nodes", "nodes_lost_total", "outages", "heartbeat_age_seconds",
		"bus_connected", "bus_sent_total", "bus_reconnects_total", "clock_offset_seconds", "clock_correction_seconds", "clock_machine_seconds",
		"clock_steps_total",
		"engine_turn_age_seconds", "archive_failing", "archived_total", "review_positions_total", "pushes_waiting", "database_damaged",
		"push_seconds_count", "flag_late_seconds_count", "resume_seconds_count", "request_seconds_count",
	} {
		figure(t, o.server, name)
	}
	for _, name := range []string{
		"ack_seconds_count", `commit_seconds_count\{lane="moves"\}`, `commit_batch_size_count\{lane="moves"\}`,
		`engine_wait_seconds_count\{class="now"\}`, `moves_total\{door="rest"\}`, "engine_seconds_total",
	} {
		if figure(t, o.server, name) <= 0 {
			t.Errorf("a move does not show in %s", name)
		}
	}
	if figure(t, o.worker, "worker_jobs_total") < 1 || figure(t, o.worker, "worker_slots") != 1 || figure(t, o.worker, "bus_connected") != 1 {
		t.Error("the worker does not show its job")
	}
	for _, address := range []string{o.server, o.worker} {
		if status(address, "/healthz") != http.StatusOK {
			t.Errorf("%s is not healthy", address)
		}
		var names []string
		for _, s := range scrape(t, address) {
			names = append(names, s.name)
		}
		for _, name := range []string{"go_goroutines", "process_cpu_seconds_total", "kydai_build_info"} {
			if !slices.Contains(names, name) {
				t.Errorf("%s has no %s", address, name)
			}
		}
	}
}
