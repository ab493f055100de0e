package play

import (
	"context"
	"log/slog"
	"time"

	"kydai/game"
	"kydai/match"
)

const (
	// deletedEvery is the interval at which a node looks for matches in progress of deleted
	// accounts.
	deletedEvery = 2 * time.Second
	// deletedAgain is how long after its deletion an account is still checked, because a
	// match may start just after the deletion, and the clocks of nodes differ.
	deletedAgain = time.Hour
)

// Leftover is a match in progress of a deleted account.
type Leftover struct{ Match, Player string }

// Leftovers finds the matches in progress of deleted accounts.
type Leftovers interface {
	// Leftovers lists up to n matches in progress of deleted accounts and of the guests that belong
	// to them, ordered by match id. It considers only accounts that were deleted at or after the
	// given time, and only matches whose id is greater than the parameter after.
	Leftovers(ctx context.Context, since time.Time, after string, n int) ([]Leftover, error)
}

// farewell ends the matches in progress of deleted accounts. It needs only the database rows of
// these accounts, so if a node dies, another node or the next start does the work.
type farewell struct {
	store Leftovers
	log   *slog.Logger
	time  *timekeeper
	door  interface {
		do(ctx context.Context, by Player, id string, c Command) (Ack, error)
	}
	since time.Time // only accounts deleted after this time are checked; zero in the first round: all of them
}

// sweep ends the matches of recently deleted accounts. If a match could not be ended because of a
// temporary error, the next call checks the same accounts again.
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

// end ends a match on behalf of its deleted player: it aborts the match if that is still allowed,
// otherwise it resigns.
func (f *farewell) end(ctx context.Context, l Leftover) error {
	_, err := f.door.do(ctx, Player{ID: l.Player}, l.Match, Command{Kind: Abort})
	if codeOf(err) == match.TooLate {
		_, err = f.door.do(ctx, Player{ID: l.Player}, l.Match, Command{Kind: Resign})
	}
	if codeOf(err) == game.GameOver {
		return nil // another node or the opponent has already ended the match
	}
	return err
}
