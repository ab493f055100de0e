package cluster

import (
	"encoding/binary"
	"strings"
)

// At every heartbeat each node publishes which players have come and gone since its last message,
// and a digest of all its players. A receiver that computes a different digest has missed a
// message. It then requests the node's complete list of players (the roll), which the node sends
// to this receiver alone.
const (
	presencePattern = "presence.>"
	whoRoot         = "who."
	askEnd          = ".ask."
	rollEnd         = ".roll."
)

// hashes returns the players on this node. The cluster must be locked.
func (c *Cluster) hashes() map[uint32]bool {
	all := make(map[uint32]bool, len(c.roll.all))
	for h := range c.roll.all {
		all[h] = true
	}
	return all
}

// sayPresence publishes which players have come and gone since the last message.
func (c *Cluster) sayPresence() {
	c.mu.Lock()
	if !c.leaving.IsZero() {
		c.mu.Unlock()
		return // a draining node no longer changes its published list of players
	}
	words := c.roll.words(c.birth())
	c.mu.Unlock()
	for _, data := range words {
		_ = c.options.Bus.Publish("presence."+c.options.Node, data) // a node that misses the message requests the roll
	}
}

func (c *Cluster) birth() uint64 { return uint64(c.born.UnixMicro()) } //nolint:gosec // a time after 1970 is positive

// sayAll sends the complete list of this node's players to one other node.
func (c *Cluster) sayAll(node string) {
	c.sayPresence() // publish pending changes first, so that the roll is not ahead of them
	c.mu.Lock()
	if !c.leaving.IsZero() {
		c.mu.Unlock()
		return
	}
	parts := c.roll.whole(c.birth())
	c.mu.Unlock()
	for _, data := range parts {
		_ = c.options.Bus.Publish(whoRoot+node+rollEnd+c.options.Node, data) // if the message is lost, the node requests the roll again
	}
}

// hearPresence handles presence messages and requests of other nodes.
func (c *Cluster) hearPresence(subject string, data []byte) {
	if rest, ok := strings.CutPrefix(subject, whoRoot+c.options.Node); ok {
		if node, ok := strings.CutPrefix(rest, askEnd); ok {
			c.sayAll(node)
		} else if node, ok := strings.CutPrefix(rest, rollEnd); ok {
			c.hearRoll(node, data)
		}
		return
	}
	node, ok := strings.CutPrefix(subject, "presence.")
	if from, dismissed := strings.CutSuffix(node, dismissedEnd); dismissed {
		c.hearDismissed(from, data)
		return
	}
	if !ok || node == c.options.Node || len(data) < wordHead {
		return
	}
	if c.hearWord(node, data) {
		_ = c.options.Bus.Publish(whoRoot+node+askEnd+c.options.Node, nil) // if the request is lost, the next presence message triggers another one
	}
}

// hearWord applies the changes that another node published. It returns true if the digest does not
// match, so that the complete roll must be requested.
func (c *Cluster) hearWord(node string, data []byte) bool {
	born := int64(binary.BigEndian.Uint64(data)) //nolint:gosec // the sender converted an int64 to these bytes
	is := readDigest(data[8:])
	n := int(binary.BigEndian.Uint32(data[8+digestSize:]))
	hashes := readHashes(data[wordHead:])
	if n > len(hashes) {
		return false // malformed message
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.meet(node, born)
	other := c.peers.all[node]
	other.heard = c.options.Now()
	c.peers.apply(other, hashes[:n], hashes[n:])
	if !other.lost {
		c.outages.back(other.heard, hashes[:n])
		if other.anew {
			c.outages.backAll(other.heard, other.who)
		}
		other.anew = false
	}
	missed := is != other.digest && (is != digest{} || len(hashes) < maxHashes)
	if missed = missed && other.heard.Sub(other.asked) > c.options.Heartbeat/2; missed {
		other.asked = other.heard
	}
	return missed
}

// hearRoll handles one part of the complete list of another node's players.
func (c *Cluster) hearRoll(node string, data []byte) {
	if len(data) < rollHead || node == c.options.Node {
		return
	}
	born := int64(binary.BigEndian.Uint64(data)) //nolint:gosec // the sender converted an int64 to these bytes
	part, parts := int(binary.BigEndian.Uint32(data[8:])), int(binary.BigEndian.Uint32(data[12:]))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.meet(node, born)
	n := c.peers.all[node]
	if part == 0 {
		n.coming, n.parts = map[uint32]bool{}, 0
	}
	if n.coming == nil || part != n.parts {
		return // a part was lost: the roll is requested again
	}
	for _, h := range readHashes(data[rollHead:]) {
		n.coming[h] = true
	}
	if n.parts++; n.parts == parts {
		var came, gone []uint32
		for h := range n.coming {
			if !n.who[h] {
				came = append(came, h)
			}
		}
		for h := range n.who {
			if !n.coming[h] {
				gone = append(gone, h)
			}
		}
		n.coming, n.heard = nil, c.options.Now()
		c.peers.apply(n, came, gone)
		if !n.lost {
			c.outages.back(n.heard, came)
		}
	}
}
