package cluster

import (
	"container/heap"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"kydai/match"
)

// Players lose no clock time when a node dies, pauses or drains. A node records such times as
// outages: which players could not play, and since when. An outage ends for a player who
// reconnects, but at most MaxAway after the last time at which the server is known to have been
// down. Only the nodes decide this; claims by players are ignored.
const (
	// MaxAway is the longest absence for which a player's clock is compensated.
	MaxAway = 10 * time.Second
	// RememberOutage is how long an outage is remembered. It is long because a turn may
	// last long.
	RememberOutage = time.Hour
	// rememberBack is how long an outage is remembered after all its players have
	// returned; their clocks were compensated on return.
	rememberBack = time.Minute
)

// outage is an interval in which players could not play.
type outage struct {
	node  string               // the lost node; "": this node or all nodes
	who   map[uint32]bool      // hashes of the players; nil means everyone
	from  time.Time            // start of the outage, usually the time of the node's last signal
	until time.Time            // the players certainly could not play until this time
	back  map[uint32]time.Time // return times of the players who have reconnected
	last  time.Time            // latest return time
	sure  bool                 // the node itself reported the outage
	place int                  // index in outages.queue; negative if the outage is not queued
}

// outages holds the remembered outages by player. The lock of the cluster
// protects it.
type outages struct {
	some   atomic.Bool          // reports whether there are outages; atomic, so that the move path reads it without locking
	queue  queue                // all outages, by expiry
	ofAll  []*outage            // outages that affect every player
	of     map[uint32][]*outage // outages by player hash
	unsure map[string][]*outage // by node: outages that a later heartbeat of the node may disprove
}

// queue is a heap of outages, ordered by expiry; the next to expire is first.
type queue []*outage

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].ends().Before(q[j].ends()) }
func (q queue) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].place, q[j].place = i, j
}
func (q *queue) Push(x any) {
	o, _ := x.(*outage) // outages are the only elements pushed
	o.place = len(*q)
	*q = append(*q, o)
}
func (q *queue) Pop() any {
	last := len(*q) - 1
	o := (*q)[last]
	(*q)[last] = nil
	*q, o.place = (*q)[:last], -1
	return o
}

// lose records that a node has not served its players since the given time. The parameter left says
// whether the node announced this itself. The cluster must be locked.
func (c *Cluster) lose(node string, from time.Time, left bool) {
	if from.IsZero() {
		return
	}
	n := c.peers.know(node)
	if n.lost {
		return
	}
	n.lost, n.anew = true, true
	if !left {
		c.lost++
	}
	if len(n.who) > 0 {
		c.add(&outage{node: node, who: maps.Clone(n.who), from: from, until: from})
		c.options.Log.Warn("a node is unreachable; its players get clock time back", "lost", node, "players", len(n.who))
	}
}

// add records an outage. It records as returned the players who are connected to this node or were
// connected to another node when the outage began. The cluster must be locked.
func (c *Cluster) add(o *outage) {
	o.back = map[uint32]time.Time{}
	defer c.outages.add(o) // stores the outage at the end, when o.back is complete
	if o.who == nil {
		c.elsewhereAll(o)
		return
	}
	for h := range o.who {
		if a, ok := c.roll.all[h]; ok {
			o.back[h] = a.since
		}
		if c.peers.elsewhereAt(h, o.node, o.from) {
			o.back[h] = o.from
		}
	}
}

// add stores an outage in the queue and the indexes.
func (all *outages) add(o *outage) {
	all.some.Store(true)
	if o.node != "" && !o.sure {
		all.unsure[o.node] = append(all.unsure[o.node], o)
	}
	if o.who == nil {
		all.ofAll = append(all.ofAll, o)
	}
	for h := range o.who {
		all.of[h] = append(all.of[h], o)
	}
	heap.Push(&all.queue, o)
}

// elsewhereAll records as returned, in an outage of all players, the players who are connected to
// this node or were connected to another node when the outage began. The cluster must be locked.
func (c *Cluster) elsewhereAll(o *outage) {
	for h, a := range c.roll.all {
		o.back[h] = a.since
	}
	for id, n := range c.peers.all {
		if id == o.node || n.lost {
			continue
		}
		for _, some := range []map[uint32]bool{n.who, n.gone} {
			for h := range some {
				if n.had(h, o.from) {
					o.back[h] = o.from
				}
			}
		}
	}
}

// forgetOld removes expired outages. The cluster must be locked.
func (all *outages) forgetOld(now time.Time) {
	for q := all.queue; len(q) > 0 && now.After(q[0].ends()); q = all.queue {
		all.forget(q[0])
	}
}

// forgetUnsure removes the outages of a node that began in the given interval, because the node is
// now known to have worked in that time. The cluster must be locked.
func (all *outages) forgetUnsure(node string, from, to time.Time) {
	for _, o := range slices.Clone(all.unsure[node]) {
		if !o.from.Before(from) && o.from.Before(to) {
			all.forget(o)
		}
	}
}

// AllAway records an interval in which no player on any node could play.
func (c *Cluster) AllAway(from, until time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.add(&outage{from: from, until: until})
}

// forget removes an outage. The cluster must be locked.
func (all *outages) forget(o *outage) {
	is := func(other *outage) bool { return other == o }
	heap.Remove(&all.queue, o.place)
	if o.who == nil {
		all.ofAll = slices.DeleteFunc(all.ofAll, is)
	}
	for h := range o.who {
		dropFrom(all.of, h, is)
	}
	if o.node != "" && !o.sure {
		dropFrom(all.unsure, o.node, is)
	}
	all.some.Store(len(all.queue) > 0)
}

func dropFrom[K comparable](m map[K][]*outage, key K, which func(*outage) bool) {
	if left := slices.DeleteFunc(m[key], which); len(left) > 0 {
		m[key] = left
	} else {
		delete(m, key)
	}
}

// ends returns the time until which an outage is remembered.
func (o *outage) ends() time.Time {
	end := o.until.Add(RememberOutage)
	if !o.allBack() {
		return end
	}
	back := o.until.Add(MaxAway)
	if last := o.last.Add(rememberBack); last.After(back) {
		back = last
	}
	if back.Before(end) {
		return back
	}
	return end
}

// allBack reports whether all players of the outage have returned.
func (o *outage) allBack() bool { return o.who != nil && len(o.back) >= len(o.who) }

// back records that players have returned. The cluster must be locked.
func (all *outages) back(now time.Time, players []uint32) {
	if len(all.queue) == 0 {
		return
	}
	for _, h := range players {
		all.backOne(now, h)
	}
}

// backAll records that a set of players has returned. The cluster must be locked.
func (all *outages) backAll(now time.Time, players map[uint32]bool) {
	for h := range players {
		all.backOne(now, h)
	}
}

func (all *outages) backOne(now time.Time, h uint32) {
	for _, some := range [][]*outage{all.of[h], all.ofAll} {
		for _, o := range some {
			if _, known := o.back[h]; !known {
				o.back[h], o.last = now, now
				if o.allBack() {
					heap.Fix(&all.queue, o.place)
				}
			}
		}
	}
}

// Lost returns the intervals in which a player could not play.
func (c *Cluster) Lost(player string, now time.Time) []match.Span {
	if player == "" || !c.outages.some.Load() { // called for every move; usually there are no outages, so the lock is not needed
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.outages.spans(hashOf(player), now)
}

// spans returns the intervals in which a player could not play.
func (all *outages) spans(h uint32, now time.Time) []match.Span {
	var spans []match.Span
	for _, o := range slices.Concat(all.of[h], all.ofAll) {
		end, known := o.back[h]
		if !known {
			end = now
		}
		if end.Before(o.until) {
			end = o.until
		}
		if latest := o.until.Add(MaxAway); end.After(latest) {
			end = latest
		}
		spans = append(spans, match.Span{From: o.from, To: end})
	}
	return Apart(spans)
}

// Apart changes spans so that they do not overlap, and sorts them by start time.
func Apart(spans []match.Span) []match.Span {
	slices.SortFunc(spans, func(a, b match.Span) int { return a.From.Compare(b.From) })
	for i := 1; i < len(spans); i++ {
		if last := spans[i-1].To; spans[i].From.Before(last) {
			spans[i].From = last
		}
		if spans[i].To.Before(spans[i].From) {
			spans[i].To = spans[i].From
		}
	}
	return spans
}
