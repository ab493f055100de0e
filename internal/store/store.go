// Package store keeps matches, offers, tokens and heartbeats in SQLite or PostgreSQL. Both
// databases share the schema, the SQL and the tests. Acknowledged data is on disk: SQLite runs with
// synchronous FULL, PostgreSQL with synchronous_commit on.
//
// Changes to matches go through a group committer: changes that arrive together share a statement
// and a commit, but each change succeeds or fails alone. A match that ends is marked in the table
// live and acknowledged; a later transaction moves it to the archive. See archive.go.
package store

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"kydai/internal/play"
)

// Store implements play.Store. It is safe for concurrent use.
type Store struct {
	dialect dialect
	opts    Options
	db      *sql.DB // connections for writing transactions
	reads   *sql.DB // connections for reads
	// aside has the connections for long operations, such as moving matches to the archive and
	// schema steps outside a transaction.
	aside *sql.DB
	// tasking has the connection for the background tasks on ended matches. See tasks.go.
	tasking *sql.DB
	replica *replica // nil if no replica is configured
	shards  *shards  // nil if this database holds all matches; see shards.go
	applier applier
	// There are three queues of changes: moves; ends of matches; events after the end of archived
	// matches. So no change waits for a lock that only another kind of change needs. SQLite has
	// only one writer, so with SQLite all three are the same queue.
	moves, ends, late *committer
	archiver          *archiver
	tasks             *tasks
	holder            string      // random id of this open store; its leases are taken under this id
	leases            atomic.Bool // true if this store has taken leases, which Close must release
	numbering         numbering
	filled            atomic.Bool // true if every archived match has its row in the table ended
	nameless          atomic.Bool // true if no stored terms of a match contain a player's name any more
	short             atomic.Bool // true if the long indexes of the archive, used by earlier releases, are dropped
	noticed           atomic.Pointer[func(player, subject string)]
	health            health
	file              string   // path of the database file; SQLite only
	steady            *steady  // clock of the database file; SQLite only
	texts             sync.Map // cache: SQL with @ words -> SQL of the dialect
	closers           []func() error
}

// Options configure a Store. The zero value means the defaults.
type Options struct {
	Log *slog.Logger // nil discards the log
	// Connections is the limit of PostgreSQL connections; 0 means
	// DefaultConnections. It must be at least MinConnections.
	Connections int
	// Pooler means that PostgreSQL is reached through a transaction pooler such
	// as PgBouncer. The store then uses no session state, no start-up
	// parameters and no prepared statements.
	Pooler bool
	// Replica is the URL of a PostgreSQL replica for lists and exports; ""
	// means that the primary answers these queries. See replica.go.
	Replica string

	// Consumers process every ended match in addition to the built-in consumers.
	Consumers []Consumer
	// NoTasks turns off the background tasks. The caller must then call Number and Consume.
	NoTasks bool

	Meters Meters // metrics of the store; a metric that is nil is not measured

	// NoStepCopy turns off the copy of a SQLite file before its schema changes.
	NoStepCopy bool

	// Shards are further PostgreSQL servers for matches in progress. See shards.go.
	Shards []Shard
	shard  bool // this database is a shard: its matches return home when they are over
	every  bool // every match belongs on the first shard, whatever its id is; only for tests

	free   func(folder string) (uint64, error) // nil means FreeBytes
	clocks func() reading                      // clocks of the machine; nil means readClock
	pause  time.Duration                       // pause of a background task after its first failure; 0 means leastPause
}

// Limits of PostgreSQL connections.
const (
	DefaultConnections = 16 // default total number of connections
	MinConnections     = 7  // minimum total: 6 for changes, the archive and background tasks, 1 for other queries
)

var _ play.Store = (*Store)(nil)

func newStore(d dialect, o Options) *Store {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	o.pause = cmp.Or(o.pause, leastPause)
	return &Store{dialect: d, opts: o, holder: rand.Text()}
}

// start migrates the schema and starts the committers.
func (s *Store) start(ctx context.Context) error {
	if err := s.migrate(ctx); err != nil {
		return err
	}
	if s.file != "" {
		s.keepSteady(ctx)
	}
	if s.opts.shard {
		s.opts.NoTasks = true
	} else if _, err := s.MakeMonths(ctx); err != nil {
		s.opts.Log.WarnContext(ctx, "months could not be added to the archive; the next run tries again", "err", err)
	}
	s.moves = newCommitter(s, 0, s.dialect.writers)
	s.ends, s.late = s.moves, s.moves
	if s.dialect.lanes {
		s.ends, s.late = newCommitter(s, 1, 1), newCommitter(s, 2, 1)
	}
	s.archiver = newArchiver(s)
	if !s.opts.NoTasks {
		s.tasks = newTasks(s, append([]Consumer{Statistics, Ratings, Played, s.noticing(), Webhooks, Boards, ClassWork}, s.opts.Consumers...))
	}
	return nil
}

// Close waits until the submitted changes are stored and closes the database. Later changes are
// refused.
func (s *Store) Close() error {
	if s.shards != nil {
		s.shards.close()
	}
	for _, c := range []*committer{s.moves, s.ends, s.late} {
		if c != nil {
			c.close()
		}
	}
	if s.archiver != nil {
		s.archiver.close()
	}
	if s.tasks != nil {
		s.tasks.close()
	}
	s.dropLeases()
	var all []error
	for _, c := range s.closers {
		all = append(all, c())
	}
	return errors.Join(all...)
}

// sql replaces the words that begin with @ in an SQL text by the SQL of the database in use.
func (s *Store) sql(text string) string {
	if t, ok := s.texts.Load(text); ok {
		return t.(string) //nolint:errcheck // only strings are stored
	}
	t := s.dialect.words.Replace(text)
	s.texts.Store(text, t)
	return t
}

// failed adds the name of the operation, doing, to the error err. If the database is unreachable,
// damaged or full, it also marks the error with play.ErrUnavailable. A damaged database also gives
// play.ErrDamaged, a full disk play.ErrNoRoom. The message contains no value of a row.
func (s *Store) failed(doing string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, play.ErrUnavailable):
		return fmt.Errorf("store: %s: %w", doing, err)
	case s.dialect.damaged(err):
		s.health.note(err, s.opts.Log)
		return fmt.Errorf("store: %s: %w: %w: %w", doing, play.ErrDamaged, play.ErrUnavailable, err)
	case s.dialect.full(err):
		return fmt.Errorf("store: %s: %w: %w: %w", doing, play.ErrNoRoom, play.ErrUnavailable, err)
	case s.dialect.away(err):
		return fmt.Errorf("store: %s: %w: %w", doing, play.ErrUnavailable, err)
	}
	return fmt.Errorf("store: %s: %w", doing, err)
}

// inTx runs a function in a writing transaction.
func (s *Store) inTx(ctx context.Context, doing string, f func(tx *sql.Tx) error) error {
	return s.inTxOf(ctx, s.db, doing, f)
}

// inTxOf runs a function in a writing transaction on a connection of db.
func (s *Store) inTxOf(ctx context.Context, db *sql.DB, doing string, f func(tx *sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return s.failed(doing, err)
	}
	if err := s.dialect.prepare(ctx, tx); err != nil {
		_ = tx.Rollback()
		return s.failed(doing, err)
	}
	if err := f(tx); err != nil {
		_ = tx.Rollback()
		return err
	}
	return s.failed(doing, tx.Commit())
}

// exec runs a single statement that writes to the database, in a transaction of its own.
func (s *Store) exec(ctx context.Context, text string, args ...any) (sql.Result, error) {
	if !s.opts.Pooler {
		return s.db.ExecContext(ctx, s.sql(text), args...)
	}
	var res sql.Result
	err := s.inTx(ctx, "writing", func(tx *sql.Tx) (err error) {
		res, err = tx.ExecContext(ctx, s.sql(text), args...)
		return err
	})
	return res, err
}

// execOne runs a statement that must change a row. If it changes no row, execOne returns the error
// given by the parameter none.
func (s *Store) execOne(ctx context.Context, doing string, none error, text string, args ...any) error {
	res, err := s.exec(ctx, text, args...)
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

// rows runs a query on the read connections and calls a function once for every row.
func (s *Store) rows(ctx context.Context, doing string, each func(*sql.Rows) error, text string, args ...any) error {
	return s.rowsOf(ctx, s.reads, doing, each, text, args...)
}

// rowsOf runs a query on a connection of db and calls a function once for every row.
func (s *Store) rowsOf(ctx context.Context, db *sql.DB, doing string, each func(*sql.Rows) error, text string, args ...any) error {
	rows, err := db.QueryContext(ctx, s.sql(text), args...)
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

// blob replaces nil by an empty slice, because nil would be stored as NULL.
func blob(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}
