package bus

import (
	"maps"
	"sync"

	"github.com/nats-io/nats.go"

	"kydai/bus"
)

// receiver takes messages from the dispatcher. It must not block.
type receiver interface{ accept(m *nats.Msg) }

// receivers says who takes the messages of which subscription.
type receivers struct {
	// adding is held while a subscription is made and not yet in the map.
	adding sync.Mutex
	mu     sync.RWMutex
	all    map[*nats.Subscription]receiver
}

// find returns nil for a subscription that has ended.
func (r *receivers) find(s *nats.Subscription) receiver {
	found := r.get(s)
	if found == nil {
		r.adding.Lock() // it may be so new that it is not in the map yet
		found = r.get(s)
		r.adding.Unlock()
	}
	return found
}

func (r *receivers) get(s *nats.Subscription) receiver {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.all[s]
}

func (r *receivers) remove(s *nats.Subscription) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.all, s)
}

// now returns those there are now.
func (r *receivers) now() map[*nats.Subscription]receiver {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return maps.Clone(r.all)
}

// register subscribes r; with a group, as one of it.
func (b *Bus) register(pattern, group string, r receiver) (*nats.Subscription, error) {
	b.receivers.adding.Lock()
	s, err := b.conn.ChanQueueSubscribe(pattern, group, b.in)
	if err != nil {
		b.receivers.adding.Unlock()
		return nil, translate(err)
	}
	b.receivers.mu.Lock()
	b.receivers.all[s] = r
	b.receivers.mu.Unlock()
	b.receivers.adding.Unlock()
	if b.Connected() {
		// No answer in this time means that the connection is lost; when it is
		// back, NATS subscribes again.
		_ = b.conn.FlushTimeout(answerWait)
	}
	return s, nil
}

// unregister ends a subscription; what is on its way is thrown away.
func (b *Bus) unregister(s *nats.Subscription) {
	_ = s.Unsubscribe() // fails only if there is nothing to end any more
	b.receivers.remove(s)
}

// leave ends a subscription, but takes what is on its way.
func (b *Bus) leave(s *nats.Subscription) {
	if s.Drain() != nil {
		_ = s.Unsubscribe() // not connected: nothing is on its way
	}
}

// gapForAll tells every subscription that messages were lost.
func (b *Bus) gapForAll(why bus.Why) {
	for _, r := range b.receivers.now() {
		if s, ok := r.(*subscription); ok {
			s.gap(why, 0)
		}
	}
}
