package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"kydai/account"
	"kydai/game"
	"kydai/internal/play"
	"kydai/internal/trace"
	"kydai/internal/wire"
)

var errOrigin = game.Err(crossOrigin, "requests from pages of other sites are not allowed")

// askWithin is the time limit for executing one message of a client.
const askWithin = 30 * time.Second

// socket is the handler that upgrades a request to a WebSocket connection.
func (s *Server) socket(w http.ResponseWriter, r *http.Request) {
	v := visitorOf(r.Context())
	if s.leaving.Err() != nil {
		refuse(w, problemOf(play.Draining, "this server is shutting down; please connect again"))
		return
	}
	if !s.mayConnect(r, v) {
		refuse(w, s.problem(errOrigin))
		return
	}
	if err := covered(v, account.PlayCasual); err != nil { // messages on the socket can play moves, so the token needs the right to play
		refuse(w, s.problem(err))
		return
	}
	if !s.admit(v) {
		refuse(w, problemOf(play.TooMany, "there are too many connections from your address"))
		return
	}
	header := http.Header{}
	if cookie := w.Header().Get("Set-Cookie"); cookie != "" {
		header.Set("Set-Cookie", cookie)
	}
	l, err := accept(w, r, header, s.opts.Limits)
	if err != nil {
		s.release(v)
		return
	}
	s.attach(l, v)
}

// attach creates a connection for an open WebSocket (link) and starts to read from it. The caller
// has already counted the connection with admit.
func (s *Server) attach(l link, v visitor) *conn {
	c := &conn{
		server: s, link: l, who: v,
		moves: s.opts.Limits.Moves.limiter(), asks: s.opts.Limits.Asks.limiter(),
	}
	if !s.hub.add(c) {
		s.release(v)
		l.Close(closeRestart, "the server restarts; please reconnect")
		return nil
	}
	l.OnPong(c.pong)
	c.hold()
	c.enter()
	go c.read() // a new goroutine, so that the memory of the request and its buffers can be freed
	return c
}

// hold arranges that the connection is closed when the token, session or guest cookie that opened
// it becomes invalid.
func (c *conn) hold() {
	forget := c.server.hold(c.who, func() { c.close(closePolicy, "the token or the session has ended") })
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.gone {
		forget()
		return
	}
	c.forgetToken = forget
}

// mayConnect reports whether a request for a WebSocket comes from a page of this site, according to
// its Origin header. Programs send no Origin header. They must use a token, which no page can make
// a browser send.
func (s *Server) mayConnect(r *http.Request, v visitor) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return v.token
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host != "" && u.Host == r.Host
}

// enter registers the player as online and sends the welcome message and the first ping.
func (c *conn) enter() {
	leave := c.server.opts.Play.Enter(c.who.ID)
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
		Node: c.server.opts.Play.Presence().Node, Now: wire.Millis(c.server.opts.Play.Now()),
	})
}

// inbox is a received message with its time of arrival.
type inbox struct {
	data    []byte
	arrival *play.Arrival
}

// read reads messages until the connection ends. It does nothing else, so that its stack stays
// small. This stack is most of the memory of an idle connection.
func (c *conn) read() {
	for {
		data, err := c.link.Read()
		if err != nil {
			c.ended(err)
			return
		}
		c.put(data)
	}
}

// ended closes a connection that cannot be read any more.
//
//go:noinline
func (c *conn) ended(err error) {
	if errors.Is(err, errFlood) {
		c.flood()
		return
	}
	c.close(closeNormal, "")
}

// put queues a message and starts a goroutine that handles it, if none runs.
//
//go:noinline
func (c *conn) put(data []byte) {
	arrival := c.server.opts.Play.Arrive("")
	c.mu.Lock()
	defer c.mu.Unlock()
	c.unheard = 0
	if c.gone {
		arrival.Done()
		return
	}
	if len(c.inbox) >= c.server.opts.Limits.Asks.Burst { // a client that has sent so many messages at once exceeds the rate limit
		arrival.Done()
		go c.flood()
		return
	}
	c.inbox = append(c.inbox, inbox{data, arrival})
	if !c.taking {
		c.taking = true
		c.server.pool.Go(c.takeAll)
	}
}

// takeAll handles the queued messages in order. The work of a message runs in a new goroutine if
// another message follows; the work of the last message runs in this goroutine.
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
			c.server.pool.Go(work)
		}
		if !c.asks.Allow() {
			m.arrival.Done()
			c.flood()
			continue
		}
		c.take(m.data, m.arrival)
	}
}

// forget drops the queued messages. The caller holds c.mu.
func (c *conn) forget() {
	for _, m := range c.inbox {
		m.arrival.Done()
	}
	c.inbox = nil
}

// flood closes the connection of a client that sends too many messages.
func (c *conn) flood() {
	c.server.metrics.dropped.WithLabelValues("flood").Inc()
	c.close(closePolicy, "too many messages")
}

// take handles one message.
func (c *conn) take(data []byte, arrival *play.Arrival) {
	message, err := wire.Decode(data)
	if m, ok := message.(wire.Move); ok {
		c.move(m, arrival)
		return
	}
	arrival.Done() // the message is not a move, so it affects no clock
	if err != nil {
		c.fail(err, wire.Error{})
		return
	}
	switch m := message.(type) {
	case wire.Hello:
		c.welcome()
	case wire.Ping:
		c.reply(wire.Pong{T: wire.TellPong, Number: m.Number, Now: wire.Millis(c.server.opts.Play.Now())})
	case wire.LobbyAsk:
		c.do(lobbyLane, wire.Error{Re: m.T}, func(context.Context) error { return c.inLobby(m) })
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
		c.fair(m.ID, m.T, func(ctx context.Context) (*play.Dealing, error) {
			return c.server.opts.Play.Deals().Dealing(ctx, c.who.Player, m.ID)
		})
	case wire.FairCommit:
		c.fair(m.ID, m.T, func(ctx context.Context) (*play.Dealing, error) {
			return c.server.opts.Play.Deals().Commit(ctx, c.who.Player, m.ID, m.Commit)
		})
	case wire.FairOpen:
		c.fair(m.ID, m.T, func(ctx context.Context) (*play.Dealing, error) {
			return c.server.opts.Play.Deals().Open(ctx, c.who.Player, m.ID, m.Open)
		})
	case wire.Act:
		c.act(m, arrival.At)
	case wire.Follow:
		c.do(lobbyLane, wire.Error{Re: m.T, ID: m.ID}, func(ctx context.Context) error { return c.follow(ctx, m) })
	case wire.Hear:
		c.do(m.ID, wire.Error{Re: m.T, ID: m.ID}, func(ctx context.Context) error { return c.hear(ctx, m) })
	case wire.DemoAsk:
		c.do(demoLane, wire.Error{Re: m.T, ID: m.ID}, func(ctx context.Context) error { return c.followDemo(ctx, m) })
	}
}

// do schedules f to run after earlier work for the same match, and sends an error of f to the
// client. If the connection has ended or too much work is waiting, do never calls f and returns
// false.
func (c *conn) do(id string, re wire.Error, f func(context.Context) error) bool {
	command := newCommand(trace.NewID())
	ok := c.work(id, func() {
		command.extend()
		defer command.end()
		ctx, span := trace.Root(command, c.server.opts.Tracer, re.Re, "")
		err := f(ctx)
		span.End(err)
		if err != nil {
			c.failIn(ctx, err, re)
		}
	})
	if !ok {
		c.failIn(command, errTooMuch, re)
	}
	return ok
}

func (c *conn) move(m wire.Move, arrival *play.Arrival) {
	re := wire.Error{Re: m.T, ID: m.ID, Ply: m.Ply}
	if !c.moves.Allow() {
		arrival.Done()
		c.server.metrics.limited.WithLabelValues("moves").Inc()
		c.fail(errTooFast, re)
		return
	}
	arrival.For(m.ID)
	lag := time.Duration(c.lag.Load())
	taken := c.do(m.ID, re, func(ctx context.Context) error {
		defer arrival.Done()
		ack, err := c.server.opts.Play.Move(ctx, c.who.Player, m.ID, play.Move{Ply: m.Ply, Code: m.Code, Arrival: arrival, Lag: lag})
		if err != nil {
			return err
		}
		c.server.metrics.socketMoves.Inc()
		c.server.metrics.ack.Observe(c.server.opts.Play.Now().Sub(arrival.At).Seconds())
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
		c.server.metrics.limited.WithLabelValues("moves").Inc()
		c.fail(errTooFast, re)
		return
	}
	c.do(m.ID, re, func(ctx context.Context) error {
		ack, err := c.server.opts.Play.Do(ctx, c.who.Player, m.ID, m.Command(received))
		if err != nil {
			return err
		}
		c.acknowledge(m.ID, m.Kind, ack)
		return nil
	})
}

// acknowledge confirms an executed command with an Ack. A client that watches the match gets no
// Ack, because the message about the change confirms the command. If the command is a repetition,
// nothing has changed, so the Ack is always sent.
func (c *conn) acknowledge(id, re string, ack play.Ack) {
	if ack.Repeated || !c.watching(id) {
		c.reply(wire.Ack{T: wire.TellAck, ID: id, Seq: ack.Seq, Ply: ack.Ply, Re: re, Repeated: ack.Repeated, Next: ack.Next})
	}
}

// fail replies with an error to a message that was not executed.
func (c *conn) fail(err error, re wire.Error) {
	c.failIn(trace.Begin(context.Background()), err, re)
}

// failIn replies with an error to the command whose context is ctx.
func (c *conn) failIn(ctx context.Context, err error, re wire.Error) {
	p := c.server.problemIn(ctx, err)
	c.server.metrics.failed(p)
	if re.Re == wire.AskMove {
		c.server.metrics.failedMove(p)
	}
	re.T, re.Code, re.Text, re.Request = wire.TellError, p.Code, p.Text, trace.Of(ctx).String()
	if p.headers.Get("Retry-After") != "" && (p.Code == play.Busy || p.Code == play.NoRoom) {
		re.Retry = 1000
	}
	c.reply(re)
}

// code returns the error code of a game.Error, or "" for other errors.
func code(err error) string {
	if e, ok := errors.AsType[*game.Error](err); ok {
		return e.Code
	}
	return ""
}
