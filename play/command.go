package play

import (
	"context"
	"errors"
	"time"

	"kydai/game"
	"kydai/match"
)

// Move plays a move. The answer comes when the move is durable; a move that
// was played before is answered as before. ErrUnknown says that it is not
// known whether it was played: send it again. A move that comes too late gets
// it until the flag has fallen, for an earlier copy of it may still be on its
// way, here or on another node.
func (s *Service) Move(ctx context.Context, by Player, id string, mv Move) (Ack, error) {
	arrival := mv.Arrival
	if arrival == nil {
		arrival = s.Arrive(id)
		defer arrival.Done()
	}
	ack, err := s.act(ctx, by, id, game.NoSide, func(m *match.Match, side game.Side) error {
		if side != game.NoSide && m.Turn() == side && m.Ply() == mv.Ply {
			_ = s.makeGood(m, arrival.At) // if there is anything
		}
		return m.MoveWithLag(side, mv.Ply, mv.Code, mv.Lag, arrival.At)
	})
	if codeOf(err) == match.OutOfTime {
		err = ErrUnknown
	}
	return ack, err
}

// Do does what is no move.
func (s *Service) Do(ctx context.Context, by Player, id string, c Command) (Ack, error) {
	at := s.received(c.Received)
	return s.act(ctx, by, id, c.Side, func(m *match.Match, side game.Side) error {
		switch c.Kind {
		case Resign:
			return m.Resign(side, at)
		case Abort:
			return m.Abort(side, at)
		case Claim:
			return m.Claim(side, at)
		case Redo:
			return m.Redo(side, c.N, at)
		case Propose:
			if c.What == match.Rematch {
				return s.rematch(ctx, id, m, side, at, false)
			}
			return m.Offer(side, c.What, c.N, at)
		case Accept:
			if c.What == match.Rematch {
				return s.rematch(ctx, id, m, side, at, true)
			}
			return m.Accept(side, c.What, "", at)
		case Decline:
			return m.Decline(side, c.What, at)
		case Retract:
			return m.Withdraw(side, c.What, at)
		}
		return game.Err(NoSuchAct, "there is nothing like that to do")
	})
}

func (s *Service) received(at time.Time) time.Time {
	if now := s.Now(); at.IsZero() || at.After(now) {
		return now
	}
	return at
}

// act does something for a player, who must have a seat.
func (s *Service) act(ctx context.Context, by Player, id string, want game.Side, do func(*match.Match, game.Side) error) (Ack, error) {
	snap, err := s.change(ctx, id, func(m *match.Match) error {
		terms := m.Terms()
		side := want
		if !has(&terms, by.ID, want) {
			side = sideOf(&terms, by.ID, m.Turn())
		}
		return do(m, side)
	})
	repeated := errors.Is(err, match.ErrRepeated)
	if err != nil && !repeated {
		return Ack{}, err
	}
	return Ack{Seq: snap.Seq, Ply: snap.Ply, Repeated: repeated, Next: snap.m.Next()}, nil
}

// rematch offers a rematch or accepts one. Whoever offers what the other side
// has offered accepts it, and machines always accept.
func (s *Service) rematch(ctx context.Context, id string, m *match.Match, side game.Side, at time.Time, accept bool) error {
	terms := m.Terms()
	if !accept && !m.Offered(side.Other(), match.Rematch) {
		if err := m.Offer(side, match.Rematch, 0, at); err != nil {
			return err
		}
		other := terms.Seats[side.Other().Index()]
		if !other.Machine() && other.Player != terms.Seat(side).Player {
			return nil
		}
		side = side.Other()
	}
	next, err := nextID(id)
	if err != nil {
		return err
	}
	if err := m.Accept(side, match.Rematch, next, at); err != nil {
		return err
	}
	fairs, err := s.tookPart(ctx, id, &terms)
	if err != nil {
		return err
	}
	// The next match, or the ceremony of its deal, is there before anybody is
	// told of it. If this change is not made after all, it is one in which
	// nobody moves.
	return s.settle(ctx, next, "", terms.Next(), fairs)
}

// begin makes a match, unless it is there already.
func (s *Service) begin(ctx context.Context, id string, terms match.Terms) error {
	d, err := s.newDraft(id, terms)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.o.Commit)
	defer cancel()
	began, err := s.o.Store.Create(ctx, d.row)
	switch {
	case errors.Is(err, ErrExists):
		return nil
	case err != nil:
		// The answer may have been lost.
		if _, lost := s.o.Store.Load(ctx, id); lost != nil {
			return err
		}
		return nil
	}
	s.begun(d, began)
	return nil
}
