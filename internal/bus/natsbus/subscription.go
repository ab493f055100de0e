package natsbus

import (
	"sync"

	"github.com/nats-io/nats.go"

	"kydai/internal/bus"
)

// subscription is a bounded queue in front of a handler. It uses a goroutine of
// the shared pool only while messages wait, so that a node can have very many
// quiet subscriptions.
type subscription struct {
	bus     *Bus
	handler bus.Handler
	limit   int
	nats    *nats.Subscription

	mu      sync.Mutex
	waiting []*nats.Msg // queue of messages for the handler; messages before index head are already delivered
	head    int
	bytes   int
	lost    bus.Gap // the gap to report to the handler; no gap if Why is 0
	running bool    // a goroutine is delivering messages to the handler
	ended   bool
	idle    chan struct{} // closed when no message waits and no handler runs; created by the method finished
}

// Subscribe calls h for messages on subjects that match pattern.
func (b *Bus) Subscribe(pattern string, h bus.Handler) (bus.Subscription, error) {
	if err := bus.CheckPattern(pattern); err != nil {
		return nil, err
	}
	if h.Message == nil || h.Gap == nil || h.Queue < 0 {
		return nil, &bus.Error{Code: bus.BadCall, Text: "a handler takes messages and gaps"}
	}
	if h.Others {
		return b.subscribeOthers(pattern, h)
	}
	s := &subscription{bus: b, handler: h, limit: h.Queue}
	if s.limit == 0 {
		s.limit = bus.DefaultQueue
	}
	var err error
	if s.nats, err = b.register(pattern, "", s); err != nil {
		return nil, err
	}
	return s, nil
}

// Cancel ends the subscription. Waiting messages are dropped.
func (s *subscription) Cancel() {
	s.end()
	s.bus.unregister(s.nats)
}

func (s *subscription) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	s.forget()
	s.lost = bus.Gap{}
}

// accept takes a message from the dispatcher.
func (s *subscription) accept(m *nats.Msg) {
	if len(m.Data) > bus.MaxData {
		s.gap(bus.Oversize, 1)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.waiting)-s.head >= s.limit || s.bytes+len(m.Data) > bus.MaxQueueBytes {
		s.lose(bus.Slow, 1)
	} else {
		s.waiting = append(s.waiting, m)
		s.bytes += len(m.Data)
	}
	s.start()
}

// gap reports lost messages to the handler.
func (s *subscription) gap(why bus.Why, missed int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lose(why, missed)
	s.start()
}

// lose drops the waiting messages and records a gap for the handler instead.
func (s *subscription) lose(why bus.Why, missed int) {
	missed += s.forget()
	s.bus.count.missed.Add(uint64(missed))
	s.lost = bus.Gap{Why: why, Missed: s.lost.Missed + missed}
}

func (s *subscription) forget() int {
	n := len(s.waiting) - s.head
	clear(s.waiting)
	s.waiting, s.head, s.bytes = s.waiting[:0], 0, 0
	return n
}

// start starts a goroutine that delivers messages to the handler, unless one is running.
func (s *subscription) start() {
	if !s.running && !s.ended {
		s.running = true
		s.bus.pool.Go(s.run)
	}
}

func (s *subscription) run() {
	for {
		m, lost, ok := s.next()
		switch {
		case !ok:
			return
		case m != nil:
			s.handler.Message(m.Subject, m.Data)
		default:
			s.handler.Gap(lost)
		}
	}
}

// next returns the next message or gap for the handler; the result ok is false if there is neither.
func (s *subscription) next() (m *nats.Msg, lost bus.Gap, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.lost.Why != 0:
		lost, s.lost = s.lost, bus.Gap{}
		return nil, lost, true
	case s.head < len(s.waiting):
		m = s.waiting[s.head]
		s.waiting[s.head] = nil
		s.head++
		s.bytes -= len(m.Data)
		s.compact()
		return m, lost, true
	}
	s.running = false
	if s.idle != nil {
		close(s.idle)
		s.idle = nil
	}
	return nil, lost, false
}

// compact moves the waiting messages to the start of the slice, if all or many earlier messages
// have been delivered, so that the slice does not grow.
func (s *subscription) compact() {
	switch {
	case s.head == len(s.waiting):
		s.waiting, s.head = s.waiting[:0], 0
	case s.head >= s.limit:
		n := copy(s.waiting, s.waiting[s.head:])
		clear(s.waiting[n:])
		s.waiting, s.head = s.waiting[:n], 0
	}
}

// finished returns a channel that is closed when no message waits and no handler runs. The caller
// must ensure that no new message arrives.
func (s *subscription) finished() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	done := make(chan struct{})
	if s.running {
		s.idle = done
	} else {
		close(done)
	}
	return done
}
