package play

import (
	"context"
	"log/slog"
	"time"

	"kydai/game"
	"kydai/match"
)

const (
	// deletedEvery is the interval of checks for deleted accounts with matches
	// in progress.
	deletedEvery = 2 * time.Second
	// deletedAgain is how long after its deletion an account is checked again: a
	// match may start a moment later, and the clocks of nodes differ.
	deletedAgain = time.Hour
)

// Leftover is a match in progress of a player whose account was deleted.
type Leftover struct{ Match, Player string }

// Leftovers finds the matches in progress of deleted accounts.
type Leftovers interface {
	// Leftovers lists up to n matches in progress of accounts, and of the guests
	// who belong to them, that were deleted at or after a time: those after an
	// id, by id.
	Leftovers(ctx context.Context, since time.Time, after string, n int) ([]Leftover, error)
}

// farewell ends the matches in progress of deleted accounts. The row of the
// deleted account is all that it needs, so a node that dies leaves the work to
// another one, or to its next start.
type farewell struct {
	store Leftovers
	log   *slog.Logger
	time  *timekeeper
	door  interface {
		do(ctx context.Context, by Player, id string, c Command) (Ack, error)
	}
	since time.Time // zero in the first round, which checks all deleted accounts
}

// sweep ends the matches of accounts that were deleted since the last round. If
// one of them has to be tried again, the next round begins where this one did.
func (f *farewell) sweep(ctx context.Context) {
	began, again, after := f.time.Now(), false, ""
	for {
		list, err := f.store.Leftovers(ctx, f.since, after, sweepAtOnce)
		if err != nil {
			if ctx.Err() == nil {
				f.log.WarnContext(ctx, "the matches of deleted accounts could not be read", "err", err)
			}
			return
		}
		for _, l := range list {
			after = l.Match
			if err := f.end(ctx, l); err != nil {
				again = again || mayPass(err)
				f.log.WarnContext(ctx, "a match of a deleted account could not be ended", "match", l.Match, "again", again, "err", err)
			}
		}
		if len(list) < sweepAtOnce {
			break
		}
	}
	if !again {
		f.since = began.Add(-deletedAgain)
	}
}

// end ends a match as its player could have done: it is aborted as long as that
// is allowed, and then resigned.
func (f *farewell) end(ctx context.Context, l Leftover) error {
	_, err := f.door.do(ctx, Player{ID: l.Player}, l.Match, Command{Kind: Abort})
	if codeOf(err) == match.TooLate {
		_, err = f.door.do(ctx, Player{ID: l.Player}, l.Match, Command{Kind: Resign})
	}
	if codeOf(err) == game.GameOver {
		return nil // by another node, or by the opponent
	}
	return err
}
