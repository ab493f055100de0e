package web

import (
	"context"
	"sync"
	"time"

	"kydai/game"
	"kydai/internal/play"
	"kydai/internal/wire"
)

// watch is a match that a connection is watching.
type watch struct {
	conn    *conn
	id      string
	players [2]string

	// The lock of the connection protects the fields below.
	handle *play.Watch
	latest *play.Snapshot
	sent   int // number of events that the client has
	form   play.FrameForm
	due    bool // is in conn.changed
	news   bool // there is a new state to send
	live   bool // and it has just become durable
	ended  bool
	held   bool // it is not known yet whether the client may watch
	here   here
	known  bool // presence was sent
	newly  bool // presence must be sent
}

// here holds the presence at a match: which of its players are connected, and how many spectators
// watch it on this node.
type here struct {
	players  [2]bool
	watching int
	left     *wire.Left // nil if the match cannot be claimed
	frame    *hereFrame
}

// same reports whether two values are equal, apart from small differences between
// times.
func (h here) same(o here) bool {
	return h.players == o.players && h.watching == o.watching && sameLeft(h.left, o.left)
}

// leftMoved is the smallest change of the time at which a player may claim the match that is sent
// to clients, in milliseconds.
const leftMoved = 500

func sameLeft(a, b *wire.Left) bool {
	if a == nil || b == nil {
		return a == b
	}
	moved := a.Claim - b.Claim
	return a.After == b.After && a.Away == b.Away && moved > -leftMoved && moved < leftMoved
}

// hereFrame is the frame of a presence, encoded once for all clients that watch the match.
type hereFrame struct {
	once sync.Once
	data []byte
}

func (h here) encoded(id string) []byte {
	h.frame.once.Do(func() {
		h.frame.data = wire.Encode(wire.Here{T: wire.TellHere, ID: id, Here: h.players, Watching: h.watching, Left: h.left})
	})
	return h.frame.data
}

// Changed receives a new state from package play. Spectators of a rated game
// with hidden pieces see it with a delay, so that they cannot help a player.
func (w *watch) Changed(s *play.Snapshot) {
	if d := w.delay(s); d > 0 {
		time.AfterFunc(d, func() { w.show(s, false) })
		return
	}
	w.show(s, true)
}

func (w *watch) delay(s *play.Snapshot) time.Duration {
	if s.Side(s.SeatOf(w.conn.who.Player)) != game.NoSide || !s.Veiled() {
		return 0
	}
	return w.conn.server.opts.Delay
}

func (w *watch) show(s *play.Snapshot, live bool) {
	w.conn.mu.Lock()
	defer w.conn.mu.Unlock()
	if w.latest != nil && w.latest.Seq > s.Seq {
		return // a delayed state that is older than the end
	}
	w.live = live && w.latest != nil // the first state is shown on request
	w.latest, w.news = s, true
	w.tell()
}

// tell marks the watch as having an update to send, unless nothing can be sent now. The caller
// holds the lock of the connection.
func (w *watch) tell() {
	if w.due || w.ended || w.held || w.conn.gone || w.latest == nil {
		return
	}
	w.due = true
	w.conn.changed = append(w.conn.changed, w)
	if w.players != ([2]string{}) && w.conn.who.ID != w.players[0] && w.conn.who.ID != w.players[1] {
		w.conn.kickIn(bulk)
		return
	}
	w.conn.kick()
}

// take returns what to send next; false if the client is up to date. The caller
// holds the lock of the connection.
func (w *watch) take() (order, bool) {
	w.due = false
	s := w.latest
	switch {
	case w.ended || s == nil:
		return order{}, false
	case w.news:
		from := w.sent
		live := w.live
		w.sent, w.news, w.live = s.Seq, false, false
		if w.newly {
			w.tell()
		}
		return order{snap: s, from: from, live: live, form: w.form}, true
	case w.newly:
		w.newly = false
		return order{frame: w.here.encoded(w.id)}, true
	}
	return order{}, false
}

// setHere stores the presence, and sends it if it has changed.
func (w *watch) setHere(now here) {
	w.conn.mu.Lock()
	defer w.conn.mu.Unlock()
	if w.known && w.here.same(now) || w.latest == nil {
		return
	}
	w.known, w.here, w.newly = true, now, true
	w.tell()
}

// left returns when the match can be claimed because a player has left; nil if
// it cannot be claimed.
func (w *watch) left() *wire.Left {
	w.conn.mu.Lock()
	handle := w.handle
	w.conn.mu.Unlock()
	if handle == nil {
		return nil
	}
	a, ok := handle.Absence()
	if !ok {
		return nil
	}
	return wire.LeftOf(a)
}

// end ends the watch. The caller must not hold the lock of the connection.
func (w *watch) end() {
	w.conn.mu.Lock()
	ended, handle := w.ended, w.handle
	w.ended = true
	w.conn.mu.Unlock()
	if ended || handle == nil {
		return
	}
	handle.Close()
	w.conn.server.metrics.watches.Dec()
}

// liveWatches lists the watches of matches in progress between people.
func (c *conn) liveWatches() []*watch {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.watches) == 0 {
		return nil
	}
	live := make([]*watch, 0, len(c.watches))
	for _, w := range c.watches {
		if w.latest != nil && !w.latest.Over {
			live = append(live, w)
		}
	}
	return live
}

func formOf(m wire.Watch) play.FrameForm {
	return play.FrameForm{Premoves: m.Premoves, Brief: m.Brief}
}

// watch starts to watch a match. The client already has the first m.Seq events.
func (c *conn) watch(ctx context.Context, m wire.Watch) error {
	id := m.ID
	c.mu.Lock()
	if old := c.watches[id]; old != nil {
		old.sent, old.form, old.news = m.Seq, formOf(m), true
		old.tell()
		c.mu.Unlock()
		return nil
	}
	if c.gone || len(c.watches) >= c.server.opts.Limits.Watches {
		c.mu.Unlock()
		return errTooMany
	}
	if c.watches == nil {
		c.watches = map[string]*watch{}
	}
	w := &watch{conn: c, id: id, sent: m.Seq, form: formOf(m), held: true}
	c.watches[id] = w
	c.mu.Unlock()

	handle, err := c.server.opts.Play.Watch(ctx, c.who.Player, id, w)
	if err != nil {
		c.unwatch(id)
		return err
	}
	snap := handle.Snapshot()
	seats := snap.View(game.NoSide).Seats
	if snap.Side(snap.SeatOf(c.who.Player)) == game.NoSide {
		if err := c.server.shownTo(ctx, c.who, seats); err != nil {
			handle.Close()
			c.unwatch(id)
			return err
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if w.ended { // the connection has gone meanwhile
		go handle.Close()
		return nil
	}
	w.handle, w.players, w.held = handle, [2]string{seats[0].Player, seats[1].Player}, false
	w.tell()
	c.server.metrics.watches.Inc()
	if w.players[0] != "" && w.players[1] != "" { // others have no notices
		c.see(id, w.players)
	}
	return nil
}

// unwatch stops watching a match.
func (c *conn) unwatch(id string) {
	c.mu.Lock()
	w := c.watches[id]
	delete(c.watches, id)
	c.mu.Unlock()
	if w != nil {
		w.end()
	}
}

// watching reports whether the client is watching a match; if it is, the messages
// about the match also confirm the client's moves, and no Ack is needed.
func (c *conn) watching(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	w := c.watches[id]
	return w != nil && w.latest != nil
}
