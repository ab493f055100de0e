package store

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Certificate returns the data stored for TLS under a name. The result found is false if there is
// no such data. See certs.Store.
func (s *Store) Certificate(ctx context.Context, name string) (body []byte, found bool, err error) {
	err = s.reads.QueryRowContext(ctx, s.sql(`SELECT body FROM certificates WHERE name = $1`), name).Scan(&body)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, false, nil
	}
	return body, err == nil, s.failed("reading a certificate", err)
}

// SetCertificate stores or replaces the data for TLS under a name.
func (s *Store) SetCertificate(ctx context.Context, name string, body []byte) error {
	_, err := s.exec(ctx, `INSERT INTO certificates (name, body, at) VALUES ($1, $2, @NOW)
		ON CONFLICT (name) DO UPDATE SET body = excluded.body, at = excluded.at`, name, blob(body))
	return s.failed("storing a certificate", err)
}

// DropCertificate deletes the data for TLS under a name. A name without data is not an error.
func (s *Store) DropCertificate(ctx context.Context, name string) error {
	_, err := s.exec(ctx, `DELETE FROM certificates WHERE name = $1`, name)
	return s.failed("deleting a certificate", err)
}

// Claim takes or renews a lease. It returns false if another node holds the lease.
func (s *Store) Claim(ctx context.Context, name string, lasts time.Duration) (held bool, err error) {
	const doing = "taking a lease"
	err = s.inTx(ctx, doing, func(tx *sql.Tx) (err error) {
		held, err = s.takeTask(ctx, tx, name, lasts)
		return s.failed(doing, err)
	})
	return held, err
}

// Release gives up a lease that this node holds.
func (s *Store) Release(ctx context.Context, name string) error {
	_, err := s.exec(ctx, `DELETE FROM leases WHERE name = $1 AND holder = $2`, name, s.holder)
	return s.failed("giving up a lease", err)
}
