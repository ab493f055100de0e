package web

import (
	"slices"
	"sync"
)

// owners maps each player to the player's open connections, so that a notice to a player need not
// search all connections of the node.
type owners struct {
	mu    sync.Mutex
	conns map[string][]*conn // connections by the id of the player, and by the ids of guests who belong to the player's account
}

// add registers a connection under the ids of its player.
func (o *owners) add(c *conn) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.conns == nil {
		o.conns = map[string][]*conn{}
	}
	for _, id := range idsOf(c.who) {
		o.conns[id] = append(o.conns[id], c)
	}
}

// remove unregisters a connection.
func (o *owners) remove(c *conn) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, id := range idsOf(c.who) {
		left := slices.DeleteFunc(o.conns[id], func(other *conn) bool { return other == c })
		if len(left) == 0 {
			delete(o.conns, id)
			continue
		}
		o.conns[id] = left
	}
}

// of returns the connections of a player.
func (o *owners) of(player string) []*conn {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.conns[player])
}
