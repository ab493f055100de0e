package store

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// leaseFor is how long a lease is valid without renewal. A lease only avoids duplicate work.
// Correctness comes from the lock on the lease's row, which the holder keeps until its transaction
// ends.
const leaseFor = 10 * time.Second

// leased reports whether this store may try to take a lease. It returns false only if another store
// holds the lease or after an error. It only reads from the database.
func (s *Store) leased(ctx context.Context, name string) (bool, error) {
	var other bool
	err := s.reads.QueryRowContext(ctx, s.sql(`SELECT holder <> $2 AND until >= @NOW FROM leases WHERE name = $1`), name, s.holder).Scan(&other)
	if errors.Is(err, sql.ErrNoRows) {
		return true, nil
	}
	return err == nil && !other, s.failed("asking for a lease", err)
}

// takeTask takes or renews a lease as the first statement of a transaction. It
// returns false if another store holds the lease.
func (s *Store) takeTask(ctx context.Context, tx *sql.Tx, name string, lasts time.Duration) (bool, error) {
	res, err := tx.ExecContext(ctx, s.sql(`INSERT INTO leases (name, holder, until) VALUES ($1, $2, @NOW + $3)
		ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until
		WHERE leases.holder = excluded.holder OR leases.until < @NOW`), name, s.holder, lasts.Microseconds())
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	s.leases.Store(s.leases.Load() || n == 1)
	return n == 1, err
}

var errNotHeld = errors.New("another node runs this task")

// inTask runs a function in a transaction that holds a lease. If another node holds the lease,
// inTask returns false and does not run the function.
func (s *Store) inTask(ctx context.Context, name, doing string, f func(tx *sql.Tx) error) (bool, error) {
	if free, err := s.leased(ctx, name); err != nil || !free {
		return false, err
	}
	ctx, cancel := context.WithTimeout(ctx, taskWithin)
	defer cancel()
	err := s.inTxOf(ctx, s.tasking, doing, func(tx *sql.Tx) error {
		held, err := s.takeTask(ctx, tx, name, leaseFor)
		switch {
		case err == nil && !held, err != nil && s.dialect.locked(err):
			return errNotHeld
		case err != nil:
			return s.failed(doing, err)
		}
		return f(tx)
	})
	if errors.Is(err, errNotHeld) {
		return false, nil
	}
	return err == nil, err
}

// dropLeases releases the leases of this store, so that other nodes can take over at once.
func (s *Store) dropLeases() {
	if !s.leases.Load() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	_ = s.inTxOf(ctx, s.tasking, "giving up leases", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM leases WHERE holder = $1`, s.holder)
		return err
	})
}
