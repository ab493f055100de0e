package play

import (
	"context"

	"kydai/game"
)

// Two matches may be played with the same deal of hidden pieces, at two tables. Such a match is
// sealed until both matches are over. Only its two players may see a sealed match, and even after
// its end each sees it only as during the game, because the other table has the same face-down
// pieces. All access to a match goes through Look or Watch, which call admit. Ratings and other
// consequences of its end wait in the store until both matches have ended (store.Number).

var errSealed = game.Err(Sealed, "this table is shown to its two players only until the other game with the same deal is over")

// Open reports whether everything about a match may be shown: it is over and not sealed.
func (s *Snapshot) Open() bool { return s.Over && !s.sealed }

// Sealed reports whether only its two players may see the match, because another match may still
// be played with the same deal.
func (s *Snapshot) Sealed() bool { return s.sealed }

// admit returns an error if a player may not see a match: if it is sealed, only its
// players may.
func (s *Snapshot) admit(by Player) error {
	if s.sealed && s.Side(s.SeatOf(by)) == game.NoSide {
		return errSealed
	}
	return nil
}

// waits reports whether a match is over but still sealed because the other match with its deal may
// not be over.
func (s *Snapshot) waits() bool { return s.sealed && s.Over }

// unseal opens a match if the other match with its deal has ended too, and notifies the watchers.
// The table must be locked.
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
