package cluster

import (
	"context"
	"encoding/json"
	"time"
)

// Nodes send signals over the bus to show that they are alive. A node without signals may be dead,
// or only cut off from the bus. In the second case it still serves its players, and its heartbeat
// in the database shows that it is alive.
const (
	signalPattern = "alive.*"
	signals       = 4 // signals per heartbeat interval
	silentSignals = 3 // missed signals after which a node counts as dead
)

// signal is the message that shows that a node is alive.
type signal struct {
	Born    int64 `json:"born"`              // start time in microseconds; another value means a new process
	Leaving int64 `json:"leaving,omitempty"` // when the node began to drain, in microseconds; 0 if it is not draining
}

func (c *Cluster) signalEvery() time.Duration {
	return max(c.options.Heartbeat/signals, time.Millisecond)
}

// deadAfter is the time without signals after which a node counts as dead.
func (c *Cluster) deadAfter() time.Duration { return silentSignals * c.signalEvery() }

// signal publishes the signal that this node is alive. If the previous signal is too old, signal
// records an outage of this node.
func (c *Cluster) signal(context.Context) {
	now := c.options.Now()
	c.mu.Lock()
	if before := c.sent; !before.IsZero() && now.Sub(before) > c.deadAfter() {
		// The interval since the previous signal is too long: this process was paused, and its
		// players could not play.
		c.add(&outage{who: c.hashes(), from: before, until: now})
		c.awake = now
	}
	c.sent = now
	c.outages.forgetOld(now)
	sign := signal{Born: c.born.UnixMicro()}
	if !c.leaving.IsZero() {
		sign.Leaving = c.leaving.UnixMicro()
	}
	c.mu.Unlock()
	data, err := json.Marshal(sign)
	if err == nil {
		_ = c.options.Bus.Publish("alive."+c.options.Node, data) // if the message is lost, the next signal replaces it
	}
}

// checkSignals detects nodes without signals, including this one. Before it records a
// node as dead, it reads the heartbeats in the database.
func (c *Cluster) checkSignals(ctx context.Context) {
	now := c.options.Now()
	c.mu.Lock()
	deaf := now.Sub(c.echo) > c.deadAfter()/2
	missing := c.peers.misses(now, c.deadAfter()/2)
	c.mu.Unlock()
	if !deaf && !missing {
		return
	}
	within, cancel := context.WithTimeout(ctx, c.deadAfter())
	defer cancel()
	_ = c.exchange(within) // an error is ignored: without newer heartbeats, the silent nodes count as dead
	if deaf {
		c.options.Deaf() // this node receives no messages over the bus
		return           // a node that misses its own signals also misses the signals of other nodes
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, n := range c.peers.all {
		if !n.sign.IsZero() && now.Sub(n.sign) > c.deadAfter() {
			c.lose(id, n.sign, false)
		}
	}
}

// hearSignal handles a signal of a node, including this node's own.
func (c *Cluster) hearSignal(subject string, data []byte) {
	var sign signal
	if json.Unmarshal(data, &sign) != nil {
		return
	}
	node, now := subject[len("alive."):], c.options.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	if node == c.options.Node {
		if sign.Born == c.born.UnixMicro() {
			c.echo = now
		}
		return
	}
	c.meet(node, sign.Born)
	if sign.Leaving != 0 {
		c.lose(node, time.UnixMicro(sign.Leaving), true)
	}
	n := c.peers.know(node)
	n.sign, n.lost = now, sign.Leaving != 0
}

// meet records which process runs a node, identified by its start time. A new process means that
// the previous one has died. The cluster must be locked.
func (c *Cluster) meet(node string, born int64) {
	n := c.peers.know(node)
	if n.born == born {
		return
	}
	if n.born != 0 {
		c.lose(node, n.sign, false)
	}
	c.peers.unplace(n)
	*n = peer{heartbeat: n.heartbeat, last: c.options.Now(), born: born}
}

// Gone records that a node has left the bus. If the node is in fact alive, its heartbeat in the
// database corrects the record.
func (c *Cluster) Gone(ctx context.Context, node string) {
	c.mu.Lock()
	n := c.peers.all[node]
	known := n == nil || n.lost
	c.mu.Unlock()
	if known {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	_ = c.readHeartbeats(ctx) // if the read fails, the node counts as gone
	c.mu.Lock()
	defer c.mu.Unlock()
	if n := c.peers.all[node]; n != nil {
		c.lose(node, n.sign, false)
	}
}
