package bus

import (
	"context"

	"github.com/nats-io/nats.go"

	"kydai/bus"
)

// Drain ends in good order: no more comes in, what is here is worked off, what
// is to be sent is sent.
func (b *Bus) Drain(ctx context.Context) error {
	defer b.Close()
	if b.draining.Swap(true) || b.closed.Load() {
		return bus.ErrClosed
	}
	for s, r := range b.receivers.now() {
		if r != receiver(&b.inbox) { // those who work may still ask
			b.leave(s)
		}
	}
	if !b.Connected() {
		return bus.ErrOffline
	}
	// After NATS has answered, all it sent before is in the channel; after the
	// mark came out of the channel, all of it is with its receiver.
	if err := b.conn.FlushTimeout(answerWait); err != nil {
		return translate(err)
	}
	b.in <- &nats.Msg{}
	if err := wait(ctx, b.drained); err != nil {
		return err
	}
	if err := b.finish(ctx); err != nil {
		return err
	}
	mark := letter{written: make(chan struct{})}
	if err := b.out.put(mark, nil); err != nil {
		return err
	}
	if err := wait(ctx, mark.written); err != nil {
		return err
	}
	return translate(b.conn.FlushTimeout(answerWait))
}

// finish waits for the handlers.
func (b *Bus) finish(ctx context.Context) error {
	for _, r := range b.receivers.now() {
		var done <-chan struct{}
		switch r := r.(type) {
		case *subscription:
			done = r.finished()
		case *service:
			done = r.finished()
		default:
			continue
		}
		if err := wait(ctx, done); err != nil {
			return err
		}
	}
	return nil
}

func wait(ctx context.Context, done <-chan struct{}) error {
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close ends at once.
func (b *Bus) Close() {
	if b.closed.Swap(true) {
		return
	}
	b.out.close()
	b.conn.Close()
	for _, r := range b.receivers.now() {
		if s, ok := r.(*subscription); ok {
			s.end()
		}
	}
	b.mu.Lock()
	b.unlink(bus.ErrClosed)
	b.mu.Unlock()
	b.inbox.failAll(bus.ErrClosed)
	b.in <- nil
	if b.server != nil {
		b.server.Shutdown()
		b.server.WaitForShutdown()
	}
}
