//go:build linux

package chaos_test

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"kydai/test/load"
)

// Environment variables of TestGrowth.
const (
	growthEnv = "KYDAI_TEST_GROWTH"      // how long the largest number of matches is kept running; if it is not set, the test is skipped
	plotEnv   = "KYDAI_TEST_GROWTH_PLOT" // output file of the plot, as SVG
	sizesEnv  = "KYDAI_TEST_GROWTH_SIZES"
	rateEnv   = "KYDAI_TEST_GROWTH_RATE"
)

// cost holds the measured cost of a move when a given number of matches is played at the same time.
type cost struct {
	matches  int
	rate     float64 // moves per second
	p99      time.Duration
	node     float64 // CPU microseconds of the node per move
	database float64 // CPU microseconds of the database per move
	client   float64 // CPU microseconds of the test itself per move
	wal      float64 // bytes of the write-ahead log per move
	rss      float64 // resident memory of the node, in MB
}

// window is how long the test plays with each number of matches. It is shorter than the checkpoint
// interval of the database, because the write-ahead log contains each page in full when the page is
// first changed after a checkpoint. This would raise the measured cost.
const window = 30 * time.Second

// TestGrowth plays the same total number of moves per second in 100 to 5,000 matches and checks
// that the cost per move does not grow. It then plays the largest number of matches for a long
// time. At the end it compares the number of moves per second on two nodes and on one node.
func TestGrowth(t *testing.T) {
	hold, err := time.ParseDuration(os.Getenv(growthEnv))
	if err != nil {
		t.Skip(growthEnv + " says how long")
	}
	sizes := []int{100, 300, 1000, 2500, 5000}
	if text := os.Getenv(sizesEnv); text != "" {
		sizes = nil
		for _, f := range strings.Split(text, ",") {
			n, err := strconv.Atoi(f)
			if err != nil {
				t.Fatal(err)
			}
			sizes = append(sizes, n)
		}
	}
	most := sizes[len(sizes)-1]
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // fewer garbage collections in the clients; the pauses would count as latency of the node
	room(t, 2*most+1000)
	total := number(rateEnv, 0.2*float64(most))
	var costs []cost
	t.Logf("%8s %10s %10s %12s %12s %12s %10s %8s", "matches", "moves/s", "p99 ms", "node µs", "database µs", "client µs", "WAL bytes", "RSS MB")
	row := func(n int, d time.Duration) cost {
		s := newSite(t, setting{nodes: 1})
		defer s.end()
		c := s.cost(n, total/float64(n), d)
		t.Logf("%8d %10.1f %10.1f %12.0f %12.0f %12.0f %10.0f %8.0f", c.matches, c.rate, c.p99.Seconds()*1000, c.node, c.database, c.client, c.wal, c.rss)
		return c
	}
	for _, n := range sizes {
		costs = append(costs, row(n, min(hold, window)))
	}
	if file := os.Getenv(plotEnv); file != "" {
		if err := os.WriteFile(file, []byte(plot(costs)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d matches held for %v, checkpoints of the database included:", most, hold)
	last := row(most, hold)
	if last.p99 > 100*time.Millisecond {
		t.Errorf("with %d matches p99 is %v", last.matches, last.p99)
	}
	if last.rate < 0.9*total {
		t.Errorf("%d matches had %.1f moves a second, want %.1f", last.matches, last.rate, total)
	}
	flat(t, "processor time", costs, func(c cost) float64 { return c.node + c.database })
	flat(t, "WAL", costs, func(c cost) float64 { return c.wal })

	var rates [2]float64
	for i := range rates {
		s := newSite(t, setting{nodes: i + 1})
		rates[i] = measure(t, s, 500, 0, min(hold, 20*time.Second)).Rate
		s.end()
	}
	t.Logf("500 matches as fast as they can: one node %.0f moves/s, two nodes %.0f, ratio %.2f", rates[0], rates[1], rates[1]/rates[0])
}

// flat checks that the cost per move is almost the same for all numbers of matches: the largest
// value is at most a fifth above the smallest.
func flat(t *testing.T, what string, costs []cost, of func(cost) float64) {
	t.Helper()
	low, high := of(costs[0]), of(costs[0])
	for _, c := range costs {
		low, high = min(low, of(c)), max(high, of(c))
	}
	t.Logf("%s for a move: %.0f to %.0f, ratio %.2f", what, low, high, high/low)
	if high > 1.2*low {
		t.Errorf("%s for a move grows from %.0f to %.0f", what, low, high)
	}
}

// room raises this process's limit of open files to files.
func room(t *testing.T, files int) {
	t.Helper()
	var l syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l); err != nil {
		t.Fatal(err)
	}
	if l.Cur < uint64(files) { //nolint:gosec // files is not negative
		higher := syscall.Rlimit{Cur: uint64(files), Max: max(l.Max, uint64(files))} //nolint:gosec // files is not negative
		if syscall.Setrlimit(syscall.RLIMIT_NOFILE, &higher) == nil {                // only root may raise the maximum
			return
		}
		l.Cur = min(l.Max, uint64(files)) //nolint:gosec // files is not negative
		_ = syscall.Setrlimit(syscall.RLIMIT_NOFILE, &l)
	}
	if l.Cur < uint64(files) { //nolint:gosec // files is not negative
		t.Skipf("%d files may be open, and it takes %d: ulimit -n", l.Cur, files)
	}
}

// end stops all processes of a site early, before the test ends.
func (s *site) end() {
	for _, list := range [][]*program{s.nodes, s.workers, s.nats} {
		for _, p := range list {
			p.kill()
		}
	}
	if s.database != nil {
		s.database.Kill()
	}
}

// cost plays matches for the duration d and returns the costs per move.
func (s *site) cost(matches int, pace float64, d time.Duration) cost {
	s.t.Helper()
	var node, database, client time.Duration
	var wal int64
	read := func() {
		node = processor(s.nodes[0].cmd.Process.Pid) - node
		total := time.Duration(0)
		for _, pid := range s.database.Processes() {
			total += processor(pid)
		}
		database = total - database
		client = processor(os.Getpid()) - client
		wal = s.wal() - wal
	}
	report, err := load.Run(s.t.Context(), load.Options{
		URLs: s.urls, Matches: matches, Pace: pace, For: d, Seed: seed(), Silence: 20 * time.Second, Begun: read, Ended: read,
	})
	if err != nil {
		s.t.Fatal(err)
	}
	if !report.OK() {
		report.Write(s.t.Output())
		s.t.Fatal("a promise is broken")
	}
	moves := report.Rate * report.Took.Seconds()
	each := func(d time.Duration) float64 { return float64(d.Microseconds()) / moves }
	return cost{
		matches: matches, rate: report.Rate, p99: report.Other.Quantile(0.99),
		node: each(node), database: each(database), client: each(client), wal: float64(wal) / moves, rss: resident(s.nodes[0].cmd.Process.Pid),
	}
}

// wal returns the number of bytes that the database has written to its write-ahead log since it was
// created.
func (s *site) wal() int64 {
	s.t.Helper()
	out, err := exec.Command("psql", "-X", "-A", "-t", "-d", s.databaseAt(s.database.Address()), "-c", "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')").Output()
	if err != nil {
		s.t.Fatal(err)
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(out)), 10, 64)
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

// processor returns the CPU time of a process, including its ended children.
func processor(pid int) time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(rest)
	ticks := 0
	for _, f := range fields[11:15] { // the fields utime, stime, cutime and cstime
		n, _ := strconv.Atoi(f)
		ticks += n
	}
	const perSecond = 100
	return time.Duration(ticks) * time.Second / perSecond
}

// resident returns the resident memory of a process in MB.
func resident(pid int) float64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.Atoi(fields[1])
	return float64(pages*os.Getpagesize()) / (1 << 20)
}

// plot draws the cost per move against the number of matches, as SVG.
func plot(costs []cost) string {
	const (
		width, height = 640, 360
		left, bottom  = 60, 40
	)
	lines := []struct {
		name, color string
		of          func(cost) float64
	}{
		{"node, µs", "#1f77b4", func(c cost) float64 { return c.node }},
		{"database, µs", "#d62728", func(c cost) float64 { return c.database }},
		{"WAL, bytes", "#2ca02c", func(c cost) float64 { return c.wal }},
	}
	most := 1.0
	for _, c := range costs {
		for _, l := range lines {
			most = max(most, l.of(c))
		}
	}
	most = 100 * math.Ceil(most/100)
	// The horizontal axis is logarithmic.
	x := func(n int) float64 {
		from, to := math.Log(float64(costs[0].matches)), math.Log(float64(costs[len(costs)-1].matches))
		return left + 20 + (math.Log(float64(n))-from)/max(to-from, 1)*(width-left-150)
	}
	y := func(v float64) float64 { return height - bottom - v/(1.1*most)*(height-bottom-20) }
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	p(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`, width, height)
	p(`<rect width="100%%" height="100%%" fill="white"/>`)
	p(`<text x="%d" y="14">What a move costs, by live matches</text>`, left)
	p(`<path d="M%d 20V%d H%d" fill="none" stroke="black"/>`, left, height-bottom, width-120)
	for v := 0.0; v <= most; v += 100 {
		p(`<text x="%d" y="%.0f" text-anchor="end">%.0f</text>`, left-6, y(v)+4, v)
		p(`<path d="M%d %.1fH%d" stroke="#ddd"/>`, left, y(v), width-120)
	}
	for _, c := range costs {
		p(`<text x="%.0f" y="%d" text-anchor="middle">%d</text>`, x(c.matches), height-bottom+16, c.matches)
	}
	for _, l := range lines {
		points := make([]string, len(costs))
		for i, c := range costs {
			points[i] = fmt.Sprintf("%.1f,%.1f", x(c.matches), y(l.of(c)))
			p(`<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>`, x(c.matches), y(l.of(c)), l.color)
		}
		p(`<polyline points="%s" fill="none" stroke="%s" stroke-width="2"/>`, strings.Join(points, " "), l.color)
		last := costs[len(costs)-1]
		p(`<text x="%.0f" y="%.0f" fill="%s">%s</text>`, x(last.matches)+8, y(l.of(last))+4, l.color, l.name)
	}
	p(`</svg>`)
	return b.String()
}
