package play

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"kydai/bus"
)

// town is nodes on one bus and one database, all in step with a clock that the
// test moves. Nothing in it waits.
type town struct {
	t     *testing.T
	at    time.Time
	nodes map[string]*townsman
	beats map[string]Node
	dumb  bool // the database says nothing
}

// townsman is one node.
type townsman struct {
	*Service
	town  *town
	cut   bool // off the bus
	still bool // it does nothing
}

type townBus struct {
	bus.Bus
	of *townsman
}

type townStore struct {
	Store
	town *town
}

func newTown(t *testing.T, names ...string) *town {
	w := &town{t: t, at: now, nodes: map[string]*townsman{}, beats: map[string]Node{}}
	for _, name := range names {
		w.start(name)
	}
	return w
}

func (w *town) start(name string) *townsman {
	n := &townsman{Service: clockwork(&w.at), town: w}
	n.o.Node, n.o.Bus, n.o.Store = name, townBus{of: n}, townStore{town: w}
	n.truth, n.tables = make(chan struct{}, 1), map[string]*table{}
	n.crowd.init(n.Service)
	n.crowd.born, n.crowd.awake, n.crowd.echo = w.at, w.at, w.at
	w.nodes[name] = n
	return n
}

func (b townBus) Publish(subject string, data []byte) error {
	for _, other := range b.of.town.nodes {
		if other.still || other.cut || b.of.cut {
			continue
		}
		if strings.HasPrefix(subject, "alive.") {
			other.hearAlive(subject, data)
		} else {
			other.hearWho(subject, data)
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

// pass lets time go by: every node gives its signs of life, each at its own
// moment between two of them.
func (w *town) pass(d time.Duration, each func()) {
	const part = 50 * time.Millisecond
	for end := w.at.Add(d); w.at.Before(end); {
		w.at = w.at.Add(part)
		for name, n := range w.nodes {
			own := w.at.Add(time.Duration(name[0]) * part)
			if n.still {
				continue
			}
			if own.UnixNano()%int64(n.o.Beat) == 0 {
				n.beat(w.t.Context())
			}
			if own.UnixNano()%int64(n.pulseEvery()) == 0 {
				n.pulse(w.t.Context())
				n.listenAround(w.t.Context())
			}
		}
		if each != nil {
			each()
		}
	}
}

// TestSilentNode: what the players of a node that is silent get back, by what
// became of it.
func TestSilentNode(t *testing.T) {
	const anna = "anna"
	for _, c := range []struct {
		name     string
		silent   func(w *town)
		low, top time.Duration // of what anna has lost after all, by the other node
	}{
		{"cut off", func(w *town) {
			w.nodes["b"].cut = true
			w.pass(20*time.Second, func() { w.lost(anna, 0, 0) })
			w.nodes["b"].cut = false
			w.pass(10*time.Second, func() { w.lost(anna, 0, 0) })
		}, 0, 0},
		{"cut off from half of the bus", func(w *town) {
			w.nodes["a"].cut, w.nodes["b"].cut = true, true
			w.nodes["a"].crowd.echo = w.at.Add(time.Hour) // each hears itself
			w.nodes["b"].crowd.echo = w.at.Add(time.Hour)
			w.pass(20*time.Second, func() { w.lost(anna, 0, 0) })
		}, 0, 0},
		{"dead", func(w *town) {
			w.nodes["b"].still = true
			w.pass(20*time.Second, nil)
		}, maxAway, maxAway},
		{"dead, and the database says nothing", func(w *town) {
			w.nodes["b"].still, w.dumb = true, true
			w.pass(20*time.Second, nil)
		}, maxAway, maxAway},
		{"cut off, and the database says nothing", func(w *town) {
			w.nodes["b"].cut, w.dumb = true, true
			w.pass(20*time.Second, nil)
		}, maxAway, maxAway},
		{"cut off and dead after a while", func(w *town) {
			w.nodes["b"].cut = true
			w.pass(20*time.Second, nil)
			w.nodes["b"].still = true
			w.pass(4*time.Second, nil)
		}, 4 * time.Second, 4500 * time.Millisecond},
		{"still for a while", func(w *town) {
			w.nodes["b"].still = true
			w.pass(4*time.Second, nil)
			w.nodes["b"].still = false
			w.pass(20*time.Second, nil)
		}, 4 * time.Second, 7 * time.Second},
		{"dead and started again", func(w *town) {
			w.nodes["b"].still = true
			w.pass(4*time.Second, nil)
			w.start("b")
			w.pass(20*time.Second, nil)
		}, maxAway, maxAway}, // she is not back
		{"leaving", func(w *town) {
			w.nodes["b"].crowd.leave()
			w.pass(20*time.Second, nil)
		}, maxAway, maxAway},
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

// lost holds what a player has lost as node a sees it.
func (w *town) lost(player string, low, top time.Duration) {
	w.t.Helper()
	sum := time.Duration(0)
	for _, s := range w.nodes["a"].crowd.lostTo(player, w.at) {
		sum += s.To.Sub(s.From)
	}
	if sum < low || sum > top {
		w.t.Fatalf("%s has lost %v after %v, want %v to %v", player, sum, w.at.Sub(now), low, top)
	}
}

// TestDeafNode: a node that does not hear itself compares what is watched with
// the store at every pulse, and gives its signs of life in the database.
func TestDeafNode(t *testing.T) {
	w := newTown(t, "a", "b")
	w.pass(10*time.Second, nil)
	b := w.nodes["b"]
	if len(b.truth) != 0 {
		t.Error("it looks for the truth though it hears")
	}
	b.cut = true
	w.pass(b.silent(), nil)
	for range 10 {
		<-b.truth
		w.pass(b.pulseEvery(), nil)
		if age := w.at.Sub(w.beats["b"].Beat); len(b.truth) != 1 || age > b.pulseEvery() {
			t.Fatalf("%d looks for the truth; the last sign is %v old", len(b.truth), age)
		}
	}
}
