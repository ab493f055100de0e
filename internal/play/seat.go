package play

import (
	"context"
	"time"

	"kydai/game"
	"kydai/match"
)

// Seating is a board of an event: a match between two players who have agreed to
// it by checking in. Their consent is a row of the store under the id of the match.
type Seating struct {
	Match   string // id from NewID
	Deal    Deal
	Players [2]Player // first and second
}

// NewID draws the id of a match that is seated later.
func (ps *Pairs) NewID() (string, error) { return ps.random.matchID() }

// Seat starts the match of a board of an event without an offer. ErrNotFound if
// there is no consent of the two players to this match, or it was used: calling
// it twice, on any nodes, starts one match. Players who are in another game are
// told as of every match that starts; the limit of the first move decides. Where
// something is dealt, the match begins with a ceremony of both players, each step
// of which has that limit, too.
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

// SeatTwins is Seat for two boards that are played with one deal: one ceremony of
// all four players starts both matches, or none.
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

// seated returns the terms of a board.
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
