package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// runAll runs all steps on an empty database in one transaction, which costs one commit instead of
// one per step. The database has no rows and no other users, so indexes need not be built
// concurrently.
func (s *Store) runAll(ctx context.Context, steps []step) error {
	return s.alone(ctx, func(tx *sql.Tx) error {
		for _, st := range steps {
			if !s.skips(st) {
				text := s.sql(st.text)
				if st.outside {
					text = strings.ReplaceAll(text, " CONCURRENTLY ", " ")
				}
				if _, err := tx.ExecContext(ctx, text); err != nil {
					return fmt.Errorf("step %d: %w", st.number, err)
				}
			}
			if _, err := tx.ExecContext(ctx, s.sql(recordStep), st.number); err != nil {
				return err
			}
		}
		return nil
	})
}

// alone runs a migration in a transaction that holds the migration lock and has no timeouts.
func (s *Store) alone(ctx context.Context, run func(tx *sql.Tx) error) error {
	return s.inTx(ctx, "migrating", func(tx *sql.Tx) error {
		if err := s.lockMigration(ctx, tx); err != nil {
			return err
		}
		if err := s.unhurried(ctx, tx); err != nil {
			return err
		}
		return run(tx)
	})
}
