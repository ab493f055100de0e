package play

import (
	"sync"
	"sync/atomic"
	"time"
)

// Arrival is a received message that is still being processed. Until Done is called, no player
// loses on time by a deadline later than the message's arrival. This holds for the message's match;
// while the match is not known, it holds for all matches.
type Arrival struct {
	At time.Time // time of arrival, by Service.Now

	of    *stripe
	match string // id of the match; "" while it is not known
}

// arrivals tracks the messages that this node is processing. Every message is recorded
// here, so the set is split into stripes with separate locks to avoid contention.
type arrivals struct {
	now     func() time.Time // the site's time
	next    atomic.Uint32
	stripes [64]stripe
}

// stripe is one part of arrivals with its own lock.
type stripe struct {
	mu  sync.Mutex
	all map[*Arrival]struct{}
}

// arrive records the arrival of a message for a match, or for an unknown match if matchID
// is empty. Call Done on the result when the message has been processed.
func (l *arrivals) arrive(matchID string) *Arrival { return l.arriveAt(matchID, time.Time{}) }

// arriveAt records a message that arrived at a given time; the zero time means the current time.
func (l *arrivals) arriveAt(matchID string, at time.Time) *Arrival {
	st := &l.stripes[l.next.Add(1)%uint32(len(l.stripes))]
	// Read the time only after locking. Then no arrival with an earlier time can be added after a
	// reader has looked at this stripe.
	st.mu.Lock()
	defer st.mu.Unlock()
	if at.IsZero() {
		at = l.now()
	}
	a := &Arrival{At: at, of: st, match: matchID}
	if st.all == nil {
		st.all = map[*Arrival]struct{}{}
	}
	st.all[a] = struct{}{}
	return a
}

// For sets the match of the message.
func (a *Arrival) For(matchID string) {
	a.of.mu.Lock()
	defer a.of.mu.Unlock()
	a.match = matchID
}

// Done marks the message as processed. Calling it twice is allowed.
func (a *Arrival) Done() {
	a.of.mu.Lock()
	defer a.of.mu.Unlock()
	delete(a.of.all, a)
}

// first returns the arrival time of the oldest message that arrived before the given time and may
// be a move of the match. If the parameter sure is true, messages whose match is not known yet are
// left out. The result ok is false if there is no such message.
func (l *arrivals) first(matchID string, before time.Time, sure bool) (at time.Time, ok bool) {
	for i := range l.stripes {
		st := &l.stripes[i]
		st.mu.Lock()
		for a := range st.all {
			if (a.match == matchID || a.match == "" && !sure) && a.At.Before(before) && (!ok || a.At.Before(at)) {
				at, ok = a.At, true
			}
		}
		st.mu.Unlock()
	}
	return at, ok
}

// size returns the number of messages being processed.
func (l *arrivals) size() (n int) {
	for i := range l.stripes {
		l.stripes[i].mu.Lock()
		n += len(l.stripes[i].all)
		l.stripes[i].mu.Unlock()
	}
	return n
}
