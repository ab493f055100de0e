package web

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"kydai/internal/wire"
	"kydai/play"
)

// shards is in how many parts the connections are pinged, so that they are not
// all pinged at once.
const shards = 64

// hub knows all connections of this node. It pings them, tells them the lobby,
// and closes them when the server drains.
type hub struct {
	s        *Server
	shards   [shards]shard
	next     atomic.Uint32
	open     sync.WaitGroup
	lobby    atomic.Pointer[[]byte] // the last Lobby, encoded
	presence atomic.Pointer[play.Presence]
	cancel   func()
}

type shard struct {
	mu    sync.Mutex
	shut  bool
	conns map[*conn]struct{}
}

func newHub(s *Server) *hub {
	h := &hub{s: s}
	for i := range h.shards {
		h.shards[i].conns = map[*conn]struct{}{}
	}
	empty := wire.Encode(wire.LobbyOf(nil))
	h.lobby.Store(&empty)
	h.presence.Store(&play.Presence{})
	h.cancel = s.o.Play.WatchLobby(func(seeks []play.Seek) {
		frame := wire.Encode(wire.LobbyOf(seeks))
		h.lobby.Store(&frame)
		h.each(func(c *conn) { c.mark(dirtyLobby) })
	})
	go h.pulse()
	return h
}

// add takes a connection in, unless the server drains.
func (h *hub) add(c *conn) bool {
	c.shard = int(h.next.Add(1) % shards)
	sh := &h.shards[c.shard]
	sh.mu.Lock()
	defer sh.mu.Unlock()
	if sh.shut {
		return false
	}
	sh.conns[c] = struct{}{}
	h.open.Add(1)
	h.s.metrics.sockets.Inc()
	return true
}

func (h *hub) remove(c *conn) {
	sh := &h.shards[c.shard]
	sh.mu.Lock()
	defer sh.mu.Unlock()
	delete(sh.conns, c)
	h.s.metrics.sockets.Dec()
	h.open.Done()
}

func (sh *shard) list() []*conn {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	list := make([]*conn, 0, len(sh.conns))
	for c := range sh.conns {
		list = append(list, c)
	}
	return list
}

func (h *hub) each(f func(*conn)) {
	for i := range h.shards {
		for _, c := range h.shards[i].list() {
			f(c)
		}
	}
}

// pulse pings the shards in turn, and looks now and then who is there.
func (h *hub) pulse() {
	tick := time.NewTicker(max(h.s.o.PingEvery/shards, time.Millisecond))
	defer tick.Stop()
	for i := 0; ; i = (i + 1) % shards {
		select {
		case <-h.s.ending.Done():
			return
		case <-tick.C:
		}
		now := time.Now()
		for _, c := range h.shards[i].list() {
			c.ping(now)
		}
		if i%(shards/4) == 0 {
			h.lookAround()
		}
	}
}

// lookAround tells who is there, where that has changed.
func (h *hub) lookAround() {
	now := h.s.o.Play.Presence()
	if old := h.presence.Swap(&now); *old != now {
		h.each(func(c *conn) { c.mark(dirtyPresence) })
	}
	var watches []*watch
	var players []string
	h.each(func(c *conn) {
		for _, w := range c.liveWatches() {
			watches = append(watches, w)
			players = append(players, w.players[:]...)
		}
	})
	if len(watches) == 0 {
		return
	}
	watching := map[string]int{}
	for _, w := range watches {
		if !slices.Contains(w.players[:], w.c.who.ID) {
			watching[w.id]++
		}
	}
	online := h.s.o.Play.Online(players)
	for _, w := range watches {
		w.setHere(here{players: [2]bool{online[w.players[0]], online[w.players[1]]}, watching: watching[w.id]})
	}
}

// drain closes all connections, one after the other.
func (h *hub) drain(ctx context.Context) error {
	h.cancel()
	var all []*conn
	for i := range h.shards {
		sh := &h.shards[i]
		sh.mu.Lock()
		sh.shut = true
		sh.mu.Unlock()
		all = append(all, sh.list()...)
	}
	spread := h.s.o.Spread
	if deadline, ok := ctx.Deadline(); ok {
		spread = min(spread, time.Until(deadline)/2)
	}
	for _, c := range all {
		wait := time.Duration(0)
		if spread > 0 && len(all) > 1 {
			wait = rand.N(spread)
		}
		time.AfterFunc(wait, func() { c.close(closeRestart, "the server restarts; please come back") })
	}
	done := make(chan struct{})
	go func() {
		h.open.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		for _, c := range all {
			c.close(closeRestart, "the server restarts; please come back")
		}
		return ctx.Err()
	}
}
