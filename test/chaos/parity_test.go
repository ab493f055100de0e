//go:build linux

package chaos_test

import (
	"cmp"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kydai/test/load"
)

// parityGoal is the maximum ratio of the cost of a move on two nodes to its cost on one node.
const parityGoal = 1.05

// parityPaceEnv is the environment variable with the number of moves per second in each match of
// the comparison; 0 means as fast as possible.
const parityPaceEnv = "KYDAI_TEST_RATIOS_PACE"

// TestRatiosNodes compares the CPU time per move on two nodes with the CPU time per move on one
// node. The machine also runs other programs, so both are measured alternately, at the same rate.
// Players connect to random nodes, so in half of the matches the players are on different nodes. A
// second comparison keeps each match on one of the two nodes, which shows how much it costs to
// notify the other node.
func TestRatiosNodes(t *testing.T) {
	if os.Getenv(ratiosEnv) == "" {
		t.Skip(ratiosEnv + " is not set")
	}
	rounds := int(number(roundsEnv, 3))
	d := time.Duration(number(measureEnv, 8)) * time.Second
	one, two := newSite(t, setting{nodes: 1}), newSite(t, setting{nodes: 2})
	const matches = 200
	pace := number(parityPaceEnv, 2)
	var alone, apart, mixed, apartRatios, ratios []float64
	for r := range rounds {
		a, b, c := one.perMove(one.urls, matches, pace, d), two.perMoveApart(matches, pace, d), two.perMove(two.urls, matches, pace, d)
		alone, apart, mixed = append(alone, a.micros), append(apart, b.micros), append(mixed, c.micros)
		apartRatios, ratios = append(apartRatios, b.micros/a.micros), append(ratios, c.micros/a.micros)
		t.Logf("round %d: one node %v; two nodes, matches apart %v: %.2f; matches on both %v: %.2f", r+1, a, b, b.micros/a.micros, c, c.micros/a.micros)
	}
	got := median(ratios)
	t.Logf("two nodes to one, processor's time of nodes a move: %.0f µs to %.0f µs, %.2f, goal %.2f; matches apart %.0f µs, %.2f",
		median(mixed), median(alone), got, parityGoal, median(apart), median(apartRatios))
	if got > parityGoal {
		t.Errorf("a move on two nodes costs %.2f of one on one, goal %.2f", got, parityGoal)
	}
}

// beforeEnv is the environment variable with the path of an older kydai program for
// TestBefore.
const beforeEnv = "KYDAI_TEST_BEFORE"

// TestBefore compares the CPU time per move of the current program with that of an older program.
// The machine also runs other programs, so both are measured alternately in the same run.
func TestBefore(t *testing.T) {
	older := os.Getenv(beforeEnv)
	if older == "" {
		t.Skip(beforeEnv + " names no older program")
	}
	rounds := int(number(roundsEnv, 7))
	d := time.Duration(number(measureEnv, 8)) * time.Second
	before, now := newSite(t, setting{nodes: 1, program: older}), newSite(t, setting{nodes: 1})
	const matches = 200
	pace := number(parityPaceEnv, 2)
	var ratios []float64
	for r := range rounds {
		var a, b moveCost
		if r%2 == 0 {
			a, b = before.perMove(before.urls, matches, pace, d), now.perMove(now.urls, matches, pace, d)
		} else {
			b, a = now.perMove(now.urls, matches, pace, d), before.perMove(before.urls, matches, pace, d)
		}
		ratios = append(ratios, b.micros/a.micros)
		t.Logf("round %d: before %v; now %v: %.3f", r+1, a, b, b.micros/a.micros)
	}
	if got := median(ratios); got > parityGoal {
		t.Errorf("a move costs %.3f of that of before, goal %.2f", got, parityGoal)
	} else {
		t.Logf("a move costs %.3f of that of before, goal %.2f", got, parityGoal)
	}
}

// moveCost is the cost of an acknowledged move, summed over all nodes.
type moveCost struct{ micros, transactions, rate float64 }

func (c moveCost) String() string {
	return strconv.Itoa(int(c.micros)) + " µs and " + strconv.FormatFloat(c.transactions, 'f', 2, 64) + " transactions a move at " + strconv.Itoa(int(c.rate)) + "/s"
}

// perMove plays on the nodes at the given URLs and returns the costs per move.
func (s *site) perMove(urls []string, matches int, pace float64, d time.Duration) moveCost {
	s.t.Helper()
	var used time.Duration
	var done int64
	read := func(sign int64) func() {
		return func() {
			for i, n := range s.nodes {
				for _, u := range urls {
					if u == s.urls[i] {
						used += time.Duration(sign) * processor(n.cmd.Process.Pid)
					}
				}
			}
			done += sign * s.transactions()
		}
	}
	report, err := load.Run(s.t.Context(), load.Options{
		URLs: urls, Matches: matches, Pace: pace, For: d, Games: []string{"chess"}, Seed: seed(), Silence: 30 * time.Second, Longest: cmp.Or(s.longest, 120), Brief: s.brief,
		Begun: func() {
			read(-1)()
			if s.begun != nil {
				s.begun()
			}
		},
		Ended: read(1),
	})
	if err != nil {
		s.t.Error(err)
		return moveCost{}
	}
	if !report.OK() {
		report.Write(s.t.Output())
		s.t.Error("a promise is broken")
	}
	moves := report.Rate * report.Took.Seconds()
	return moveCost{float64(used.Microseconds()) / moves, float64(done) / moves, report.Rate}
}

// perMoveApart plays with both players of each match on the same node and returns the
// cost per move.
func (s *site) perMoveApart(matches int, pace float64, d time.Duration) moveCost {
	s.t.Helper()
	costs := make([]moveCost, len(s.urls))
	var wg sync.WaitGroup
	for i, u := range s.urls {
		wg.Go(func() { costs[i] = s.perMove([]string{u}, matches/len(s.urls), pace, d) })
	}
	wg.Wait()
	var all moveCost
	for _, c := range costs {
		all.rate += c.rate
	}
	for _, c := range costs {
		all.micros += c.micros * c.rate / all.rate
		// each node's count includes the transactions of all nodes, so divide by their number
		all.transactions += c.transactions * c.rate / all.rate / float64(len(costs))
	}
	return all
}

// transactions returns the number of committed transactions, from the database's
// statistics.
func (s *site) transactions() int64 {
	out, err := exec.Command("psql", "-X", "-A", "-t", "-d", s.databaseAt(s.database.Address()), "-c", "SELECT sum(xact_commit) FROM pg_stat_database").Output()
	if err != nil {
		s.t.Error(err)
		return 0
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(out)), 10, 64)
	if err != nil {
		s.t.Error(err)
	}
	return n
}
