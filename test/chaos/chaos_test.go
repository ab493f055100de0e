//go:build linux

package chaos_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kydai/test/load"
)

// Environment variables of the tests in this package.
const (
	chaosEnv  = "KYDAI_TEST_CHAOS" // duration of each campaign; if it is not set, no campaign runs
	seedEnv   = "KYDAI_TEST_CHAOS_SEED"
	matchEnv  = "KYDAI_TEST_CHAOS_MATCHES"
	paceEnv   = "KYDAI_TEST_CHAOS_PACE"
	spreadEnv = "KYDAI_TEST_CHAOS_SPREAD" // value of --drain-spread for restarted nodes
	movesEnv  = "KYDAI_TEST_CHAOS_MOVES"  // number of moves that all campaigns of a run together must acknowledge
)

// TestChaos fails if a campaign of at least the duration whole has fewer kills or fewer
// acknowledged moves than these minimums.
const (
	whole      = 15 * time.Minute
	wholeKills = 60
	wholeMoves = 300_000
)

// Time limits for an engine turn: think limits the search. If a worker dies during a search, the
// move is requested again from another worker within askAgain.
const (
	think    = time.Second
	askAgain = 3 * time.Second
)

// early is the tolerance for a player's time that seems to run out too early, because times are
// rounded to milliseconds.
const early = 5 * time.Millisecond

// tooLate is an upper limit for the delay with which the end of a player's time is noticed,
// whatever incidents happened. A longer delay means that the servers measure time wrongly.
const tooLate = time.Minute

func duration(t *testing.T) time.Duration {
	t.Helper()
	text := os.Getenv(chaosEnv)
	if text == "" {
		t.Skip(chaosEnv + " says how long")
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// acknowledged counts the acknowledged moves of all campaigns in a test run.
var acknowledged atomic.Int64

func seed() uint64 { return uint64(number(seedEnv, 1)) }

func number(name string, usual float64) float64 {
	if n, err := strconv.ParseFloat(os.Getenv(name), 64); err == nil {
		return n
	}
	return usual
}

// campaign is the result of one campaign: matches were played on a test cluster while incidents,
// such as killed nodes, were caused.
type campaign struct {
	report *load.Report
	plan   *plan
	broken []string // violated guarantees, as text
	text   strings.Builder
}

func (c *campaign) printf(format string, args ...any) { fmt.Fprintf(&c.text, format, args...) }

func (c *campaign) breaks(format string, args ...any) {
	c.broken = append(c.broken, fmt.Sprintf(format, args...))
}

// wage plays matches on the test cluster s while the function act causes incidents, and then checks
// all guarantees. The context of act ends before the matches end, so that all components can
// recover.
func wage(t *testing.T, s *site, o load.Options, act func(context.Context, *plan)) *campaign {
	t.Helper()
	heard := listen(t, s)
	c := &campaign{plan: &plan{site: s}}
	o.URLs, o.Seed, o.History, o.Frames = s.urls, seed(), true, true
	o.Silence, o.Longest = cmp.Or(o.Silence, 2500*time.Millisecond), 120
	begun := make(chan struct{})
	o.Begun = func() { close(begun) }
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	done := make(chan struct{})
	go func() {
		defer close(done)
		select {
		case <-begun:
		case <-ctx.Done():
			return
		}
		during, stop := context.WithTimeout(ctx, max(o.For-12*time.Second, o.For/2))
		defer stop()
		act(during, c.plan)
	}()
	report, err := load.Run(ctx, o)
	cancel()
	<-done
	if err != nil {
		t.Fatal(err)
	}
	c.report = report
	acknowledged.Add(report.Moves)
	t.Logf("%d moves acknowledged in this campaign, %d in all so far", report.Moves, acknowledged.Load())
	c.judge(t, s, heard)
	return c
}

func (c *campaign) judge(t *testing.T, s *site, heard *ears) {
	t.Helper()
	for _, b := range c.report.Broken {
		c.breaks("%s %s: %s", b.Invariant, b.Match, b.Text)
	}
	bad, ops, why := notLinear(t, c.report)
	c.printf("%s", why)
	for _, id := range bad {
		c.breaks("I3 %s: no order explains what was answered", id)
	}
	found, secrets := leaks(t, s, c.report, heard)
	for _, f := range found {
		c.breaks("I8 %s", f)
	}
	kills, actions := c.plan.table()
	c.printf("%d incidents, %d of them kills -9\n%s", len(c.plan.incidents), kills, actions)
	c.report.Write(&c.text)
	c.printf("%d operations of %d matches are linearizable; %d are not\n", ops, c.report.Matches, len(bad))
	c.printf("%d secrets looked for in frames, %d messages of NATS and the logs: found %d times\n", secrets, heard.n, len(found))
	c.judgeFlags()
	c.judgeMachines()
	c.failovers()
}

// judgeFlags checks that no player lost on time (by flag) too early or much too late, and reports
// the delays.
func (c *campaign) judgeFlags() {
	var calm, rough []time.Duration
	for _, f := range c.report.Flags {
		if f.Late < -early {
			c.breaks("I5 a flag fell %v early", -f.Late)
		}
		if f.Late > tooLate {
			c.breaks("I5 a flag fell %v late", f.Late)
		}
		if len(c.plan.during(f.Deadline.Add(-time.Second), f.Deadline.Add(f.Late))) == 0 {
			calm = append(calm, f.Late)
		} else {
			rough = append(rough, f.Late)
		}
	}
	c.printf("flags: %s in calm, %s during incidents\n", spread(calm), spread(rough))
}

// judgeMachines checks that every engine move was played in time. Turns during which the database
// was unavailable are only reported.
func (c *campaign) judgeMachines() {
	var fine, away []time.Duration
	for _, s := range c.report.Turns {
		if c.databaseAway(s.From.Add(-time.Second), s.To) {
			away = append(away, s.Took)
			continue
		}
		fine = append(fine, s.Took)
		// Each incident may make one more request for the move necessary.
		met := c.plan.during(s.From.Add(-askAgain), s.To)
		again := max(1, len(met))
		if s.Took > time.Duration(float64(1+again)*sharing()*float64(think))+time.Duration(again)*askAgain {
			c.breaks("I7 a machine's turn took %v during %v", s.Took, met)
		}
	}
	c.printf("turns of machines: %s; while the database was away %s\n", spread(fine), spread(away))
}

// sharing returns the number of running tasks per processor, but at least one. An engine that
// shares its processor takes longer by this factor.
func sharing() float64 {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 1
	}
	average, _, _ := strings.Cut(string(text), " ")
	tasks, err := strconv.ParseFloat(average, 64)
	if err != nil {
		return 1
	}
	return max(1, tasks/float64(runtime.NumCPU()))
}

func (c *campaign) databaseAway(from, to time.Time) bool {
	return slices.ContainsFunc(c.plan.during(from, to), func(kind string) bool {
		// With SQLite, a stopped node may hold the lock on the shared database file. Then the
		// database also counts as unavailable.
		return strings.Contains(kind, "database") || c.plan.site.database == nil && kind == "node stopped"
	})
}

// failovers reports how long clients waited, for each kind of incident, until they saw their match
// again.
func (c *campaign) failovers() {
	by := map[string][]time.Duration{}
	for _, s := range c.report.Resumed {
		kinds := c.plan.during(s.From.Add(-500*time.Millisecond), s.To)
		name := "other"
		for _, kind := range []string{"database killed", "database stopped", "node cut off from the database", "node stopped", "node killed"} {
			if slices.Contains(kinds, kind) {
				name = kind
				break
			}
		}
		by[name] = append(by[name], s.To.Sub(s.From))
	}
	for _, name := range keys(by) {
		c.printf("clients that lost their connection (%s): %s until they saw the match again\n", name, spread(by[name]))
	}
}

func keys[T any](m map[string]T) []string {
	var list []string
	for k := range m {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

// spread formats the distribution of a list of durations.
func spread(all []time.Duration) string {
	if len(all) == 0 {
		return "none"
	}
	all = slices.Sorted(slices.Values(all))
	at := func(q float64) time.Duration {
		return all[min(int(q*float64(len(all))), len(all)-1)].Round(time.Millisecond)
	}
	return fmt.Sprintf("%d, p50 %v, p99 %v, max %v", len(all), at(0.5), at(0.99), at(1))
}

func (c *campaign) mustHold(t *testing.T) {
	t.Helper()
	t.Log("\n" + c.text.String())
	for i, b := range c.broken {
		if i == 30 {
			t.Errorf("and %d more", len(c.broken)-i)
			break
		}
		t.Error(b)
	}
}

// mustBreak checks that the campaign found a violation of at least one of the given guarantees. It
// is for campaigns that break a guarantee on purpose.
func (c *campaign) mustBreak(t *testing.T, invariants ...string) {
	t.Helper()
	counts := maps.Clone(c.report.Counts)
	if counts == nil {
		counts = map[string]int{}
	}
	for _, b := range c.broken[len(c.report.Broken):] {
		name, _, _ := strings.Cut(b, " ")
		counts[name]++
	}
	t.Logf("%d moves acknowledged; found broken: %v", c.report.Moves, counts)
	for _, i := range invariants {
		if counts[i] > 0 {
			return
		}
	}
	t.Errorf("none of %v was found broken: the campaign proves nothing\n%s", invariants, c.text.String())
}

// usual returns the default options for the load.
func usual(d time.Duration) load.Options {
	matches, pace := 60.0, 5.0
	if d >= whole {
		matches, pace = 100, 8 // more matches than usual, because incidents prevent half of the moves
	}
	n := int(number(matchEnv, matches))
	return load.Options{For: d, Matches: n, Twins: n / 5, Machines: 4, Sleepers: 4, Pace: number(paceEnv, pace)}
}

// anything returns a function for wage that causes incidents of all kinds at random. The mean
// interval between incidents depends on the duration of the campaign.
func anything(d time.Duration) func(context.Context, *plan) {
	between := 4 * time.Second
	if d < 5*time.Minute {
		between = 2 * time.Second
	}
	return func(ctx context.Context, p *plan) { p.run(ctx, seed(), between) }
}

// TestChaos runs a campaign on a site with PostgreSQL and checks that all guarantees hold.
func TestChaos(t *testing.T) {
	d := duration(t)
	s := newSite(t, setting{nodes: 3, workers: 2})
	c := wage(t, s, usual(d), anything(d))
	c.mustHold(t)
	kills, _ := c.plan.table()
	if d >= whole && (kills < wholeKills || c.report.Moves < wholeMoves) {
		t.Errorf("%d kills and %d moves, want %d and %d", kills, c.report.Moves, wholeKills, wholeMoves)
	}
}

// TestChaosSQLite runs a campaign on nodes that share a SQLite file and checks that all guarantees
// hold.
func TestChaosSQLite(t *testing.T) {
	d := duration(t)
	s := newSite(t, setting{sqlite: true, nodes: 2, workers: 2})
	wage(t, s, usual(d), anything(d)).mustHold(t)
}
