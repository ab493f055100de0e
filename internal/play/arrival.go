package play

import (
	"sync"
	"sync/atomic"
	"time"
)

// Arrival is a received message that is still being processed. Until Done, no
// flag falls for a deadline after its arrival: in its match, or in any match
// while the match is not known.
type Arrival struct {
	At time.Time // by Service.Now

	of    *stripe
	match string // "": not known yet
}

// arrivals tracks the messages being processed on this node. Every message
// passes here, so the set is split into stripes with their own locks to avoid
// contention.
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

// arrive records the arrival of a message for a match, or for an unknown match
// if id is empty. Call Done when it has been processed.
func (l *arrivals) arrive(matchID string) *Arrival { return l.arriveAt(matchID, time.Time{}) }

// arriveAt records a message that arrived at a given time; zero means now.
func (l *arrivals) arriveAt(matchID string, at time.Time) *Arrival {
	st := &l.stripes[l.next.Add(1)%uint32(len(l.stripes))]
	// The time is taken under the lock: a reader who sees no arrival before a
	// past time will not see one later.
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

// Done marks the message as processed. It may be called twice.
func (a *Arrival) Done() {
	a.of.mu.Lock()
	defer a.of.mu.Unlock()
	delete(a.of.all, a)
}

// first returns when the first message before a given time arrived that may be
// (or, if sure, is) a move of the match; false if there is none.
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

// size is the number of messages being processed.
func (l *arrivals) size() (n int) {
	for i := range l.stripes {
		l.stripes[i].mu.Lock()
		n += len(l.stripes[i].all)
		l.stripes[i].mu.Unlock()
	}
	return n
}
