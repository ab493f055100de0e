package web

import (
	"slices"
	"sync"
)

// owners finds the open connections of a player, so that a notice costs the same on a node with
// many connections as on one with few.
type owners struct {
	mu    sync.Mutex
	conns map[string][]*conn // by the id of the player, and of guests that belong to an account
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

// remove takes a connection out.
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
