package web

import (
	"bytes"
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"kydai/internal/play"
	"kydai/internal/wire"
)

// shards is the number of groups into which the connections are divided. The groups are pinged one
// after the other.
const shards = 64

// hub tracks all connections of this node. It pings them, sends them the lobby, and closes them
// when the server shuts down (drains).
type hub struct {
	server   *Server
	shards   [shards]shard
	next     atomic.Uint32
	open     sync.WaitGroup
	streams  streams
	owners   owners
	lobby    atomic.Pointer[board]
	presence atomic.Pointer[[]byte]
	followed followed
	cancel   []func()

	boards  sync.Mutex  // held while the next board (state of the lobby) is created
	stands  []play.Seek // offers that are currently open
	showing bool        // the creation of the next board is scheduled
	shown   time.Time   // when the last board was sent
}

type shard struct {
	mu    sync.Mutex
	shut  bool
	conns map[*conn]struct{}
}

func newHub(s *Server) *hub {
	h := &hub{server: s}
	for i := range h.shards {
		h.shards[i].conns = map[*conn]struct{}{}
	}
	h.lobby.Store(newBoard())
	h.presence.Store(presenceFrame(play.Presence{}))
	h.cancel = append(h.cancel, s.opts.Play.Lobby().Watch(h.setLobby))
	if cancel, err := s.opts.Play.Lobby().WatchChallenges(h.challenge); err == nil {
		h.cancel = append(h.cancel, cancel)
	}
	if s.opts.Notices != nil {
		if cancel, err := s.opts.Notices.Hear(h.noticed); err == nil {
			h.cancel = append(h.cancel, cancel)
		}
	}
	if s.opts.Events != nil {
		if cancel, err := s.opts.Events.Hear(func(id string, version int) { h.followed.changed(id, version, time.Now()) }); err == nil {
			h.cancel = append(h.cancel, cancel)
		}
	}
	go h.pulse()
	return h
}

// add registers a connection. It returns false if the server is shutting down.
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
	h.owners.add(c)
	h.server.metrics.sockets.Inc()
	return true
}

func (h *hub) remove(c *conn) {
	sh := &h.shards[c.shard]
	sh.mu.Lock()
	defer sh.mu.Unlock()
	delete(sh.conns, c)
	h.owners.remove(c)
	h.server.metrics.sockets.Dec()
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

// pulse pings one group of connections after the other, all groups within PingEvery. Four times in
// this period it also updates the presence of players.
func (h *hub) pulse() {
	tick := time.NewTicker(max(h.server.opts.PingEvery/shards, time.Millisecond))
	defer tick.Stop()
	for i := 0; ; i = (i + 1) % shards {
		select {
		case <-h.server.ending.Done():
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

// lookAround sends presence (the numbers of players online and waiting for an opponent) to clients
// if it has changed. It also updates, for each watched match, which players are online and how many
// spectators there are.
func (h *hub) lookAround() {
	now := presenceFrame(h.server.opts.Play.Presence())
	if old := h.presence.Swap(now); !bytes.Equal(*old, *now) {
		h.each(func(c *conn) { c.mark(dirtyPresence) })
	}
	var watches []*watch
	var players []string
	h.each(func(c *conn) { watches = c.liveWatches(watches) })
	if len(watches) == 0 {
		return
	}
	watching := map[string]int{} // match id to number of spectators; contains every match that somebody watches
	for _, w := range watches {
		n, known := watching[w.id]
		if !known {
			players = append(players, w.players[:]...)
		}
		if !w.mine() {
			n++
		}
		watching[w.id] = n
	}
	online := h.server.opts.Play.Online(players)
	frames := map[string]here{} // match id to state; all connections that watch a match share one message
	for _, w := range watches {
		now, ok := frames[w.id]
		if !ok {
			now = here{players: [2]bool{online[w.players[0]], online[w.players[1]]}, watching: watching[w.id], left: w.left(), frame: &hereFrame{}}
			frames[w.id] = now
		}
		w.setHere(now)
	}
}

// presenceFrame returns the message about presence. It contains the numbers of nodes, of players
// online, of matches, and of players who wait for an opponent.
func presenceFrame(p play.Presence) *[]byte {
	frame := wire.Encode(presenceOf(p))
	return &frame
}

// challenge notifies the connections and streams of a player of a challenge.
func (h *hub) challenge(ch play.Challenge) {
	frame := wire.Encode(challengeOf(ch))
	for _, c := range h.owners.of(ch.To) {
		if c.who.ID == ch.To {
			c.send(frame)
		}
	}
	for _, b := range h.streams.of(ch.To) {
		b.challenged(ch)
	}
}

func challengeOf(ch play.Challenge) wire.Challenge {
	return wire.Challenge{T: wire.TellChallenge, Offer: wire.OfferOf(&ch.Seek), Gone: ch.Gone}
}

// drain closes all connections. It spreads the closings over some time, so that clients do not all
// reconnect at once.
func (h *hub) drain(ctx context.Context) error {
	for _, cancel := range h.cancel {
		cancel()
	}
	var all []*conn
	for i := range h.shards {
		sh := &h.shards[i]
		sh.mu.Lock()
		sh.shut = true
		sh.mu.Unlock()
		all = append(all, sh.list()...)
	}
	streams := h.streams.shut()
	spread := spreadOf(ctx, h.server.opts.Spread, len(all)+len(streams))
	for _, c := range all {
		time.AfterFunc(within(spread), c.restart)
	}
	for _, end := range streams {
		time.AfterFunc(within(spread), end)
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
			c.restart()
		}
		for _, end := range streams {
			end()
		}
		return ctx.Err()
	}
}

// spreadOf returns the period over which n connections are closed. The parameter each is the period
// for 1,000 connections. The result is at most three quarters of the time until the deadline of
// ctx.
func spreadOf(ctx context.Context, each time.Duration, n int) time.Duration {
	spread := each / 1000 * time.Duration(n)
	if deadline, ok := ctx.Deadline(); ok {
		spread = min(spread, time.Until(deadline)*3/4)
	}
	return spread
}

// within returns a random duration that is less than spread, or 0 if spread is not positive.
func within(spread time.Duration) time.Duration {
	if spread <= 0 {
		return 0
	}
	return rand.N(spread)
}

// restart closes the connection of a client that should reconnect to another node. The time until
// the player reconnects is credited to the player's clock.
func (c *conn) restart() {
	c.mu.Lock()
	gone := c.gone
	c.mu.Unlock()
	if !gone {
		c.server.opts.Play.Dismiss(c.who.ID)
	}
	c.close(closeRestart, "the server restarts; please reconnect")
}

// streams holds the open event streams of bots.
type streams struct {
	mu   sync.Mutex
	over bool
	all  map[*func()]*botStream
}

// of returns the open streams of a player.
func (st *streams) of(player string) (list []*botStream) {
	st.mu.Lock()
	defer st.mu.Unlock()
	for _, b := range st.all {
		if b.who.ID == player {
			list = append(list, b)
		}
	}
	return list
}

// addStream registers a bot's event stream. The stream must end when the returned channel closing
// is closed, and its handler must then call the returned function leave. The result ok is false if
// the server is shutting down.
func (h *hub) addStream(b *botStream) (closing <-chan struct{}, leave func(), ok bool) {
	st := &h.streams
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.over {
		return nil, nil, false
	}
	if st.all == nil {
		st.all = map[*func()]*botStream{}
	}
	ended := make(chan struct{})
	end := sync.OnceFunc(func() { close(ended) })
	st.all[&end] = b
	h.open.Add(1)
	return ended, func() {
		st.mu.Lock()
		defer st.mu.Unlock()
		delete(st.all, &end)
		h.open.Done()
	}, true
}

// shut makes addStream refuse new streams. It returns functions that close the open streams.
func (st *streams) shut() (ends []func()) {
	st.mu.Lock()
	defer st.mu.Unlock()
	st.over = true
	for end := range st.all {
		ends = append(ends, *end)
	}
	return ends
}
