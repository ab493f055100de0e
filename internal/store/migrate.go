package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"database/sql/driver"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"time"

	"kydai/game"
	"kydai/internal/sleep"
)

//go:embed schema/*.sql
var schema embed.FS

// migrationLock is the key of the advisory lock on PostgreSQL, an arbitrary
// number. SQLite locks the file for every writing transaction.
const migrationLock = 0x6b79646169

// outside is the first line of a step that runs outside a transaction, one statement at a time, as
// CREATE INDEX CONCURRENTLY requires. Such a step may be interrupted at any point, so it must be
// safe to run all its statements again.
const outside = "-- outside a transaction\n"

// serverOnly marks a schema step that SQLite skips. It is the first line of the step's file, or the
// second line if the first line is the marker outside.
const serverOnly = "-- PostgreSQL only\n"

const (
	migrateLease = 30 * time.Second       // validity of the migration lease, which is renewed while a step runs
	migratePause = 100 * time.Millisecond // interval between attempts to take the lease
	lockTries    = 20                     // maximum number of attempts of a step that cannot get its lock
)

// step is one file of the schema, with the statements that change the database to the next version.
type step struct {
	number  int
	text    string
	outside bool
	server  bool // the step is for PostgreSQL only
}

// migrate updates the schema to this program's version, step by step. Each finished step is
// recorded, so an interrupted migration continues where it stopped. One node migrates at a time;
// other nodes wait for its lease. A schema newer than this program is accepted: migrations only add
// to the schema (expand), and a later release removes what is unused (contract), so that nodes of
// two releases can share a database.
func (s *Store) migrate(ctx context.Context) error {
	steps, err := readSteps(schema)
	if err != nil {
		return s.failed("reading the schema", err)
	}
	return s.failed("migrating", s.migrateBy(ctx, steps))
}

func (s *Store) migrateBy(ctx context.Context, steps []step) error {
	if have, err := s.lastStep(ctx); err == nil && have >= len(steps) {
		if have > len(steps) {
			if err := s.mayBeOld(ctx, len(steps)); err != nil {
				return err
			}
			s.opts.Log.WarnContext(ctx, "the database schema is newer than this program: update the program", "schema", have, "known", len(steps))
		}
		return nil // no step is missing, so take no lock
	}
	// An empty database has no table for the migration lease yet, so the tables
	// that a migration needs are created first.
	err := s.inTx(ctx, "migrating", func(tx *sql.Tx) error {
		if err := s.lockMigration(ctx, tx); err != nil {
			return err
		}
		for _, text := range []string{
			`CREATE TABLE IF NOT EXISTS schema_steps (number INTEGER NOT NULL PRIMARY KEY, done_at BIGINT NOT NULL)`,
			`CREATE TABLE IF NOT EXISTS schema_lease (id INTEGER NOT NULL PRIMARY KEY, holder TEXT NOT NULL, until BIGINT NOT NULL)`,
		} {
			if _, err := tx.ExecContext(ctx, text); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	release, err := s.takeLease(ctx)
	if err != nil {
		return err
	}
	defer release()
	have, err := s.lastStep(ctx)
	if err != nil {
		return err
	}
	if have == 0 {
		return s.runAll(ctx, steps)
	}
	copied := false
	for _, st := range steps {
		if st.number <= have {
			continue
		}
		if !copied {
			if err := s.copyBefore(ctx, have, st.number); err != nil {
				return err
			}
			copied = true
		}
		if err := s.runStep(ctx, st); err != nil {
			return fmt.Errorf("step %d: %w", st.number, err)
		}
	}
	return nil
}

var errTooOld = game.Err("too-old", "this program is too old for the database schema: update the program")

// leastSteps is a key in settings. Its value, set by a schema step, is the minimum number of steps
// that a program must know to use the database.
const leastSteps = "least-steps"

// mayBeOld returns an error if this program is too old to use the database.
func (s *Store) mayBeOld(ctx context.Context, known int) error {
	var least string
	err := s.reads.QueryRowContext(ctx, s.sql(`SELECT value FROM settings WHERE name = $1`), leastSteps).Scan(&least)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if n, bad := strconv.Atoi(least); err == nil && (bad != nil || n > known) {
		return errTooOld
	}
	return err
}

// lastStep returns the number of the last finished step.
func (s *Store) lastStep(ctx context.Context) (have int, err error) {
	err = s.reads.QueryRowContext(ctx, `SELECT COALESCE(MAX(number), 0) FROM schema_steps`).Scan(&have)
	return have, err
}

// lockMigration waits while a node of an old release, which does not know the lease, is migrating.
// It then keeps such nodes from migrating until the end of the transaction. It polls for the lock,
// because a waiting transaction would block CREATE INDEX CONCURRENTLY.
func (s *Store) lockMigration(ctx context.Context, tx *sql.Tx) error {
	if s.dialect.name != "postgres" {
		return nil
	}
	for {
		var got bool
		if err := tx.QueryRowContext(ctx, `SELECT pg_try_advisory_xact_lock($1)`, int64(migrationLock)).Scan(&got); err != nil || got {
			return err
		}
		if err := sleep.For(ctx, migratePause); err != nil {
			return err
		}
	}
}

// takeLease waits until no other node migrates, and renews the lease until
// release is called.
func (s *Store) takeLease(ctx context.Context) (release func(), err error) {
	holder := rand.Text()
	for {
		n, err := s.holdLease(ctx, holder)
		if err != nil {
			return nil, err
		}
		if n == 1 {
			break
		}
		if err := sleep.For(ctx, migratePause); err != nil {
			return nil, err
		}
	}
	renew, stop := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan struct{})
	go func() {
		defer close(done)
		for sleep.For(renew, migrateLease/4) == nil {
			_, _ = s.holdLease(renew, holder)
		}
	}()
	return func() {
		stop()
		<-done
		within, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		_, _ = s.exec(within, `DELETE FROM schema_lease WHERE holder = $1`, holder)
	}, nil
}

// holdLease takes or renews the migration lease for the given holder. It returns 1 if the holder
// now has the lease, and 0 if another node has it.
func (s *Store) holdLease(ctx context.Context, holder string) (int64, error) {
	res, err := s.exec(ctx, `INSERT INTO schema_lease (id, holder, until) VALUES (1, $1, @WALL + $2)
		ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, until = excluded.until
		WHERE schema_lease.holder = excluded.holder OR schema_lease.until < @WALL`, holder, migrateLease.Microseconds())
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

const recordStep = `INSERT INTO schema_steps (number, done_at) VALUES ($1, @WALL)`

// skips reports whether this kind of database skips a step.
func (s *Store) skips(st step) bool { return st.server && s.dialect.name != "postgres" }

// runStep runs one step and records that it is finished.
func (s *Store) runStep(ctx context.Context, st step) error {
	if skip := s.skips(st); st.outside || skip {
		if !skip {
			if err := s.runOutside(ctx, st); err != nil {
				return err
			}
		}
		_, err := s.exec(ctx, recordStep, st.number)
		return err
	}
	var err error
	for range lockTries {
		err = s.alone(ctx, func(tx *sql.Tx) error {
			if _, err := tx.ExecContext(ctx, s.sql(st.text)); err != nil {
				return err
			}
			_, err := tx.ExecContext(ctx, s.sql(recordStep), st.number)
			return err
		})
		// The statement waits only briefly for a table lock and is then tried again, because a
		// waiting statement blocks all later statements on the table.
		if err == nil || !s.dialect.locked(err) {
			return err
		}
		if err := sleep.For(ctx, migratePause); err != nil {
			return err
		}
	}
	return err
}

// runOutside runs the statements of a step one by one, outside a transaction.
func (s *Store) runOutside(ctx context.Context, st step) error {
	conn, err := s.patient(ctx)
	if err != nil {
		return err
	}
	defer func() {
		_ = conn.Raw(func(any) error { return driver.ErrBadConn }) // do not reuse this connection, because its settings were changed
		_ = conn.Close()
	}()
	for statement := range strings.SplitSeq(st.text, ";\n") {
		if strings.TrimSpace(statement) == "" {
			continue
		}
		if _, err := conn.ExecContext(ctx, s.sql(statement)); err != nil {
			return err
		}
	}
	return nil
}

// readSteps reads the files named 0001_name.sql, which are numbered from 1
// without gaps.
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
		rest, apart := strings.CutPrefix(string(text), outside)
		rest, server := strings.CutPrefix(rest, serverOnly)
		if rest == "" {
			return nil, errors.New(name + " is empty")
		}
		steps = append(steps, step{i + 1, rest, apart, server})
	}
	return steps, nil
}
