package main

import (
	"io"
	"net/http"
	"regexp"
	"strconv"
	"testing"
	"time"

	"kydai/test/servers"
)

// figure returns the value of a metric. A missing metric fails the test.
func figure(t *testing.T, admin, name string) float64 {
	t.Helper()
	r, err := http.Get("http://" + admin + "/metrics") //nolint:noctx // it ends with the test
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close() //nolint:errcheck // it was read
	text, _ := io.ReadAll(r.Body)
	m := regexp.MustCompile(`(?m)^kydai_` + name + ` (\S+)$`).FindSubmatch(text)
	if m == nil {
		t.Fatalf("there is no metric %s", name)
	}
	n, _ := strconv.ParseFloat(string(m[1]), 64)
	return n
}

// TestOverloadOfWorkersShows checks that the metrics show an overload of the engine workers: the
// number of engine jobs that wait for a worker, and how busy the workers are.
func TestOverloadOfWorkersShows(t *testing.T) {
	asked := func(workers string) (admin string, b *behind, id string) {
		admin = servers.FreeAddress(t)
		url, _ := startServer(t, t.TempDir(), "--workers", workers, "--proxy", "127.0.0.1", "--admin", admin)
		b = newBehind(t, url, "192.0.2.9")
		id, status := b.start(levelSeat(1), humanSeat)
		if status != http.StatusOK {
			t.Fatalf("a match is answered %d", status)
		}
		b.watch(id)
		return admin, b, id
	}
	soon := func(what string, ok func() bool) {
		t.Helper()
		for end := time.Now().Add(time.Minute); !ok(); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("it is never told that %s", what)
			}
		}
	}
	admin, _, _ := asked("0")
	soon("a job waits without workers", func() bool {
		return figure(t, admin, "engine_jobs_in_flight")+figure(t, admin, "engine_jobs_failed_total") >= 1
	})
	admin, _, _ = asked("1")
	soon("a worker has done a job", func() bool { return figure(t, admin, "worker_jobs_total") >= 1 })
	if n := figure(t, admin, "worker_slots"); n != 1 {
		t.Errorf("one worker has %v slots", n)
	}
	for _, name := range []string{"worker_busy", "worker_refused_total", "worker_cut_total", "bus_dropped_total", "bus_missed_total", "bus_reconnects_total", "engine_jobs_waiting"} {
		figure(t, admin, name)
	}
}

// TestNoOrigins checks that kydai serve has no flag --origin. Pages of other sites cannot act for a
// player, because their requests carry no cookie.
func TestNoOrigins(t *testing.T) {
	if (&app{out: io.Discard, err: io.Discard}).run([]string{"serve", "--origin", "http://example.org"}) == 0 {
		t.Error("--origin is taken")
	}
}
