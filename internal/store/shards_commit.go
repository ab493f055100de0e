package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kydai/internal/play"
	"kydai/internal/sleep"
)

// standing is the state of a match in the table live of one database.
type standing struct {
	found, finished bool
	held            string
	seq             int
	settled         bool // the match is never due here
}

func (s *Store) standing(ctx context.Context, id string) (st standing, err error) {
	var check int64
	err = s.reads.QueryRowContext(ctx, s.sql(`SELECT held, seq, finished, check_at FROM live WHERE id = $1`), id).Scan(&st.held, &st.seq, &st.finished, &check)
	if errors.Is(err, sql.ErrNoRows) {
		return standing{}, nil
	}
	st.found, st.settled = err == nil, check == never
	return st, s.failed("looking for a match", err)
}

// commit adds events to a match, in the database that holds it. It tries another database only
// after a database has definitely refused the change, so a change is never written twice.
func (r *shards) commit(ctx context.Context, c play.Change) (time.Time, error) {
	sh := r.of(c.ID)
	if sh == nil {
		return r.home.commitHere(ctx, c)
	}
	for range shardTries {
		on, err := sh.prepare(ctx, c)
		if err != nil {
			return time.Time{}, err
		}
		if !on {
			began, err := r.home.commitHere(ctx, c)
			if !errors.Is(err, play.ErrConflict) {
				return began, err
			}
			if st, lost := r.home.standing(ctx, c.ID); lost != nil || st.held == heldHere {
				return began, err
			}
			continue // the match has moved to the shard meanwhile
		}
		s, err := sh.store()
		if err != nil {
			return time.Time{}, err
		}
		change := c
		change.Turn = nil // the notices of players are at home
		began, err := s.commitHere(ctx, change)
		if err == nil {
			sh.committed(ctx, c, began)
			return began, nil
		}
		if !errors.Is(err, play.ErrConflict) {
			return began, err
		}
		again, lost := sh.afterConflict(ctx, s, c)
		if lost != nil {
			return time.Time{}, lost
		}
		if !again {
			return time.Time{}, err
		}
	}
	return time.Time{}, play.ErrConflict
}

// prepare finds out whether the shard holds the match of a change. It moves the match to the shard
// if the match should move, and completes a move that was interrupted. While a database cannot be
// reached, it tries again for as long as a change waits for its answer.
func (sh *shard) prepare(ctx context.Context, c play.Change) (on bool, err error) {
	if sh.known.has(c.ID) {
		return true, nil
	}
	end := time.Now().Add(answerWithin)
	for pause := 20 * time.Millisecond; ; pause = min(2*pause, time.Second) {
		if on, err = sh.settle(ctx, c); err == nil || !errors.Is(err, play.ErrUnavailable) || time.Now().After(end) {
			return on, err
		}
		if ended := sleep.For(ctx, pause); ended != nil {
			return false, ended
		}
	}
}

func (sh *shard) settle(ctx context.Context, c play.Change) (on bool, err error) {
	st, err := sh.of.home.standing(ctx, c.ID)
	switch {
	case err != nil:
		return false, err
	case st.held == sh.Letter:
		return true, sh.arrived(ctx, c.ID, st.settled)
	case st.held != heldHere:
		return false, errNoShard
	case !st.found || st.finished || st.seq != c.Seq || c.Over || c.Slow || c.Turn != nil || !sh.accepts():
		return false, nil
	}
	return sh.move(ctx, c.ID, c.Seq)
}

// afterConflict reports whether a change that the shard has refused must be tried again, because
// the match has moved or has to return home first.
func (sh *shard) afterConflict(ctx context.Context, s *Store, c play.Change) (again bool, err error) {
	st, err := s.standing(ctx, c.ID)
	switch {
	case err != nil:
		return false, err
	case !st.found || st.held != heldHere:
		sh.known.drop(c.ID)
		return true, nil
	case !st.finished:
		return st.seq == c.Seq, nil // the match may have arrived after the attempt
	case !c.Over:
		return false, nil
	}
	if err := sh.bring(ctx, s, []string{c.ID}); err != nil {
		return false, err
	}
	sh.known.drop(c.ID)
	return true, nil
}

// committed does what follows a change that the shard has stored: it stores notices at home, and
// lets a match that is over return.
func (sh *shard) committed(ctx context.Context, c play.Change, began time.Time) {
	home := sh.of.home
	if t := c.Turn; t != nil {
		err := home.inTx(ctx, "noting a turn", func(tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, home.sql(dropTurn), t.Other, c.ID)
			if err == nil && t.Player != "" {
				_, err = tx.ExecContext(ctx, home.sql(noteTurn), t.Player, c.ID, t.Other, micros(began))
			}
			return err
		})
		if err != nil {
			home.opts.Log.WarnContext(ctx, "the notice of a turn could not be stored", "match", c.ID, "err", err)
		}
	}
	if !c.Over {
		return
	}
	if sh.of.at("ended") != nil {
		return
	}
	sh.known.drop(c.ID)
	sh.returns.wait(ctx, c.ID)
}

// arm sets the time of the next check of a match, in the database that holds it.
func (r *shards) arm(ctx context.Context, id string, seq int, at time.Time) error {
	sh := r.of(id)
	if sh == nil || !sh.known.has(id) {
		err := r.home.armHere(ctx, id, seq, at)
		if sh == nil || !errors.Is(err, play.ErrConflict) {
			return err
		}
		st, lost := r.home.standing(ctx, id)
		if lost != nil || st.held != sh.Letter {
			return err
		}
		if err := sh.arrived(ctx, id, st.settled); err != nil {
			return err
		}
	}
	s, err := sh.store()
	if err != nil {
		return err
	}
	err = s.armHere(ctx, id, seq, at)
	if errors.Is(err, play.ErrConflict) {
		sh.known.drop(id)
	}
	return err
}
