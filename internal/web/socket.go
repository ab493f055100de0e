package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"kydai/game"
	"kydai/internal/wire"
	"kydai/play"
)

var errOrigin = game.Err(crossOrigin, "pages of other sites may not do this")

// askWithin is how long an answer to a message may take.
const askWithin = 30 * time.Second

// socket makes a WebSocket connection of a request.
func (s *Server) socket(w http.ResponseWriter, r *http.Request) {
	v := visitorOf(r.Context())
	if s.ending.Err() != nil {
		refuse(w, problemOf(play.Draining, "this server is about to stop; please connect again"))
		return
	}
	if !s.mayConnect(r, v) {
		refuse(w, s.problem(errOrigin))
		return
	}
	if !s.conns.enter(v.address, s.o.Limits.Connections) {
		refuse(w, problemOf(play.TooMany, "there are too many connections from your address"))
		return
	}
	header := http.Header{}
	if cookie := w.Header().Get("Set-Cookie"); cookie != "" {
		header.Set("Set-Cookie", cookie)
	}
	l, err := accept(w, r, header, int64(s.o.Limits.Message))
	if err != nil {
		s.conns.leave(v.address)
		return
	}
	s.attach(l, v)
}

// attach makes a connection of a link and lets it live. The address of the
// visitor was counted.
func (s *Server) attach(l link, v visitor) *conn {
	c := &conn{
		s: s, link: l, who: v,
		moves: s.o.Limits.Moves.limiter(), asks: s.o.Limits.Asks.limiter(),
	}
	if !s.hub.add(c) {
		s.conns.leave(v.address)
		l.Close(closeRestart, "the server restarts; please come back")
		return nil
	}
	l.OnPong(c.pong)
	c.enter()
	go c.read() // not in the handler: the request and its buffers can go
	return c
}

// mayConnect reports whether the page that asks is one of ours. Programs send
// no origin; they show a token, which no page can make a browser do.
func (s *Server) mayConnect(r *http.Request, v visitor) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return v.token
	}
	u, err := url.Parse(origin)
	if err == nil && u.Host != "" && u.Host == r.Host {
		return true
	}
	for _, trusted := range s.o.Origins {
		if origin == trusted {
			return true
		}
	}
	return false
}

// enter greets a new connection and measures its lag.
func (c *conn) enter() {
	leave := c.s.o.Play.Enter(c.who.ID)
	c.mu.Lock()
	if c.gone {
		c.mu.Unlock()
		leave()
		return
	}
	c.leave = leave
	c.mu.Unlock()
	c.welcome()
	c.mark(dirtyPing)
}

func (c *conn) welcome() {
	c.reply(wire.Welcome{
		T: wire.TellWelcome, Player: c.who.ID, Name: c.who.Name, Bot: c.who.Bot,
		Node: c.s.o.Play.Node(), Now: wire.Millis(c.s.o.Play.Now()),
	})
}

// inbox is a message that waits, and its arrival.
type inbox struct {
	data    []byte
	arrival *play.Arrival
}

// read reads until the connection ends. It does nothing else: its stack stays
// small, and that is what an idle connection costs most.
func (c *conn) read() {
	for {
		data, err := c.link.Read()
		if err != nil {
			c.close(closeNormal, "")
			return
		}
		c.put(data)
	}
}

// put leaves a message to be taken, and sees to it that somebody takes it.
//
//go:noinline
func (c *conn) put(data []byte) {
	arrival := c.s.o.Play.Arrive("")
	c.mu.Lock()
	defer c.mu.Unlock()
	c.unheard = 0
	if c.gone {
		arrival.Done()
		return
	}
	if len(c.inbox) >= c.s.o.Limits.Asks.Burst { // more would be refused anyway
		arrival.Done()
		go c.flood()
		return
	}
	c.inbox = append(c.inbox, inbox{data, arrival})
	if !c.taking {
		c.taking = true
		c.s.crew.do(c.takeAll)
	}
}

// takeAll takes the messages in order. The work that the last one brings it
// does itself.
func (c *conn) takeAll() {
	for {
		c.mu.Lock()
		work := c.held
		c.held = nil
		if len(c.inbox) == 0 || c.gone {
			c.forget()
			c.taking = false
			c.mu.Unlock()
			if work != nil {
				work()
			}
			return
		}
		m := c.inbox[0]
		c.inbox = c.inbox[1:]
		c.mu.Unlock()
		if work != nil {
			c.s.crew.do(work)
		}
		if !c.asks.Allow() {
			m.arrival.Done()
			c.flood()
			continue
		}
		c.take(m.data, m.arrival)
	}
}

// forget drops the messages that wait. The connection is locked.
func (c *conn) forget() {
	for _, m := range c.inbox {
		m.arrival.Done()
	}
	c.inbox = nil
}

// flood ends the connection of one who asks too much.
func (c *conn) flood() {
	c.s.metrics.dropped.WithLabelValues("flood").Inc()
	c.close(closePolicy, "too many messages")
}

// take does what a message asks.
func (c *conn) take(data []byte, arrival *play.Arrival) {
	message, err := wire.Decode(data)
	if m, ok := message.(wire.Move); ok {
		c.move(m, arrival)
		return
	}
	arrival.Done() // nobody's clock depends on it
	if err != nil {
		c.fail(err, wire.Error{})
		return
	}
	switch m := message.(type) {
	case wire.Hello:
		c.welcome()
	case wire.Ping:
		c.reply(wire.Pong{T: wire.TellPong, N: m.N, Now: wire.Millis(c.s.o.Play.Now())})
	case wire.LobbyAsk:
		c.do(lobbyLane, wire.Error{Re: m.T}, func(context.Context) error { return c.inLobby(m.On) })
	case wire.Unwatch:
		c.do(m.ID, wire.Error{Re: m.T, ID: m.ID}, func(context.Context) error {
			c.unwatch(m.ID)
			return nil
		})
	case wire.Watch:
		c.do(m.ID, wire.Error{Re: m.T, ID: m.ID}, func(ctx context.Context) error {
			return c.watch(ctx, m)
		})
	case wire.FairAsk:
		c.fair(m.ID, m.T, func(ctx context.Context) (*play.Dealing, error) { return c.s.o.Play.Dealing(ctx, c.who.Player, m.ID) })
	case wire.FairCommit:
		c.fair(m.ID, m.T, func(ctx context.Context) (*play.Dealing, error) {
			return c.s.o.Play.Commit(ctx, c.who.Player, m.ID, m.Commit)
		})
	case wire.FairOpen:
		c.fair(m.ID, m.T, func(ctx context.Context) (*play.Dealing, error) {
			return c.s.o.Play.Open(ctx, c.who.Player, m.ID, m.Open)
		})
	case wire.Act:
		c.act(m, arrival.At)
	}
}

// do works on a match and answers with what goes wrong. It reports whether f is
// called, now or later.
func (c *conn) do(id string, re wire.Error, f func(context.Context) error) bool {
	ok := c.work(id, func() {
		ctx, cancel := context.WithTimeout(context.Background(), askWithin)
		defer cancel()
		if err := f(ctx); err != nil {
			c.fail(err, re)
		}
	})
	if !ok {
		c.fail(errTooMuch, re)
	}
	return ok
}

func (c *conn) move(m wire.Move, arrival *play.Arrival) {
	re := wire.Error{Re: m.T, ID: m.ID, Ply: m.Ply}
	if !c.moves.Allow() {
		arrival.Done()
		c.fail(errTooFast, re)
		return
	}
	arrival.For(m.ID)
	lag := time.Duration(c.lag.Load())
	taken := c.do(m.ID, re, func(ctx context.Context) error {
		defer arrival.Done()
		ack, err := c.s.o.Play.Move(ctx, c.who.Player, m.ID, play.Move{Ply: m.Ply, Code: m.Code, Arrival: arrival, Lag: lag})
		if err != nil {
			return err
		}
		c.s.metrics.socketMoves.Inc()
		c.s.metrics.ack.Observe(c.s.o.Play.Now().Sub(arrival.At).Seconds())
		c.acknowledge(m.ID, m.Code, ack)
		return nil
	})
	if !taken {
		arrival.Done()
	}
}

func (c *conn) act(m wire.Act, received time.Time) {
	re := wire.Error{Re: m.T, ID: m.ID}
	if !c.moves.Allow() {
		c.fail(errTooFast, re)
		return
	}
	c.do(m.ID, re, func(ctx context.Context) error {
		ack, err := c.s.o.Play.Do(ctx, c.who.Player, m.ID, m.Command(received))
		if err != nil {
			return err
		}
		c.acknowledge(m.ID, m.Kind, ack)
		return nil
	})
}

// acknowledge says that something was done, where no frame of the match does.
func (c *conn) acknowledge(id, re string, ack play.Ack) {
	if ack.Repeated || !c.watching(id) {
		c.reply(wire.Ack{T: wire.TellAck, ID: id, Seq: ack.Seq, Ply: ack.Ply, Re: re, Repeated: ack.Repeated, Next: ack.Next})
	}
}

// fail answers with an error.
func (c *conn) fail(err error, re wire.Error) {
	p := c.s.problem(err)
	c.s.metrics.failed(p)
	re.T, re.Code, re.Text = wire.TellError, p.Code, p.Text
	c.reply(re)
}

// code is the code of an error of ours, or "".
func code(err error) string {
	if e, ok := errors.AsType[*game.Error](err); ok {
		return e.Code
	}
	return ""
}
