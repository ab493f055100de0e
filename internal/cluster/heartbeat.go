package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"
)

const (
	silentHeartbeats = 4 // a node counts as gone after this many missed heartbeats
	deadHeartbeats   = 5 // a node that answers no query counts as dead after this many half heartbeat intervals
	// heartbeatTimeout is the time limit for writing a heartbeat.
	heartbeatTimeout = 10 * time.Second
)

// heartbeat is the content of a node's row in the database.
type heartbeat struct {
	Players int   `json:"players"`
	Matches int   `json:"matches"`
	Born    int64 `json:"born,omitempty"`  // start time, in microseconds
	Awake   int64 `json:"awake,omitempty"` // start of the time in which the process has run without a pause, in microseconds; 0 if the node is draining
}

// health holds the result of this node's last heartbeat.
type health struct {
	mu    sync.Mutex
	at    time.Time // local time when the last heartbeat was written
	began time.Time // the site's time when the writing of that heartbeat began
	err   error     // error of the last heartbeat; nil if it was written
}

func (h *health) note(began, now time.Time, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.err = err; err == nil {
		h.at, h.began = now, began
	}
}

// Written returns when this node last wrote a heartbeat, by the local clock, and the error of the
// last attempt to write one, if it failed.
func (c *Cluster) Written() (at time.Time, err error) {
	h := &c.health
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.at, h.err
}

// Silent is the time after a node's last heartbeat for which the node still counts as alive.
func (c *Cluster) Silent() time.Duration { return silentHeartbeats * c.options.Heartbeat }

// heartbeat writes this node's heartbeat to the database and reads the heartbeats of the other
// nodes.
func (c *Cluster) heartbeat(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, heartbeatTimeout)
	defer cancel()
	began := c.options.Now()
	err := c.exchange(ctx)
	if !errors.Is(ctx.Err(), context.Canceled) {
		c.health.note(began, c.options.Clock(), err)
	}
	if err != nil {
		if ctx.Err() == nil {
			c.options.Log.WarnContext(ctx, "the heartbeat could not be written to the database", "err", err)
		}
		return
	}
	c.sayPresence()
}

// exchange writes this node's heartbeat to the database and reads the heartbeats of the other
// nodes from it.
func (c *Cluster) exchange(ctx context.Context) error {
	if err := c.options.Store.Beat(ctx, c.options.Node, c.body()); err != nil {
		return err
	}
	return c.readHeartbeats(ctx)
}

func (c *Cluster) body() []byte {
	b := heartbeat{Matches: c.options.Matches()}
	c.mu.Lock()
	b.Players, b.Born = len(c.here), c.born.UnixMicro()
	if c.leaving.IsZero() {
		b.Awake = c.awake.UnixMicro()
	}
	c.mu.Unlock()
	data, _ := json.Marshal(b) // Marshal of numbers never fails
	return data
}

func (c *Cluster) readHeartbeats(ctx context.Context) error {
	nodes, err := c.options.Store.Alive(ctx, c.Silent())
	if err == nil {
		c.takeHeartbeats(nodes)
	}
	return err
}

// takeHeartbeats replaces the list of peers by the nodes in the database and takes their
// heartbeats.
func (c *Cluster) takeHeartbeats(nodes []Node) {
	c.mu.Lock()
	defer c.mu.Unlock()
	old := c.peers.all
	c.peers.all = map[string]*peer{}
	for _, n := range nodes {
		if n.ID == c.options.Node {
			continue
		}
		next := old[n.ID]
		if next == nil {
			next = &peer{}
		}
		next.last = n.Beat
		if json.Unmarshal(n.Body, &next.heartbeat) != nil {
			continue
		}
		c.clear(n.ID, next)
		c.peers.all[n.ID] = next
		delete(old, n.ID)
	}
	for _, n := range old {
		c.peers.unplace(n)
	}
	c.peers.some.Store(len(c.peers.all) > 0)
}

// clear handles the case that a peer's heartbeat in the database is newer than its last signal on
// the bus, and that the peer has run without a pause. Then the peer was only cut off from the bus
// and kept serving its players, so clear removes the outages recorded for it. The cluster must be
// locked.
func (c *Cluster) clear(id string, n *peer) {
	awake := time.UnixMicro(n.Awake)
	if n.Born != n.born || n.Awake == 0 || !n.last.After(n.sign) || awake.After(n.sign) {
		return
	}
	n.sign, n.lost = n.last, false
	c.outages.forgetUnsure(id, awake, n.last)
}
