package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

//go:embed schema/*.sql
var schema embed.FS

// migrationLock is the key of the advisory lock on PostgreSQL, any number that
// nobody else uses. SQLite locks the file for every transaction that writes.
const migrationLock = 0x6b79646169

// step is one file of the schema.
type step struct {
	number int
	text   string
}

// migrate brings the schema up to date: all that is missing, or nothing, in
// one transaction, while other nodes wait. A newer schema than ours is left
// alone: migrations only ever add (expand), and what is no longer used goes in
// a later release (contract), so that nodes of two releases can share a
// database.
func (s *Store) migrate(ctx context.Context) error {
	steps, err := readSteps(schema)
	if err != nil {
		return s.failed("reading the schema", err)
	}
	return s.inTx(ctx, "migrating", func(tx *sql.Tx) error {
		return s.failed("migrating", s.migrateIn(ctx, tx, steps))
	})
}

func (s *Store) migrateIn(ctx context.Context, tx *sql.Tx, steps []step) error {
	if s.dialect.name == "postgres" {
		if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock($1)`, migrationLock); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, s.sql(`CREATE TABLE IF NOT EXISTS schema_steps (number INTEGER NOT NULL PRIMARY KEY, done_at BIGINT NOT NULL)`)); err != nil {
		return err
	}
	var have int
	if err := tx.QueryRowContext(ctx, `SELECT COALESCE(MAX(number), 0) FROM schema_steps`).Scan(&have); err != nil {
		return err
	}
	for _, st := range steps {
		if st.number <= have {
			continue
		}
		if _, err := tx.ExecContext(ctx, s.sql(st.text)); err != nil {
			return fmt.Errorf("step %d: %w", st.number, err)
		}
		if _, err := tx.ExecContext(ctx, s.sql(`INSERT INTO schema_steps (number, done_at) VALUES ($1, @NOW)`), st.number); err != nil {
			return err
		}
	}
	return nil
}

// readSteps reads files named 0001_what.sql, which are numbered from 1 without
// a gap.
func readSteps(files fs.FS) ([]step, error) {
	names, err := fs.Glob(files, "schema/*.sql")
	if err != nil {
		return nil, err
	}
	steps := make([]step, 0, len(names))
	for i, name := range names {
		digits, _, _ := strings.Cut(path.Base(name), "_")
		if number, err := strconv.Atoi(digits); err != nil || number != i+1 {
			return nil, fmt.Errorf("%s should be number %d", name, i+1)
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		steps = append(steps, step{i + 1, string(text)})
	}
	return steps, nil
}
