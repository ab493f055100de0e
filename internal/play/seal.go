package play

import (
	"context"

	"kydai/game"
)

// A match whose deal is also played at another table is sealed until both matches
// are over: it is shown to its two players only, and to each as a player of a game
// that goes on, because what lies face down here lies there, too. All that leaves
// a match goes through Look or Watch, which ask admit; what follows from its end
// waits in the store until both have ended (store.Number).

var errSealed = game.Err(Sealed, "this table is shown to its two players only until the other game with the same deal is over")

// Open reports whether all of a match may be told: it is over, and not sealed.
func (s *Snapshot) Open() bool { return s.Over && !s.sealed }

// Sealed reports whether the match is shown to its two players only.
func (s *Snapshot) Sealed() bool { return s.sealed }

// admit says who may look at a match: everybody, or its players if it is sealed.
func (s *Snapshot) admit(by Player) error {
	if s.sealed && s.Side(s.SeatOf(by)) == game.NoSide {
		return errSealed
	}
	return nil
}

// waits reports whether a match is over and its twin may not be.
func (s *Snapshot) waits() bool { return s.sealed && s.Over }

// unseal opens a match if its twin has ended, too, and shows that to who watches.
// The table is locked.
func (ts *tables) unseal(ctx context.Context, t *table) error {
	cur := t.cur.Load()
	if cur == nil || !cur.waits() {
		return nil
	}
	sealed, err := ts.book.sealed(ctx, t.id)
	if err != nil || sealed {
		return err
	}
	t.unsealed = true
	ts.show(t, t.snapshot(cur.clone()))
	return nil
}
