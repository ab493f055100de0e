//go:build linux

package chaos_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"kydai/test/load"
)

const (
	syncsEnv = "KYDAI_TEST_SYNCS" // enables TestSyncs
	// syncsGoal is the minimum number of stored changes per disk sync of a node when 500 matches
	// are played at the same time.
	syncsGoal = 16
)

// TestSyncs counts how many changes of matches share one disk sync (fsync or fdatasync) on SQLite,
// with 1 and with 500 matches at the same time. Strace counts the syncs. Unlike the number of
// changes per second, this ratio depends little on the speed of the disk or the machine.
func TestSyncs(t *testing.T) {
	if os.Getenv(syncsEnv) == "" {
		t.Skip(syncsEnv + " is not set")
	}
	d := time.Duration(number(measureEnv, 8)) * time.Second
	// With --seccomp-bpf, strace stops the node only at the traced system calls, so the other calls
	// stay fast.
	calls := filepath.Join(t.TempDir(), "calls")
	s := newSite(t, setting{sqlite: true, nodes: 1, watched: true, under: []string{"strace", "-D", "-f", "--seccomp-bpf", "-e", "trace=fsync,fdatasync", "-o", calls}})
	for _, matches := range []int{1, 500} {
		r := s.syncs(calls, matches, d)
		t.Logf("%d matches in flight: %.0f moves/s, %d changes in %d transactions and %d syncs: %.1f a transaction, %.1f a sync",
			matches, r.rate, r.changes, r.batches, r.syncs, float64(r.changes)/float64(r.batches), float64(r.changes)/float64(r.syncs))
		if matches == 500 && r.changes < syncsGoal*r.syncs {
			t.Errorf("%.1f changes a sync, goal %d", float64(r.changes)/float64(r.syncs), syncsGoal)
		}
	}
}

// syncCall matches the line of strace's output that shows the start of a sync call. A second line
// may report the end of the call.
var syncCall = regexp.MustCompile(`(?m)^\d+ +f(data)?sync\(`)

type syncCount struct {
	rate                    float64
	changes, batches, syncs int
}

// syncs plays matches and returns the numbers of changes, batches and syncs of the first
// node.
func (s *site) syncs(calls string, matches int, d time.Duration) (n syncCount) {
	s.t.Helper()
	read := func(sign int) func() {
		return func() {
			n.changes += sign * s.metric("kydai_commit_batch_size_sum")
			n.batches += sign * s.metric("kydai_commit_batch_size_count")
			text, err := os.ReadFile(calls)
			if err != nil {
				s.t.Fatal(err)
			}
			n.syncs += sign * len(syncCall.FindAll(text, -1))
		}
	}
	report, err := load.Run(s.t.Context(), load.Options{
		URLs: s.urls, Matches: matches, For: d, Games: []string{"chess"}, Seed: seed(), Silence: 30 * time.Second, Longest: 120,
		Begun: read(-1), Ended: read(1),
	})
	if err != nil {
		s.t.Fatal(err)
	}
	if !report.OK() {
		report.Write(s.t.Output())
		s.t.Fatal("a promise is broken")
	}
	n.rate = report.Rate
	if n.syncs == 0 || n.batches == 0 || n.changes == 0 {
		s.t.Fatalf("%+v: nothing was counted", n)
	}
	return n
}

// metric returns the value of a counter of the first node, summed over its labels.
func (s *site) metric(name string) int {
	s.t.Helper()
	resp, err := http.Get("http://" + s.admins[0] + "/metrics")
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	sum, found := 0.0, false
	for lines := bufio.NewScanner(io.LimitReader(resp.Body, 4<<20)); lines.Scan(); {
		key, value, _ := strings.Cut(lines.Text(), " ")
		if key != name && !strings.HasPrefix(key, name+"{") {
			continue
		}
		var v float64
		if _, err := fmt.Sscan(value, &v); err != nil {
			s.t.Fatal(err)
		}
		sum, found = sum+v, true
	}
	if !found {
		s.t.Fatal("no metric " + name)
	}
	return int(sum)
}
