package store

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"kydai/internal/play"
)

// A PostgreSQL replica answers only lists of finished matches whose context allows late data
// (play.Late), and exports of months. It is used while it is at most replicaLag behind. To measure
// the lag, the store looks up the latest heartbeat on the primary and the row of the same node on
// the replica. So the clocks of the servers do not matter, and another database is not mistaken for
// a replica. If the replica is unreachable, behind or fails, the primary answers.
const (
	replicaLag   = 10 * time.Second
	replicaEvery = 2 * time.Second        // interval of checks of the replica
	replicaFirst = 500 * time.Millisecond // time limit of one check
	replicaConns = 4
)

var errBehind = errors.New("it is behind the primary, or no replica of it")

type replica struct {
	db  *sql.DB
	lag time.Duration

	mu     sync.Mutex
	next   time.Time // time of the next check
	usable bool
}

// openReplica prepares the connections to a replica. The replica need not be reachable yet.
func (s *Store) openReplica(address string) error {
	cfg, err := pgxpool.ParseConfig(address)
	if err != nil {
		return errors.New("store: the URL of the replica is not valid") // the error must not contain the URL
	}
	if !s.opts.Pooler {
		cfg.ConnConfig.RuntimeParams["default_transaction_read_only"] = "on"
	} else {
		cfg.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeExec
		cfg.ConnConfig.StatementCacheCapacity, cfg.ConnConfig.DescriptionCacheCapacity = 0, 0
	}
	s.replica = &replica{db: s.sqlPool(cfg, usualTimes, replicaConns), lag: replicaLag}
	return nil
}

// fresh returns the connections to the replica. It returns nil if no replica is configured, or if
// the last check found that the replica is unreachable or too far behind.
func (s *Store) fresh(ctx context.Context) *sql.DB {
	r := s.replica
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if now := time.Now(); now.After(r.next) {
		r.next = now.Add(replicaEvery)
		r.set(ctx, s, s.lookAtReplica(ctx))
	}
	if !r.usable {
		return nil
	}
	return r.db
}

// set records whether the replica can be used and logs a change. The caller must hold r.mu.
func (r *replica) set(ctx context.Context, s *Store, err error) {
	switch usable := err == nil; {
	case ctx.Err() != nil: // a cancelled request says nothing about the replica
		return
	case r.usable && !usable:
		s.opts.Log.WarnContext(ctx, "the replica cannot be used: the primary answers lists", "err", err)
	case !r.usable && usable:
		s.opts.Log.InfoContext(ctx, "the replica answers lists")
	}
	r.usable = err == nil
}

// lookAtReplica returns an error if the replica cannot be used: it is
// unreachable, too far behind, or not a replica.
func (s *Store) lookAtReplica(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, replicaFirst)
	defer cancel()
	var node string
	var there, here int64
	if err := s.reads.QueryRowContext(ctx, `SELECT id, beat FROM nodes ORDER BY beat DESC LIMIT 1`).Scan(&node, &here); err != nil {
		return err
	}
	err := s.replica.db.QueryRowContext(ctx, `SELECT beat FROM nodes WHERE id = $1`, node).Scan(&there)
	if errors.Is(err, sql.ErrNoRows) || err == nil && here-there > s.replica.lag.Microseconds() {
		return errBehind
	}
	return err
}

// listed runs a list query on the replica if the context allows late data and
// the replica can be used; otherwise on the primary.
func (s *Store) listed(ctx context.Context, list func(db *sql.DB) ([]play.Summary, error)) ([]play.Summary, error) {
	if !play.MayBeLate(ctx) {
		return list(s.reads)
	}
	if db := s.fresh(ctx); db != nil {
		all, err := list(db)
		if err == nil || ctx.Err() != nil {
			return all, err
		}
		s.replica.mu.Lock()
		s.replica.next = time.Now().Add(replicaEvery)
		s.replica.set(ctx, s, err)
		s.replica.mu.Unlock()
	}
	return list(s.reads)
}

// exports returns the connections for an export: connections to the replica if it can be used,
// otherwise to the primary.
func (s *Store) exports(ctx context.Context) *sql.DB {
	if db := s.fresh(ctx); db != nil {
		return db
	}
	return s.reads
}
