package cluster

import (
	"sync/atomic"
	"time"
)

// peer is what this node knows about another node.
type peer struct {
	heartbeat
	who    map[uint32]bool // hashes of the peer's players
	digest digest          // digest of who
	came   map[uint32]bool // players whose arrival the peer's last message reported
	gone   map[uint32]bool // players whose departure the peer's last message reported
	heard  time.Time       // time of the peer's last presence message
	asked  time.Time       // when the peer's complete roll was last requested
	coming map[uint32]bool // players in the parts of the peer's roll received so far; nil if no roll is expected
	parts  int             // number of parts of the roll received so far
	last   time.Time       // time of the peer's last heartbeat; zero if unknown
	sign   time.Time       // time of the peer's last signal
	born   int64           // start time of the peer in microseconds; identifies its process
	lost   bool            // the peer no longer serves its players
	anew   bool            // the peer was lost: its next presence message means that all its players have reconnected
}

// peers holds the other nodes that this node knows. The lock of the cluster protects it.
type peers struct {
	some   atomic.Bool // reports whether there are peers; atomic, so that the move path reads it without locking
	all    map[string]*peer
	places map[uint32]int // by player: number of peers that have the player in who or gone; 0 is not stored
}

// know returns the peer with the given name. It adds an unknown peer. The cluster must be locked.
func (p *peers) know(node string) *peer {
	n := p.all[node]
	if n == nil {
		n = &peer{}
		p.all[node] = n
	}
	p.some.Store(true)
	return n
}

// place changes the count of peers that have the player with the hash h. The parameter by is the
// number to add: 1 or -1. The cluster must be locked.
func (p *peers) place(h uint32, by int) {
	if p.places[h] += by; p.places[h] == 0 {
		delete(p.places, h)
	}
}

// unplace removes all players of a forgotten peer from the counts. The cluster must be
// locked.
func (p *peers) unplace(n *peer) {
	for _, some := range []map[uint32]bool{n.who, n.gone} {
		for h := range some {
			p.place(h, -1)
		}
	}
}

// places returns how often a peer counts a player in peers.places: once if the player is in who,
// and once if the player is in gone. It returns 0 for a nil peer.
func (n *peer) places(h uint32) (count int) {
	if n == nil {
		return 0
	}
	if n.who[h] {
		count++
	}
	if n.gone[h] {
		count++
	}
	return count
}

// had reports whether a player was connected to a peer at a given time, as far as this node knows.
func (n *peer) had(h uint32, at time.Time) bool {
	if n.heard.After(at) {
		return n.who[h] && !n.came[h] || n.gone[h]
	}
	return n.who[h]
}

// apply updates a peer. The parameter came lists the players that have connected to the peer, and
// the parameter gone lists the players that have left it. The cluster must be locked.
func (p *peers) apply(n *peer, came, gone []uint32) {
	if n.who == nil {
		n.who = map[uint32]bool{}
	}
	for h := range n.gone {
		p.place(h, -1)
	}
	n.came, n.gone = map[uint32]bool{}, map[uint32]bool{}
	for _, h := range came {
		if !n.who[h] {
			n.who[h], n.came[h] = true, true
			n.digest.add(h)
			p.place(h, 1)
		}
	}
	for _, h := range gone {
		if n.who[h] {
			delete(n.who, h)
			n.gone[h] = true
			n.digest.remove(h)
		}
	}
}

// misses reports whether any peer is lost or has sent no signal for more than the given duration.
// The cluster must be locked.
func (p *peers) misses(now time.Time, long time.Duration) bool {
	for _, n := range p.all {
		if n.lost || !n.sign.IsZero() && now.Sub(n.sign) > long {
			return true
		}
	}
	return false
}

// elsewhereAt reports whether a player was connected at the given time to a peer other than the
// given node. Usually the counts in places rule this out, so that no peer has to be searched. The
// cluster must be locked.
func (p *peers) elsewhereAt(h uint32, node string, at time.Time) bool {
	if p.places[h] <= p.all[node].places(h) {
		return false
	}
	for id, n := range p.all {
		if id != node && !n.lost && n.had(h, at) {
			return true
		}
	}
	return false
}

// Peer is another node that can be queried.
type Peer struct {
	ID   string
	Last time.Time // time of the node's last heartbeat
}

// Peers lists the other nodes that are alive or were alive recently.
func (c *Cluster) Peers() []Peer {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := make([]Peer, 0, len(c.peers.all))
	for id, n := range c.peers.all {
		list = append(list, Peer{id, n.last})
	}
	return list
}

// PeersOf lists the other nodes to which a player is connected or was connected recently.
func (c *Cluster) PeersOf(player string) (list []string) {
	h := hashOf(player)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.peers.places[h] == 0 {
		return nil
	}
	for id, n := range c.peers.all {
		if !n.lost && (n.who[h] || n.gone[h]) {
			list = append(list, id)
		}
	}
	return list
}

// Elsewhere reports whether a player is also connected to another node, according to
// recent messages.
func (c *Cluster) Elsewhere(player string) bool {
	h, lately := hashOf(player), c.options.Now().Add(-c.Silent())
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.peers.places[h] == 0 {
		return false
	}
	for _, n := range c.peers.all {
		if n.who[h] && n.heard.After(lately) {
			return true
		}
	}
	return false
}
