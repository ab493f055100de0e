package play

import (
	"context"
	"time"

	"kydai/game"
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
// told as of every match that starts; the limit of the first move decides.
func (ps *Pairs) Seat(ctx context.Context, b Seating) error {
	if err := ps.gate.enter(); err != nil {
		return err
	}
	defer ps.gate.leave()
	if at, ok := MadeAt(b.Match); !ok || at.After(ps.time.Now().Add(time.Hour)) {
		return game.Err(BadRow, "the id of the match was not drawn by NewID")
	}
	terms := ps.starter.termsOf(b.Deal)
	for i, p := range b.Players {
		terms.Seats[i] = seatOf(p)
	}
	return ps.starter.settle(ctx, b.Match, claim{board: true}, terms, nil)
}
