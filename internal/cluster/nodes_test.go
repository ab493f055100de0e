package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"syscall"
	"testing"
	"time"

	"kydai/internal/bus"
)

// nodesEnv is the environment variable that enables the full simulation.
const nodesEnv = "KYDAI_TEST_NODES"

// perMessage is an upper bound for the time the bus needs to deliver or send a message.
// It is added to the measured time, because the simulation has no bus.
const perMessage = 10 * time.Microsecond

// fleet simulates a cluster with one real node. For each other node it keeps only the roll, the
// set of its players, which is enough to produce the same messages as a real node.
type fleet struct {
	at      time.Time
	one     *Cluster
	rng     *rand.Rand
	others  []*ship
	bodies  []Node
	flags   float64 // number of queries per second from all nodes; a node sends them before it ends a match on time
	bytes   int
	count   int // number of messages
	most    int // highest number of simultaneous outages during the deploy
	pending []func()
}

// ship is a simulated node of a fleet: only its roll of players exists.
type ship struct {
	name    string
	roll    roll
	born    time.Time
	players []uint32
	leaving time.Time
}

type fleetBus struct {
	bus.Bus
	f *fleet
}

type fleetStore struct {
	f *fleet
}

func (s fleetStore) Beat(context.Context, string, []byte) error           { return nil }
func (s fleetStore) Alive(context.Context, time.Duration) ([]Node, error) { return s.f.bodies, nil }
func (b fleetBus) Request(context.Context, string, []byte) ([]byte, error) {
	b.f.count += 2
	return []byte("{}"), nil
}
func (b fleetBus) Publish(subject string, _ []byte) error {
	b.f.count++
	for _, s := range b.f.others {
		if subject == whoRoot+s.name+askEnd+"one" {
			for _, part := range s.roll.whole(uint64(s.born.UnixMicro())) { //nolint:gosec // a time after 1970 is positive
				b.f.tell(whoRoot+"one"+rollEnd+s.name, part)
			}
		}
	}
	return nil
}

// tell delivers a message to the real node in the next simulated step.
func (f *fleet) tell(subject string, data []byte) {
	f.bytes += len(data)
	f.pending = append(f.pending, func() { f.one.hearPresence(subject, data) })
}

func newFleet(nodes, players int) *fleet {
	f := &fleet{at: now, rng: rand.New(rand.NewPCG(1, 2)), flags: float64(nodes*players) / 4000}
	o := clockwork(&f.at)
	o.Node, o.Bus, o.Store = "one", fleetBus{f: f}, fleetStore{f: f}
	f.one = New(o)
	for i := range players {
		f.one.Enter(fmt.Sprint("own", i))
	}
	for i := range nodes - 1 {
		s := &ship{name: fmt.Sprint("n", i)}
		s.start(f.at)
		for range players {
			s.enter(f.rng.Uint32(), f.at)
		}
		f.others = append(f.others, s)
	}
	return f
}

func (s *ship) start(at time.Time) {
	s.born, s.leaving, s.players = at, time.Time{}, nil
	s.roll = roll{all: map[uint32]attendance{}, changed: map[uint32]bool{}}
}

func (s *ship) enter(h uint32, at time.Time) {
	s.roll.enter(h, at)
	s.players = append(s.players, h)
}

// leave removes a random player from a node and returns the player's hash.
func (s *ship) leave(rng *rand.Rand) (h uint32, ok bool) {
	if len(s.players) == 0 {
		return 0, false
	}
	i, last := rng.IntN(len(s.players)), len(s.players)-1
	h, s.players[i] = s.players[i], s.players[last]
	s.players = s.players[:last]
	s.roll.leave(h)
	return h, true
}

// beat simulates one heartbeat interval: players connect and disconnect, and nodes send signals,
// presence messages and requests. It returns the CPU time that the real node used.
func (f *fleet) beat(churn int) time.Duration {
	every := f.one.options.Heartbeat
	var signs []func()
	f.bodies = f.bodies[:0]
	for _, s := range f.others {
		sign := signal{Born: s.born.UnixMicro()}
		if !s.leaving.IsZero() {
			sign.Leaving = s.leaving.UnixMicro()
		}
		data, _ := json.Marshal(sign)
		own := heartbeat{Players: len(s.players), Born: sign.Born}
		if s.leaving.IsZero() {
			own.Awake = sign.Born
		}
		body, _ := json.Marshal(own)
		// In production the heartbeat is usually newer than the last signal on the bus. Here it
		// always is, so that each heartbeat is compared with the outages of its node.
		f.bodies = append(f.bodies, Node{ID: s.name, Body: body, Beat: f.at.Add(time.Millisecond)})
		signs = append(signs, func() { f.one.hearSignal("alive."+s.name, data) })
		if !s.leaving.IsZero() {
			continue
		}
		for range churn {
			s.leave(f.rng)
			s.enter(f.rng.Uint32(), f.at)
		}
		for _, word := range s.roll.words(uint64(s.born.UnixMicro())) { //nolint:gosec // a time after 1970 is positive
			f.tell("presence."+s.name, word)
		}
	}
	questions := int(f.flags * every.Seconds())
	own := questions / (len(f.others) + 1)
	question, _ := json.Marshal(pendingQuery{Match: "match", Before: now.UnixMicro()})
	todo, before := f.pending, f.count
	f.pending = nil
	start := processorTime()
	for _, do := range todo {
		do()
	}
	for range questions {
		var q pendingQuery
		if json.Unmarshal(question, &q) == nil {
			_, _ = json.Marshal(f.one.queries.answerQuery(context.Background(), q))
		}
	}
	for range own {
		f.one.queries.AskAll(context.Background(), "match", now)
	}
	f.one.heartbeat(context.Background())
	for range signals {
		f.at = f.at.Add(every / signals)
		f.one.echo = f.at
		for _, do := range signs {
			do()
		}
		f.one.signal(context.Background())
		f.one.checkSignals(context.Background())
	}
	took := processorTime() - start
	f.count += len(todo) + signals*len(signs) + 2*questions
	return took + time.Duration(f.count-before)*perMessage
}

// deploy dismisses the players of a node over some heartbeats and then restarts the node. One in
// twenty players does not reconnect.
func (f *fleet) deploy(i, beats, churn int) (costs []time.Duration) {
	s := f.others[i]
	each := len(s.players)/(beats*100) + 1 // players per message: a node sends 100 messages in each heartbeat interval
	for range beats {
		for range 100 {
			var data []byte
			for range each {
				h, ok := s.leave(f.rng)
				if !ok {
					break
				}
				data = appendHashes(data, []uint32{h, 0, 0})
				putMicros(data[len(data)-8:], f.at)
				if f.rng.IntN(20) > 0 {
					to := f.others[(i+1+f.rng.IntN(len(f.others)-1))%len(f.others)]
					to.enter(h, f.at)
				}
			}
			if data != nil {
				f.tell("presence."+s.name+dismissedEnd, data)
			}
		}
		costs = append(costs, f.beat(churn))
	}
	s.leaving = f.at
	costs = append(costs, f.beat(churn), f.beat(churn))
	s.start(f.at)
	return append(costs, f.beat(churn))
}

func putMicros(to []byte, at time.Time) {
	for i, v := 7, at.UnixMicro(); i >= 0; i, v = i-1, v>>8 {
		to[i] = byte(v)
	}
}

func processorTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// hour simulates a rolling deploy and the time after it. It returns the cost of each
// heartbeat during the deploy and after it.
func (f *fleet) hour(drain, churn int, after time.Duration) (deploy, hour []time.Duration) {
	for range 5 {
		f.beat(churn) // before the measurement, the nodes learn of each other
	}
	f.bytes, f.count = 0, 0
	for i := range f.others {
		deploy = append(deploy, f.deploy(i, drain, churn)...)
		f.most = max(f.most, len(f.one.outages.queue))
	}
	for end := f.at.Add(after); f.at.Before(end); {
		hour = append(hour, f.beat(churn))
	}
	return deploy, hour
}

// share converts costs in CPU time to the fraction of one CPU core that they use: on average, and
// in the worst minute.
func (f *fleet) share(costs []time.Duration) (mean, worst float64) {
	minute := int(time.Minute / f.one.options.Heartbeat)
	total, window := time.Duration(0), time.Duration(0)
	for i, c := range costs {
		total += c
		window += c
		if i >= minute {
			window -= costs[i-minute]
		}
		if i >= minute-1 {
			worst = max(worst, window.Seconds()/60)
		}
	}
	return total.Seconds() / (float64(len(costs)) * f.one.options.Heartbeat.Seconds()), worst
}

// known fails the test if the real node does not know exactly the players of each simulated node.
func (f *fleet) known(t *testing.T) {
	t.Helper()
	for _, s := range f.others {
		if n := f.one.peers.all[s.name]; n.digest != s.roll.told || len(n.who) != len(s.roll.all) {
			t.Fatalf("of %s %d players are known; there are %d", s.name, len(n.who), len(s.roll.all))
		}
	}
}

// TestNodesGrow checks that the cost of presence messages for a node grows in proportion
// to the number of players, not to its square. KYDAI_TEST_NODES=1 enables the simulation
// of 80 nodes with 12,500 players each.
func TestNodesGrow(t *testing.T) {
	bytes := map[int]float64{}
	for _, nodes := range []int{8, 16} {
		f := newFleet(nodes, 500)
		costs := slices.Concat(f.hour(3, 1, 5*time.Minute))
		f.known(t)
		mean, worst := f.share(costs)
		bytes[nodes] = float64(f.bytes) / float64(len(costs))
		t.Logf("%d nodes of 500: %.0f bytes and %d messages a beat, %.2f %% of a core, %.2f %% in the worst minute",
			nodes, bytes[nodes], f.count/len(costs), 100*mean, 100*worst)
	}
	if got := bytes[16] / bytes[8]; got > 3 {
		t.Errorf("twice the nodes are told %.1f times as much", got)
	}
}

// TestNodes simulates 80 nodes with 12,500 players each, a rolling deploy and the hour after it. It
// checks that one node needs little CPU time for the presence messages of the other nodes.
func TestNodes(t *testing.T) {
	if os.Getenv(nodesEnv) == "" {
		t.Skip(nodesEnv + " is not set")
	}
	f := newFleet(80, 12_500)
	after := time.Hour
	if d, err := time.ParseDuration(os.Getenv(nodesEnv)); err == nil {
		after = d
	}
	deploy, hour := f.hour(7, 10, after)
	f.known(t)
	for name, costs := range map[string][]time.Duration{"the deploy": deploy, "the hour after it": hour, "both": slices.Concat(deploy, hour)} {
		mean, worst := f.share(costs)
		t.Logf("%s, %v: %.2f %% of a core, %.2f %% in the worst minute", name, time.Duration(len(costs))*f.one.options.Heartbeat, 100*mean, 100*worst)
		if mean > 0.02 && name != "the deploy" || worst > 0.1 {
			t.Errorf("%s: more than 2 %% of a core, or 10 %% in a minute", name)
		}
	}
	seconds := f.at.Sub(now).Seconds()
	t.Logf("%.1f kB/s and %.0f messages/s; %d outages at most, %d in the end", float64(f.bytes)/1000/seconds, float64(f.count)/seconds, f.most, len(f.one.outages.queue))
}
