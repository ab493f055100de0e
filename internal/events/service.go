package events

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"log/slog"
	"sync"
	"time"

	"kydai/game"
	"kydai/internal/bus"
	"kydai/internal/play"
)

// Options configure a Service.
type Options struct {
	Store  Store
	Random io.Reader
	Rules  func(name string) (game.Rules, bool)
	// Rating returns the rating of a player in a game played with a time control; 0 if the player
	// has no rating.
	Rating func(ctx context.Context, player, gameName, clock string) (int, error)
	// Speed returns the speed category under which games with a time control are rated.
	Speed func(gameName, clock string) string
	// Runs reports whether an account may run an event because it is an organiser of the event's
	// club; nil if the site has no clubs.
	Runs func(ctx context.Context, player, event string) (bool, error)
	// Bus carries notifications about changed events; nil means that no notifications are sent.
	Bus bus.Bus
	// Play is the service that plays the matches on screen; nil if all boards are physical.
	Play Play
	Log  *slog.Logger
	Pace Pace
}

// Play is the part of package play that events need.
type Play interface {
	// NewID returns a new random match id.
	NewID() (string, error)
	// Seat starts a match. It returns play.ErrNotFound if the players have not agreed to
	// the match or it has already started.
	Seat(ctx context.Context, b play.Seating) error
	// SeatTwins is like Seat, but it starts the matches of two boards that share one deal of hidden
	// pieces.
	SeatTwins(ctx context.Context, both [2]play.Seating) error
	// Abort ends a match without a result. If the hidden pieces of the match are still being dealt,
	// the match has not started, and Abort ends the dealing.
	Abort(ctx context.Context, id string) error
}

// Service implements the operations on events. It is safe for concurrent use.
type Service struct {
	opts    Options
	wake    chan struct{} // capacity 1: a signal that boards wait for work
	reasons chan struct{} // capacity 1: only one computation of the reasons for pairings may run, because it takes seconds for a large round

	mu   sync.Mutex
	open map[string]*kept
}

// kept is an entry of the cache: it holds the state of one event.
type kept struct {
	mu    sync.Mutex
	state *State // state when it was last read from the store; nil before the first read
}

const (
	mostKept = 200 // maximum number of events in memory
	attempts = 20  // maximum number of attempts to run a command while other nodes change the same event
	idBytes  = 9
)

// New makes a service.
func New(o Options) *Service {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	o.Pace.Look = cmp.Or(o.Pace.Look, time.Second)
	o.Pace.Lease = cmp.Or(o.Pace.Lease, 10*time.Second)
	return &Service{opts: o, wake: make(chan struct{}, 1), reasons: make(chan struct{}, 1), open: map[string]*kept{}}
}

// keep returns the cache entry for an event and adds an entry if necessary. If the cache is full,
// it first removes an arbitrary entry.
func (s *Service) keep(id string) *kept {
	s.mu.Lock()
	defer s.mu.Unlock()
	k, ok := s.open[id]
	if !ok {
		for other := range s.open { // remove an arbitrary entry; the event is read again when it is needed
			if len(s.open) < mostKept {
				break
			}
			delete(s.open, other)
		}
		k = &kept{}
		s.open[id] = k
	}
	return k
}

// look updates the cache entry k of an event and returns its state. It reads from the store only
// the facts (log entries) that the entry does not contain yet. The caller must hold k.mu.
func (s *Service) look(ctx context.Context, id string, k *kept) (*State, error) {
	state := k.state
	if state == nil {
		state = &State{ID: id}
	}
	facts, err := s.opts.Store.Facts(ctx, id, state.Version)
	if err != nil {
		return nil, err
	}
	if len(facts) > 0 || k.state == nil {
		state = state.fold(facts)
	}
	k.state = state
	return state, nil
}

// Event returns the current state of an event. Only its arbiters can see a draft.
func (s *Service) Event(ctx context.Context, who Caller, id string) (*State, error) {
	k := s.keep(id)
	k.mu.Lock()
	defer k.mu.Unlock()
	state, err := s.lookAs(ctx, who, id, k)
	if err == nil && state.Phase == Draft && !state.Arbiter(who) {
		return nil, ErrNoEvent
	}
	return state, err
}

// lookAs is like look. If the caller is an organiser of the event's club, the returned
// state grants them the organiser's rights.
func (s *Service) lookAs(ctx context.Context, who Caller, id string, k *kept) (*State, error) {
	state, err := s.look(ctx, id, k)
	if err != nil || s.opts.Runs == nil || !who.Account || who.is(state.Organiser) {
		return state, err
	}
	runs, err := s.opts.Runs(ctx, who.ID, id)
	if err != nil || !runs {
		return state, err
	}
	own := *state
	own.helper = who.ID
	return &own, nil
}

// change runs a command: decide receives the state and returns what to write. If another node has
// written facts in the meantime, change calls decide again with the new state.
func (s *Service) change(ctx context.Context, who Caller, id string, decide func(*State) (Change, error)) (*State, error) {
	return s.changeAs(ctx, who, id, false, decide)
}

// changeAs is like change. If the parameter all is true, the caller may also change drafts of other
// organisers.
func (s *Service) changeAs(ctx context.Context, who Caller, id string, all bool, decide func(*State) (Change, error)) (*State, error) {
	k := s.keep(id)
	k.mu.Lock()
	defer k.mu.Unlock()
	for range attempts {
		state, err := s.lookAs(ctx, who, id, k)
		if err != nil {
			return nil, err
		}
		if state.Phase == Draft && !all && !state.Arbiter(who) {
			return nil, ErrNoEvent
		}
		c, err := decide(state)
		if err != nil || len(c.Facts) == 0 && c.Taken == "" && c.Turn == nil {
			return state, err
		}
		switch {
		case state.Version+len(c.Facts) > MaxFacts:
			return nil, errTooLong
		case who.ID != "" && state.wrote[who.ID] >= MaxWrites && !state.Arbiter(who):
			return nil, errTooOften
		}
		for i := range c.Facts {
			c.Facts[i].Number, c.Facts[i].By = state.Version+1+i, who.ID
		}
		after := state.fold(c.Facts)
		if c.Turn == nil && len(c.Facts) > 0 {
			c.Turn = after.turn()
		}
		err = s.opts.Store.AppendFacts(ctx, state.Version, after.head(), c)
		switch {
		case errors.Is(err, ErrConflict):
			continue
		case err != nil:
			return nil, err
		}
		if len(c.Facts) > 0 {
			s.tell(id, after.Version)
		}
		if len(c.Boards)+len(c.Cancel) > 0 {
			s.hurry()
		}
		return s.lookAs(ctx, who, id, k) // read the new facts from the store, because the database sets their times
	}
	return nil, ErrConflict
}

// asOwner runs a command that only the organiser of the event, or an organiser of the event's club,
// may give.
func (s *Service) asOwner(ctx context.Context, who Caller, id string, decide func(*State) (Change, error)) (*State, error) {
	return s.change(ctx, who, id, func(e *State) (Change, error) {
		if !e.Runs(who) {
			return Change{}, errNotOwner
		}
		return decide(e)
	})
}

// asArbiter runs a command that only an organiser or an arbiter may give.
func (s *Service) asArbiter(ctx context.Context, who Caller, id string, decide func(*State) (Change, error)) (*State, error) {
	return s.change(ctx, who, id, func(e *State) (Change, error) {
		if !e.Arbiter(who) {
			return Change{}, errNotArbiter
		}
		return decide(e)
	})
}

// one returns a change that consists of the single fact f.
func one(f Fact) (Change, error) { return Change{Facts: []Fact{f}}, nil }

// Create creates an event as a draft.
func (s *Service) Create(ctx context.Context, who Caller, settings Settings) (*State, error) {
	if err := s.checkSettings(&settings); err != nil {
		return nil, err
	}
	var random [idBytes]byte
	if _, err := io.ReadFull(s.opts.Random, random[:]); err != nil {
		return nil, err
	}
	id := base64.RawURLEncoding.EncodeToString(random[:])
	facts := []Fact{{Number: 1, By: who.ID, Kind: Created, Settings: &settings}}
	full, err := s.opts.Store.AddEvent(ctx, (&State{ID: id}).fold(facts).head(), facts, MaxOpen)
	if err != nil {
		return nil, err
	}
	if full {
		return nil, errTooManyOpen
	}
	return s.Event(ctx, who, id)
}

// checkSettings validates the settings of an event. It also resets FirstMove if all
// boards are physical.
func (s *Service) checkSettings(settings *Settings) error {
	if settings.Boards == Wood {
		settings.FirstMove = 0
	} else if s.opts.Play == nil {
		return game.Err(Bad, "this server has no boards on screen for events")
	}
	return settings.check(s.opts.Rules)
}

// Alter changes the settings. Once the event has started, only the name, the arbiters,
// the tie-breaks, late entry, the pause between rounds and the time limit for the first
// move can be changed.
func (s *Service) Alter(ctx context.Context, who Caller, id string, settings Settings) (*State, error) {
	if err := s.checkSettings(&settings); err != nil {
		return nil, err
	}
	return s.asOwner(ctx, who, id, func(e *State) (Change, error) {
		if e.Phase == Over {
			return Change{}, errOver
		}
		fixed := settings
		if e.Phase == Running {
			fixed = e.Settings
			fixed.Name, fixed.Arbiters, fixed.TieBreaks = settings.Name, settings.Arbiters, settings.TieBreaks
			fixed.LateUntil, fixed.FirstMove, fixed.Pause = settings.LateUntil, settings.FirstMove, settings.Pause
			if err := s.checkSettings(&fixed); err != nil {
				return Change{}, err
			}
		} else if fixed.Boards == Screen || fixed.Rated && !e.Settings.Rated {
			for i := range e.Entrants {
				if x := &e.Entrants[i]; !x.never() && (x.Player == "" || fixed.Rated && !x.Account) {
					return Change{}, game.Err(Bad, "an entrant has no device or no account, which the new settings ask for")
				}
			}
		}
		return one(Fact{Kind: Altered, Settings: &fixed})
	})
}

// OpenEntries opens a draft for entries.
func (s *Service) OpenEntries(ctx context.Context, who Caller, id string) (*State, error) {
	return s.asOwner(ctx, who, id, func(e *State) (Change, error) {
		if e.Phase != Draft {
			return Change{}, errRunning
		}
		return one(Fact{Kind: Opened})
	})
}

// End ends an event, or cancels an event that has not started. If the settings say so, the results
// on physical boards are rated now and can no longer be changed.
func (s *Service) End(ctx context.Context, who Caller, id string) (*State, error) {
	return s.asOwner(ctx, who, id, func(e *State) (Change, error) {
		switch r := e.last(); {
		case e.Phase == Over:
			return Change{}, errOver
		case r != nil && !r.Done():
			return Change{}, errRoundOpen
		}
		return s.ending(e), nil
	})
}

// List lists up to n events, the newest first.
func (s *Service) List(ctx context.Context, q Query, n int) ([]Head, error) {
	return s.opts.Store.ListEvents(ctx, q, n)
}
