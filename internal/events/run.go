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
// or to dealing while the match waits for its deal, and the consumer of ended matches from there to ended.
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
	Loser  string // side that aborted it, made no first move or was not there for its deal; "" if neither
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
		err := errors.Join(s.turns(ctx), s.round(ctx))
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

// hurry lets this node look at once.
func (s *Service) hurry() {
	select {
	case s.wake <- struct{}{}:
	default:
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

// seat starts the match of a board, and that of the board with the same deal in
// the same change. If another node was faster or the board was
// cancelled, there is nothing to do.
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
		return nil // undone
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

// seating is a board as live play takes it.
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
	case s.Settings.Format.open(): // nobody waits for an arbiter there
		r.Result, r.Forfeit = NobodyWins, true
	default:
		return c
	}
	c.Facts = append(s.away(board, b.Loser), Fact{Kind: Decided, Round: b.Round, Board: b.Board, Result: &r})
	return c
}
