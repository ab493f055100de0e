package play

import (
	"sync"
	"sync/atomic"
	"time"
)

// Arrival is a message that came in and has not been dealt with yet. As long as
// it lasts, no flag falls for a deadline that it came before: any move of its
// match, or of any match while it is not known which.
type Arrival struct {
	At time.Time // by Service.Now

	of    *stripe
	match string // "": not known yet
}

// arrivals knows what has come in on this node and is under way. Every message
// passes here, so there are many locks: with one, all would queue for it when
// the node has too much to do.
type arrivals struct {
	next    atomic.Uint32
	stripes [64]stripe
}

// stripe is a part of the arrivals.
type stripe struct {
	mu  sync.Mutex
	all map[*Arrival]struct{}
}

// Arrive notes that a message comes in now, of a match or, if there is no id,
// of one that is not known yet. Done must be called when it has been dealt with.
func (s *Service) Arrive(matchID string) *Arrival {
	l := &s.arrivals.stripes[s.arrivals.next.Add(1)%uint32(len(s.arrivals.stripes))]
	// Stamped under the lock: who sees that nothing came before a moment that
	// is past will see nothing later either.
	l.mu.Lock()
	defer l.mu.Unlock()
	a := &Arrival{At: s.Now(), of: l, match: matchID}
	if l.all == nil {
		l.all = map[*Arrival]struct{}{}
	}
	l.all[a] = struct{}{}
	return a
}

// For says of which match it is.
func (a *Arrival) For(matchID string) {
	a.of.mu.Lock()
	defer a.of.mu.Unlock()
	a.match = matchID
}

// Done says that it has been dealt with. It may be called twice.
func (a *Arrival) Done() {
	a.of.mu.Lock()
	defer a.of.mu.Unlock()
	delete(a.of.all, a)
}

// first is when the first of those came in that may be moves of a match, or are
// for sure; false if there are none from before a moment.
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

// size is how many there are.
func (l *arrivals) size() (n int) {
	for i := range l.stripes {
		l.stripes[i].mu.Lock()
		n += len(l.stripes[i].all)
		l.stripes[i].mu.Unlock()
	}
	return n
}
