package web

import (
	"encoding/binary"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"kydai/game"
	"kydai/internal/wire"
	"kydai/play"
)

// dirty is a set of things that a connection has to be told.
type dirty uint8

const (
	dirtyLobby dirty = 1 << iota
	dirtyPresence
	dirtyPing
)

// silentPings is after how many pings without an answer a connection is dead.
const silentPings = 3

// maxLag is the most that is believed of a connection's lag.
const maxLag = time.Second

// conn is one connection. While it is quiet it costs one goroutine, which
// reads; those that write and work come and go.
//
// What is to be told of a match, of the lobby or of who is there is no message
// in a queue but a mark: it is made when the connection can take it, so that
// who is slow is told the latest and not all there was. Only answers wait in a
// queue, and who lets them pile up is dropped.
type conn struct {
	s     *Server
	link  link
	who   visitor
	shard int
	moves *rate.Limiter
	asks  *rate.Limiter
	lag   atomic.Int64 // half a round trip, smoothed; 0: not known yet

	mu      sync.Mutex
	gone    bool
	full    bool // too many answers wait; it is being closed
	writing bool
	taking  bool
	inbox   []inbox // messages that came
	dirty   dirty
	replies [][]byte
	changed []*watch          // watches with something to tell
	watches map[string]*watch // by match
	lanes   map[string][]func()
	held    func() // work for the goroutine that takes messages, after them
	waiting int    // functions in lanes
	lobby   func() // ends the subscription to the lobby; nil: there is none
	leave   func()
	// ceremonies ends the subscription to ceremonies; nil: there is none.
	ceremonies func()
	pinged     time.Time // when the ping that awaits its answer was sent
	number     uint64    // of that ping
	unheard    int       // pings since anything was heard
}

// reply sends an answer.
func (c *conn) reply(m any) { c.send(wire.Encode(m)) }

func (c *conn) send(frame []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.gone || c.full {
		return
	}
	if len(c.replies) >= c.s.o.Limits.Queue {
		c.full = true
		c.s.metrics.dropped.WithLabelValues("slow").Inc()
		go c.close(closeSlow, "you do not read what you are sent")
		return
	}
	c.replies = append(c.replies, frame)
	c.kick()
}

// mark says that there is something to tell. The lobby and who is there are
// told to those who asked for it.
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
	c.kick()
}

// kick sees to it that somebody writes. The connection is locked.
func (c *conn) kick() {
	if !c.writing {
		c.writing = true
		c.s.crew.do(c.write)
	}
}

// order is one thing to send: a frame, a ping, or what brings a client up to
// date that knows the first from events of a match.
type order struct {
	frame []byte
	ping  bool
	snap  *play.Snapshot
	from  int
	// premoves are told to a client that asked for them.
	premoves bool
}

// write sends until there is nothing to send.
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
		me := c.who.ID
		if o.snap.Plays(me, game.First) && o.snap.Plays(me, game.Second) {
			o.from = 0 // who has both seats sees it now from one side, now from the other
		}
		o.frame = wire.Frame(o.snap, o.snap.Side(me), o.from, o.premoves)
	}
	c.s.metrics.frames.Inc()
	c.s.metrics.bytes.Add(float64(len(o.frame)))
	return c.link.Write(o.frame)
}

// next is what to send next, matches before all else; not ok if there is
// nothing and the writer ends.
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
			return order{frame: *c.s.hub.lobby.Load()}, true
		case c.dirty&dirtyPresence != 0:
			c.dirty &^= dirtyPresence
			return order{frame: wire.Encode(presenceOf(*c.s.hub.presence.Load()))}, true
		default:
			// An idle connection keeps no buffers.
			c.changed, c.replies, c.writing = nil, nil, false
			return o, false
		}
	}
	return o, false
}

func presenceOf(p play.Presence) wire.Presence {
	return wire.Presence{T: wire.TellPresence, Nodes: p.Nodes, Players: p.Players, Matches: p.Matches}
}

// ping asks for a sign of life, or gives the connection up.
func (c *conn) ping(now time.Time) {
	c.mu.Lock()
	c.unheard++
	dead := c.unheard > silentPings
	waits := !c.pinged.IsZero() && now.Sub(c.pinged) < silentPings*c.s.o.PingEvery
	c.mu.Unlock()
	if dead {
		c.s.metrics.dropped.WithLabelValues("silent").Inc()
		go c.close(closeSilent, "nothing was heard of you")
		return
	}
	if !waits {
		c.mark(dirtyPing)
	}
}

// pong measures the lag by the answer to the last ping. Nobody can answer a
// ping before it comes, so lag can only be feigned upwards; what is given back
// for it has a limit.
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
	c.s.metrics.lag.Observe(half.Seconds())
}

// maxWaiting is how many pieces of work may wait for those before them.
const maxWaiting = 64

// work does things about one match in order, and about different ones at the
// same time, without keeping the reader from reading. What it has taken is done
// also when the connection has gone meanwhile: a move that came in counts.
func (c *conn) work(id string, f func()) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.gone || c.waiting >= maxWaiting {
		return false
	}
	if c.lanes == nil {
		c.lanes = map[string][]func(){}
	}
	queue, busy := c.lanes[id]
	if busy {
		c.waiting++
		c.lanes[id] = append(queue, f)
		return true
	}
	c.lanes[id] = nil
	lane := func() { c.lane(id, f) }
	if c.taking && c.held == nil {
		c.held = lane
	} else {
		c.s.crew.do(lane)
	}
	return true
}

func (c *conn) lane(id string, f func()) {
	for {
		f()
		c.mu.Lock()
		queue := c.lanes[id]
		if len(queue) == 0 {
			delete(c.lanes, id)
			if len(c.lanes) == 0 {
				c.lanes = nil
			}
			c.mu.Unlock()
			return
		}
		f, c.lanes[id] = queue[0], queue[1:]
		c.waiting--
		c.mu.Unlock()
	}
}

// close ends the connection. It may be called twice.
func (c *conn) close(code int, why string) {
	c.mu.Lock()
	if c.gone {
		c.mu.Unlock()
		return
	}
	c.gone = true
	watches, lobby, leave, ceremonies := c.watches, c.lobby, c.leave, c.ceremonies
	c.watches, c.lobby, c.changed, c.replies = nil, nil, nil, nil
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
	c.s.conns.leave(c.who.address)
	c.s.hub.remove(c)
}
