package natsbus

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	mrand "math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"kydai/internal/bus"
)

// Headers of requests and responses.
const (
	withinHeader = "Kydai-Within" // how long the requester waits, in milliseconds
	errorHeader  = "Kydai-Error"  // busy or failed; the body is the error message
	statusHeader = "Status"       // set by NATS; 503 means that the subject has no server
	nobodyStatus = "503"
)

// A refused request is retried after a random wait. The limit of the wait grows
// from firstBusy to lastBusy.
const (
	firstBusy = 2 * time.Millisecond
	lastBusy  = 50 * time.Millisecond
)

// inbox receives the responses to our requests through one subscription, which is
// created by the first request.
type inbox struct {
	bus    *Bus
	prefix string // random, so that it cannot be guessed

	opening sync.Mutex
	open    bool

	mu      sync.Mutex
	waiting map[string]chan<- answer // channels that wait for a response, by reply subject
}

type answer struct {
	data []byte
	err  error
}

func (i *inbox) init(b *Bus) {
	i.bus = b
	i.prefix = nats.InboxPrefix + rand.Text() + "."
	i.waiting = map[string]chan<- answer{}
}

func (i *inbox) ready() error {
	i.opening.Lock()
	defer i.opening.Unlock()
	if i.open {
		return nil
	}
	_, err := i.bus.register(i.prefix+"*", "", i)
	i.open = err == nil
	return err
}

// expect returns a new reply subject and the channel for its response.
func (i *inbox) expect() (string, <-chan answer) {
	reply, to := i.prefix+rand.Text(), make(chan answer, 1)
	i.mu.Lock()
	defer i.mu.Unlock()
	i.waiting[reply] = to
	return reply, to
}

func (i *inbox) deliver(reply string, a answer) {
	i.mu.Lock()
	to, ok := i.waiting[reply]
	delete(i.waiting, reply)
	i.mu.Unlock()
	if ok {
		to <- a
	}
}

func (i *inbox) fail(reply string, err error) {
	if reply != "" {
		i.deliver(reply, answer{err: err})
	}
}

func (i *inbox) failAll(err error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, to := range i.waiting {
		to <- answer{err: err}
	}
	clear(i.waiting)
}

func (i *inbox) forget(reply string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	delete(i.waiting, reply)
}

// accept takes a response from the dispatcher.
func (i *inbox) accept(m *nats.Msg) {
	a := answer{data: m.Data}
	switch code := m.Header.Get(errorHeader); {
	case len(m.Data) == 0 && m.Header.Get(statusHeader) == nobodyStatus:
		a.err = bus.ErrNobody
	case len(m.Data) > bus.MaxData:
		a.err = bus.ErrTooLarge
	case code == bus.Busy:
		a.err = bus.ErrBusy
	case code != "":
		a.err = &bus.Error{Code: bus.Failed, Text: sentence(string(m.Data))}
	}
	if a.err != nil {
		a.data = nil
	}
	i.deliver(m.Subject, a)
}

// Request sends a request to one server of subject and returns its response.
func (b *Bus) Request(ctx context.Context, subject string, data []byte) ([]byte, error) {
	if err := check(subject, data); err != nil {
		return nil, err
	}
	if _, ok := ctx.Deadline(); !ok {
		return nil, &bus.Error{Code: bus.BadCall, Text: "a request needs a deadline, for it may be lost"}
	}
	if err := b.inbox.ready(); err != nil {
		return nil, err
	}
	answer, err := b.ask(ctx, subject, data)
	for wait := firstBusy; errors.Is(err, bus.ErrBusy); wait = min(2*wait, lastBusy) {
		select {
		case <-time.After(wait/2 + mrand.N(wait/2)):
			answer, err = b.ask(ctx, subject, data)
		case <-ctx.Done():
		}
		if ctx.Err() != nil && err != nil {
			return nil, fmt.Errorf("%w: %w", bus.ErrBusy, ctx.Err())
		}
	}
	return answer, err
}

// ask sends the request once, without a retry.
func (b *Bus) ask(ctx context.Context, subject string, data []byte) ([]byte, error) {
	deadline, _ := ctx.Deadline()
	within := time.Until(deadline)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	reply, answered := b.inbox.expect()
	header := nats.Header{withinHeader: {strconv.FormatInt(within.Milliseconds()+1, 10)}}
	if err := b.post(letter{subject: subject, reply: reply, header: header}, data); err != nil {
		b.inbox.forget(reply)
		return nil, err
	}
	select {
	case a := <-answered:
		return a.data, a.err
	case <-ctx.Done():
		b.inbox.forget(reply)
		return nil, ctx.Err()
	}
}

// sentence makes the error text of a server safe to show: printable characters only, and short.
func sentence(s string) string {
	const longest = 300
	if len(s) > longest {
		s = s[:longest]
	}
	s = strings.Map(func(r rune) rune {
		if !strconv.IsPrint(r) || r == '\uFFFD' {
			return ' '
		}
		return r
	}, s)
	if s = strings.TrimSpace(s); s == "" {
		return bus.ErrFailed.Text
	}
	return s
}
