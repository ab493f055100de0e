package natsbus

import (
	"maps"
	"sync"

	"github.com/nats-io/nats.go"

	"kydai/internal/bus"
)

// receiver takes messages from the dispatcher. accept must not block.
type receiver interface{ accept(m *nats.Msg) }

// receivers maps NATS subscriptions to receivers.
type receivers struct {
	// adding is locked while a subscription is being created and is not yet in the map.
	adding sync.Mutex
	mu     sync.RWMutex
	all    map[*nats.Subscription]receiver
}

// find returns the receiver of a NATS subscription; nil if the subscription has ended.
func (r *receivers) find(s *nats.Subscription) receiver {
	found := r.get(s)
	if found == nil {
		r.adding.Lock() // the subscription may be so new that it is not in the map yet
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

// now returns a copy of the map of all receivers.
func (r *receivers) now() map[*nats.Subscription]receiver {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return maps.Clone(r.all)
}

// register subscribes r to pattern, as a member of group unless group is empty.
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
	if b.up.Load() && b.conn.FlushTimeout(subscribeWait) != nil {
		go b.confirm(r)
	}
	return s, nil
}

// confirm waits until the server has the subscription of r, then reports a gap, because messages
// may have been missed before. If the server does not respond, the connection is lost: after the
// reconnect NATS subscribes again, and the bus reports a gap to all subscriptions.
func (b *Bus) confirm(r receiver) {
	if s, ok := r.(*subscription); ok && b.conn.FlushTimeout(answerWait) == nil {
		s.gap(bus.Reconnected, 0)
	}
}

// unregister ends a subscription and drops messages in flight.
func (b *Bus) unregister(s *nats.Subscription) {
	_ = s.Unsubscribe() // fails only if the subscription has already ended
	b.receivers.remove(s)
}

// leave ends a subscription but still accepts messages in flight.
func (b *Bus) leave(s *nats.Subscription) {
	if s.Drain() != nil {
		_ = s.Unsubscribe() // not connected: no message is in flight
	}
}

// gapForAll reports a gap to every subscription.
func (b *Bus) gapForAll(why bus.Why) {
	for _, r := range b.receivers.now() {
		if s, ok := r.(*subscription); ok {
			s.gap(why, 0)
		}
	}
}
