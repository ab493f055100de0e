package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"kydai/game"
)

// readers is the number of read connections to a SQLite file. There is one more connection, for
// writing.
const readers = 4

// OpenSQLite opens or creates a database file. Processes on one machine may
// share the file; different machines must not.
func OpenSQLite(ctx context.Context, file string) (*Store, error) {
	return OpenFile(ctx, file, Options{})
}

// OpenFile opens or creates a database file, with options. See OpenSQLite.
func OpenFile(ctx context.Context, file string, o Options) (*Store, error) {
	loose, err := keepPrivate(file)
	if err != nil {
		return nil, err
	}
	write, err := sql.Open("sqlite", sqliteURL(file, "_txlock=immediate"))
	if err != nil {
		return nil, err
	}
	write.SetMaxOpenConns(1)
	s := newStore(dialect{
		name: "sqlite", words: sqliteWords, list: sqliteList, writers: 1,
		prepare: func(context.Context, *sql.Tx) error { return nil },
		locked:  func(err error) bool { return sqliteCode(err)&0xff == sqlite3.SQLITE_BUSY },
		duplicate: func(err error) bool {
			return sqliteCode(err) == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY || sqliteCode(err) == sqlite3.SQLITE_CONSTRAINT_UNIQUE
		},
		refused: func(err error) bool {
			primary := sqliteCode(err) & 0xff
			return primary == sqlite3.SQLITE_CONSTRAINT || primary == sqlite3.SQLITE_ERROR ||
				primary == sqlite3.SQLITE_TOOBIG || primary == sqlite3.SQLITE_MISMATCH
		},
		full: func(err error) bool {
			primary := sqliteCode(err) & 0xff
			return primary == sqlite3.SQLITE_FULL || primary == sqlite3.SQLITE_READONLY
		},
		damaged: func(err error) bool {
			primary := sqliteCode(err) & 0xff
			return primary == sqlite3.SQLITE_CORRUPT || primary == sqlite3.SQLITE_NOTADB
		},
		away: sqliteAway,
	}, o)
	s.db, s.aside, s.tasking, s.file = write, write, write, file
	s.closers = []func() error{write.Close}
	s.applier = &sqliteApplier{store: s}
	// The first connection creates the file and turns on write-ahead logging,
	// so that readers are not blocked by the writer.
	if err := s.pingFirst(ctx); err != nil {
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
	if loose {
		s.opts.Log.WarnContext(ctx, "other users can read the database folder; set its mode to 0700", "folder", filepath.Dir(file))
	}
	s.checkFile(ctx)
	return s, nil
}

// pingFirst opens the first connection. SQLite does not wait for the lock that
// it needs to turn on write-ahead logging, so when several processes open a new
// file at the same time, they must retry.
func (s *Store) pingFirst(ctx context.Context) error {
	for try := 1; ; try++ {
		err := s.db.PingContext(ctx)
		if err == nil || !s.dialect.locked(err) || try == lockTries {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(migratePause):
		}
	}
}

func sqliteURL(file, more string) string {
	pragmas := "_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)"
	u := url.URL{Scheme: "file", Opaque: (&url.URL{Path: filepath.ToSlash(file)}).EscapedPath(), RawQuery: pragmas + "&" + more}
	return u.String()
}

// keepPrivate creates the file if necessary, readable by its owner only. It removes the permissions
// of other users from an existing file, because the file contains the hidden pieces of games.
// SQLite uses the same mode for its additional files. keepPrivate reports whether other users can
// enter the folder.
func keepPrivate(file string) (loose bool, err error) {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return false, err
	}
	_ = f.Close()
	for _, beside := range []string{"", "-wal", "-shm"} {
		if info, err := os.Stat(file + beside); err == nil && info.Mode().Perm()&0o077 != 0 {
			_ = os.Chmod(file+beside, 0o600) // ignore an error: the file may belong to another user
		}
	}
	info, err := os.Stat(filepath.Dir(file))
	return err == nil && info.Mode().Perm()&0o011 != 0, nil
}

// sqliteAway reports whether the file is locked for too long, cannot be read or
// written, or the disk is full.
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

// Backup writes a consistent copy of a SQLite database to a new file, while
// reads and writes continue.
func (s *Store) Backup(ctx context.Context, file string) error {
	if s.dialect.name != "sqlite" {
		return game.Err("backup", "only a SQLite database can be copied to a file; use a backup")
	}
	// Use a separate connection: the writer must not wait for the copy, and the read connections
	// may not write to any file.
	db, err := sql.Open("sqlite", sqliteURL(s.file, ""))
	if err != nil {
		return s.failed("copying the database", err)
	}
	defer func() { _ = db.Close() }()
	f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return s.failed("copying the database", err)
	}
	_ = f.Close() // VACUUM INTO accepts an existing file if it is empty
	if _, err = db.ExecContext(ctx, `VACUUM INTO $1`, file); err != nil {
		_ = os.Remove(file)
	}
	return s.failed("copying the database", err)
}

// sqliteApplier applies a batch row by row in one transaction. SQLite runs in this process, so a
// statement costs no round trip.
type sqliteApplier struct {
	store *Store
	stmts map[string]*sql.Stmt // prepared statements by text; used only by the single writer
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
	texts := []string{casOne, addEvent, endOne, noteEnd, appendOne, noteTurn, dropTurn}
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
	for _, sub := range batch {
		us, err := applyOne(ctx, st, sub, a.store.steady.now().UnixMicro())
		if err != nil {
			return nil, err
		}
		if us != 0 {
			began[sub.change.ID] = fromMicros(us)
		}
	}
	return began, tx.Commit()
}

// applyOne applies a change with the prepared statements st and returns the time stamp of the
// change in microseconds. It returns 0 if the change conflicts with a stored change.
func applyOne(ctx context.Context, st []*sql.Stmt, sub *submission, now int64) (us int64, err error) {
	cas, add, end, note, late := st[0], st[1], st[2], st[3], st[4]
	c := sub.change
	if c.Over {
		err = end.QueryRowContext(ctx, c.ID, c.Seq, c.Seq+len(c.Events), c.Ply, c.Result).Scan(&us)
	} else {
		err = cas.QueryRowContext(ctx, c.ID, c.Seq, c.Seq+len(c.Events), c.Ply, checkMicros(c.CheckAt), c.Rearm).Scan(&us)
	}
	if errors.Is(err, sql.ErrNoRows) && c.Over {
		err = late.QueryRowContext(ctx, c.ID, c.Seq, c.Seq+len(c.Events), packStamped(c.Events), now).Scan(&us)
		if errors.Is(err, sql.ErrNoRows) {
			return 0, nil
		}
		return us, err
	}
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	for i, body := range c.Events {
		if _, err := add.ExecContext(ctx, c.ID, c.Seq+i, us, sub.nonce, blob(body)); err != nil {
			return 0, err
		}
	}
	if t := c.Turn; t != nil {
		if _, err := st[6].ExecContext(ctx, t.Other, c.ID); err != nil {
			return 0, err
		}
		if t.Player != "" {
			_, err = st[5].ExecContext(ctx, t.Player, c.ID, t.Other, us)
		}
	}
	if c.Over {
		_, err = note.ExecContext(ctx, c.ID, c.Winner, c.Reason, c.Rated, us, encodeFacts(c.Facts))
	}
	return us, err
}

// casOne updates a match after a move, by compare-and-set on its number of events.
const casOne = `UPDATE live SET seq = $3, ply = $4,
	check_at = CASE WHEN $6 OR $5 < check_at THEN $5 ELSE check_at END
WHERE id = $1 AND seq = $2 AND NOT finished RETURNING @NOW`

const addEvent = `INSERT INTO events (id, seq, began, nonce, body) VALUES ($1, $2, $3, $4, $5)`

// endOne updates a match after a change that ends it or comes after its end, by compare-and-set on
// its number of events.
const endOne = `UPDATE live SET seq = $3, ply = $4, finished = TRUE, check_at = ` + neverText + `,
	result = CASE WHEN finished THEN result ELSE $5 END
WHERE id = $1 AND seq = $2 RETURNING @NOW`

// noteEnd inserts the row of a match into the table ended, unless the row exists.
const noteEnd = `INSERT INTO ended (id, game, first, second, result, reason, rated, at, facts)
	SELECT id, game, first, second, $2, $3, $4, $5, $6 FROM live WHERE id = $1 ON CONFLICT (id) DO NOTHING`

// appendOne adds events to an archived match.
const appendOne = `UPDATE archive SET seq = $3, events = events || replace($4, '` + stamp + `', CAST($5 AS TEXT))
WHERE id = $1 AND seq = $2 RETURNING $5`
