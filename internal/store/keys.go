package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
)

// ErrOtherKey means that the database belongs to a site with another signing
// key.
var ErrOtherKey = errors.New("store: the database belongs to another key")

const keySetting = "key"

// ClaimKey compares this node's keys with the key recorded in the database. The keys are given as
// fingerprints, the signing key first. The first node records its signing key. Every later node
// must have the recorded key among its keys; otherwise ClaimKey returns ErrOtherKey.
func (s *Store) ClaimKey(ctx context.Context, fingerprints []string) error {
	return s.inTx(ctx, "comparing keys", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, s.sql(`INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`), keySetting, fingerprints[0])
		if err != nil {
			return err
		}
		var have string
		if err := tx.QueryRowContext(ctx, s.sql(`SELECT value FROM settings WHERE name = $1`), keySetting).Scan(&have); err != nil {
			return err
		}
		if !slices.Contains(fingerprints, have) {
			return ErrOtherKey
		}
		_, err = tx.ExecContext(ctx, s.sql(`UPDATE settings SET value = $2 WHERE name = $1`), keySetting, fingerprints[0])
		return err
	})
}
