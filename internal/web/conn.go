package web

import (
	"encoding/binary"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"kydai/game"
	"kydai/internal/play"
	"kydai/internal/wire"
)

// dirty is a bit set of pending notifications.
type dirty uint8

const (
	dirtyLobby dirty = 1 << iota
	dirtyPresence
	dirtyPing
)

// silentPings is the number of unanswered pings after which a connection is considered dead.
const silentPings = 3

// spectatorTurns says how much less often spectators are pinged: a connection that only watches
// other players' matches gets every third ping. Its network lag affects no clock, and one match may
// have many spectators.
const spectatorTurns = 3

// maxLag is the largest network lag that is credited to the player's clock.
const maxLag = time.Second

// conn is one WebSocket connection. While idle it uses one goroutine, which reads. Goroutines that
// write or handle messages are started on demand.
//
// Updates of matches, lobby and presence are not queued. They set a mark, and the message is
// created when the connection can send it, so that a slow client gets the latest state. Only
// responses are queued. When this queue is full because the client does not read its responses, the
// client is disconnected.
type conn struct {
	server *Server
	link   link
	who    visitor
	shard  int
	moves  *rate.Limiter
	asks   *rate.Limiter
	lag    atomic.Int64 // network lag in nanoseconds: half the round-trip time, smoothed; 0 if not known yet

	mu      sync.Mutex
	gone    bool
	full    bool // the response queue is full, so the connection is being closed
	writing bool
	taking  bool
	inbox   []inbox // received messages that wait to be handled
	dirty   dirty
	replies [][]byte
	changed []*watch          // watched matches with updates to send
	one     [1]*watch         // memory for changed while it has at most one element
	watches map[string]*watch // watched matches by match id
	lanes   []lane            // queues of work, one per match with work in progress; usually none or one
	held    func()            // work that the message-handling goroutine runs itself after the last message, or nil
	waiting int               // number of functions that wait in lanes
	lobby   func()            // ends the lobby subscription; nil if there is none
	changes bool              // the client gets changes of the lobby instead of full lists
	board   int               // number of the last lobby state (board) sent; -1 if none was sent
	boardAt time.Time
	leave   func()
	// forgetToken removes the function that Server.hold registered. It must be called when the
	// connection has ended.
	forgetToken func()
	// ceremonies ends the subscription to fair-deal exchanges; nil if there is no subscription.
	ceremonies func()
	hearings   map[string]*hearing // matches whose chat lines are sent to the client, by match id
	follows    string              // id of the tournament (event) that the client's page shows; protected by hub.followed
	demo       *demoFollowed       // demo board whose content is sent to the client; nil if there is none
	pinged     time.Time           // when the last ping was sent
	number     uint64              // number of the last ping
	unheard    int                 // number of pings since the client last sent anything
	turns      int                 // how many times ping was called
}

// reply queues a response to the client.
func (c *conn) reply(m any) { c.send(wire.Encode(m)) }

func (c *conn) send(frame []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.gone || c.full {
		return
	}
	if len(c.replies) >= c.server.opts.Limits.Queue {
		c.full = true
		c.server.metrics.dropped.WithLabelValues("slow").Inc()
		go c.close(closeSlow, "client too slow: send queue full")
		return
	}
	c.replies = append(c.replies, frame)
	c.kick()
}

// mark records which notifications the client must get, and makes a goroutine send them.
// Notifications about the lobby and presence are recorded only if the client has subscribed to the
// lobby.
func (c *conn) mark(d dirty) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.lobby == nil {
		d &^= dirtyLobby | dirtyPresence
	}
	if d == 0 || c.gone {
		return
	}
	c.dirty |= d
	if d&dirtyPing == 0 {
		c.kickIn(bulk)
		return
	}
	c.kick()
}

// kick requests a goroutine that writes the connection's pending data, unless one is running or
// already requested. The caller holds c.mu.
func (c *conn) kick() { c.kickIn(urgent) }

// kickIn is like kick, but chooses the queue in which the connection waits to be written to. The
// caller holds c.mu.
func (c *conn) kickIn(lane int) {
	if !c.writing {
		c.writing = true
		c.server.writers.write(c, lane)
	}
}

// order is one thing to send to the client: a ready frame, a ping, or an update of the match snap.
// For an update, from is the number of the match's events that the client already has.
type order struct {
	frame []byte
	ping  bool
	snap  *play.Snapshot
	from  int
	live  bool // true for a new state that is sent at once; false for a delayed or requested state
	form  play.FrameForm
}

// write sends all pending data.
func (c *conn) write() {
	for {
		o, ok := c.next()
		if !ok {
			return
		}
		if err := c.carryOut(o); err != nil {
			c.close(closeSlow, "")
			return
		}
	}
}

func (c *conn) carryOut(o order) error {
	if o.ping {
		return c.link.Ping(o.frame)
	}
	if o.snap != nil {
		me := o.snap.SeatOf(c.who.Player)
		if o.snap.Plays(me, game.First) && o.snap.Plays(me, game.Second) {
			o.from = 0 // a player with both seats sees the two sides in turn, so send all events
		}
		o.frame = wire.Frame(o.snap, o.snap.Side(me), o.from, o.form)
	}
	c.server.metrics.frames.Inc()
	c.server.metrics.bytes.Add(float64(len(o.frame)))
	err := c.link.Write(o.frame)
	if o.snap != nil && o.live && err == nil {
		c.server.metrics.pushed(o.snap, c.server.opts.Play.Now())
	}
	return err
}

// next returns the next order to send. If nothing is pending, the result ok is false and the
// goroutine that writes ends.
func (c *conn) next() (o order, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for !c.gone {
		switch {
		case c.dirty&dirtyPing != 0:
			c.dirty &^= dirtyPing
			c.pinged = time.Now()
			c.number++
			return order{frame: binary.BigEndian.AppendUint64(nil, c.number), ping: true}, true
		case len(c.changed) > 0:
			w := c.changed[0]
			c.changed[0] = nil
			c.changed = c.changed[1:]
			if o, ok := w.take(); ok {
				return o, true
			}
		case len(c.replies) > 0:
			o.frame, c.replies[0] = c.replies[0], nil
			c.replies = c.replies[1:]
			return o, true
		case c.dirty&dirtyLobby != 0:
			c.dirty &^= dirtyLobby
			if frame := c.takeLobby(); frame != nil {
				return order{frame: frame}, true
			}
		case c.dirty&dirtyPresence != 0:
			c.dirty &^= dirtyPresence
			return order{frame: *c.server.hub.presence.Load()}, true
		default:
			// An idle connection keeps no slices, to save memory. It keeps only the array one,
			// which has room for one changed match.
			c.one[0] = nil
			c.changed, c.replies, c.writing = c.one[:0], nil, false
			return o, false
		}
	}
	return o, false
}

func presenceOf(p play.Presence) wire.Presence {
	return wire.Presence{T: wire.TellPresence, Nodes: p.Nodes, Players: p.Players, Matches: p.Matches, Waiting: p.Waiting}
}

// ping sends a ping. If the client has not responded to the last pings, it closes the connection.
func (c *conn) ping(now time.Time) {
	c.mu.Lock()
	if c.turns++; c.turns%spectatorTurns != 0 && c.spectates() {
		c.mu.Unlock()
		return
	}
	c.unheard++
	dead := c.unheard > silentPings
	waits := !c.pinged.IsZero() && now.Sub(c.pinged) < silentPings*c.server.opts.PingEvery
	c.mu.Unlock()
	if dead {
		c.server.metrics.dropped.WithLabelValues("silent").Inc()
		go c.close(closeSilent, "no response to pings")
		return
	}
	if !waits {
		c.mark(dirtyPing)
	}
}

// pong computes the network lag from the client's response to the last ping. A client can pretend
// to have a larger lag, but not a smaller one, and the credited lag is limited to maxLag.
func (c *conn) pong(payload []byte) {
	now := time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.unheard = 0
	if c.pinged.IsZero() || len(payload) != 8 || binary.BigEndian.Uint64(payload) != c.number {
		return
	}
	half := min(now.Sub(c.pinged)/2, maxLag)
	c.pinged = time.Time{}
	if old := time.Duration(c.lag.Load()); old > 0 {
		half = (3*old + half) / 4
	}
	c.lag.Store(int64(max(half, 1)))
	c.server.metrics.lag.Observe(half.Seconds())
}

// maxWaiting is the maximum number of functions in all lanes of a connection.
const maxWaiting = 64

// work executes functions for one match in order, and functions for different matches concurrently,
// without blocking the reader. Accepted work is executed even if the connection ends first: a move
// that the server has received counts.
func (c *conn) work(id string, f func()) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.gone || c.waiting >= maxWaiting {
		return false
	}
	if i := c.laneOf(id); i >= 0 {
		c.waiting++
		c.lanes[i].queue = append(c.lanes[i].queue, f)
		return true
	}
	c.lanes = append(c.lanes, lane{id: id})
	run := func() { c.run(id, f) }
	if c.taking && c.held == nil {
		c.held = run
	} else {
		c.server.pool.Go(run)
	}
	return true
}

// lane is the queue of functions for one match on one connection. The functions run one after the
// other.
type lane struct {
	id    string
	queue []func()
}

// laneOf returns the index of the lane for a match, or -1 if there is none. The caller holds c.mu.
func (c *conn) laneOf(id string) int {
	for i := range c.lanes {
		if c.lanes[i].id == id {
			return i
		}
	}
	return -1
}

// run executes the function f and then the functions that wait in the queue (lane) of the same
// match. It removes the lane when it is empty.
func (c *conn) run(id string, f func()) {
	for {
		f()
		c.mu.Lock()
		i := c.laneOf(id)
		l := &c.lanes[i]
		if len(l.queue) == 0 {
			if c.lanes = slices.Delete(c.lanes, i, i+1); len(c.lanes) == 0 {
				c.lanes = nil // an idle connection keeps no slices, to save memory
			}
			c.mu.Unlock()
			return
		}
		f, l.queue = l.queue[0], l.queue[1:]
		c.waiting--
		c.mu.Unlock()
	}
}

// close ends the connection. A second call has no effect.
func (c *conn) close(code int, why string) {
	c.mu.Lock()
	if c.gone {
		c.mu.Unlock()
		return
	}
	c.gone = true
	watches, lobby, leave, ceremonies, forget := c.watches, c.lobby, c.leave, c.ceremonies, c.forgetToken
	hearings, demo := c.hearings, c.demo
	c.watches, c.lobby, c.changed, c.replies, c.hearings, c.demo = nil, nil, nil, nil, nil, nil
	c.forget()
	c.mu.Unlock()
	c.link.Close(code, why)
	for _, w := range watches {
		w.end()
	}
	if lobby != nil {
		lobby()
	}
	if leave != nil {
		leave()
	}
	if ceremonies != nil {
		ceremonies()
	}
	for _, h := range hearings {
		h.cancel()
	}
	if demo != nil {
		demo.cancel()
	}
	if forget != nil {
		forget()
	}
	c.server.hub.followed.put(c, "")
	c.server.release(c.who)
	c.server.hub.remove(c)
}
