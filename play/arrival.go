package play

import (
	"sync"
	"time"
)

// Arrival is a message that came in and has not been dealt with yet. As long as
// it lasts, no flag falls for a deadline that it came before: any move of its
// match, or of any match while it is not known which.
type Arrival struct {
	At time.Time // by Service.Now

	of    *arrivals
	match string // "": not known yet
}

// arrivals knows what has come in on this node and is under way.
type arrivals struct {
	mu  sync.Mutex
	all map[*Arrival]struct{}
}

// Arrive notes that a message comes in now. Done must be called when it has
// been dealt with.
func (s *Service) Arrive() *Arrival { return s.arrived("", time.Time{}) }

// arrived is Arrive for a move of a match that was stamped before, or now if it
// was not.
func (s *Service) arrived(id string, at time.Time) *Arrival {
	l := &s.arrivals
	// Stamped under the lock: who sees that nothing came before a moment that
	// is past will see nothing later either.
	l.mu.Lock()
	defer l.mu.Unlock()
	a := &Arrival{At: s.received(at), of: l, match: id}
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
	l.mu.Lock()
	defer l.mu.Unlock()
	for a := range l.all {
		if (a.match == matchID || a.match == "" && !sure) && a.At.Before(before) && (!ok || a.At.Before(at)) {
			at, ok = a.At, true
		}
	}
	return at, ok
}
