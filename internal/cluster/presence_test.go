package cluster

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"
)

// agree fails the test unless every node knows the players of every other node.
func (w *testCluster) agree() {
	w.t.Helper()
	for name, n := range w.nodes {
		for other, o := range w.nodes {
			if name == other {
				continue
			}
			if got := n.peers.all[other].who; len(got)+len(o.hashes()) > 0 && !maps.Equal(got, o.hashes()) {
				w.t.Fatalf("%s knows of %d players of %s; there are %d", name, len(got), other, len(o.hashes()))
			}
		}
		w.placed(name)
	}
}

// placed fails the test if the node's count of peers per player (peers.places) is wrong for any
// player.
func (w *testCluster) placed(name string) {
	w.t.Helper()
	c, places := w.nodes[name], map[uint32]int{}
	for _, n := range c.peers.all {
		for _, some := range []map[uint32]bool{n.who, n.gone} {
			for h := range some {
				places[h]++
			}
		}
	}
	if !maps.Equal(places, c.peers.places) {
		w.t.Fatalf("%s counts the places of %d players; there are %d", name, len(c.peers.places), len(places))
	}
}

// TestPresenceByChanges checks that nodes send which players came and went instead of complete
// lists, even if the changes need several messages, and that a new node or a node that missed a
// message gets the complete list.
func TestPresenceByChanges(t *testing.T) {
	w := newTown(t, "a", "b", "c")
	const many = 2*maxHashes + 1000
	leave := make([]func(), many)
	for i := range many {
		leave[i] = w.nodes["b"].Enter(fmt.Sprint("player", i))
	}
	w.pass(5*time.Second, nil)
	w.agree()
	if got := w.nodes["a"].Online([]string{"player7", "nobody"}); !got["player7"] || got["nobody"] {
		t.Errorf("online: %v", got)
	}

	clear(w.sent)
	w.pass(10*time.Second, nil)
	if got := w.sent["presence"] + w.sent["who"]; got > 1000 {
		t.Errorf("%d bytes were said of players of whom none came or went", got)
	}
	for i := range 100 {
		leave[i]()
	}
	w.pass(5*time.Second, nil)
	w.agree()
	if got := w.sent["presence"] + w.sent["who"]; got > 2000 {
		t.Errorf("%d bytes were said of 100 players who went", got)
	}

	w.lose = func(subject string) bool { return strings.HasPrefix(subject, "presence.b") }
	leave[100]()
	w.nodes["b"].Enter("late")
	w.pass(5*time.Second, nil)
	w.lose = nil
	w.pass(5*time.Second, nil)
	w.agree()

	w.start("d")
	w.pass(5*time.Second, nil)
	w.agree()
	if got := len(w.nodes["d"].peers.all["b"].who); got < many-1000 {
		t.Errorf("a new node knows of %d players of %d", got, many)
	}

	w.start("b")
	w.pass(5*time.Second, nil)
	w.agree()
	w.nodes["c"].still = true
	w.pass(time.Minute, nil)
	if w.placed("a"); len(w.nodes["a"].peers.places) != 0 {
		t.Errorf("%d players have a place on no node", len(w.nodes["a"].peers.places))
	}
}

// TestSameHash checks that if two players with the same hash are connected to a node and one
// leaves, the node still has the hash.
func TestSameHash(t *testing.T) {
	w := newTown(t, "a", "b")
	r := &w.nodes["b"].roll
	r.enter(7, w.at)
	r.enter(7, w.at)
	w.pass(4*time.Second, nil)
	r.leave(7)
	w.pass(4*time.Second, nil)
	if who := w.nodes["a"].peers.all["b"].who; !who[7] {
		t.Errorf("known: %v", who)
	}
	r.leave(7)
	w.pass(4*time.Second, nil)
	if who := w.nodes["a"].peers.all["b"].who; len(who) > 0 {
		t.Errorf("known: %v", who)
	}
}

// sendAway dismisses a player and publishes the dismissal at once, without a timer.
func (n *testNode) sendAway(player string) {
	n.dismissed.waiting = true
	n.Dismiss(player)
	n.tellDismissed()
}

// TestOutageIsForgotten checks that an outage is kept until all its players have
// returned, and that a player may return to the same node.
func TestOutageIsForgotten(t *testing.T) {
	w := newTown(t, "a", "b")
	c := w.nodes["a"]
	leave := w.nodes["b"].Enter("anna")
	w.pass(4*time.Second, nil)
	w.nodes["b"].sendAway("anna")
	if len(c.outages.queue) != 1 || len(c.outages.of) != 1 {
		t.Fatalf("%d outages of %d players", len(c.outages.queue), len(c.outages.of))
	}
	w.pass(10*time.Minute, nil)
	w.lost("anna", MaxAway, MaxAway)
	w.nodes["b"].sendAway("anna")
	leave()
	w.nodes["b"].Enter("anna")
	w.pass(5*time.Second, nil)
	w.lost("anna", MaxAway+500*time.Millisecond, MaxAway+2*time.Second+100*time.Millisecond)
	w.pass(2*rememberBack, nil)
	if len(c.outages.queue)+len(c.outages.of) != 0 || c.outages.some.Load() {
		t.Errorf("%d outages are remembered of %d players, though all are back", len(c.outages.queue), len(c.outages.of))
	}
}

// TestOutagesInOrder checks that each outage expires at its own time, regardless of the order in
// which the outages were recorded and the players returned.
func TestOutagesInOrder(t *testing.T) {
	w := newTown(t, "a")
	c := w.nodes["a"]
	ends := map[time.Duration]int{}
	for i := range 300 {
		h, ago := uint32(i), time.Duration(i*7919%3000)*time.Second //nolint:gosec // the numbers are small
		c.add(&outage{node: "b", who: map[uint32]bool{h: true}, from: w.at.Add(-ago), until: w.at.Add(-ago), sure: i%2 == 0})
		if i%3 == 0 {
			c.outages.back(w.at, []uint32{h})
			ends[rememberBack]++
		} else {
			ends[RememberOutage-ago]++
		}
	}
	start := w.at
	for range 3700 {
		c.outages.forgetOld(w.at)
		left := 0
		for after, n := range ends {
			if w.at.Sub(start) <= after {
				left += n
			}
		}
		if len(c.outages.queue) != left || len(c.outages.of) != left {
			t.Fatalf("after %v %d outages of %d players are remembered, want %d", w.at.Sub(start), len(c.outages.queue), len(c.outages.of), left)
		}
		w.at = w.at.Add(time.Second)
	}
	if len(c.outages.queue)+len(c.outages.unsure) != 0 || c.outages.some.Load() {
		t.Errorf("%d outages and %d nodes are remembered", len(c.outages.queue), len(c.outages.unsure))
	}
}
