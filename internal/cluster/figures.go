package cluster

import "time"

// awaited is how long a player counts as one who waits to be back: those who
// come later had gone.
const awaited = time.Minute

// Figures are counters and states of a Cluster.
type Figures struct {
	Alive   int    // nodes that serve players, with this one
	Lost    uint64 // nodes that were lost without having said so
	Outages int    // that are remembered
}

// Figures returns the counters and states.
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

// resumed measures how long a player could not play who is back now. The cluster
// is locked.
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
