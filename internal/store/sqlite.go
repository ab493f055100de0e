package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"net/url"
	"path/filepath"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"kydai/game"
)

// readers is how many connections read a SQLite file beside the one writer.
const readers = 4

// OpenSQLite opens or makes a database in one file. The file may be shared by
// processes of one machine, not by machines.
func OpenSQLite(ctx context.Context, file string) (*Store, error) {
	write, err := sql.Open("sqlite", sqliteURL(file, "_txlock=immediate"))
	if err != nil {
		return nil, err
	}
	write.SetMaxOpenConns(1)
	s := &Store{
		dialect: dialect{
			name: "sqlite", words: sqliteWords, list: sqliteList, writers: 1,
			duplicate: func(err error) bool {
				return sqliteCode(err) == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY || sqliteCode(err) == sqlite3.SQLITE_CONSTRAINT_UNIQUE
			},
			refused: func(err error) bool {
				primary := sqliteCode(err) & 0xff
				return primary == sqlite3.SQLITE_CONSTRAINT || primary == sqlite3.SQLITE_ERROR ||
					primary == sqlite3.SQLITE_TOOBIG || primary == sqlite3.SQLITE_MISMATCH
			},
			away: sqliteAway,
		},
		db:      write,
		file:    file,
		closers: []func() error{write.Close},
	}
	s.applier = &sqliteApplier{store: s}
	// The first connection makes the file and turns on the log that lets
	// readers go on while somebody writes.
	if err := write.PingContext(ctx); err != nil {
		return nil, errors.Join(s.failed("opening "+filepath.Base(file), err), s.Close())
	}
	read, err := sql.Open("sqlite", sqliteURL(file, "_pragma=query_only(1)"))
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	read.SetMaxOpenConns(readers)
	s.reads = read
	s.closers = append([]func() error{read.Close}, s.closers...)
	if err := s.start(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func sqliteURL(file, more string) string {
	pragmas := "_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)"
	u := url.URL{Scheme: "file", Opaque: (&url.URL{Path: filepath.ToSlash(file)}).EscapedPath(), RawQuery: pragmas + "&" + more}
	return u.String()
}

// sqliteAway reports whether the file is locked for too long, cannot be read or
// written, or has no room.
func sqliteAway(err error) bool {
	switch sqliteCode(err) & 0xff {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_NOMEM:
		return true
	}
	return errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone)
}

func sqliteCode(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code()
	}
	return 0
}

// Backup writes a copy of a SQLite database to a file that must not exist,
// while others go on reading and writing. The copy is of one moment.
func (s *Store) Backup(ctx context.Context, file string) error {
	if s.dialect.name != "sqlite" {
		return game.Err("backup", "only a database in a file is copied to a file; dump this one")
	}
	// On a connection of its own: the writer shall not wait for it, and the
	// readers may not write, not even another file.
	db, err := sql.Open("sqlite", sqliteURL(s.file, ""))
	if err != nil {
		return s.failed("copying the database", err)
	}
	defer func() { _ = db.Close() }()
	_, err = db.ExecContext(ctx, `VACUUM INTO $1`, file)
	return s.failed("copying the database", err)
}

// sqliteApplier applies a batch row by row inside one transaction: SQLite runs
// in our process, so a statement for each costs no round trip.
type sqliteApplier struct {
	store *Store
	stmts map[string]*sql.Stmt // used by the one writer only
}

func (a *sqliteApplier) prepared(ctx context.Context, text string) (*sql.Stmt, error) {
	if st := a.stmts[text]; st != nil {
		return st, nil
	}
	st, err := a.store.db.PrepareContext(ctx, a.store.sql(text))
	if err != nil {
		return nil, err
	}
	if a.stmts == nil {
		a.stmts = map[string]*sql.Stmt{}
	}
	a.stmts[text] = st
	return st, nil
}

func (a *sqliteApplier) apply(ctx context.Context, batch []*submission) (map[string]time.Time, error) {
	texts := []string{casOne, addEvent, appendOne}
	st := make([]*sql.Stmt, len(texts))
	for i, text := range texts {
		var err error
		if st[i], err = a.prepared(ctx, text); err != nil {
			return nil, err
		}
	}
	tx, err := a.store.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback() }()
	for i := range st {
		st[i] = tx.StmtContext(ctx, st[i])
	}
	began := make(map[string]time.Time, len(batch))
	var over []string
	for _, sub := range batch {
		us, err := applyOne(ctx, st[0], st[1], st[2], sub)
		if err != nil {
			return nil, err
		}
		if us == 0 {
			continue
		}
		began[sub.change.ID] = fromMicros(us)
		if sub.change.Over {
			over = append(over, sub.change.ID)
		}
	}
	if len(over) > 0 {
		for _, text := range archiveSteps {
			if _, err := tx.ExecContext(ctx, a.store.sql(text), a.store.dialect.list(over)); err != nil {
				return nil, err
			}
		}
	}
	return began, tx.Commit()
}

// applyOne returns the stamp of a change that was made, 0 for a conflict.
func applyOne(ctx context.Context, cas, add, late *sql.Stmt, sub *submission) (int64, error) {
	c, us := sub.change, int64(0)
	err := cas.QueryRowContext(ctx, c.ID, c.Seq, c.Seq+len(c.Events), c.Ply, checkMicros(c.CheckAt), c.Rearm, c.Over, c.Result).Scan(&us)
	switch {
	case err == nil:
		for i, body := range c.Events {
			if _, err := add.ExecContext(ctx, c.ID, c.Seq+i, us, sub.nonce, blob(body)); err != nil {
				return 0, err
			}
		}
	case errors.Is(err, sql.ErrNoRows) && c.Over:
		err = late.QueryRowContext(ctx, c.ID, c.Seq, c.Seq+len(c.Events), packStamped(c.Events)).Scan(&us)
		if errors.Is(err, sql.ErrNoRows) {
			return 0, nil
		}
	case errors.Is(err, sql.ErrNoRows):
		return 0, nil
	}
	return us, err
}

// casOne is the compare-and-set of one change.
const casOne = `UPDATE live SET seq = $3, ply = $4, finished = $7, result = $8,
	check_at = CASE WHEN $6 OR $5 < check_at THEN $5 ELSE check_at END
WHERE id = $1 AND seq = $2 RETURNING @NOW`

const addEvent = `INSERT INTO events (id, seq, began, nonce, body) VALUES ($1, $2, $3, $4, $5)`

// appendOne adds events to a match that was over before.
const appendOne = `UPDATE archive SET seq = $3, events = events || replace($4, '` + stamp + `', CAST(@NOW AS TEXT))
WHERE id = $1 AND seq = $2 RETURNING @NOW`
