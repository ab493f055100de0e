package events

import (
	"context"
	"errors"
	"sync"
	"time"

	"kydai/game"
	"kydai/game/clock"
	"kydai/internal/play"
)

// BoardState is what is to be done with a board on screen.
type BoardState string

// The states that wait for a node. Live play sets the state of a board to seated,
// and the consumer of ended matches from there to ended.
const (
	Waiting   BoardState = "waiting"   // its match is to be started
	Finished  BoardState = "ended"     // its result is to be taken
	Cancelled BoardState = "cancelled" // its match is to be aborted
)

// DueBoard is a board that a node has leased.
type DueBoard struct {
	Seating
	State  BoardState
	Winner string // of the ended match: first, second or none
	Reason string
	Loser  string // side that aborted it or made no first move; "" if neither
}

// Pace is how often boards are looked for. Zero values are the usual ones.
type Pace struct {
	Look  time.Duration // interval
	Lease time.Duration // after which another node takes over
}

const (
	dueAtOnce = 64
	workers   = 8
)

// Run starts the matches of boards, takes their results and aborts those that were
// cancelled, until ctx ends. Every node runs it; a lease on each board keeps nodes
// from doing the same, and the rows keep it harmless if they do.
func (s *Service) Run(ctx context.Context) error {
	failing := false
	for {
		err := s.round(ctx)
		if ctx.Err() != nil {
			return nil //nolint:nilerr // the end that was asked for
		}
		if err != nil && !failing {
			s.opts.Log.WarnContext(ctx, "boards of events could not be worked on; the next run tries again", "err", err)
		}
		failing = err != nil
		timer := time.NewTimer(s.opts.Pace.Look)
		select {
		case <-ctx.Done():
		case <-timer.C:
		case <-s.wake:
		}
		timer.Stop()
	}
}

// round works on the boards that are due.
func (s *Service) round(ctx context.Context) error {
	for {
		list, err := s.opts.Store.DueBoards(ctx, dueAtOnce, s.opts.Pace.Lease)
		if err != nil || len(list) == 0 {
			return err
		}
		errs := make([]error, len(list))
		slots := make(chan struct{}, workers)
		var wg sync.WaitGroup
		for i := range list {
			slots <- struct{}{}
			wg.Go(func() {
				defer func() { <-slots }()
				errs[i] = s.serve(ctx, &list[i])
			})
		}
		wg.Wait()
		if err := errors.Join(errs...); err != nil {
			return err
		}
	}
}

// serve does what a board waits for. A board that fails is tried again when its
// lease ends.
func (s *Service) serve(ctx context.Context, b *DueBoard) error {
	switch b.State {
	case Waiting:
		return s.seat(ctx, b)
	case Finished:
		_, err := s.change(ctx, Caller{}, b.Event, func(e *State) (Change, error) { return e.take(b), nil })
		return err
	case Cancelled:
		err := s.opts.Play.Abort(ctx, b.Match)
		if e, ok := errors.AsType[*game.Error](err); ok && (e.Code == game.GameOver || e.Code == play.NotFound) {
			err = nil
		}
		if err != nil {
			return err
		}
		return s.opts.Store.CloseBoard(ctx, b.Match)
	}
	return nil
}

// seat starts the match of a board. If another node was faster or the board was
// cancelled, there is nothing to do.
func (s *Service) seat(ctx context.Context, b *DueBoard) error {
	k := s.keep(b.Event)
	k.mu.Lock()
	e, err := s.look(ctx, b.Event, k)
	k.mu.Unlock()
	if err != nil {
		return err
	}
	c, err := clock.Parse(e.Settings.Clock)
	if err != nil {
		return err
	}
	names, err := s.opts.Store.NamesOf(ctx, b.Players[:])
	if err != nil {
		return err
	}
	seating := play.Seating{Match: b.Match, Deal: play.Deal{
		Game: e.Settings.Game, Options: e.Settings.Options, Clock: c, FirstMove: e.Settings.FirstMove, Rated: e.Settings.Rated,
	}}
	for i, id := range b.Players {
		seating.Players[i] = play.Player{ID: id, Name: names[id], Account: e.Settings.Rated}
	}
	if err := s.opts.Play.Seat(ctx, seating); !errors.Is(err, play.ErrNotFound) {
		return err
	}
	return nil
}

// take returns what the end of a match changes: its result, unless the board has
// one by an arbiter or its round was undone. A match that was aborted by the
// server has no result: the arbiter decides.
func (s *State) take(b *DueBoard) Change {
	c := Change{Taken: b.Match}
	board := s.board(b.Round, b.Board)
	if board == nil || board.Match != b.Match || board.Result.Result != "" {
		return c
	}
	r := Result{Source: ByMatch}
	switch {
	case b.Loser == FirstWins:
		r.Result, r.Forfeit = SecondWins, true
	case b.Loser == SecondWins:
		r.Result, r.Forfeit = FirstWins, true
	case b.Winner == FirstWins || b.Winner == SecondWins:
		r.Result = b.Winner
	case b.Reason == string(game.ByAbort) || b.Reason == string(play.Abandoned):
		return c
	default:
		r.Result = Drawn
	}
	c.Facts = []Fact{{Kind: Decided, Round: b.Round, Board: b.Board, Result: &r}}
	return c
}
