package store

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Watched records that matches have watchers. The record expires after the given duration. See
// play.Matches.
func (s *Store) Watched(ctx context.Context, ids []string, lasts time.Duration) error {
	_, err := s.exec(ctx, `INSERT INTO watched (id, expires) SELECT id, @NOW + $2 FROM live WHERE id @IN(1)
		ON CONFLICT (id) DO UPDATE SET expires = excluded.expires`, s.dialect.list(ids), lasts.Microseconds())
	return s.failed("storing what is watched", err)
}

// WatchedUntil returns the time until which a match is recorded as watched. See play.Matches.
func (s *Store) WatchedUntil(ctx context.Context, id string) (time.Time, error) {
	var us int64
	err := s.reads.QueryRowContext(ctx, s.sql(`SELECT expires FROM watched WHERE id = $1 AND expires > @NOW`), id).Scan(&us)
	if errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, nil
	}
	return fromMicros(us), s.failed("asking who watches", err)
}

// CountWatched counts the matches that are recorded as watched. See play.Matches.
func (s *Store) CountWatched(ctx context.Context) (int, error) {
	var n int
	err := s.reads.QueryRowContext(ctx, s.sql(`SELECT COUNT(*) FROM watched WHERE expires > @NOW`)).Scan(&n)
	return n, s.failed("counting what is watched", err)
}
