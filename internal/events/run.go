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

// BoardState says which work a node must do for a board on screen.
type BoardState string

// The states in which a node has work to do for a board. The other states need no work: a board is
// "dealing" while its match waits for the deal of the hidden pieces, and "seated" while the match
// is played. When the match has ended, the consumer of ended matches sets the state "ended".
const (
	Waiting   BoardState = "waiting"   // the match of the board has not started yet
	Finished  BoardState = "ended"     // the match has ended; its result is not stored in the event yet
	Cancelled BoardState = "cancelled" // the match must be aborted
)

// DueBoard is a board that waits for work and that a node has leased.
type DueBoard struct {
	Seating
	State  BoardState
	Winner string // winner of the ended match: first, second or none
	Reason string
	Loser  string // side that aborted, made no first move or missed the deal; BothAbsent: both; "": neither
}

// Pace determines how often nodes look for due boards. Zero values mean the defaults.
type Pace struct {
	Look  time.Duration // interval between two queries for due boards
	Lease time.Duration // time after which another node may take over a board
}

const (
	dueAtOnce = 64
	workers   = 8
)

// Run starts the matches of boards, stores the results of ended matches and aborts cancelled
// matches, until ctx ends. Every node calls Run. A node leases each board, so that two nodes do not
// do the same work. If two nodes still work on the same board, conditions on the database rows make
// the second attempt harmless.
func (s *Service) Run(ctx context.Context) error {
	failing := false
	for {
		err := errors.Join(s.turns(ctx), s.round(ctx))
		if ctx.Err() != nil {
			return nil //nolint:nilerr // not an error: the caller has ended the context
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

// hurry makes Run look for due boards at once.
func (s *Service) hurry() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// round is one pass of Run (not a round of an event): it processes the boards that wait for work.
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

// serve does the work that a board waits for. If it fails, a node tries again when the
// board's lease has expired.
func (s *Service) serve(ctx context.Context, b *DueBoard) error {
	switch b.State {
	case Waiting:
		return s.seat(ctx, b)
	case Finished:
		_, err := s.change(ctx, Caller{}, b.Event, func(e *State) (Change, error) { return s.goOn(e, e.take(b)) })
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

// seat starts the match of a board. If a second board shares the deal of hidden pieces with this
// board, seat starts both matches in one transaction. It does nothing if another node has already
// started the match or the board was cancelled.
func (s *Service) seat(ctx context.Context, b *DueBoard) error {
	k := s.keep(b.Event)
	k.mu.Lock()
	e, err := s.look(ctx, b.Event, k)
	k.mu.Unlock()
	if err != nil {
		return err
	}
	board := e.board(b.Round, b.Board)
	if board == nil || board.Match != b.Match {
		return nil // the round was undone, so this match is not played
	}
	one, err := s.seating(ctx, e, board)
	if err != nil {
		return err
	}
	twin := e.board(b.Round, board.Twin)
	if twin == nil || twin.Result.Result != "" {
		err = s.opts.Play.Seat(ctx, one)
	} else {
		var other play.Seating
		if other, err = s.seating(ctx, e, twin); err != nil {
			return err
		}
		both := [2]play.Seating{one, other}
		if board.Twin < b.Board {
			both[0], both[1] = other, one
		}
		err = s.opts.Play.SeatTwins(ctx, both)
	}
	if errors.Is(err, play.ErrNotFound) {
		return nil
	}
	return err
}

// seating converts a board to the form in which package play starts its match.
func (s *Service) seating(ctx context.Context, e *State, b *Board) (seating play.Seating, err error) {
	c, err := clock.Parse(e.Settings.Clock)
	if err != nil {
		return seating, err
	}
	players := []string{e.Entrant(b.First).Player, e.Entrant(b.Second).Player}
	names, err := s.opts.Store.NamesOf(ctx, players)
	seating = play.Seating{Match: b.Match, Deal: play.Deal{
		Game: e.Settings.Game, Options: e.Settings.Options, Clock: c, FirstMove: e.Settings.FirstMove, Rated: e.Settings.Rated,
	}}
	for i, id := range players {
		seating.Players[i] = play.Player{ID: id, Name: names[id], Account: e.Settings.Rated}
	}
	return seating, err
}

// take returns the change that stores the result of an ended match. The change contains no result
// if an arbiter has already decided the board, or if the round was undone. If a match was aborted
// and neither side is to blame, an arbiter must decide the board; in an arena or a ladder nobody
// wins it.
func (s *State) take(b *DueBoard) Change {
	c := Change{Taken: b.Match}
	board := s.board(b.Round, b.Board)
	if board == nil || board.Match != b.Match || board.Result.Result != "" {
		return c
	}
	r := Result{Source: ByMatch}
	if b.Reason == play.Undealt {
		r.Source = ByDeal
	}
	switch {
	case b.Loser == BothAbsent:
		r.Result, r.Forfeit = NobodyWins, true
	case b.Loser == FirstWins:
		r.Result, r.Forfeit = SecondWins, true
	case b.Loser == SecondWins:
		r.Result, r.Forfeit = FirstWins, true
	case b.Winner == FirstWins || b.Winner == SecondWins:
		r.Result = b.Winner
	case b.Reason != string(game.ByAbort) && b.Reason != string(play.Abandoned):
		r.Result = Drawn
	case s.Settings.Format.open(): // in an arena or a ladder nobody wins an aborted game; no arbiter decides it
		r.Result, r.Forfeit = NobodyWins, true
	default:
		return c
	}
	c.Facts = append(s.away(board, b.Loser), Fact{Kind: Decided, Round: b.Round, Board: b.Board, Result: &r})
	return c
}
