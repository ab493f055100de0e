package play

import (
	"context"
	"errors"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/internal/bus"
	"kydai/match"
)

const (
	hintTime  = 5 * time.Second        // time limit of a hint
	leastHint = 500 * time.Millisecond // minimum time of a hint; if the budget of the address has less left, the hint is refused
)

// Hint returns an engine's analysis of a match in the player's view. It is allowed in
// unrated games against an engine or against oneself, and after a game is over.
func (s *machines) Hint(ctx context.Context, by Player, id string, q Question) (engine.Thought, error) {
	if err := s.gate.enter(); err != nil {
		return engine.Thought{}, err
	}
	defer s.gate.leave()
	if by.ID == "" {
		return engine.Thought{}, errNobody
	}
	snap, side, err := s.tables.Look(ctx, by, id)
	if err != nil {
		return engine.Thought{}, err
	}
	v := snap.View(side)
	if !snap.Open() && !mayAsk(&v, by.ID, side) {
		return engine.Thought{}, errNoHelp
	}
	ply := snap.Ply
	if q.Ply >= 0 {
		ply = min(q.Ply, ply)
	}
	v.Line = v.Line.Clone()
	v.Line.Undo(v.Line.Ply() - ply)
	if turn := v.Line.Position().Turn(); turn != side && snap.Hidden() {
		if !snap.Open() {
			return engine.Thought{}, game.Err(match.NotYourTurn, "hints are only given for your own view")
		}
		v.Line = snap.View(turn).Line.Clone()
		v.Line.Undo(v.Line.Ply() - ply)
	}
	if v.Line.Outcome().Over() {
		return engine.Thought{}, game.Err(game.GameOver, "the game is over at this position")
	}
	free, err := s.hintSlot(by)
	if err != nil {
		return engine.Thought{}, err
	}
	defer free()
	lim := q.Limits
	if lim.MoveTime <= 0 || lim.MoveTime > hintTime {
		lim.MoveTime = hintTime
	}
	lim.MultiPV = min(max(lim.MultiPV, 1), maxVariants)
	lim.Left, lim.Inc = [2]time.Duration{}, [2]time.Duration{}
	r, err := s.budgets.takeNow(by.Address, min(leastHint, lim.MoveTime), lim.MoveTime)
	if err != nil {
		return engine.Thought{}, err
	}
	lim.MoveTime = min(lim.MoveTime, r.most)
	a, err := s.ask(ctx, s.newJob(v, id, match.Seat{}, lim, lim.MoveTime), forHint, lim.MoveTime, r)
	switch {
	case errors.Is(err, bus.ErrNobody), errors.Is(err, bus.ErrBusy), errors.Is(err, bus.ErrLost), errors.Is(err, bus.ErrOffline):
		return engine.Thought{}, game.Err(Unavailable, "all engines are busy; please try again")
	case err != nil:
		return engine.Thought{}, err
	}
	return a.thought, nil
}

// hintSlot reserves a slot for one hint. A player may request one hint at a time. All players at
// one IP address may together request as many hints at a time as the option Share says. The caller
// must call free to release the slot.
func (s *machines) hintSlot(by Player) (free func(), err error) {
	now, length := s.options.Clock(), hintTime+s.options.Slack
	if !s.quota.take("hint "+by.ID, 1, now, length) {
		return nil, errOneHint
	}
	if by.Address == "" || s.options.Share < 0 {
		return func() { s.quota.give("hint " + by.ID) }, nil
	}
	if !s.quota.take("hints of "+by.Address, s.options.Share, now, length) {
		s.quota.give("hint " + by.ID)
		return nil, errOneHint
	}
	return func() {
		s.quota.give("hint " + by.ID)
		s.quota.give("hints of " + by.Address)
	}, nil
}

var errOneHint = game.Err(TooMany, "only one hint at a time, per player and per address")

// mayAsk reports whether a hint is allowed during the game: the game is unrated, and the
// opponent is an engine or the player themselves.
func mayAsk(v *match.View, player string, side game.Side) bool {
	if side == game.NoSide || v.Rated {
		return false
	}
	other := v.Seats[side.Other().Index()]
	return other.Machine() || other.Player == player
}
