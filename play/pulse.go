package play

import (
	"context"
	"encoding/json"
	"time"
)

// Nodes give signs of life on the bus. One that is silent may be dead, or cut
// off from the bus alone: then it goes on for its players, and says so in the
// database.
const (
	alivePattern = "alive.*"
	pulses       = 4 // signs of life on the bus in the time of one heartbeat
	silentPulses = 3 // after so many without a sign a node is taken for dead
)

// alive is a sign of life of a node.
type alive struct {
	Born    int64 `json:"born"`              // when it was started, in microseconds: another one is another process
	Leaving int64 `json:"leaving,omitempty"` // since when it does nothing more for its players
}

func (s *Service) pulseEvery() time.Duration { return max(s.o.Beat/pulses, time.Millisecond) }

// silent is for how long nothing is heard of a node that is taken for dead.
func (s *Service) silent() time.Duration { return silentPulses * s.pulseEvery() }

// pulse gives a sign of life on the bus.
func (s *Service) pulse(context.Context) {
	c := &s.crowd
	now := s.Now()
	c.mu.Lock()
	if before := c.pulsed; !before.IsZero() && now.Sub(before) > s.silent() {
		// This process stood still: nobody here could play.
		c.add(outage{who: c.hashes(), from: before, until: now})
		c.awake = now
	}
	c.pulsed = now
	c.forget(func(o outage) bool { return now.Sub(o.until) > rememberOutage })
	sign := alive{Born: c.born.UnixMicro()}
	if !c.leaving.IsZero() {
		sign.Leaving = c.leaving.UnixMicro()
	}
	c.mu.Unlock()
	data, err := json.Marshal(sign)
	if err == nil {
		_ = s.o.Bus.Publish("alive."+s.o.Node, data) // it comes again
	}
}

// listenAround looks who gives no signs of life on the bus, this node included.
// Before one is taken for dead, signs are given and looked for in the database.
func (s *Service) listenAround(ctx context.Context) {
	c := &s.crowd
	now := s.Now()
	c.mu.Lock()
	deaf := now.Sub(c.echo) > s.silent()/2
	missing := c.misses(now, s.silent()/2)
	c.mu.Unlock()
	if !deaf && !missing {
		return
	}
	within, cancel := context.WithTimeout(ctx, s.silent())
	defer cancel()
	_ = s.exchange(within) // if it fails there is nothing to be said for the silent
	if deaf {
		s.lookForTruth() // there is no news
		return           // who does not hear itself does not hear others either
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, n := range c.nodes {
		if !n.sign.IsZero() && now.Sub(n.sign) > s.silent() {
			c.lose(id, n.sign)
		}
	}
}

// misses reports whether a node is lost or has been silent for so long. The
// crowd is locked.
func (c *crowd) misses(now time.Time, long time.Duration) bool {
	for _, n := range c.nodes {
		if n.lost || !n.sign.IsZero() && now.Sub(n.sign) > long {
			return true
		}
	}
	return false
}

// clear takes a heartbeat for the sign of life of a node that has not stood
// still since its last one: it was cut off from the bus, and did not fail its
// players. The crowd is locked.
func (c *crowd) clear(id string, n *neighbour) {
	awake := time.UnixMicro(n.Awake)
	if n.Born != n.born || n.Awake == 0 || !n.last.After(n.sign) || awake.After(n.sign) {
		return
	}
	n.sign, n.lost = n.last, false
	c.forget(func(o outage) bool {
		return o.node == id && !o.from.Before(awake) && o.from.Before(n.last)
	})
}

// hearAlive takes a sign of life.
func (s *Service) hearAlive(subject string, data []byte) {
	var sign alive
	if json.Unmarshal(data, &sign) != nil {
		return
	}
	node, now := subject[len("alive."):], s.Now()
	c := &s.crowd
	c.mu.Lock()
	defer c.mu.Unlock()
	if node == s.o.Node {
		if sign.Born == c.born.UnixMicro() {
			c.echo = now
		}
		return
	}
	c.meet(node, sign.Born)
	if sign.Leaving != 0 {
		c.lose(node, time.UnixMicro(sign.Leaving))
	}
	n := c.nodes[node]
	n.sign, n.lost = now, sign.Leaving != 0
	c.know(node, n)
}

// meet hears of a process. If the node was another one before, that one has
// died. The crowd is locked.
func (c *crowd) meet(node string, born int64) {
	n := c.nodes[node]
	if n.born == born {
		return
	}
	if n.born != 0 {
		c.lose(node, n.sign)
	}
	c.know(node, neighbour{beat: n.beat, last: c.service.Now(), born: born})
}

// gone notes that a node has gone from the bus. If it lives it says so in the
// database.
func (s *Service) gone(ctx context.Context, node string) {
	c := &s.crowd
	c.mu.Lock()
	known := c.nodes[node].lost
	c.mu.Unlock()
	if known {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, askNode)
	defer cancel()
	_ = s.hearBeats(ctx) // if it fails there is nothing to be said for the node
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lose(node, c.nodes[node].sign)
}
