package web

import (
	"context"
	"time"

	"kydai/game"
	"kydai/internal/wire"
	"kydai/play"
)

// watch is a match that a connection watches.
type watch struct {
	c       *conn
	id      string
	players [2]string

	// All below is under the connection's lock.
	handle *play.Watch
	latest *play.Snapshot
	sent   int  // events that the client knows of
	asks   bool // it asks for premoves
	due    bool // stands in conn.changed
	news   bool // there is a state to tell
	ended  bool
	here   here
	known  bool // here was told
	newly  bool // here is to be told
}

// here is who attends a match: which players, and how many spectators on this
// node.
type here struct {
	players  [2]bool
	watching int
}

// Changed is told by play of a new state. A spectator of a rated game in which
// something is hidden sees it later, so that he cannot tell a player what he
// sees.
func (w *watch) Changed(s *play.Snapshot) {
	if d := w.delay(s); d > 0 {
		time.AfterFunc(d, func() { w.show(s) })
		return
	}
	w.show(s)
}

func (w *watch) delay(s *play.Snapshot) time.Duration {
	if s.Side(w.c.who.ID) != game.NoSide || !veiled(s) {
		return 0
	}
	return w.c.s.o.Delay
}

// veiled reports whether a match is shown to spectators with a delay only.
func veiled(s *play.Snapshot) bool {
	if s.Over {
		return false
	}
	v := s.View(game.NoSide)
	_, hidden := v.Line.Position().(game.Hidden)
	return v.Rated && hidden
}

func (w *watch) show(s *play.Snapshot) {
	w.c.mu.Lock()
	defer w.c.mu.Unlock()
	if w.latest != nil && w.latest.Seq > s.Seq {
		return // a delayed state that the end has overtaken
	}
	w.latest, w.news = s, true
	w.tell()
}

// tell puts the watch among those with news. The connection is locked.
func (w *watch) tell() {
	if w.due || w.ended || w.c.gone || w.latest == nil {
		return
	}
	w.due = true
	w.c.changed = append(w.c.changed, w)
	w.c.kick()
}

// take returns what the client is to be told next; false if it is up to date.
// The connection is locked.
func (w *watch) take() (order, bool) {
	w.due = false
	s := w.latest
	switch {
	case w.ended || s == nil:
		return order{}, false
	case w.news:
		from := w.sent
		w.sent, w.news = s.Seq, false
		if w.newly {
			w.tell()
		}
		return order{snap: s, from: from, premoves: w.asks}, true
	case w.newly:
		w.newly = false
		return order{frame: wire.Encode(wire.Here{T: wire.TellHere, ID: w.id, Here: w.here.players, Watching: w.here.watching})}, true
	}
	return order{}, false
}

// setHere notes who is there, and tells it if that is news.
func (w *watch) setHere(now here) {
	w.c.mu.Lock()
	defer w.c.mu.Unlock()
	if w.known && w.here == now || w.latest == nil {
		return
	}
	w.known, w.here, w.newly = true, now, true
	w.tell()
}

// end ends the watch. It must not be called under the connection's lock.
func (w *watch) end() {
	w.c.mu.Lock()
	ended, handle := w.ended, w.handle
	w.ended = true
	w.c.mu.Unlock()
	if ended || handle == nil {
		return
	}
	handle.Close()
	w.c.s.metrics.watches.Dec()
}

// liveWatches lists the watches of matches that go on, between people.
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

// watch begins to watch a match for a client that knows its first events.
func (c *conn) watch(ctx context.Context, m wire.Watch) error {
	id := m.ID
	c.mu.Lock()
	if old := c.watches[id]; old != nil {
		old.sent, old.asks, old.news = m.Seq, m.Premoves, true
		old.tell()
		c.mu.Unlock()
		return nil
	}
	if c.gone || len(c.watches) >= c.s.o.Limits.Watches {
		c.mu.Unlock()
		return errTooMany
	}
	if c.watches == nil {
		c.watches = map[string]*watch{}
	}
	w := &watch{c: c, id: id, sent: m.Seq, asks: m.Premoves}
	c.watches[id] = w
	c.mu.Unlock()

	handle, err := c.s.o.Play.Watch(ctx, c.who.Player, id, w)
	if err != nil {
		c.unwatch(id)
		return err
	}
	seats := handle.Snapshot().View(game.NoSide).Seats
	c.mu.Lock()
	defer c.mu.Unlock()
	if w.ended { // the connection has gone meanwhile
		go handle.Close()
		return nil
	}
	w.handle, w.players = handle, [2]string{seats[0].Player, seats[1].Player}
	c.s.metrics.watches.Inc()
	return nil
}

// unwatch ends a watch.
func (c *conn) unwatch(id string) {
	c.mu.Lock()
	w := c.watches[id]
	delete(c.watches, id)
	c.mu.Unlock()
	if w != nil {
		w.end()
	}
}

// watching reports whether a match is watched: its frames are the answer then.
func (c *conn) watching(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	w := c.watches[id]
	return w != nil && w.latest != nil
}
