// Package natsbus implements the message bus with NATS: a server inside this
// process, or a connection to one server or to a cluster. It uses core NATS
// only, which delivers a message at most once; JetStream is off. Package
// internal/bus documents what a bus guarantees.
//
// No method that publishes waits for the network. Outgoing messages go into a
// bounded outbox, which one goroutine sends. Another goroutine puts received
// messages into bounded queues, one for each subscription.
package natsbus

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"kydai/internal/bus"
	"kydai/internal/pool"
)

var _ bus.Bus = (*Bus)(nil)

// Bus is a connection to NATS. Use Connect or Embedded to create one.
type Bus struct {
	conn   *nats.Conn
	server *server.Server // the embedded server; nil for a connection to external servers
	others *others        // the second connection, on which our own messages do not come back; nil if not used
	log    *slog.Logger

	out   outbox
	in    chan *nats.Msg // all received messages; a nil message stops the dispatcher
	inbox inbox          // responses to our requests
	count counters

	receivers receivers
	pool      *pool.Pool    // runs the handlers
	ended     chan struct{} // closed by Close

	mu        sync.Mutex
	link      context.Context // ends when the current connection is lost
	unlink    context.CancelCauseFunc
	downSince time.Time
	listeners map[*func()]struct{}
	up        atomic.Bool
	draining  atomic.Bool
	closed    atomic.Bool
	drained   chan struct{} // closed when the dispatcher has handled all messages that were received before Drain
}

type counters struct {
	sent, dropped, received, missed, refused, reconnects atomic.Uint64
	down                                                 atomic.Int64
}

// incoming is the number of received messages that may wait for the dispatcher.
const incoming = 1 << 15

// dial creates a Bus with these NATS options. An unreachable server is not an
// error: the connection is retried for ever.
func dial(url string, log *slog.Logger, opts ...nats.Option) (*Bus, error) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	b := &Bus{
		log:       log,
		in:        make(chan *nats.Msg, incoming),
		downSince: time.Now(),
		listeners: map[*func()]struct{}{},
		drained:   make(chan struct{}),
		ended:     make(chan struct{}),
	}
	b.pool = pool.New(b.ended)
	b.out.init()
	b.receivers.all = map[*nats.Subscription]receiver{}
	b.inbox.init(b)
	b.link, b.unlink = context.WithCancelCause(context.Background())
	b.unlink(bus.ErrOffline)
	made := make(chan struct{}) // closed once b.conn is set; NATS may call the callbacks below earlier
	defer close(made)
	opts = append(opts,
		nats.ConnectHandler(func(*nats.Conn) { <-made; b.onUp() }),
		nats.ReconnectHandler(func(*nats.Conn) { b.onUp() }),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) { b.onDown(err) }),
		nats.ReconnectErrHandler(logChanges(log)),
		nats.ErrorHandler(func(_ *nats.Conn, s *nats.Subscription, err error) {
			subject := ""
			if s != nil {
				subject = s.Subject
			}
			log.Warn("NATS reported an error", "error", err, "subject", subject)
		}),
	)
	conn, err := nats.Connect(url, opts...)
	if err != nil {
		return nil, err
	}
	b.conn = conn
	if conn.IsConnected() {
		b.setUp()
	}
	go b.write()
	go b.dispatch()
	return b, nil
}

// logChanges returns a NATS callback that logs why the server cannot be reached. It does not log
// the same error several times in a row.
func logChanges(log *slog.Logger) nats.ConnErrHandler {
	last := ""
	return func(_ *nats.Conn, err error) {
		if err.Error() != last {
			last = err.Error()
			log.Warn("NATS cannot be reached", "error", err)
		}
	}
}

// Connected reports whether all connections of the bus are up, as far as this process knows.
func (b *Bus) Connected() bool {
	return b.up.Load() && !b.closed.Load() && (b.others == nil || b.others.bus.Connected())
}

// Server returns the name of the connected server; "" while disconnected.
func (b *Bus) Server() string { return b.conn.ConnectedUrlRedacted() }

// OnReconnect registers f to be called after each reconnect. See bus.Bus.
func (b *Bus) OnReconnect(f func()) (cancel func()) {
	cancelOthers := func() {}
	if b.others != nil {
		cancelOthers = b.others.bus.OnReconnect(f)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.listeners[&f] = struct{}{}
	return func() {
		cancelOthers()
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.listeners, &f)
	}
}

// Stats returns the counters since the start.
func (b *Bus) Stats() bus.Stats {
	down := time.Duration(b.count.down.Load())
	b.mu.Lock()
	if !b.downSince.IsZero() {
		down += time.Since(b.downSince)
	}
	b.mu.Unlock()
	all := bus.Stats{
		Sent:       b.count.sent.Load(),
		Dropped:    b.count.dropped.Load(),
		Received:   b.count.received.Load(),
		Missed:     b.count.missed.Load(),
		Refused:    b.count.refused.Load(),
		Reconnects: b.count.reconnects.Load(),
		Down:       down,
	}
	if b.others != nil {
		more := b.others.bus.Stats()
		all.Sent += more.Sent
		all.Dropped += more.Dropped
		all.Received += more.Received
		all.Missed += more.Missed
		all.Reconnects = max(all.Reconnects, more.Reconnects)
		all.Down = max(all.Down, more.Down)
	}
	return all
}

// setUp records that the connection is up and reports whether it was down
// before.
func (b *Bus) setUp() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.up.Load() {
		return false
	}
	b.link, b.unlink = context.WithCancelCause(context.Background())
	b.count.down.Add(int64(time.Since(b.downSince)))
	b.downSince = time.Time{}
	b.up.Store(true)
	return true
}

// onUp is the callback of NATS for every connection, including the first.
func (b *Bus) onUp() {
	if !b.setUp() {
		return // the first connection is handled by dial
	}
	b.count.reconnects.Add(1)
	b.log.Info("NATS is connected", "server", b.Server())
	// NATS has sent our subscriptions again; FlushTimeout waits until the server has processed
	// them. The wait is in a goroutine so that it does not delay the handling of a further
	// disconnect.
	go func() {
		_ = b.conn.FlushTimeout(answerWait)
		b.gapForAll(bus.Reconnected)
		b.mu.Lock()
		defer b.mu.Unlock()
		for f := range b.listeners {
			go (*f)()
		}
	}()
}

func (b *Bus) onDown(err error) {
	b.mu.Lock()
	if b.up.Swap(false) {
		b.downSince = time.Now()
		b.unlink(bus.ErrLost)
	}
	b.mu.Unlock()
	b.inbox.failAll(bus.ErrLost)
	if !b.closed.Load() {
		b.log.Warn("NATS is disconnected", "error", err)
	}
}

// linked returns a context that ends when the current connection is lost.
func (b *Bus) linked() context.Context {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.link
}

// dispatch passes received messages to the receivers of their subscriptions.
func (b *Bus) dispatch() {
	overrun := false
	for m := <-b.in; m != nil; m = <-b.in {
		// NATS drops messages while the channel is full. If the channel was full when this message
		// was taken from it, assume that messages were dropped.
		switch waiting := len(b.in); {
		case waiting >= cap(b.in)-1:
			overrun = true
		case overrun && waiting < cap(b.in)/2:
			overrun = false
			b.log.Warn("messages were dropped: this process reads too slowly")
			b.gapForAll(bus.Overrun)
		}
		if m.Sub == nil {
			close(b.drained)
			continue
		}
		b.count.received.Add(1)
		if r := b.receivers.find(m.Sub); r != nil {
			r.accept(m)
		}
	}
}
