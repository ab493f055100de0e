package play

import (
	"context"
	"time"

	"kydai/game"
	"kydai/match"
)

// Seating describes an event board that is played on the site: a match between two players who
// agreed to play by checking in. The store holds their consent in a row with the match id.
type Seating struct {
	Match   string // id of the match, from NewID
	Deal    Deal
	Players [2]Player // players of the first and the second side
}

// NewID returns a new random id for a match that Seat starts later.
func (ps *Pairs) NewID() (string, error) { return ps.random.matchID() }

// Seat starts the match of an event board without an offer. It returns ErrNotFound if the store has
// no unused consent of the two players to this match. So several calls, on any nodes, start only
// one match. The players are notified as of every new match, even if they are playing another game,
// and the time limit for the first move applies. If the game deals pieces, the match begins with a
// commit-and-reveal exchange (ceremony) between both players and the server. Each step of the
// exchange has the same time limit as the first move.
func (ps *Pairs) Seat(ctx context.Context, b Seating) error {
	if err := ps.gate.enter(); err != nil {
		return err
	}
	defer ps.gate.leave()
	terms, err := ps.seated(b)
	if err != nil {
		return err
	}
	fairs := map[string]bool{b.Players[0].ID: true, b.Players[1].ID: true}
	return ps.starter.settle(ctx, b.Match, claim{board: true}, terms, fairs)
}

// SeatTwins is like Seat, for two boards with the same deal: one exchange of numbers (ceremony)
// with all four players starts both matches or neither match.
func (ps *Pairs) SeatTwins(ctx context.Context, both [2]Seating) error {
	if err := ps.gate.enter(); err != nil {
		return err
	}
	defer ps.gate.leave()
	var terms [2]match.Terms
	for i := range both {
		var err error
		if terms[i], err = ps.seated(both[i]); err != nil {
			return err
		}
	}
	return ps.starter.settleTwins(ctx, [2]string{both[0].Match, both[1].Match}, terms)
}

// seated returns the terms of the match for a seating.
func (ps *Pairs) seated(b Seating) (match.Terms, error) {
	if at, ok := MadeAt(b.Match); !ok || at.After(ps.time.Now().Add(time.Hour)) {
		return match.Terms{}, game.Err(BadRow, "the id of the match was not drawn by NewID")
	}
	terms := ps.starter.termsOf(b.Deal)
	for i, p := range b.Players {
		terms.Seats[i] = seatOf(p)
	}
	return terms, nil
}
