//go:build linux

package chaos_test

import (
	"context"
	"os"
	"slices"
	"syscall"
	"testing"
	"time"

	"kydai/test/load"
)

// after waits for d. It returns false if ctx ends first.
func after(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

func longest(spans []load.Span) (most time.Duration) {
	for _, s := range spans {
		most = max(most, s.To.Sub(s.From))
	}
	return most
}

// TestNodeDies kills one of two nodes permanently. It checks that the players of both nodes
// continue within 3 s and lose less than a second on their clocks.
func TestNodeDies(t *testing.T) {
	duration(t)
	s := newSite(t, setting{nodes: 2})
	c := wage(t, s, load.Options{For: 15 * time.Second, Matches: 40, Pace: 2}, func(ctx context.Context, p *plan) {
		if after(ctx, 4*time.Second) {
			p.note("node killed", func() {
				s.nodes[1].kill()
				after(ctx, 10*time.Second)
			})
		}
	})
	c.mustHold(t)
	if n := len(c.report.Resumed); n < 40 {
		t.Errorf("only %d clients lost their node", n)
	}
	if most := longest(c.report.Resumed); most > 3*time.Second {
		t.Errorf("it took %v to go on", most)
	}
	if most := c.report.Overpaid.Max(); most >= time.Second {
		t.Errorf("%v were charged for it", most)
	}
}

// orderly is the client timeout in tests without failures. It is long, so that clients do not treat
// a busy server as dead.
const orderly = 20 * time.Second

// restartLoad returns the number of matches in TestRollingRestart and the duration of the test. The
// result spread is the value of --drain-spread: the time that a node takes to close 1,000
// connections when it shuts down.
func restartLoad(t *testing.T) (matches int, length time.Duration, spread string) {
	t.Helper()
	matches = 200
	if duration(t) >= whole {
		matches = 2500
	}
	matches = int(number(matchEnv, float64(matches)))
	length = 60 * time.Second
	spread = os.Getenv(spreadEnv)
	if each, err := time.ParseDuration(spread); err == nil {
		// While one of three nodes restarts, the other two have all its connections, so each has
		// half of all connections. A node with more connections takes longer to close them.
		length += 3 * each * time.Duration(matches) / 1000
	}
	return matches, length, spread
}

// TestCalm runs TestRollingRestart without the restarts. The comparison of the two shows which part
// of the measured times is caused by the restarts.
func TestCalm(t *testing.T) {
	matches, length, spread := restartLoad(t)
	s := newSite(t, setting{nodes: 3, spread: spread})
	c := wage(t, s, load.Options{For: length, Matches: matches, Pace: number(paceEnv, 0.2), Silence: orderly}, func(context.Context, *plan) {})
	c.mustHold(t)
	if n := len(c.report.Resumed); n != 0 {
		t.Errorf("%d clients lost their node", n)
	}
}

// TestRollingRestart restarts all nodes gracefully, one after another, with two sockets
// per match. It checks that no request is refused and that 99 of 100 clients have
// reconnected within a second.
func TestRollingRestart(t *testing.T) {
	matches, length, spread := restartLoad(t)
	s := newSite(t, setting{nodes: 3, spread: spread})
	ended := 0
	c := wage(t, s, load.Options{For: length, Matches: matches, Pace: number(paceEnv, 0.2), Silence: orderly}, func(_ context.Context, p *plan) {
		for _, n := range s.nodes {
			p.note("node restarted", func() {
				n.signal(syscall.SIGTERM)
				if n.wait() == nil {
					ended++
				}
				n.start()
			})
		}
	})
	c.mustHold(t)
	if ended != len(s.nodes) {
		t.Errorf("%d of %d nodes ended in good order", ended, len(s.nodes))
	}
	if n := len(c.report.Resumed); n < matches {
		t.Errorf("only %d clients lost their node", n)
	}
	if n := c.report.Errors["draining"]; n != 0 {
		t.Errorf("%d commands were refused by nodes that stop", n)
	}
	took := make([]time.Duration, 0, len(c.report.Resumed))
	for _, r := range c.report.Resumed {
		took = append(took, r.To.Sub(r.From))
	}
	slices.Sort(took)
	if p99 := took[len(took)*99/100]; p99 > time.Second {
		t.Errorf("one in a hundred clients needed %v to come back", p99)
	}
}

// TestFlags lets the time of many players run out, some of them while a node is killed. It checks
// how late the server ends the games.
func TestFlags(t *testing.T) {
	duration(t)
	s := newSite(t, setting{nodes: 2})
	var died time.Time
	c := wage(t, s, load.Options{For: 40 * time.Second, Sleepers: 60}, func(ctx context.Context, p *plan) {
		if after(ctx, 20*time.Second) {
			died = time.Now()
			p.note("node killed", s.nodes[1].kill)
		}
	})
	c.mustHold(t)
	var calm, rough []time.Duration
	for _, f := range c.report.Flags {
		if since := f.Deadline.Sub(died); since > -time.Second && since < 5*time.Second {
			rough = append(rough, f.Late)
		} else {
			calm = append(calm, f.Late)
		}
	}
	slices.Sort(calm)
	slices.Sort(rough)
	t.Logf("flags: %s in calm, %s around the death of a node", spread(calm), spread(rough))
	if len(calm) < 50 || len(rough) < 5 {
		t.Fatalf("only %d and %d flags fell", len(calm), len(rough))
	}
	if p99 := calm[len(calm)*99/100]; p99 > 100*time.Millisecond {
		t.Errorf("one in a hundred flags was late by more than %v", p99)
	}
	if most := rough[len(rough)-1]; most > time.Second {
		t.Errorf("when the node died, a flag was late by %v", most)
	}
}

// TestWorkersDie kills a worker every 10 s and checks that engines still move in time.
func TestWorkersDie(t *testing.T) {
	d := min(duration(t), 2*time.Minute)
	s := newSite(t, setting{nodes: 2, workers: 2})
	c := wage(t, s, load.Options{For: d, Machines: 8}, func(ctx context.Context, p *plan) {
		for i := 0; after(ctx, 10*time.Second); i++ {
			w := s.workers[i%len(s.workers)]
			p.note("worker killed", func() {
				w.kill()
				w.start()
			})
		}
	})
	c.mustHold(t)
	for _, turn := range c.report.Turns {
		if turn.Took > think+askAgain {
			t.Errorf("a machine's turn took %v", turn.Took)
		}
	}
	if len(c.report.Turns) < 100 {
		t.Errorf("machines had %d turns", len(c.report.Turns))
	}
}
