package play

import (
	"context"
	"errors"
	"time"

	"kydai/game"
	"kydai/match"
)

// commands executes the commands of players.
type commands struct {
	time     *timekeeper
	random   *random
	arrivals *arrivals
	refusals *refusals
	tables   *tables
	deals    interface {
		tookPart(ctx context.Context, id string, terms *match.Terms) (map[string]bool, error)
	}
	starter interface {
		settle(ctx context.Context, id string, from claim, terms match.Terms, fairs map[string]bool) error
	}
}

// move plays a move; see Service.Move.
func (cs *commands) move(ctx context.Context, by Player, id string, mv Move) (Ack, error) {
	arrival := mv.Arrival
	if arrival == nil {
		arrival = cs.arrivals.arrive(id)
		defer arrival.Done()
	}
	at := cs.refusals.first(by, id, mv, arrival.At)
	ack, err := cs.act(ctx, by, id, game.NoSide, func(m *match.Match, side game.Side) error {
		if side != game.NoSide && m.Turn() == side && m.Ply() == mv.Ply {
			_ = cs.tables.compensation.makeGood(m, at) // an error only means that no lost time is to be credited; the move is played anyway
		}
		return m.MoveWithLag(side, mv.Ply, mv.Code, mv.Lag, at)
	})
	cs.refusals.settle(by, id, mv, at, err)
	if codeOf(err) == match.OutOfTime {
		err = ErrUnknown
	}
	return ack, err
}

// do executes a command other than a move.
func (cs *commands) do(ctx context.Context, by Player, id string, c Command) (Ack, error) {
	at := cs.received(c.Received)
	if c.Kind == ClaimLeft {
		if err := cs.tables.absences.check(ctx, by, id); err != nil {
			return Ack{}, err
		}
	}
	return cs.act(ctx, by, id, c.Side, func(m *match.Match, side game.Side) error {
		switch c.Kind {
		case Resign:
			return m.Resign(side, at)
		case Abort:
			return m.Abort(side, at)
		case Claim:
			return m.Claim(side, at)
		case ClaimLeft:
			return m.ClaimLeft(side, c.What == match.Draw, at)
		case Redo:
			return m.Redo(side, c.Count, at)
		case Propose:
			if c.What == match.Rematch {
				return cs.rematch(ctx, by, id, m, side, at, false)
			}
			return m.Offer(side, c.What, c.Count, at)
		case Accept:
			if c.What == match.Rematch {
				return cs.rematch(ctx, by, id, m, side, at, true)
			}
			return m.Accept(side, c.What, "", at)
		case Decline:
			return m.Decline(side, c.What, at)
		case Retract:
			return m.Withdraw(side, c.What, at)
		}
		return game.Err(NoSuchAct, "there is no such command")
	})
}

func (cs *commands) received(at time.Time) time.Time {
	if now := cs.time.Now(); at.IsZero() || at.After(now) {
		return now
	}
	return at
}

// act runs a command of a player who has a seat in the match. It returns an error if the player
// has no seat.
func (cs *commands) act(ctx context.Context, by Player, id string, want game.Side, do func(*match.Match, game.Side) error) (Ack, error) {
	snap, err := cs.tables.changeFor(ctx, by, id, func(m *match.Match) error {
		side := want
		if players := m.Players(); !has(players, by.ID, want) {
			side = sideOf(players, by.ID, m.Turn())
		}
		return do(m, side)
	})
	repeated := errors.Is(err, match.ErrRepeated)
	if err != nil && !repeated {
		return Ack{}, err
	}
	return Ack{Seq: snap.Seq, Ply: snap.Ply, Repeated: repeated, Next: snap.match.Next()}, nil
}

// rematch offers or accepts a rematch. If the other side has already offered a rematch, an offer
// counts as acceptance. Engines always accept.
func (cs *commands) rematch(ctx context.Context, by Player, id string, m *match.Match, side game.Side, at time.Time, accept bool) error {
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
	next, err := cs.random.nextID(id, endOf(m))
	if err != nil {
		return err
	}
	if err := m.Accept(side, match.Rematch, next, at); err != nil {
		return err
	}
	fairs, err := cs.deals.tookPart(ctx, id, &terms)
	if err != nil {
		return err
	}
	// The next match, or the exchange of numbers before its deal, is stored before the players are
	// notified. If the change to this match then fails, the next match exists but stays without
	// moves.
	free := cs.tables.pays(next, by.Address)
	defer free()
	return cs.starter.settle(ctx, next, claim{}, m.NextTerms(), fairs)
}
