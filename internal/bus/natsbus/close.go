package natsbus

import (
	"cmp"
	"context"

	"github.com/nats-io/nats.go"

	"kydai/internal/bus"
)

// Drain stops receiving, finishes the work in progress and sends the queued
// messages.
func (b *Bus) Drain(ctx context.Context) error {
	defer b.Close()
	err := b.drain(ctx)
	if b.others != nil { // work in progress may have published on the second connection
		err = cmp.Or(err, b.others.bus.drain(ctx))
	}
	return err
}

func (b *Bus) drain(ctx context.Context) error {
	if b.draining.Swap(true) || b.closed.Load() {
		return bus.ErrClosed
	}
	for s, r := range b.receivers.now() {
		if r != receiver(&b.inbox) { // keep the subscription for responses: running handlers may still send requests
			b.leave(s)
		}
	}
	if !b.up.Load() {
		return bus.ErrOffline
	}
	// After this round trip, every message that NATS sent before is in the
	// channel. The empty message marks the end: when dispatch takes it from the
	// channel, all earlier messages have reached their receivers.
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

// finish waits until all running handlers have returned, or until ctx ends.
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

// Close closes the connection at once.
func (b *Bus) Close() {
	if b.closed.Swap(true) {
		return
	}
	close(b.ended)
	if b.others != nil {
		b.others.bus.Close()
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
