package web

import (
	"context"
	"sync"
	"time"

	"kydai/internal/wire"
)

// followEvery is the minimum time between two messages about the same tournament (event). Pages
// read the tournament after each message, so many changes at once are combined into one message.
const followEvery = 700 * time.Millisecond

// followed holds the connections of this node that follow tournaments (events).
type followed struct {
	mu  sync.Mutex
	all map[string]*following // connections by the id of the tournament
}

// following holds the connections that follow one tournament (event).
type following struct {
	conns   map[*conn]int // the version that was last sent to each connection
	version int
	told    time.Time
	waits   bool // true if a message is scheduled and not sent yet
}

// put makes a connection follow the tournament (event) with the given id, and no longer the
// tournament that it followed before. The id "" means that it follows no tournament.
func (f *followed) put(c *conn, id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if old := f.all[c.follows]; old != nil {
		if delete(old.conns, c); len(old.conns) == 0 {
			delete(f.all, c.follows)
		}
	}
	c.follows = id
	if id == "" {
		return
	}
	if f.all == nil {
		f.all = map[string]*following{}
	}
	if f.all[id] == nil {
		f.all[id] = &following{conns: map[*conn]int{}}
	}
	f.all[id].conns[c] = 0
}

// changed sends the new version of a tournament (event) to the connections that follow it. It sends
// at once, or as soon as followEvery has passed since the last message.
func (f *followed) changed(id string, version int, now time.Time) {
	f.mu.Lock()
	defer f.mu.Unlock()
	x := f.all[id]
	if x == nil || version <= x.version {
		return
	}
	x.version = version
	if x.waits {
		return
	}
	if wait := followEvery - now.Sub(x.told); wait > 0 {
		x.waits = true
		time.AfterFunc(wait, func() {
			f.mu.Lock()
			defer f.mu.Unlock()
			x.waits = false
			x.tell(id, time.Now())
		})
		return
	}
	x.tell(id, now)
}

func (x *following) tell(id string, now time.Time) {
	x.told = now
	frame := wire.Encode(wire.EventChanged{T: wire.TellEvent, ID: id, Version: x.version})
	for c, version := range x.conns {
		if version < x.version {
			x.conns[c] = x.version
			c.send(frame)
		}
	}
}

// begin sends a connection the current version of a tournament (event), unless the connection
// already has this version or a newer one. A later message about the same version is then not sent
// to this connection.
func (f *followed) begin(c *conn, id string, version int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if x := f.all[id]; x != nil && c.follows == id && x.conns[c] < version {
		x.conns[c] = version
		c.reply(wire.EventChanged{T: wire.TellEvent, ID: id, Version: version})
	}
}

// follow makes the connection follow a tournament (event) that the visitor may see. The reply is
// the current version of the tournament.
func (c *conn) follow(ctx context.Context, m wire.Follow) error {
	if !m.On {
		c.server.hub.followed.put(c, "")
		return nil
	}
	c.server.hub.followed.put(c, m.ID) // subscribe before reading the version, so that no change is missed
	e, err := c.server.event(ctx, c.who, m.ID)
	if err != nil {
		c.server.hub.followed.put(c, "")
		return err
	}
	c.server.hub.followed.begin(c, m.ID, e.Version)
	c.mu.Lock()
	gone := c.gone
	c.mu.Unlock()
	if gone {
		c.server.hub.followed.put(c, "")
	}
	return nil
}
