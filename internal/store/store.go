// Package store keeps matches, offers, tokens and heartbeats in SQLite or in
// PostgreSQL: one schema, one SQL, one conformance suite. What it acknowledges
// is on disk: SQLite runs with synchronous FULL, PostgreSQL with
// synchronous_commit on.
//
// Changes to matches go through a group committer: changes that come at the
// same time share a statement and a commit, and each is judged on its own.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"

	"kydai/play"
)

// Store is a play.Store. It is safe for concurrent use.
type Store struct {
	dialect   dialect
	db        *sql.DB // for transactions that write
	reads     *sql.DB // for the rest
	committer *committer
	applier   applier
	file      string   // of SQLite
	texts     sync.Map // SQL as written -> SQL of the dialect
	closers   []func() error
}

var _ play.Store = (*Store)(nil)

// start migrates the schema and sets the committer going.
func (s *Store) start(ctx context.Context) error {
	if err := s.migrate(ctx); err != nil {
		return err
	}
	s.committer = newCommitter(s)
	return nil
}

// Close waits for the changes that were submitted and lets the database go.
// Changes submitted afterwards are refused.
func (s *Store) Close() error {
	if s.committer != nil {
		s.committer.close()
	}
	var all []error
	for _, c := range s.closers {
		all = append(all, c())
	}
	return errors.Join(all...)
}

// sql puts the dialect's words into a text.
func (s *Store) sql(text string) string {
	if t, ok := s.texts.Load(text); ok {
		return t.(string) //nolint:errcheck // only strings are stored
	}
	t := s.dialect.words.Replace(text)
	s.texts.Store(text, t)
	return t
}

// failed says what was being done when err came up, and whether it is that the
// database is away. No value of a row is ever part of the sentence.
func (s *Store) failed(doing string, err error) error {
	switch {
	case err == nil:
		return nil
	case s.dialect.away(err) && !errors.Is(err, play.ErrUnavailable):
		return fmt.Errorf("store: %s: %w: %w", doing, play.ErrUnavailable, err)
	}
	return fmt.Errorf("store: %s: %w", doing, err)
}

// inTx runs a function in a transaction that writes.
func (s *Store) inTx(ctx context.Context, doing string, f func(tx *sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return s.failed(doing, err)
	}
	if err := f(tx); err != nil {
		_ = tx.Rollback()
		return err
	}
	return s.failed(doing, tx.Commit())
}

// execOne runs a statement that must change exactly one row.
func (s *Store) execOne(ctx context.Context, doing string, none error, text string, args ...any) error {
	res, err := s.db.ExecContext(ctx, s.sql(text), args...)
	if err != nil {
		return s.failed(doing, err)
	}
	n, err := res.RowsAffected()
	if err != nil {
		return s.failed(doing, err)
	}
	if n == 0 {
		return none
	}
	return nil
}

// rows runs a query and calls each for every row.
func (s *Store) rows(ctx context.Context, doing string, each func(*sql.Rows) error, text string, args ...any) error {
	rows, err := s.reads.QueryContext(ctx, s.sql(text), args...)
	if err != nil {
		return s.failed(doing, err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := each(rows); err != nil {
			return s.failed(doing, err)
		}
	}
	return s.failed(doing, rows.Err())
}

// blob makes bytes that are not NULL.
func blob(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}
