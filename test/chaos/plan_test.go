//go:build linux

package chaos_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// stopped is how long a component stays stopped or disconnected in an incident.
const stopped = 5 * time.Second

// incident is an action that disturbed the site, and when it happened.
type incident struct {
	kind     string // such as "node killed" or "database stopped"
	from, to time.Time
}

// plan causes random incidents on a site, the test cluster, and records them.
type plan struct {
	site *site

	mu        sync.Mutex
	incidents []incident
}

// action is one kind of incident. The function do causes the incident and returns when the site has
// recovered.
type action struct {
	kind   string
	weight int
	do     func(rnd *rand.Rand)
}

// run causes incidents until ctx ends. Three sequences of actions run in parallel: nodes and
// database, workers and NATS, and the clock. Each sequence executes all its actions once and then
// chooses actions at random. If the parameter only is given, only these kinds of actions are
// executed.
func (p *plan) run(ctx context.Context, seed uint64, between time.Duration, only ...string) {
	var wg sync.WaitGroup
	for i, actions := range [][]action{chosen(p.upper(), only), chosen(p.lower(), only), chosen(p.clocks(), only)} {
		if len(actions) == 0 {
			continue
		}
		rnd := rand.New(rand.NewPCG(seed, uint64(i))) //nolint:gosec // a test needs no secure random numbers
		wg.Go(func() {
			order := rnd.Perm(len(actions))
			for n := 0; ; n++ {
				select {
				case <-ctx.Done():
					return
				case <-time.After(between/2 + time.Duration(rnd.Int64N(int64(between)))):
				}
				d := draw(rnd, actions)
				if n < len(order) {
					d = actions[order[n]]
				}
				p.note(d.kind, func() { d.do(rnd) })
			}
		})
	}
	wg.Wait()
}

// note executes an action and records its time.
func (p *plan) note(kind string, do func()) {
	p.mu.Lock()
	n := len(p.incidents)
	p.incidents = append(p.incidents, incident{kind: kind, from: time.Now(), to: time.Now().Add(time.Hour)})
	p.mu.Unlock()
	do()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.incidents[n].to = time.Now()
}

func chosen(all []action, only []string) (list []action) {
	for _, d := range all {
		if len(only) == 0 || slices.Contains(only, d.kind) {
			list = append(list, d)
		}
	}
	return list
}

func draw(rnd *rand.Rand, actions []action) action {
	sum := 0
	for _, d := range actions {
		sum += d.weight
	}
	n := rnd.IntN(sum)
	for _, d := range actions {
		if n -= d.weight; n < 0 {
			return d
		}
	}
	panic("unreachable")
}

// down waits for a random time of up to 2 s. A killed process stays down for this time before it is
// restarted.
func down(rnd *rand.Rand) { time.Sleep(time.Duration(rnd.Int64N(int64(2 * time.Second)))) }

func one[T any](rnd *rand.Rand, list []T) T { return list[rnd.IntN(len(list))] }

func killed(list []*program) func(*rand.Rand) {
	return func(rnd *rand.Rand) {
		p := one(rnd, list)
		p.kill()
		down(rnd)
		p.start()
	}
}

func frozen(list []*program) func(*rand.Rand) {
	return func(rnd *rand.Rand) {
		p := one(rnd, list)
		p.signal(syscall.SIGSTOP)
		time.Sleep(stopped)
		p.signal(syscall.SIGCONT)
		if p.up != nil {
			eventually(p.t, 30*time.Second, p.name+" is up again", p.up)
		}
	}
}

func cutOff(list ...*relay) {
	for _, r := range list {
		r.set(true)
	}
	time.Sleep(stopped)
	for _, r := range list {
		r.set(false)
	}
}

func (p *plan) upper() []action {
	s := p.site
	actions := []action{
		{"node killed", 40, killed(s.nodes)},
		{"node stopped", 8, frozen(s.nodes)},
	}
	if s.small {
		actions = append(actions, action{fullDisk, 20, p.fillDisk})
	}
	if len(s.toData) > 0 {
		actions = append(actions, action{"node cut off from the database", 6, func(rnd *rand.Rand) { cutOff(one(rnd, s.toData)) }})
	}
	if s.pooler != nil {
		actions = append(actions, action{"database pooler killed", 10, killed([]*program{s.pooler})})
	}
	if s.shard != nil {
		actions = append(actions, action{"database of the shard killed", 20, func(rnd *rand.Rand) {
			s.shard.Kill()
			down(rnd)
			s.shard.Start()
		}})
	}
	if s.database != nil {
		actions = append(actions,
			action{"database killed", 20, func(rnd *rand.Rand) {
				s.database.Kill()
				down(rnd)
				s.database.Start()
			}},
			action{"database stopped", 5, func(*rand.Rand) {
				s.database.Signal(syscall.SIGSTOP)
				time.Sleep(stopped)
				s.database.Signal(syscall.SIGCONT)
			}})
	}
	return actions
}

func (p *plan) lower() []action {
	s := p.site
	actions := []action{
		{"NATS server killed", 30, killed(s.nats)},
		{"NATS server stopped", 8, frozen(s.nats)},
		{"node cut off from NATS", 8, func(rnd *rand.Rand) { cutOff(one(rnd, s.toNATS)...) }},
	}
	if len(s.workers) > 0 {
		actions = append(actions,
			action{"worker killed", 30, killed(s.workers)},
			action{"worker stopped", 8, frozen(s.workers)})
	}
	return actions
}

// during lists the kinds of incidents that overlap a time span.
func (p *plan) during(from, to time.Time) (found []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, i := range p.incidents {
		if i.from.Before(to) && i.to.After(from) {
			found = append(found, i.kind)
		}
	}
	return found
}

// table returns the number of kills, and a table with the number of incidents of each kind.
func (p *plan) table() (kills int, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	counts := map[string]int{}
	for _, i := range p.incidents {
		counts[i.kind]++
		if strings.HasSuffix(i.kind, "killed") {
			kills++
		}
	}
	for _, kind := range keys(counts) {
		text += fmt.Sprintf("  %4d  %s\n", counts[kind], kind)
	}
	return kills, text
}
