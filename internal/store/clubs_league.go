package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"

	"kydai/internal/clubs"
)

// PutSeason stores a new or changed season of a club's league. See clubs.Store.
func (s *Store) PutSeason(ctx context.Context, club string, x *clubs.Season, most int) (full bool, err error) {
	const doing = "storing a season"
	if !plain(x.Name) {
		return false, errClubText
	}
	if x.Number > 0 {
		return false, s.execOne(ctx, doing, clubs.ErrNoSeason, `UPDATE club_seasons SET name = $3, starts = $4, ends = $5, rule = $6, best = $7 WHERE club = $1 AND number = $2`,
			club, x.Number, x.Name, micros(x.Starts), micros(x.Ends), string(x.Rule), x.Best)
	}
	err = s.inTx(ctx, doing, func(tx *sql.Tx) error {
		var n, last int
		err := tx.QueryRowContext(ctx, s.sql(`SELECT COUNT(*), COALESCE(MAX(number), 0) FROM club_seasons WHERE club = $1`), club).Scan(&n, &last)
		if full = n >= most; full || err != nil {
			return s.failed(doing, err)
		}
		x.Number = last + 1
		_, err = tx.ExecContext(ctx, s.sql(`INSERT INTO club_seasons (club, number, name, starts, ends, rule, best) VALUES ($1, $2, $3, $4, $5, $6, $7)`),
			club, x.Number, x.Name, micros(x.Starts), micros(x.Ends), string(x.Rule), x.Best)
		return s.failed(doing, err)
	})
	return full, err
}

// DropSeason deletes a season of a club's league. See clubs.Store.
func (s *Store) DropSeason(ctx context.Context, club string, number int) error {
	return s.execOne(ctx, "deleting a season", clubs.ErrNoSeason, `DELETE FROM club_seasons WHERE club = $1 AND number = $2`, club, number)
}

// Seasons lists the seasons of a club's league, newest first. See clubs.Store.
func (s *Store) Seasons(ctx context.Context, club string) (list []clubs.Season, err error) {
	err = s.rows(ctx, "listing seasons", func(rows *sql.Rows) error {
		var x clubs.Season
		var starts, ends int64
		var rule string
		err := rows.Scan(&x.Number, &x.Name, &starts, &ends, &rule, &x.Best)
		x.Starts, x.Ends, x.Rule = fromMicros(starts), fromMicros(ends), clubs.Rule(rule)
		list = append(list, x)
		return err
	}, `SELECT number, name, starts, ends, rule, best FROM club_seasons WHERE club = $1 ORDER BY starts DESC, number DESC`, club)
	return list, err
}

// ServerKey returns the public key that a club has stored for a server. It returns nil if the club
// has no key for it. See clubs.Store.
func (s *Store) ServerKey(ctx context.Context, club, server string) (key []byte, err error) {
	err = s.reads.QueryRowContext(ctx, s.sql(`SELECT pubkey FROM club_servers WHERE club = $1 AND server = $2`), club, server).Scan(&key)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return bytes.Clone(key), s.failed("loading the key of a server", err)
}

// PutResult stores with a club the results of an event that took place on another
// server. See clubs.Store.
func (s *Store) PutResult(ctx context.Context, club string, r *clubs.Result, most int) (full bool, err error) {
	const doing = "storing results of another server"
	if !plain(r.Name) || !plain(r.Server) || !plain(string(r.File)) {
		return false, errClubText
	}
	err = s.inTx(ctx, doing, func(tx *sql.Tx) error {
		var n int
		err := tx.QueryRowContext(ctx, s.sql(`SELECT COUNT(*) FROM club_results WHERE club = $1 AND id <> $2`), club, r.ID).Scan(&n)
		if full = n >= most; full || err != nil {
			return s.failed(doing, err)
		}
		_, err = tx.ExecContext(ctx, s.sql(`INSERT INTO club_results (club, id, name, server, pubkey, signed, starts, added, file) VALUES ($1, $2, $3, $4, $5, $6, $7, @NOW, $8)
			ON CONFLICT (club, id) DO UPDATE SET name = excluded.name, server = excluded.server, signed = excluded.signed, starts = excluded.starts, added = excluded.added, file = excluded.file`),
			club, r.ID, r.Name, r.Server, r.Key, r.Signed, micros(r.Starts), string(r.File))
		if err != nil {
			return s.failed(doing, err)
		}
		_, err = tx.ExecContext(ctx, s.sql(`INSERT INTO club_servers (club, server, pubkey, since) VALUES ($1, $2, $3, @NOW)
			ON CONFLICT (club, server) DO UPDATE SET pubkey = excluded.pubkey, since = excluded.since WHERE club_servers.pubkey <> excluded.pubkey`), club, r.Server, r.Key)
		return s.failed(doing, err)
	})
	return full, err
}

func scanResult(scan func(...any) error, file *string) (r clubs.Result, err error) {
	var starts, added int64
	err = scan(&r.ID, &r.Name, &r.Server, &r.Key, &r.Signed, &starts, &added, file)
	r.Starts, r.Added = fromMicros(starts), fromMicros(added)
	return r, err
}

// Results lists the stored results of events that took place on other servers.
// See clubs.Store.
func (s *Store) Results(ctx context.Context, club string) (list []clubs.Result, err error) {
	err = s.rows(ctx, "listing results of other servers", func(rows *sql.Rows) error {
		var none string
		r, err := scanResult(rows.Scan, &none)
		list = append(list, r)
		return err
	}, `SELECT id, name, server, pubkey, signed, starts, added, '' FROM club_results WHERE club = $1 ORDER BY starts, id`, club)
	return list, err
}

// Result returns the stored results of one event that took place on another
// server. See clubs.Store.
func (s *Store) Result(ctx context.Context, club, id string) (clubs.Result, error) {
	var file string
	r, err := scanResult(s.reads.QueryRowContext(ctx, s.sql(`SELECT id, name, server, pubkey, signed, starts, added, file FROM club_results WHERE club = $1 AND id = $2`), club, id).Scan, &file)
	if errors.Is(err, sql.ErrNoRows) {
		return clubs.Result{}, clubs.ErrNoEntry
	}
	r.File = []byte(file)
	return r, s.failed("loading results of another server", err)
}

// DropResult deletes the stored results of one event that took place on another
// server. See clubs.Store.
func (s *Store) DropResult(ctx context.Context, club, id string) error {
	return s.execOne(ctx, "deleting results of another server", clubs.ErrNoEntry, `DELETE FROM club_results WHERE club = $1 AND id = $2`, club, id)
}
