package natsbus

import (
	"sync"

	"github.com/nats-io/nats.go"

	"kydai/internal/bus"
)

// others is a second connection on which the server does not send our own messages back.
// Subscriptions with Handler.Others use this connection, and messages to their subjects are
// published on it. It saves half of the traffic that a node would receive.
type others struct {
	bus      *Bus
	subjects subjects
}

// withOthers opens the second connection. If that fails, it closes b and returns the error.
func (b *Bus) withOthers(url string, opts ...nats.Option) (*Bus, error) {
	second, err := dial(url, b.log, append(opts, nats.NoEcho())...)
	if err != nil {
		b.Close()
		return nil, err
	}
	b.others = &others{bus: second}
	return b, nil
}

// subscribeOthers subscribes to the messages of other publishers on a subject.
func (b *Bus) subscribeOthers(subject string, h bus.Handler) (bus.Subscription, error) {
	if err := bus.CheckSubject(subject); err != nil {
		return nil, err
	}
	if b.others == nil {
		return nil, &bus.Error{Code: bus.BadCall, Text: "a worker does not listen to others"}
	}
	h.Others = false
	s, err := b.others.bus.Subscribe(subject, h)
	if err != nil {
		return nil, err
	}
	b.others.subjects.add(subject, 1)
	return otherSubscription{s, sync.OnceFunc(func() { b.others.subjects.add(subject, -1) })}, nil
}

// otherSubscription is a subscription on the second connection.
type otherSubscription struct {
	bus.Subscription
	forget func()
}

// Cancel ends the subscription.
func (s otherSubscription) Cancel() {
	s.Subscription.Cancel()
	s.forget()
}

// subjects counts the subscriptions with Handler.Others per subject.
type subjects struct {
	mu  sync.RWMutex
	all map[string]int
}

func (s *subjects) has(subject string) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.all[subject] > 0
}

func (s *subjects) add(subject string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil {
		s.all = map[string]int{}
	}
	if s.all[subject] += n; s.all[subject] <= 0 {
		delete(s.all, subject)
	}
}
