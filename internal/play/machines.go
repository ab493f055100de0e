package play

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"kydai/game"
	"kydai/internal/bus"
	"kydai/match"
)

// machineOptions configure machines.
type machineOptions struct {
	Store Matches
	Bus   bus.Bus
	Clock func() time.Time // the local time

	Meters Meters

	Sweep, Slack       time.Duration // see Tunables.Sweep and Tunables.Slack
	MaxMachines, Share int           // see Tunables.MaxMachines and Tunables.Share
	Paced              bool          // see Tunables.Paced
}

// matches is the interface through which machines reads and changes the matches in which engines
// play.
type matches interface {
	Look(ctx context.Context, by Player, id string) (*Snapshot, game.Side, error)
	change(ctx context.Context, id string, do func(*match.Match) error) (*Snapshot, error)
	// refuse counts an invalid answer of an engine for a turn and returns the number of invalid
	// answers so far.
	refuse(ctx context.Context, id string, turn int) int
}

// machines requests engine moves and hints from workers. Each payer, which is an IP address, has a
// budget of engine time.
type machines struct {
	options  machineOptions
	log      *slog.Logger
	gate     *gate
	time     *timekeeper
	random   *random
	arrivals *arrivals
	tables   matches // set before the first request

	inFlight inFlight
	budgets  budgets
	quota    quota
	started  machineMatches
}

func newMachines(o machineOptions, b base, random *random, arrivals *arrivals) *machines {
	s := &machines{options: o, log: b.log, gate: b.gate, time: b.time, random: random, arrivals: arrivals}
	s.budgets.clock, s.budgets.share = o.Clock, o.Share
	return s
}

// play sets the interface through which machines reaches the matches that engines play.
func (s *machines) play(m matches) { s.tables = m }

// think requests an engine's move in the background and plays it, unless a request for this turn is
// already in flight. If the request fails, think calls the function passed as the last parameter.
// If this function returns true, think repeats the request.
func (s *machines) think(from context.Context, snap *Snapshot, j match.Job, payer string, again func(context.Context) bool) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(from))
	since := s.time.Now()
	// a match between engines may have paused while nobody watched it, so its turn starts now
	if at := snap.Began(); !snap.machines() && !at.IsZero() {
		since = at
	}
	r, first := s.inFlight.begin(snap.ID, j.Turn, since, cancel)
	if !first {
		cancel()
		return
	}
	go func() {
		defer cancel()
		for !s.askFor(ctx, snap, j, payer) {
			if !again(ctx) {
				s.inFlight.end(snap.ID, r, s.time.Now())
				return
			}
		}
		s.inFlight.end(snap.ID, r, time.Time{})
	}()
}

// shown is called when a match has a new state. It cancels requests for past turns. When a match
// between engines has ended, shown removes it from the matches that the method room counts for the
// player.
func (s *machines) shown(snap *Snapshot) {
	s.inFlight.over(snap)
	if snap.Over && snap.machines() {
		s.started.drop(snap.ID)
	}
}

// begun records that a player has started a match between two engines, so that the method room can
// limit the number of such matches.
func (s *machines) begun(by Player, id string) {
	for _, owner := range owners(by) {
		s.started.add(owner, id, s.options.Clock())
	}
}

// room returns an error if a player may not start another match between engines: too many such
// matches are watched in total, or this player or IP address has too many in progress.
func (s *machines) room(ctx context.Context, by Player) error {
	if s.options.Share < 0 {
		return nil
	}
	n, err := s.options.Store.CountWatched(ctx)
	if err != nil {
		return err
	}
	if n >= s.options.MaxMachines {
		return errMachinesFull
	}
	for _, owner := range owners(by) {
		for _, id := range s.started.of(owner) {
			if len(s.started.of(owner)) < machinesEach*s.options.Share {
				break
			}
			row, err := s.options.Store.Load(ctx, id)
			switch {
			case errors.Is(err, ErrNotFound), err == nil && row.Over:
				s.started.drop(id)
			case err != nil:
				return err
			}
		}
		if len(s.started.of(owner)) >= machinesEach*s.options.Share {
			return errTooMany
		}
	}
	return nil
}

var errMachinesFull = game.Err(TooMany, "too many engine matches are running; please try again later")

// oldestTurn returns the age of the oldest engine turn that this node has requested; 0 if no
// request is in flight.
func (s *machines) oldestTurn() time.Duration { return s.inFlight.oldest(s.time.Now()) }

// stats returns the counters of this node's engine jobs.
func (s *machines) stats() MachineStats { return s.budgets.figures() }
