package play

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"kydai/bus"
	"kydai/match"
)

const lobbySubject = "lobby.all"

// lobby knows the open offers while somebody watches them.
type lobby struct {
	service *Service

	mu       sync.Mutex
	watchers map[int]func([]Seek)
	next     int
	sub      bus.Subscription
	last     []Seek
	known    bool

	telling sync.Mutex  // one call at a time
	due     atomic.Bool // somebody is going to look
}

func (l *lobby) init(s *Service) { l.service, l.watchers = s, map[int]func([]Seek){} }

// WatchLobby calls f with the lobby as it is and whenever it has changed, one
// call at a time, until cancel is called. f must not wait for anything and
// must not cancel.
func (s *Service) WatchLobby(f func([]Seek)) (cancel func()) {
	l := &s.lobby
	l.telling.Lock()
	l.mu.Lock()
	l.next++
	key := l.next
	l.watchers[key] = f
	if l.sub == nil {
		l.sub, _ = s.o.Bus.Subscribe(lobbySubject, bus.Handler{ // without it check looks now and then
			Message: func(string, []byte) { l.lookSoon() },
			Gap:     func(bus.Gap) { l.lookSoon() },
		})
	}
	last, known := l.last, l.known
	l.mu.Unlock()
	if known {
		f(last)
	}
	l.telling.Unlock()
	if !known {
		l.lookSoon()
	}
	return func() {
		l.telling.Lock()
		defer l.telling.Unlock()
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.watchers, key)
		if len(l.watchers) == 0 && l.sub != nil {
			l.sub.Cancel()
			l.sub, l.known, l.last = nil, false, nil
		}
	}
}

// changed tells all nodes that the lobby has changed.
func (l *lobby) changed() {
	_ = l.service.o.Bus.Publish(lobbySubject, nil) // if it is lost, check finds out
	l.lookSoon()
}

// lookSoon looks without being waited for. Changes that come before it looks
// are seen together.
func (l *lobby) lookSoon() {
	if l.due.CompareAndSwap(false, true) {
		go l.look()
	}
}

// check looks at the lobby if somebody watches it.
func (l *lobby) check(context.Context) { l.look() }

// look reads the lobby and tells of it if it has changed.
func (l *lobby) look() {
	l.telling.Lock()
	defer l.telling.Unlock()
	l.due.Store(false)
	l.mu.Lock()
	watched := len(l.watchers) > 0
	l.mu.Unlock()
	if !watched {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), catchUp)
	defer cancel()
	seeks, err := l.service.Lobby(ctx)
	if err != nil {
		return
	}
	l.mu.Lock()
	same := l.known && slices.EqualFunc(l.last, seeks, func(a, b Seek) bool { return a.ID == b.ID })
	l.last, l.known = seeks, true
	var tell []func([]Seek)
	for _, f := range l.watchers {
		tell = append(tell, f)
	}
	l.mu.Unlock()
	if same {
		return
	}
	for _, f := range tell {
		f(seeks)
	}
}

func playerSubject(player string) (string, error) { return bus.Subject("u", player, "new") }

// tellPlayers tells the players of a new match, on whatever node they are.
func (s *Service) tellPlayers(id string, m *match.Match) {
	terms := m.Terms()
	for i, seat := range terms.Seats {
		if seat.Player == "" || i == 1 && seat.Player == terms.Seats[0].Player {
			continue
		}
		if subject, err := playerSubject(seat.Player); err == nil {
			_ = s.o.Bus.Publish(subject, []byte(id)) // Playing tells as well
		}
	}
}

// WatchPlayer calls f with the id of every match that begins for a player, on
// whatever node, until cancel is called. A message may get lost: gap is called
// when that may have happened, and it is time to ask Playing.
func (s *Service) WatchPlayer(player string, f func(matchID string), gap func()) (cancel func(), err error) {
	subject, err := playerSubject(player)
	if err != nil {
		return nil, err
	}
	sub, err := s.o.Bus.Subscribe(subject, bus.Handler{
		Message: func(_ string, data []byte) { f(string(data)) },
		Gap:     func(bus.Gap) { gap() },
	})
	if err != nil {
		return nil, err
	}
	return sub.Cancel, nil
}
