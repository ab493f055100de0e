package cluster

import (
	"encoding/binary"
	"time"
)

const (
	// dismissEvery is how long the node collects dismissals (players whose connection it is about to
	// close) before it publishes them together.
	dismissEvery = 20 * time.Millisecond
	dismissedEnd = ".dismissed"
	dismissSize  = 4 + 8 // hash of the player (4 bytes) and time (8 bytes)
)

// dismissals collects the players whose connections this node is about to close, until the node
// publishes them.
type dismissals struct {
	data    []byte // for each player: the hash, then the time in microseconds
	waiting bool   // a timer that publishes data is running
}

// Dismiss announces that this node is about to close a player's connection. Until the player
// reconnects, to this node or another one, the player's clock is compensated. A player with
// another connection to this node is not affected.
func (c *Cluster) Dismiss(player string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.here[player].conns > 1 {
		return
	}
	d := &c.dismissed
	d.data = binary.BigEndian.AppendUint32(d.data, hashOf(player))
	d.data = binary.BigEndian.AppendUint64(d.data, uint64(c.options.Now().UnixMicro())) //nolint:gosec // a time after 1970 is positive
	if !d.waiting {
		d.waiting = true
		time.AfterFunc(dismissEvery, c.tellDismissed)
	}
}

// tellDismissed tells the other nodes which players this node has dismissed since the last
// message.
func (c *Cluster) tellDismissed() {
	c.mu.Lock()
	data := c.dismissed.data
	c.dismissed = dismissals{}
	c.mu.Unlock()
	_ = c.options.Bus.Publish("presence."+c.options.Node+dismissedEnd, data) // if the message is lost, the compensation is lost
}

// hearDismissed handles a message from another node about the players that it dismisses.
func (c *Cluster) hearDismissed(node string, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if node == c.options.Node || len(data) < dismissSize {
		return
	}
	// All players in a message were dismissed within dismissEvery, so the time of the first
	// dismissal is used for all of them.
	from := time.UnixMicro(int64(binary.BigEndian.Uint64(data[4:]))) //nolint:gosec // the sender converted an int64 to these bytes
	o := &outage{node: node, who: map[uint32]bool{}, from: from, until: from, sure: true}
	for ; len(data) >= dismissSize; data = data[dismissSize:] {
		o.who[binary.BigEndian.Uint32(data)] = true
	}
	c.add(o)
}
