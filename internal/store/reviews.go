package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kydai/game"
	"kydai/internal/play"
)

// AddReview stores a new review of a match. See play.StoredReviews.
func (s *Store) AddReview(ctx context.Context, r play.ReviewRow, most int) error {
	if !plain(r.Match) || !plain(r.Player) {
		return game.Err(play.BadRow, "an id of a review cannot be stored")
	}
	const doing = "storing a review"
	return s.inTx(ctx, doing, func(tx *sql.Tx) error {
		var same, open int
		if err := tx.QueryRowContext(ctx, s.sql(`SELECT COUNT(CASE WHEN match_id = $1 THEN 1 END),
			COUNT(CASE WHEN player = $2 AND done < plies THEN 1 END) FROM reviews WHERE match_id = $1 OR player = $2`), r.Match, r.Player).Scan(&same, &open); err != nil {
			return s.failed(doing, err)
		}
		if same > 0 {
			return nil
		}
		if open >= most {
			return play.ErrBusy
		}
		_, err := tx.ExecContext(ctx, s.sql(`INSERT INTO reviews (match_id, player, plies, done, body, holder, until, served, at)
			VALUES ($1, $2, $3, $4, $5, '', 0, 0, @NOW) ON CONFLICT (match_id) DO NOTHING`), r.Match, r.Player, r.Plies, r.Done, blobOf(r.Body))
		return s.failed(doing, err)
	})
}

// blobOf returns b, or an empty slice if b is nil, because nil would be stored as NULL.
func blobOf(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

const reviewColumns = `match_id, player, plies, done, body, at`

func scanReview(row interface{ Scan(...any) error }) (play.ReviewRow, error) {
	var r play.ReviewRow
	var at int64
	err := row.Scan(&r.Match, &r.Player, &r.Plies, &r.Done, &r.Body, &at)
	r.At = fromMicros(at)
	return r, err
}

// Review returns the review of a match, or play.ErrNotFound. See play.StoredReviews.
func (s *Store) Review(ctx context.Context, match string) (play.ReviewRow, error) {
	if !plain(match) {
		return play.ReviewRow{}, play.ErrNotFound
	}
	r, err := scanReview(s.reads.QueryRowContext(ctx, s.sql(`SELECT `+reviewColumns+` FROM reviews WHERE match_id = $1`), match))
	if errors.Is(err, sql.ErrNoRows) {
		return r, play.ErrNotFound
	}
	return r, s.failed("reading a review", err)
}

// WholeReviews returns the completed reviews of matches. See operator.Store.
func (s *Store) WholeReviews(ctx context.Context, ids []string) ([]play.ReviewRow, error) {
	var all []play.ReviewRow
	err := s.rows(ctx, "reading reviews", func(rows *sql.Rows) error {
		r, err := scanReview(rows)
		all = append(all, r)
		return err
	}, `SELECT `+reviewColumns+` FROM reviews WHERE match_id @IN(1) AND done >= plies`, s.dialect.list(ids))
	return all, err
}

// TakeReview takes the lease of a review. See play.StoredReviews. Two nodes may
// choose the same row, but the update succeeds for only one of them.
func (s *Store) TakeReview(ctx context.Context, holder string, lease time.Duration) (play.ReviewRow, bool, error) {
	const doing = "taking a review"
	r, err := scanReview(s.reads.QueryRowContext(ctx, s.sql(`SELECT `+reviewColumns+` FROM reviews r WHERE done < plies AND until < @NOW
		ORDER BY (SELECT MAX(o.served) FROM reviews o WHERE o.player = r.player), at, match_id LIMIT 1`)))
	if errors.Is(err, sql.ErrNoRows) {
		return r, false, nil
	}
	if err != nil {
		return r, false, s.failed(doing, err)
	}
	res, err := s.exec(ctx, `UPDATE reviews SET holder = $2, until = @NOW + $3, served = @NOW WHERE match_id = $1 AND until < @NOW AND done = $4`,
		r.Match, holder, lease.Microseconds(), r.Done)
	if err != nil {
		return r, false, s.failed(doing, err)
	}
	n, err := res.RowsAffected()
	return r, n == 1, s.failed(doing, err)
}

// SaveReview stores the results of a review so far. See play.StoredReviews.
func (s *Store) SaveReview(ctx context.Context, match, holder string, done int, found []byte, lease time.Duration) error {
	const doing = "storing a review"
	res, err := s.exec(ctx, `UPDATE reviews SET done = $3, body = $4, until = CASE WHEN $5 > 0 THEN @NOW + $5 ELSE 0 END
		WHERE match_id = $1 AND holder = $2 AND until > 0`, match, holder, done, blobOf(found), lease.Microseconds())
	if err != nil {
		return s.failed(doing, err)
	}
	n, err := res.RowsAffected()
	if err == nil && n == 0 {
		return play.ErrConflict
	}
	return s.failed(doing, err)
}

// DropReviews deletes reviews older than the given duration. See play.StoredReviews.
func (s *Store) DropReviews(ctx context.Context, older time.Duration) (int, error) {
	res, err := s.exec(ctx, `DELETE FROM reviews WHERE at < @NOW - $1`, older.Microseconds())
	if err != nil {
		return 0, s.failed("deleting reviews", err)
	}
	n, err := res.RowsAffected()
	return int(n), s.failed("deleting reviews", err)
}
