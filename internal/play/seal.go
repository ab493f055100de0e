package play

import (
	"context"

	"kydai/game"
)

// Two matches may be played with the same deal of hidden pieces, at two tables. Each match is
// sealed until both are over: only its own two players may see it. These two players see a sealed
// match only as they saw it during the game, even when it is over, because the other match has the
// same face-down pieces. All access to a match goes through Look or Watch, which call admit.
// Ratings and other consequences of the end of a match wait in the store until both matches have
// ended (store.Number).

var errSealed = game.Err(Sealed, "this table is shown to its two players only until the other game with the same deal is over")

// Open reports whether all of a match may be shown: the match is over and not sealed.
func (s *Snapshot) Open() bool { return s.Over && !s.sealed }

// Sealed reports whether only its two players may see the match, because another match with the
// same deal may still be in progress.
func (s *Snapshot) Sealed() bool { return s.sealed }

// admit returns an error if a player may not see a match: a sealed match may be seen only by its
// players.
func (s *Snapshot) admit(by Player) error {
	if s.sealed && s.Side(s.SeatOf(by)) == game.NoSide {
		return errSealed
	}
	return nil
}

// waits reports whether a match is over but still sealed, because the other match with the same
// deal may still be in progress.
func (s *Snapshot) waits() bool { return s.sealed && s.Over }

// unseal opens a match to all viewers if the other match with the same deal has also ended, and
// notifies the watchers. The table must be locked.
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
