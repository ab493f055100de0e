package natsbus

import (
	"errors"
	"sync"

	"github.com/nats-io/nats.go"

	"kydai/internal/bus"
)

// Limits of the outbox. NATS writes to its socket while it holds a lock that every call needs. If
// the server has stopped reading, such a write takes up to writeTimeout. With the outbox, a caller
// of Publish does not wait for that lock.
const (
	maxOut      = 1 << 13
	maxOutBytes = 8 << 20
	keepBytes   = 1 << 20 // buffers larger than this are freed instead of reused
)

type outbox struct {
	mu      sync.Mutex
	filled  sync.Cond
	letters []letter
	bytes   []byte // data of all letters (queued messages), one after the other
	closed  bool
}

type letter struct {
	subject, reply string
	header         nats.Header
	start, end     int           // range of this letter's data in outbox.bytes
	written        chan struct{} // if not nil, the letter carries no message: write closes the channel when all earlier letters are sent
}

func (o *outbox) init() { o.filled.L = &o.mu }

// put adds a message to the outbox. It copies data.
func (o *outbox) put(l letter, data []byte) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return bus.ErrClosed
	}
	if l.written == nil && (len(o.letters) >= maxOut || len(o.bytes)+len(data) > maxOutBytes) {
		return bus.ErrFull
	}
	l.start = len(o.bytes)
	o.bytes = append(o.bytes, data...)
	l.end = len(o.bytes)
	o.letters = append(o.letters, l)
	if len(o.letters) == 1 {
		o.filled.Signal()
	}
	return nil
}

// take waits until the outbox contains messages, then returns the messages and their data. The
// caller passes the slices of an earlier call, which the outbox reuses for new messages. take
// returns false after the outbox was closed.
func (o *outbox) take(letters []letter, data []byte) ([]letter, []byte, bool) {
	clear(letters)
	if cap(data) > keepBytes {
		data = nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.letters) == 0 && !o.closed {
		o.filled.Wait()
	}
	full, bytes := o.letters, o.bytes
	o.letters, o.bytes = letters[:0], data[:0]
	return full, bytes, !o.closed
}

func (o *outbox) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
	o.filled.Signal()
}

// Publish sends data to all subscribers of subject.
func (b *Bus) Publish(subject string, data []byte) error {
	if err := check(subject, data); err != nil {
		return err
	}
	if b.others != nil && b.others.subjects.has(subject) {
		b = b.others.bus
	}
	return b.post(letter{subject: subject}, data)
}

func check(subject string, data []byte) error {
	if len(data) > bus.MaxData {
		return bus.ErrTooLarge
	}
	return bus.CheckSubject(subject)
}

// post adds a message to the outbox, or counts it as dropped and returns an
// error.
func (b *Bus) post(l letter, data []byte) error {
	var err error
	switch {
	case b.closed.Load():
		return bus.ErrClosed
	case !b.up.Load():
		err = bus.ErrOffline
	default:
		err = b.out.put(l, data)
	}
	if err != nil {
		b.count.dropped.Add(1)
	}
	return err
}

// write sends the messages of the outbox to NATS until the outbox is closed.
func (b *Bus) write() {
	var letters []letter
	var data []byte
	for ok := true; ok; {
		letters, data, ok = b.out.take(letters, data)
		for _, l := range letters {
			if l.written != nil {
				close(l.written)
				continue
			}
			if err := b.send(l, data[l.start:l.end]); err != nil {
				b.count.dropped.Add(1)
				b.inbox.fail(l.reply, translate(err))
				continue
			}
			b.count.sent.Add(1)
		}
	}
}

func (b *Bus) send(l letter, data []byte) error {
	if l.header == nil && l.reply == "" {
		return b.conn.Publish(l.subject, data)
	}
	return b.conn.PublishMsg(&nats.Msg{Subject: l.subject, Reply: l.reply, Header: l.header, Data: data})
}

// translate maps a NATS error to an error of package bus.
func translate(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, nats.ErrConnectionClosed), errors.Is(err, nats.ErrConnectionDraining):
		return bus.ErrClosed
	case errors.Is(err, nats.ErrMaxPayload):
		return &bus.Error{Code: bus.TooLarge, Text: "the server takes only smaller messages; its max_payload is too low"}
	}
	return &bus.Error{Code: bus.Offline, Text: "the bus could not send: " + err.Error()}
}
