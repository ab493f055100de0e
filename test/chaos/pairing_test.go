//go:build linux

package chaos_test

import (
	"context"
	"math"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Environment variables of TestPairing.
const (
	seekersEnv   = "KYDAI_TEST_PAIRING"      // numbers of seekers, such as "1000,5000"; if it is not set, 60
	pairCostEnv  = "KYDAI_TEST_PAIRING_COST" // maximum CPU time of the nodes per pairing, in ms; checked above pairTimedMax seekers
	pairTimedMax = 1000                      // with more seekers, the waiting time is reported but not checked
)

const (
	seekGame    = "chess"
	seekSpeed   = "rapid"
	pairedSoon  = 10 * time.Second // time limit for pairing all accounts after the last one has requested a pairing (again)
	pairedLater = 3 * time.Minute  // the same time limit, for runs with more than pairTimedMax seekers
)

// TestPairing lets accounts request opponents on two nodes, and kills one node when half of the
// accounts have made their request. Every account must be paired exactly once, and no account may
// be left without an opponent.
func TestPairing(t *testing.T) {
	sizes := "60"
	if text := os.Getenv(seekersEnv); text != "" {
		sizes = text
	} else if os.Getenv(chaosEnv) == "" {
		t.Skip(seekersEnv + " says how many")
	}
	for _, text := range strings.Split(sizes, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n%2 != 0 {
			t.Fatalf("%s: %q is not an even number", seekersEnv, text)
		}
		t.Run(text, func(t *testing.T) { pairMany(t, n) })
	}
}

func pairMany(t *testing.T, n int) {
	room(t, 2*n+1000)
	s := newSite(t, setting{nodes: 2})
	all := newSeekers(t, s.store(), n)
	eventually(t, time.Minute, "all have a rating", func() bool { return s.read("SELECT COUNT(*) FROM ratings") == strconv.Itoa(n) })
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	defer wg.Wait()
	defer stop()
	client := &http.Client{Transport: &http.Transport{MaxConnsPerHost: 500, MaxIdleConnsPerHost: 500}}
	for _, k := range all {
		if err := k.connect(ctx, s.urls); err != nil {
			t.Fatal(err)
		}
	}

	used := s.processors()
	var sought atomic.Int64
	half := make(chan struct{})
	for i, k := range all {
		wg.Go(func() {
			wait(ctx, time.Duration(i)*2*time.Second/time.Duration(n)*time.Duration(max(1, n/pairTimedMax)))
			if sought.Add(1) == int64(n/2) {
				close(half)
			}
			k.live(ctx, client, s.urls)
		})
	}
	<-half
	killed := processor(s.nodes[1].cmd.Process.Pid)
	s.nodes[1].kill()
	limit := pairedSoon
	if n > pairTimedMax {
		limit = pairedLater
	}
	waiting := func() (left int, last time.Time) {
		for _, k := range all {
			k.mu.Lock()
			if k.asked.After(last) {
				last = k.asked
			}
			if k.paired.IsZero() {
				left++
			}
			k.mu.Unlock()
		}
		return left, last
	}
	for {
		left, last := waiting()
		if left == 0 {
			break
		}
		if !last.IsZero() && time.Since(last) > limit {
			t.Errorf("%d of %d seekers are not paired %v after the last one returned", left, n, limit)
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	cpu := s.processors()
	cpu[1] = killed
	s.judgePairs(all)
	reportPairs(t, all)
	pairs := float64(n / 2)
	each := func(d time.Duration) float64 { return d.Seconds() * 1000 / pairs }
	nodes := each(cpu[0] - used[0] + cpu[1] - used[1])
	t.Logf("CPU a pairing: %.2f ms of the nodes, %.2f ms of the database", nodes, each(cpu[2]-used[2]))
	if most := number(pairCostEnv, math.Inf(1)); n > pairTimedMax && nodes > most {
		t.Errorf("a pairing takes %.2f ms of CPU, want at most %v", nodes, most)
	}
}

// processors returns the CPU time used by each of the two nodes and by the database.
func (s *site) processors() (used [3]time.Duration) {
	for i, p := range s.nodes[:2] {
		p.mu.Lock()
		if p.cmd != nil {
			used[i] = processor(p.cmd.Process.Pid)
		}
		p.mu.Unlock()
	}
	for _, pid := range s.database.Processes() {
		used[2] += processor(pid)
	}
	return used
}

// read returns the result of a database query as text, one row per line.
func (s *site) read(sql string) string {
	s.t.Helper()
	out, err := exec.Command("psql", "-X", "-A", "-t", "-F", " ", "-d", s.databaseAt(s.database.Address()), "-c", sql).Output()
	if err != nil {
		s.t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// judgePairs checks that each seeker has exactly one match in the database and was notified of
// exactly this match. It also checks that no ticket (stored request to be paired) is left open.
func (s *site) judgePairs(all []*seeker) {
	s.t.Helper()
	if open := s.read("SELECT COUNT(*) FROM tickets WHERE match_id = ''"); open != "0" {
		s.t.Errorf("%s tickets are forgotten", open)
	}
	rows := map[string][]string{}
	for line := range strings.Lines(s.read("SELECT id, first, second FROM live UNION SELECT id, first, second FROM archive")) {
		f := strings.Fields(line)
		for _, player := range f[1:] {
			rows[player] = append(rows[player], f[0])
		}
	}
	wrong := 0
	for _, k := range all {
		k.mu.Lock()
		if ids := rows[k.id]; len(ids) != 1 || len(k.matches) != 1 || !k.matches[ids[0]] {
			if wrong++; wrong <= 10 {
				s.t.Errorf("%s has the matches %v and heard of %v", k.id, ids, k.matches)
			}
		}
		k.mu.Unlock()
	}
	if wrong > 0 {
		s.t.Errorf("%d of %d seekers do not have one match each", wrong, len(all))
	}
}

// reportPairs prints the rating difference in each pair, and the waiting times.
func reportPairs(t *testing.T, all []*seeker) {
	t.Helper()
	byMatch := map[string]float64{}
	var gaps, waits []float64
	var returned, last time.Time
	for _, k := range all {
		k.mu.Lock()
		for id := range k.matches {
			if other, ok := byMatch[id]; ok {
				gaps = append(gaps, math.Abs(k.rating-other))
			}
			byMatch[id] = k.rating
		}
		waits = append(waits, k.paired.Sub(k.sought).Seconds())
		if k.asked.After(returned) {
			returned = k.asked
		}
		if k.paired.After(last) {
			last = k.paired
		}
		k.mu.Unlock()
	}
	middle, far := quantiles(gaps)
	t.Logf("gap of rating: median %.0f, p95 %.0f", middle, far)
	middle, far = quantiles(waits)
	t.Logf("wait: median %.2f s, p95 %.2f s", middle, far)
	t.Logf("all of %d paired %.2f s after the last one returned", len(all), last.Sub(returned).Seconds())
}

// quantiles returns the median (middle) and the 95th percentile (far) of a list.
func quantiles(list []float64) (middle, far float64) {
	if len(list) == 0 {
		return math.NaN(), math.NaN()
	}
	slices.Sort(list)
	return list[len(list)/2], list[len(list)*95/100]
}
