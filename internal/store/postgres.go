package store

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
)

// PostgreSQL timeouts, in PostgreSQL's own syntax. A session that waits for a lock blocks later
// sessions, so lock timeouts are short. noTimes has no statement timeout; it is for work that no
// request waits for.
var (
	usualTimes = timeouts{lock: "5s", statement: "30s"}
	moveTimes  = timeouts{lock: "2s", statement: "20s"}
	asideTimes = timeouts{lock: "1s", statement: "30s"}
	noTimes    = timeouts{lock: "3s", statement: "0"}
)

const (
	asideConns = 2 // one connection for the archive and the schema, one for background tasks
	committers = 4 // number of connections of the three change queues
	idleAtMost = 8
)

type timeouts struct{ lock, statement string }

// OpenPostgres opens a database by its URL, postgres://…
func OpenPostgres(ctx context.Context, address string) (*Store, error) {
	return OpenServer(ctx, address, Options{})
}

// OpenServer opens a PostgreSQL database by its URL, with options.
func OpenServer(ctx context.Context, address string, o Options) (*Store, error) {
	cfg, err := pgxpool.ParseConfig(address)
	if err != nil {
		// Do not return the error of ParseConfig: it contains the database URL, and masks only the
		// password.
		return nil, errors.New("store: the database URL is not valid")
	}
	o.Connections = max(cmp.Or(o.Connections, DefaultConnections), MinConnections)
	s := newStore(dialect{
		name: "postgres", words: postgresWords, list: postgresList, writers: 2, lanes: true,
		prepare:   func(context.Context, *sql.Tx) error { return nil },
		locked:    func(err error) bool { return pgCode(err) == "55P03" },
		duplicate: func(err error) bool { return pgCode(err) == "23505" },
		refused: func(err error) bool {
			// SQLSTATE classes: 22 data exceptions, 23 constraint violations,
			// 42 syntax and name errors.
			class := pgCode(err)
			return len(class) == 5 && (class[:2] == "22" || class[:2] == "23" || class[:2] == "42")
		},
		full: func(err error) bool {
			code := pgCode(err)
			return code == "53100" || code == "53200" || code == "25006"
		},
		damaged: func(err error) bool { return pgCode(err) == "XX001" || pgCode(err) == "XX002" },
		away:    pgAway,
	}, o)
	// Acknowledged data must be on disk, whatever the default of the server is.
	asked := cfg.ConnConfig.RuntimeParams["synchronous_commit"] != ""
	switch {
	case o.Pooler:
		cfg.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeExec
		cfg.ConnConfig.StatementCacheCapacity, cfg.ConnConfig.DescriptionCacheCapacity = 0, 0
		s.dialect.prepare = func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, settings(usualTimes))
			return err
		}
	case !asked:
		cfg.ConnConfig.RuntimeParams["synchronous_commit"] = "on"
	}
	s.db = s.sqlPool(cfg, usualTimes, o.Connections-committers-asideConns)
	s.reads = s.db
	s.aside = s.sqlPool(cfg, asideTimes, 1)
	s.tasking = s.sqlPool(cfg, asideTimes, 1)
	if o.Replica != "" {
		if err := s.openReplica(o.Replica); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	if err := s.db.PingContext(ctx); err != nil {
		if strings.Contains(err.Error(), "unsupported startup parameter") {
			err = errors.Join(errPooler, err)
		}
		return nil, errors.Join(s.failed("reaching the database", err), s.Close())
	}
	if err := s.checkDurable(ctx, asked); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	a := &postgresApplier{store: s}
	for _, pool := range []struct {
		of    **pgxpool.Pool
		conns int32
	}{{&a.moves, 2}, {&a.ends, 1}, {&a.late, 1}} {
		if *pool.of, err = s.batchPool(ctx, cfg, pool.conns); err != nil {
			return nil, errors.Join(s.failed("reaching the database", err), s.Close())
		}
	}
	s.applier = a
	if err := s.start(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if len(o.Shards) > 0 {
		if err := s.openShards(ctx); err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	return s, nil
}

// sqlPool opens a pool of at most conns connections with the timeouts t, for single statements and
// for transactions.
func (s *Store) sqlPool(cfg *pgxpool.Config, t timeouts, conns int) *sql.DB {
	c := cfg.ConnConfig.Copy()
	if !s.opts.Pooler {
		t.set(c)
	}
	db := stdlib.OpenDB(*c)
	db.SetMaxOpenConns(conns)
	db.SetMaxIdleConns(min(conns, idleAtMost))
	s.closers = append(s.closers, db.Close)
	return db
}

// batchPool opens a pool of at most conns connections, which write the batches of one of the three
// change queues.
func (s *Store) batchPool(ctx context.Context, cfg *pgxpool.Config, conns int32) (*pgxpool.Pool, error) {
	c := cfg.Copy()
	if !s.opts.Pooler {
		moveTimes.set(c.ConnConfig)
		// PostgreSQL caches the plan of a batch for the life of the connection. A plan made while
		// the tables were empty would use sequential scans forever.
		for _, off := range planning {
			c.ConnConfig.RuntimeParams[off] = "off"
		}
	}
	c.MaxConns, c.MinConns = conns, 0
	pool, err := pgxpool.NewWithConfig(ctx, c)
	if err != nil {
		return nil, err
	}
	s.closers = append(s.closers, func() error { pool.Close(); return nil })
	return pool, nil
}

// planning lists the planner features that are off for batches. With sequential
// scans forbidden, a plan without alternatives gets a huge cost, so the server
// would JIT-compile it at each execution: a second of CPU for a batch that
// takes a millisecond.
var planning = []string{"enable_seqscan", "enable_hashjoin", "enable_mergejoin", "jit"}

func (t timeouts) set(c *pgx.ConnConfig) {
	c.RuntimeParams["lock_timeout"], c.RuntimeParams["statement_timeout"] = t.lock, t.statement
}

// unhurried removes the statement timeout of a transaction on PostgreSQL and sets a short lock
// timeout. It is used for work that no request waits for.
func (s *Store) unhurried(ctx context.Context, tx *sql.Tx) error {
	if s.dialect.name != "postgres" {
		return nil
	}
	return noTimes.within(ctx, tx)
}

// patient returns a connection without timeouts, for statements outside a transaction. Behind a
// pooler the timeouts stay as they are, because other clients would inherit changed settings.
func (s *Store) patient(ctx context.Context) (*sql.Conn, error) {
	conn, err := s.aside.Conn(ctx)
	if err != nil || s.dialect.name != "postgres" || s.opts.Pooler {
		return conn, err
	}
	_, err = conn.ExecContext(ctx, `SELECT set_config('lock_timeout', '0', FALSE), set_config('statement_timeout', '0', FALSE)`)
	if err != nil {
		_ = conn.Close()
		return nil, err
	}
	return conn, nil
}

func (t timeouts) within(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `SELECT set_config('lock_timeout', $1, TRUE), set_config('statement_timeout', $2, TRUE)`, t.lock, t.statement)
	return err
}

func pgCode(err error) string {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// pgAway reports whether the server is unreachable, is shutting down or
// starting up, is out of connections, memory or disk, or is read-only.
func pgAway(err error) bool {
	if code := pgCode(err); len(code) == 5 {
		return code[:2] == "08" || code[:2] == "53" || code[:3] == "57P" || code[:2] == "58" || code == "25006"
	}
	var connect *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &connect) || errors.As(err, &network) || pgconn.SafeToRetry(err) ||
		errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}
