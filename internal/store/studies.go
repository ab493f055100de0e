package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kydai/internal/study"
)

// seenEvery is the precision of the time at which a study was last opened.
const seenEvery = 24 * time.Hour

// ofAccount is an SQL expression that is positive if the player $1 has an account, or is a guest
// who belongs to one.
const ofAccount = `(SELECT count(*) FROM accounts WHERE accounts.id = $1 AND accounts.deleted = 0)
	+ (SELECT count(*) FROM belongs WHERE belongs.guest = $1)`

// AddStudy stores a study, unless its owner has reached the limit. See study.Store.
func (s *Store) AddStudy(ctx context.Context, one *study.Study, mostGuest, mostAccount int) (id string, full bool, err error) {
	const doing = "storing a study"
	err = s.inTx(ctx, doing, func(tx *sql.Tx) error {
		full = false
		err := tx.QueryRowContext(ctx, s.sql(`SELECT id FROM studies WHERE owner = $1 AND game = $2 AND body = $3`),
			one.Owner, one.Game, one.Body).Scan(&id)
		if !errors.Is(err, sql.ErrNoRows) {
			return s.failed(doing, err)
		}
		var count, registered int
		err = tx.QueryRowContext(ctx, s.sql(`SELECT (SELECT count(*) FROM studies WHERE owner = $1), `+ofAccount), one.Owner).Scan(&count, &registered)
		if err != nil {
			return s.failed(doing, err)
		}
		most := mostGuest
		if registered > 0 {
			most = mostAccount
		}
		if full = count >= most; full {
			return nil
		}
		id = one.ID
		_, err = tx.ExecContext(ctx, s.sql(`INSERT INTO studies (id, owner, game, body, made, seen) VALUES ($1, $2, $3, $4, @NOW, @NOW)`),
			one.ID, one.Owner, one.Game, one.Body)
		return s.failed(doing, err)
	})
	return id, full, err
}

// Study returns a study and records that it was opened. See study.Store.
func (s *Store) Study(ctx context.Context, id string) (study.Study, error) {
	one := study.Study{ID: id}
	var made, seen int64
	err := s.reads.QueryRowContext(ctx, s.sql(`SELECT owner, game, body, made, seen FROM studies WHERE id = $1`), id).
		Scan(&one.Owner, &one.Game, &one.Body, &made, &seen)
	if errors.Is(err, sql.ErrNoRows) {
		return one, study.ErrNoStudy
	}
	if err != nil {
		return one, s.failed("reading a study", err)
	}
	one.Made, one.Seen = fromMicros(made), fromMicros(seen)
	_, err = s.exec(ctx, `UPDATE studies SET seen = @NOW WHERE id = $1 AND seen < @NOW - $2`, id, seenEvery.Microseconds())
	return one, s.failed("noting that a study was opened", err)
}

// Studies lists the studies of the given owners, newest first, without their content. See
// study.Store.
func (s *Store) Studies(ctx context.Context, owners []string) ([]study.Study, error) {
	var all []study.Study
	err := s.rows(ctx, "listing studies", func(rows *sql.Rows) error {
		var one study.Study
		var made, seen int64
		err := rows.Scan(&one.ID, &one.Owner, &one.Game, &made, &seen)
		one.Made, one.Seen = fromMicros(made), fromMicros(seen)
		all = append(all, one)
		return err
	}, `SELECT id, owner, game, made, seen FROM studies WHERE owner @IN(1) ORDER BY made DESC, id`, s.dialect.list(owners))
	return all, err
}

// DropStudy deletes a study of one of the given owners. See study.Store.
func (s *Store) DropStudy(ctx context.Context, owners []string, id string) error {
	return s.execOne(ctx, "deleting a study", study.ErrNoStudy, `DELETE FROM studies WHERE owner @IN(1) AND id = $2`, s.dialect.list(owners), id)
}

// expireStudies deletes studies of guests that have not been opened for study.KeptFor.
func (s *Store) expireStudies(ctx context.Context) error {
	_, err := s.exec(ctx, `DELETE FROM studies WHERE seen < @NOW - $1
		AND NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.id = studies.owner AND accounts.deleted = 0)
		AND NOT EXISTS (SELECT 1 FROM belongs WHERE belongs.guest = studies.owner)`, study.KeptFor.Microseconds())
	return s.failed("removing studies", err)
}
