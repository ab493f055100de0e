//go:build linux

package chaos_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// outageEnv is the environment variable that enables TestOutage. Its value is a folder for the
// address of the test, the inventory of the site and the results.
const outageEnv = "KYDAI_TEST_OUTAGE"

// outage is a fault that a person must find by alerts, panels and runbook alone.
type outage struct {
	kind     string // what is broken, such as "long lock"
	variants []variant
}

// variant is one form of an outage, such as a lock on a certain table.
type variant struct {
	name  string
	begin func(s *site) (end func())
}

func outages() []outage {
	clock := func(by string) func(s *site) func() {
		return func(s *site) func() {
			s.query(`UPDATE clock_step SET by = '` + by + `'`)
			return func() { s.query(`UPDATE clock_step SET by = '0'`) }
		}
	}
	return []outage{
		{"disk full", []variant{{"disk of PostgreSQL", fillPostgres}}},
		{"NATS cut", []variant{
			{"node 1", func(s *site) func() { return cut(s.toNATS[0]...) }},
			{"node 2", func(s *site) func() { return cut(s.toNATS[1]...) }},
			{"all servers stopped", func(s *site) func() {
				var ends []func()
				for _, p := range s.nats {
					ends = append(ends, stop(p))
				}
				return func() {
					for _, end := range ends {
						end()
					}
				}
			}},
		}},
		{"hanging worker", []variant{{"the only worker", func(s *site) func() { return stop(s.workers[0]) }}}},
		{"long lock", []variant{
			{"on live", func(s *site) func() { return lock(s, "live") }},
			{"on archive", func(s *site) func() { return lock(s, "archive") }},
		}},
		{"clock off", []variant{{"30 s ahead", clock("30 seconds")}, {"30 s behind", clock("-30 seconds")}}},
		{"certificate expired", []variant{{"of both nodes", func(s *site) func() {
			s.certificate(-time.Minute)
			return func() { s.certificate(90 * 24 * time.Hour) }
		}}}},
	}
}

// decoys are drawn only in the last draws, so that the last outage cannot be guessed from the
// others.
func decoys() []outage {
	return []outage{
		{"nothing broken", []variant{{"", func(*site) func() { return func() {} }}}},
		{"PostgreSQL stopped", []variant{
			{"hangs", func(s *site) func() {
				s.database.Signal(syscall.SIGSTOP)
				return func() { s.database.Signal(syscall.SIGCONT) }
			}},
			{"killed", func(s *site) func() { s.database.Kill(); return s.database.Start }},
		}},
	}
}

// fillPostgres fills the disk of PostgreSQL. Without room for its log of changes, PostgreSQL stops,
// so the end of the fault starts it again if necessary.
func fillPostgres(s *site) func() {
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() { _ = fill(ctx, s.file) })
	return func() {
		cancel()
		wg.Wait()
		time.Sleep(2 * time.Second)
		if !listens(s.database.Address())() {
			s.database.Kill()
			s.database.Start()
		}
	}
}

// order draws the six outages once each in random order, and then more of the outages and decoys
// with replacement.
func order(rnd *rand.Rand, more int) (list []outage) {
	list = outages()
	rnd.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	all := append(outages(), decoys()...)
	for range more {
		list = append(list, all[rnd.IntN(len(all))])
	}
	return list
}

// exercise is a site of which one thing after another is broken without saying which.
type exercise struct {
	t        *testing.T
	site     *site
	program  string // path of Prometheus
	dir      string
	boards   []dashboard
	requests chan func()

	mu      sync.Mutex
	watcher *observer
}

// TestOutage breaks a site in a way that it does not tell, until a person says what is broken:
//
//	POST /break    breaks the next thing; the choice is sealed
//	GET  /look     prints alerts and panels; ?only= filters by dashboard or title
//	POST /verdict  takes what the person believes, opens the seal and mends the site
//	POST /end      ends the test
func TestOutage(t *testing.T) {
	dir := os.Getenv(outageEnv)
	if dir == "" {
		t.Skip(outageEnv + " is not set")
	}
	prometheus, err := exec.LookPath("prometheus")
	if err != nil {
		t.Skip("prometheus is not installed")
	}
	s := newSite(t, setting{nodes: 2, workers: 1, clock: true, small: true, https: true, watched: true})
	t.Setenv("SSL_CERT_FILE", s.roots()) // the players must trust the authority of the site
	defer busy(t, s, 8, 1)()
	time.Sleep(5 * time.Second) // so that the two groups of players do not pause at the same time
	defer busy(t, s, 8, 1)()
	time.Sleep(5 * time.Second)
	e := &exercise{t: t, site: s, program: prometheus, dir: dir, boards: dashboards(t), requests: make(chan func())}
	e.serve(order(rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())), 6)) //nolint:gosec // the order need not be secure
}

// serve answers the requests of the person until all outages are drawn or the person ends the test.
func (e *exercise) serve(list []outage) {
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	defer server.Close()
	ended := make(chan struct{})
	next, end := 0, func(string) string { return "nothing was broken yet\n" }
	e.settle()
	mux.HandleFunc("GET /look", func(w http.ResponseWriter, r *http.Request) {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.watcher.show(w, e.boards, r.FormValue("only"), time.Now())
	})
	mux.HandleFunc("POST /break", func(w http.ResponseWriter, _ *http.Request) {
		e.inTest(w, func() string {
			if next == len(list) {
				return "all outages were drawn\n"
			}
			next++
			end = e.begin(next, list[next-1])
			return fmt.Sprintf("broken: draw %d of %d at %s\n", next, len(list), time.Now().Format(time.TimeOnly))
		})
	})
	mux.HandleFunc("POST /verdict", func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(io.LimitReader(r.Body, 4<<10))
		e.inTest(w, func() string { return end(string(text)) })
		select {
		case e.requests <- e.settle:
		case <-ended:
		}
	})
	mux.HandleFunc("POST /end", func(http.ResponseWriter, *http.Request) { close(ended) })
	e.write("address", server.URL+"\n")
	e.write("site.txt", e.inventory())
	for {
		select {
		case <-ended:
			return
		case run := <-e.requests:
			run()
		}
	}
}

// inTest runs f on the goroutine of the test, because only that goroutine may end the test, and
// sends its result as the answer.
func (e *exercise) inTest(w io.Writer, f func() string) {
	done := make(chan string)
	e.requests <- func() { done <- f() }
	_, _ = io.WriteString(w, <-done)
}

func (e *exercise) write(name, text string) {
	if err := os.WriteFile(filepath.Join(e.dir, name), []byte(text), 0o600); err != nil {
		e.t.Fatal(err)
	}
}

// inventory returns what the operator of a site knows about it.
func (e *exercise) inventory() string {
	var b bytes.Buffer
	_, _ = fmt.Fprintf(&b, "PostgreSQL  %s\nNATS  %s\nlogs  %s/*.log\n", e.site.databaseAt(e.site.database.Address()), natsURLs(e.site.natsAddresses()), e.site.dir)
	for i, p := range slices.Concat(e.site.nodes, e.site.workers) {
		_, _ = fmt.Fprintf(&b, "%s  admin %s  %s '%s'\n", p.name, slices.Concat(e.site.admins, e.site.wadmins)[i], p.path, strings.Join(p.args, "' '"))
	}
	return b.String()
}

// settle starts a new Prometheus and waits until no alert fires and the panels show calm minutes.
func (e *exercise) settle() {
	o := newPrometheus(e.t, e.site, e.program)
	e.mu.Lock()
	if e.watcher != nil {
		e.watcher.end()
	}
	e.watcher = o
	e.mu.Unlock()
	o.settle()
	time.Sleep(time.Minute)
	o.settle()
}

// begin breaks one thing and notes when each alert fires. The returned function mends it and says
// what it was.
func (e *exercise) begin(n int, o outage) (end func(verdict string) string) {
	v := o.variants[rand.IntN(len(o.variants))] //nolint:gosec // the choice need not be secure
	e.write(fmt.Sprintf("sealed-%d", n), o.kind+", "+v.name+"\n")
	began, watcher := time.Now(), e.watcher
	mend := v.begin(e.site)
	ctx, cancel := context.WithCancel(e.t.Context())
	fired := map[string]time.Duration{}
	var wg sync.WaitGroup
	wg.Go(func() {
		for after(ctx, scrapeEvery/4) {
			for _, name := range watcher.firing() {
				if fired[name] == 0 {
					fired[name] = time.Since(began)
				}
			}
		}
	})
	return func(verdict string) string {
		took := time.Since(began)
		cancel()
		wg.Wait()
		mend()
		names := slices.SortedFunc(maps.Keys(fired), func(a, b string) int { return int(fired[a] - fired[b]) })
		for i, name := range names {
			names[i] = fmt.Sprintf("%s %.0f s", name, fired[name].Seconds())
		}
		text := fmt.Sprintf("draw %d: %s, %s\nalerts: %s\nverdict after %.0f s: %s\n", n, o.kind, v.name, strings.Join(names, ", "), took.Seconds(), strings.TrimSpace(verdict))
		e.write(fmt.Sprintf("result-%d", n), text)
		for _, p := range e.site.nodes {
			eventually(e.t, time.Minute, p.name+" is up again", p.up)
		}
		return text
	}
}
