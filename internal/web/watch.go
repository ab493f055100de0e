package web

import (
	"context"
	"slices"
	"sync"
	"time"

	"kydai/game"
	"kydai/internal/play"
	"kydai/internal/wire"
)

// watch is a subscription of a connection to one match.
type watch struct {
	conn    *conn
	id      string
	players [2]string

	// The connection's lock protects the fields below.
	handle *play.Watch
	latest *play.Snapshot
	sent   int // number of events of the match that the client has
	form   play.FrameForm
	due    bool // the watch is in conn.changed, the list of watches with pending updates
	news   bool // there is a new state to send
	live   bool // the new state was stored just now; false for a delayed state and for the first state
	ended  bool
	held   bool // the server still checks whether the client may watch
	here   here
	known  bool // presence was sent at least once
	newly  bool // presence has changed and must be sent
}

// here is the presence at a match: which players are connected, and how many spectators watch the
// match on this node.
type here struct {
	players  [2]bool
	watching int
	left     *wire.Left // when a player may claim the match because the opponent is away; nil if nobody may claim it
	frame    *hereFrame
}

// same reports whether two presences are equal. It ignores a difference of less than leftMoved
// between the times from which a player may claim the match.
func (h here) same(o here) bool {
	return h.players == o.players && h.watching == o.watching && sameLeft(h.left, o.left)
}

// leftMoved is a threshold in milliseconds. A player may claim the match from a certain time on if
// the opponent is away. If this time changes by less than leftMoved, the server does not send the
// change to clients.
const leftMoved = 500

func sameLeft(a, b *wire.Left) bool {
	if a == nil || b == nil {
		return a == b
	}
	moved := a.Claim - b.Claim
	return a.After == b.After && a.Away == b.Away && moved > -leftMoved && moved < leftMoved
}

// hereFrame is the frame of a presence. It is encoded once for all clients that watch the match.
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

// Changed receives a new state of the match from package play. Spectators of a rated game with
// hidden pieces get the state with a delay, so that they cannot help a player.
func (w *watch) Changed(s *play.Snapshot) {
	if d := w.delay(s); d > 0 {
		time.AfterFunc(d, func() { w.show(s, false) })
		return
	}
	w.show(s, true)
}

func (w *watch) delay(s *play.Snapshot) time.Duration {
	if !s.Veiled() || s.Side(s.SeatOf(w.conn.who.Player)) != game.NoSide {
		return 0
	}
	return w.conn.server.opts.Delay
}

func (w *watch) show(s *play.Snapshot, live bool) {
	w.conn.mu.Lock()
	defer w.conn.mu.Unlock()
	if w.latest != nil && w.latest.Seq > s.Seq {
		return // this delayed state is older than a state that was already shown
	}
	w.live = live && w.latest != nil // the first state is a response to a request and is not live
	w.latest, w.news = s, true
	w.tell()
}

// tell puts the watch into the connection's list of pending updates, unless nothing can be sent
// now. The caller holds the connection's lock.
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

// take returns the next update to send, or false if the client is up to date. The caller holds the
// connection's lock.
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

// setHere stores the presence at the match. If the presence has changed, it is sent to the client.
func (w *watch) setHere(now here) {
	w.conn.mu.Lock()
	defer w.conn.mu.Unlock()
	if w.known && w.here.same(now) || w.latest == nil {
		return
	}
	w.known, w.here, w.newly = true, now, true
	w.tell()
}

// left returns when the match can be claimed because a player has left. It returns nil if the match
// cannot be claimed.
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

// end ends the watch. The caller must not hold the connection's lock.
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

// liveWatches appends to list the connection's watches of matches that are in progress. It omits a
// watch if the server still checks whether the client may watch the match.
func (c *conn) liveWatches(list []*watch) []*watch {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range c.watches {
		if w.latest != nil && !w.latest.Over && !w.held {
			list = append(list, w)
		}
	}
	return list
}

// spectates reports whether the connection watches at least one match and plays in none of the
// matches that it watches. The caller holds c.mu.
func (c *conn) spectates() bool {
	for _, w := range c.watches {
		if w.players == ([2]string{}) || w.mine() {
			return false
		}
	}
	return len(c.watches) > 0
}

// mine reports whether the client plays in the match.
func (w *watch) mine() bool {
	who := &w.conn.who
	for _, id := range w.players {
		if id == who.ID || slices.Contains(who.Also, id) {
			return true
		}
	}
	return false
}

func formOf(m wire.Watch) play.FrameForm {
	return play.FrameForm{Premoves: m.Premoves, Brief: m.Brief}
}

// watch starts to watch a match. The client already has the first m.Seq events of the match.
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
	if w.ended { // the connection has ended meanwhile
		go handle.Close()
		return nil
	}
	w.handle, w.players, w.held = handle, [2]string{seats[0].Player, seats[1].Player}, false
	w.tell()
	c.server.metrics.watches.Inc()
	if w.players[0] != "" && w.players[1] != "" { // only matches between two players have notices
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

// watching reports whether the client is watching a match. If so, the messages about the match also
// confirm the client's moves, and no Ack is needed.
func (c *conn) watching(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	w := c.watches[id]
	return w != nil && w.latest != nil
}
