package cluster

import "time"

// awaited is the longest absence that is counted in the metrics. If players return later, they have
// probably left of their own accord.
const awaited = time.Minute

// Figures holds counters and gauges of a Cluster, for metrics.
type Figures struct {
	Alive   int    // nodes that serve players, including this node
	Lost    uint64 // nodes that disappeared without announcing it, since the start
	Outages int    // number of remembered outages
}

// Figures returns the current counters and gauges.
func (c *Cluster) Figures() Figures {
	c.mu.Lock()
	defer c.mu.Unlock()
	f := Figures{Alive: 1, Lost: c.lost, Outages: len(c.outages.queue)}
	for _, n := range c.peers.all {
		if !n.lost {
			f.Alive++
		}
	}
	return f
}

// resumed passes to the given observer how long a player who has just returned could not play. If
// the observer is nil, resumed does nothing. The cluster must be locked.
func (all *outages) resumed(now time.Time, h uint32, into interface{ Observe(seconds float64) }) {
	if into == nil {
		return
	}
	longest := time.Duration(-1)
	for _, o := range all.of[h] {
		if _, back := o.back[h]; !back {
			longest = max(longest, now.Sub(o.from))
		}
	}
	if longest >= 0 && longest <= awaited {
		into.Observe(longest.Seconds())
	}
}
