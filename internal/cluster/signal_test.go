package cluster

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"kydai/internal/bus"
)

// testCluster simulates nodes with one bus and one database. The test moves their common
// clock; nothing waits for real time.
type testCluster struct {
	t     *testing.T
	at    time.Time
	nodes map[string]*testNode
	beats map[string]Node
	dumb  bool // the database returns errors
	lose  func(subject string) bool
	sent  map[string]int // sent bytes by the first token of the subject
}

// testNode is one node of a testCluster.
type testNode struct {
	*Cluster
	truth int // 1 after Deaf was called
	town  *testCluster
	cut   bool // the node is cut off from the bus
	still bool // the node sends no heartbeats and no signals
}

type townBus struct {
	bus.Bus
	of *testNode
}

type townStore struct {
	Store
	town *testCluster
}

var now = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// clockwork returns the options of a node whose clock shows the time in the given variable.
func clockwork(at *time.Time) Options {
	clock := func() time.Time { return *at }
	return Options{
		Now: clock, Clock: clock, Log: slog.New(slog.DiscardHandler), Heartbeat: 2 * time.Second,
		Matches: func() int { return 0 }, Deaf: func() {},
		FirstMove: func(string, time.Time, bool) (time.Time, bool) { return time.Time{}, false },
		AtTable:   func(string, string) bool { return false },
	}
}

func newTown(t *testing.T, names ...string) *testCluster {
	w := &testCluster{t: t, at: now, nodes: map[string]*testNode{}, beats: map[string]Node{}, sent: map[string]int{}}
	for _, name := range names {
		w.start(name)
	}
	return w
}

func (w *testCluster) start(name string) *testNode {
	n := &testNode{town: w}
	o := clockwork(&w.at)
	o.Node, o.Bus, o.Store, o.Deaf = name, townBus{of: n}, townStore{town: w}, func() { n.truth = 1 }
	n.Cluster = New(o)
	w.nodes[name] = n
	return n
}

func (b townBus) Publish(subject string, data []byte) error {
	first, _, _ := strings.Cut(subject, ".")
	b.of.town.sent[first] += len(data)
	if lose := b.of.town.lose; lose != nil && lose(subject) {
		return nil
	}
	for _, other := range b.of.town.nodes {
		if other.still || other.cut || b.of.cut {
			continue
		}
		if strings.HasPrefix(subject, "alive.") {
			other.hearSignal(subject, data)
		} else {
			other.hearPresence(subject, data)
		}
	}
	return nil
}

func (s townStore) Beat(_ context.Context, id string, body []byte) error {
	s.town.beats[id] = Node{ID: id, Body: body, Beat: s.town.at}
	return nil
}

func (s townStore) Alive(_ context.Context, within time.Duration) (list []Node, err error) {
	if s.town.dumb {
		return nil, errors.New("no answer")
	}
	for _, b := range s.town.beats {
		if s.town.at.Sub(b.Beat) <= within {
			list = append(list, b)
		}
	}
	return list, nil
}

// pass moves the clock forward by d. Every node sends its heartbeats and signals at its
// own offset within the interval.
func (w *testCluster) pass(d time.Duration, each func()) {
	const part = 50 * time.Millisecond
	for end := w.at.Add(d); w.at.Before(end); {
		w.at = w.at.Add(part)
		for name, n := range w.nodes {
			own := w.at.Add(time.Duration(name[0]) * part)
			if n.still {
				continue
			}
			if own.UnixNano()%int64(n.options.Heartbeat) == 0 {
				n.heartbeat(w.t.Context())
			}
			if own.UnixNano()%int64(n.signalEvery()) == 0 {
				n.signal(w.t.Context())
				n.checkSignals(w.t.Context())
			}
		}
		if each != nil {
			each()
		}
	}
}

// TestSilentNode checks how much clock time players get back after their node was cut off from the
// bus, died, hung, restarted or drained.
func TestSilentNode(t *testing.T) {
	const anna = "anna"
	for _, c := range []struct {
		name     string
		silent   func(w *testCluster)
		low, top time.Duration // shortest and longest expected time in which anna could not play, as recorded by node a
	}{
		{"cut off", func(w *testCluster) {
			w.nodes["b"].cut = true
			w.pass(20*time.Second, func() { w.lost(anna, 0, 0) })
			w.nodes["b"].cut = false
			w.pass(10*time.Second, func() { w.lost(anna, 0, 0) })
		}, 0, 0},
		{"cut off from half of the bus", func(w *testCluster) {
			w.nodes["a"].cut, w.nodes["b"].cut = true, true
			w.nodes["a"].echo = w.at.Add(time.Hour) // each node still receives its own signals
			w.nodes["b"].echo = w.at.Add(time.Hour)
			w.pass(20*time.Second, func() { w.lost(anna, 0, 0) })
		}, 0, 0},
		{"dead", func(w *testCluster) {
			w.nodes["b"].still = true
			w.pass(20*time.Second, nil)
		}, MaxAway, MaxAway},
		{"dead, and the database says nothing", func(w *testCluster) {
			w.nodes["b"].still, w.dumb = true, true
			w.pass(20*time.Second, nil)
		}, MaxAway, MaxAway},
		{"cut off, and the database says nothing", func(w *testCluster) {
			w.nodes["b"].cut, w.dumb = true, true
			w.pass(20*time.Second, nil)
		}, MaxAway, MaxAway},
		{"cut off and dead after a while", func(w *testCluster) {
			w.nodes["b"].cut = true
			w.pass(20*time.Second, nil)
			w.nodes["b"].still = true
			w.pass(4*time.Second, nil)
		}, 4 * time.Second, 4500 * time.Millisecond},
		{"still for a while", func(w *testCluster) {
			w.nodes["b"].still = true
			w.pass(4*time.Second, nil)
			w.nodes["b"].still = false
			w.pass(20*time.Second, nil)
		}, 4 * time.Second, 7 * time.Second},
		{"dead and started again", func(w *testCluster) {
			w.nodes["b"].still = true
			w.pass(4*time.Second, nil)
			w.start("b")
			w.pass(20*time.Second, nil)
		}, MaxAway, MaxAway}, // anna has not reconnected
		{"leaving", func(w *testCluster) {
			w.nodes["b"].Leave()
			w.pass(20*time.Second, nil)
		}, MaxAway, MaxAway},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newTown(t, "a", "b", "c")
			w.nodes["b"].Enter(anna)
			w.pass(10*time.Second, nil)
			w.lost(anna, 0, 0)
			c.silent(w)
			w.lost(anna, c.low, c.top)
			w.lost("bao", 0, 0)
		})
	}
}

// lost checks that the lost time of a player, as recorded by node a, is not less than the parameter
// low and not more than the parameter top.
func (w *testCluster) lost(player string, low, top time.Duration) {
	w.t.Helper()
	sum := time.Duration(0)
	for _, s := range w.nodes["a"].Lost(player, w.at) {
		sum += s.To.Sub(s.From)
	}
	if sum < low || sum > top {
		w.t.Fatalf("%s has lost %v after %v, want %v to %v", player, sum, w.at.Sub(now), low, top)
	}
}

// TestDeafNode checks that a node that does not receive its own signals calls Deaf, so that its
// watched matches are reconciled with the store. The node must also write a heartbeat at every
// signal.
func TestDeafNode(t *testing.T) {
	w := newTown(t, "a", "b")
	w.pass(10*time.Second, nil)
	b := w.nodes["b"]
	if b.truth != 0 {
		t.Error("it looks for the truth though it hears")
	}
	b.cut = true
	w.pass(b.deadAfter(), nil)
	for range 10 {
		b.truth = 0
		w.pass(b.signalEvery(), nil)
		if age := w.at.Sub(w.beats["b"].Beat); b.truth != 1 || age > b.signalEvery() {
			t.Fatalf("%d looks for the truth; the last heartbeat is %v old", b.truth, age)
		}
	}
}
