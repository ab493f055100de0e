package load

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"kydai/internal/wire"
	"kydai/match"
)

// client is one connection of a player. It watches the player's match, moves when it is the
// player's turn, reconnects when the connection ends, and repeats unanswered requests.
type client struct {
	run     *run
	number  int
	visitor *visitor
	half    int // half of the legal moves from which the client chooses: 0 or 1; -1: all moves

	mu      sync.Mutex
	rnd     *rand.Rand
	sock    *socket
	node    int       // index of the node to which the socket is connected
	lost    time.Time // when the last socket ended; zero once the client sees the match again
	lostAt  int       // index of the node to which the last socket was connected
	heard   time.Time
	watched time.Time // when the client requested the match; zero once the request is answered
	reads   bool      // true if the answer must show every move that was acknowledged before the request
	at      *told
	op      *operation
	timer   *time.Timer
}

// operation is a request of a client that is not answered yet.
type operation struct {
	kind string // move or resign
	ply  int
	code string
	call time.Time // when the request was first sent
	sent time.Time // when the request was last sent
}

func (r *run) newClient(v *visitor, half int) *client {
	c := &client{run: r, visitor: v, half: half, rnd: r.rand(), node: v.home}
	if half == 1 {
		c.node++ // connect to a different node than the twin
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	c.number = len(r.clients)
	r.clients = append(r.clients, c)
	return c
}

// live keeps the client connected, to one node after another, until ctx ends.
func (c *client) live(ctx context.Context) {
	for try := 0; ctx.Err() == nil; try++ {
		url := c.run.opts.URLs[(c.node+try)%len(c.run.opts.URLs)]
		sock, err := dial(ctx, url, c.visitor.cookie)
		if err != nil {
			if ctx.Err() == nil {
				c.run.count("dial")
				c.run.opts.Log.Debug("dial", "url", url, "err", err)
				c.pause(ctx, try)
			}
			continue
		}
		c.attach(sock, (c.node+try)%len(c.run.opts.URLs))
		stop := context.AfterFunc(ctx, sock.close)
		var restarts bool
		for {
			data, err := sock.read()
			if err != nil {
				if ctx.Err() == nil {
					c.run.lostSocket(err)
				}
				restarts = restarting(err)
				break
			}
			try = 0
			c.on(data)
		}
		stop()
		c.detach(sock)
		if restarts { // the server closes its connections slowly, so no client needs to wait here
			c.elsewhere()
			try = -1
			continue
		}
		c.pause(ctx, try)
	}
}

// elsewhere makes the client connect to a different node next time.
func (c *client) elsewhere() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.node++
}

func (c *client) pause(ctx context.Context, try int) {
	c.mu.Lock()
	rnd := rand.New(rand.NewPCG(c.rnd.Uint64(), 0)) //nolint:gosec // no secret
	c.mu.Unlock()
	pause(ctx, rnd, try)
}

func (c *client) attach(sock *socket, node int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sock, c.node, c.heard = sock, node, time.Now()
	c.watch()
	c.reads = true
}

func (c *client) detach(sock *socket) {
	sock.close()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sock = nil
	if c.lost.IsZero() {
		c.lost, c.lostAt = time.Now(), c.node
	}
}

// send writes a message. If that fails, it closes the connection, and the client repeats the
// message after it has requested the match again.
func (c *client) send(m any) {
	if c.sock == nil {
		return
	}
	if err := c.sock.write(wire.Encode(m)); err != nil {
		c.sock.close()
	}
}

// watch requests the state of the client's match and its updates. The caller must hold the lock.
func (c *client) watch() {
	if c.at == nil {
		return
	}
	// If the connection already watches the match, the next frame may have been sent before this
	// request. Therefore it need not contain every acknowledged move.
	c.watched, c.reads = time.Now(), false
	c.send(wire.Watch{T: wire.AskWatch, ID: c.at.bout.id, Seq: c.at.seq, Brief: c.run.opts.Brief})
}

// sit gives the client the match that it plays next.
func (c *client) sit(k *told) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.at != nil {
		c.send(wire.Unwatch{T: wire.AskUnwatch, ID: c.at.bout.id})
	}
	c.at, c.op = k, nil
	c.watch()
	c.reads = true
}

// look closes the connection if the server has sent nothing, or has not answered a request, for too
// long.
func (c *client) look(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.sock == nil || c.run.deaf.Load() {
		return
	}
	silence := c.run.opts.Silence
	quiet := now.Sub(c.heard)
	switch {
	case quiet > silence,
		c.op != nil && !c.op.sent.IsZero() && now.Sub(c.op.sent) > silence,
		!c.watched.IsZero() && now.Sub(c.watched) > silence:
		c.run.count("silent")
		c.node++ // try the next node
		if c.lost.IsZero() {
			c.lost, c.lostAt = now.Add(-silence), c.node-1
		}
		c.sock.close()
	case quiet > silence/2:
		c.send(wire.Ping{T: wire.AskPing})
	}
}

// on handles a message from the server.
func (c *client) on(data []byte) {
	f, err := decode(data)
	if err != nil {
		c.run.broken("wire", "", "a frame is no JSON: "+err.Error())
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.run.deaf.Load() {
		return
	}
	now := time.Now() // read the time after the lock is held, so that no answer seems older than its request
	c.heard = now
	switch f.Type {
	case wire.TellWelcome, wire.TellPong:
		c.run.noteClock(now, f.Now)
	case wire.TellMatch, wire.TellEvents:
		if c.at != nil && c.at.bout.id == f.ID {
			c.told(data, &f, now)
		}
	case wire.TellAck:
		// The client may have sent the same move code at an earlier ply. Compare the ply, too, to
		// be sure that this acknowledgement answers the current operation.
		if c.op != nil && c.at.bout.id == f.ID && f.Re == c.op.code && f.Ply > c.op.ply {
			c.answered(Done, now)
		}
	case wire.TellError:
		c.refused(&f, now)
	}
}

// told handles an update of the client's match. The caller must hold the lock.
func (c *client) told(data []byte, f *frame, now time.Time) {
	k := c.at
	if c.run.opts.Frames && k.bout.hidden {
		k.frames = append(k.frames, data)
	}
	if f.Width > 0 {
		k.bout.setWidth(f.Width)
	}
	before, turnSince := len(k.codes), k.turnSeen
	// The server also reports the time used for the first moves, but charges it to nobody, because
	// the clocks do not run yet.
	runs := k.clock != nil && wire.SideOf(k.clock.Running) == k.side
	news, ok := k.learn(f, func(invariant, text string) { c.run.broken(invariant, k.bout.id, text) })
	if !ok {
		c.run.count("gap")
		c.watch()
		return
	}
	if !c.watched.IsZero() && c.reads {
		c.run.read(c, c.watched, now)
	}
	c.watched = time.Time{}
	if !c.lost.IsZero() {
		c.run.resumed(c.lostAt, c.lost, now)
		c.lost = time.Time{}
	}
	if len(k.codes) > before || k.turnSeen.IsZero() {
		k.turnSeen = now
		k.bout.seen(k, before, f, turnSince, now)
	}
	if c.op != nil && c.op.kind == "move" && c.op.ply < len(k.codes) {
		if k.has(c.op.ply, c.op.code) {
			if i := c.op.ply - f.At; i >= 0 && i < len(f.Spent) && c.half < 0 && runs {
				charged := time.Duration(f.Spent[i]) * time.Millisecond
				c.run.overpaid.Add(charged - c.op.call.Sub(turnSince))
			}
			c.answered(Done, now)
		} else {
			c.answered(Refused, now)
		}
	}
	if k.result != nil {
		if c.op != nil {
			c.answered(Void, now)
		}
		if news {
			k.bout.over(k, now)
		}
		return
	}
	c.act()
}

// act sends an unanswered request again or plans the next move. The caller must hold the lock.
func (c *client) act() {
	k := c.at
	if c.op != nil {
		c.submit()
		return
	}
	if k.turn != k.side || k.result != nil || c.run.quiet.Load() || k.bout.sleeps(len(k.codes)) {
		return
	}
	wait := k.bout.wait(c)
	if wait <= 0 {
		c.move()
		return
	}
	seq := k.seq
	if c.timer != nil {
		c.timer.Stop()
	}
	c.timer = time.AfterFunc(wait, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.at == k && k.seq == seq && c.op == nil && !c.run.quiet.Load() {
			c.move()
		}
	})
}

// move chooses a move and sends it. The caller must hold the lock.
func (c *client) move() {
	k := c.at
	if len(k.codes) >= k.bout.longest && c.half <= 0 {
		c.op = &operation{kind: "resign", ply: len(k.codes), call: time.Now()}
		c.submit()
		return
	}
	code := k.choose(c.half, c.rnd)
	if code == "" {
		return
	}
	c.op = &operation{kind: "move", ply: len(k.codes), code: code, call: time.Now()}
	k.bout.sending(k.side, c.op)
	c.submit()
}

// choose selects a move from the list, or returns "" if the list has no suitable move. Twins, the
// two clients of one player, choose from different halves of the list, so that they never send the
// same move. The list is sorted first, because the twins may receive the moves in different orders.
func choose(list []wire.Target, half int, rnd *rand.Rand) string {
	switch {
	case half >= len(list) || len(list) == 0:
		return ""
	case half < 0:
		return list[rnd.IntN(len(list))].Code
	}
	slices.SortFunc(list, func(a, b wire.Target) int { return strings.Compare(a.Code, b.Code) })
	n := (len(list) + 1 - half) / 2
	return list[2*rnd.IntN(n)+half].Code
}

// submit sends the client's current operation, for the first time or again. The caller must hold
// the lock.
func (c *client) submit() {
	c.op.sent = time.Now()
	if c.op.kind == "resign" {
		c.send(wire.Act{T: wire.AskAct, ID: c.at.bout.id, Kind: "resign"})
		return
	}
	c.send(wire.Move{T: wire.AskMove, ID: c.at.bout.id, Ply: c.op.ply, Code: c.op.code})
}

// answered ends the client's current operation with an outcome. The caller must hold the lock.
func (c *client) answered(outcome Outcome, now time.Time) {
	op := c.op
	c.op = nil
	if outcome == Done && op.kind == "move" {
		c.at.acks = append(c.at.acks, ack{op.ply, op.code})
		c.run.acknowledged(now.Sub(op.call))
	}
	c.run.record(c, op, outcome, now)
}

// refused handles an error message from the server. The caller must hold the lock.
func (c *client) refused(f *frame, now time.Time) {
	mine := c.at != nil && f.ID == c.at.bout.id
	switch {
	case f.Code == "draining":
		c.run.count("draining")
		c.node++
		c.sock.close()
	case !mine:
	case f.Re == wire.AskWatch:
		c.run.count("watch " + f.Code)
		c.later(c.watch)
	case c.op == nil || c.op.kind == "move" && f.Re == wire.AskMove && f.Ply != c.op.ply:
	case passing(f.Code):
		c.run.count(f.Code)
		c.later(func() {
			if c.op != nil {
				c.submit()
			}
		})
	default:
		c.run.count(f.Code)
		if f.Code == match.Stale {
			c.answered(Refused, now)
		} else {
			c.answered(Void, now)
		}
		c.watch() // reload the match
	}
}

// later calls f after a short random pause, unless the client has lost its connection or plays
// another match by then.
func (c *client) later(f func()) {
	k := c.at
	time.AfterFunc(50*time.Millisecond+time.Duration(c.rnd.Int64N(int64(200*time.Millisecond))), func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.at == k && c.sock != nil {
			f()
		}
	})
}
