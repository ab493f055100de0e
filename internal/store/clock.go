package store

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"time"

	"kydai/internal/play"
	"kydai/internal/sleep"
)

// clockSetting is the key of the clock correction in the table settings. On PostgreSQL, its value
// is the number of microseconds to add to the clock of the database server. The value is 0 until
// the correction is first changed. For SQLite see steady.go.
const clockSetting = "clock"

// Now returns the site's time.
func (s *Store) Now(ctx context.Context) (time.Time, error) {
	now, _, err := s.Reading(ctx)
	return now, err
}

// Reading returns the site's time and the clock correction included in it. See
// play.Clock.
func (s *Store) Reading(ctx context.Context) (time.Time, time.Duration, error) {
	if s.steady != nil {
		return s.readFile(ctx)
	}
	var us, by int64
	err := s.reads.QueryRowContext(ctx, s.sql(`SELECT @NOW, @CORRECTION`)).Scan(&us, &by)
	if err != nil {
		return time.Time{}, 0, s.failed("asking the time", err)
	}
	return fromMicros(us), time.Duration(by) * time.Microsecond, nil
}

// Uncorrected returns what the clock of the PostgreSQL server showed at a Reading. SQLite has no
// clock of its own, so for SQLite it returns the site's time. See play.Clock.
func (s *Store) Uncorrected(now time.Time, correction time.Duration) time.Time {
	if s.steady != nil {
		return now
	}
	return now.Add(-correction)
}

// Correct replaces the clock correction `old` by the correction `by`. It returns ErrConflict if the
// stored correction is not `old`. See play.Clock.
func (s *Store) Correct(ctx context.Context, old, by time.Duration) error {
	if s.shards != nil {
		defer s.shards.keepTimes(ctx)
	}
	if s.steady != nil {
		return s.correctFile(ctx, old, by)
	}
	return s.inTx(ctx, "correcting the clock", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, s.sql(`INSERT INTO settings (name, value) VALUES ($1, '0') ON CONFLICT (name) DO NOTHING`), clockSetting)
		if err != nil {
			return s.failed("correcting the clock", err)
		}
		res, err := tx.ExecContext(ctx, s.sql(`UPDATE settings SET value = $3 WHERE name = $1 AND value = $2`), clockSetting,
			strconv.FormatInt(old.Microseconds(), 10), strconv.FormatInt(by.Microseconds(), 10))
		if err != nil {
			return s.failed("correcting the clock", err)
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(play.ErrConflict, err)
		}
		return nil
	})
}

// leastRebase is the smallest difference between the site's time and the system clock that Rebase
// corrects.
const leastRebase = 100 * time.Millisecond

// Rebase sets the site's time to the system clock if the two differ and no other node is running.
// It waits for the duration `within`; a heartbeat in that time shows that another node is running.
// See play.Clock.
func (s *Store) Rebase(ctx context.Context, within time.Duration) error {
	_, by, err := s.Reading(ctx)
	if err != nil {
		return err
	}
	to := time.Duration(0)
	if s.steady != nil {
		r := s.steady.read()
		to = time.Duration(r.baseNow()) * time.Microsecond
	}
	if (to - by).Abs() < leastRebase {
		return nil
	}
	before, err := s.lastBeat(ctx)
	if err != nil {
		return err
	}
	if err := sleep.For(ctx, within); err != nil {
		return err
	}
	if after, err := s.lastBeat(ctx); err != nil || after != before {
		return err // another node is running
	}
	s.opts.Log.WarnContext(ctx, "the cluster time was set to the system clock", "by", to-by)
	return s.Correct(ctx, by, to)
}

// lastBeat returns a number that changes with every heartbeat of any node, independently of all
// clocks.
func (s *Store) lastBeat(ctx context.Context) (sum int64, err error) {
	err = s.reads.QueryRowContext(ctx, `SELECT COALESCE(SUM(beat % 1000000007), 0) + COUNT(*) FROM nodes`).Scan(&sum)
	return sum, s.failed("asking for heartbeats", err)
}
