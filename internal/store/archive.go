package store

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"kydai/internal/sleep"
	"kydai/match/compact"
)

const (
	archiveAtOnce = 64                     // maximum number of matches moved per transaction
	archiveGather = 200 * time.Millisecond // delay after the end of a match, so that several ended matches are moved together
	archiveEvery  = 5 * time.Second        // interval at which an archiver looks for ended matches that other nodes have not moved
	archiveWithin = 30 * time.Second       // time limit of one transaction
)

// archiver moves ended matches from the table live to the archive. Every node runs an archiver,
// which skips matches that another node has locked. Readers never wait for an archiver, because
// they find a match in the table live until it is in the archive.
type archiver struct {
	store *Store
	wake  chan struct{} // capacity 1; signals that a match has ended
	stop  context.CancelFunc
	done  sync.WaitGroup

	since   atomic.Int64 // start of the current run, in Unix milliseconds; 0 if no run is in progress
	failing atomic.Bool  // whether the last run of the archiver failed
	moved   atomic.Uint64
}

func newArchiver(s *Store) *archiver {
	ctx, stop := context.WithCancel(context.Background())
	a := &archiver{store: s, wake: make(chan struct{}, 1), stop: stop}
	if !s.opts.shard {
		a.done.Go(func() { a.run(ctx) })
	}
	return a
}

// look wakes the archiver (the background task that moves ended matches to the archive) after a
// match has ended.
func (a *archiver) look() { signal(a.wake) }

func (a *archiver) close() {
	a.stop()
	a.done.Wait()
}

func (a *archiver) run(ctx context.Context) {
	tick := time.NewTicker(archiveEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-a.wake:
			if sleep.For(ctx, archiveGather) != nil {
				return
			}
		}
		a.since.Store(time.Now().UnixMilli())
		n, err := a.store.Archive(ctx)
		a.since.Store(0)
		a.moved.Add(uint64(n)) //nolint:gosec // not negative
		if err != nil && ctx.Err() == nil && !a.failing.Load() {
			a.store.opts.Log.WarnContext(ctx, "ended matches could not be moved to the archive; the next run tries again", "err", err)
		}
		a.failing.Store(err != nil)
	}
}

// Archive moves ended matches to the archive and returns how many it moved.
// Every open store calls it in the background.
func (s *Store) Archive(ctx context.Context) (all int, err error) {
	for n := archiveAtOnce; n == archiveAtOnce && err == nil; all += n {
		n, err = s.archiveSome(ctx)
	}
	return all, err
}

func (s *Store) archiveSome(ctx context.Context) (n int, err error) {
	const doing = "moving matches to the archive"
	ctx, cancel := context.WithTimeout(ctx, archiveWithin)
	defer cancel()
	err = s.inTxOf(ctx, s.aside, doing, func(tx *sql.Tx) error {
		if s.dialect.name == "postgres" {
			// Lock the table before any row: while this transaction waits for the table lock, it
			// must not hold the lock of a row that a player's command may need.
			if _, err := tx.ExecContext(ctx, `LOCK TABLE archive IN ROW EXCLUSIVE MODE`); err != nil {
				return s.failed(doing, err)
			}
		}
		ids, err := queryIDs(ctx, tx, s.sql(`SELECT id FROM live WHERE finished ORDER BY id LIMIT $1 @CLAIM`), archiveAtOnce)
		if err != nil || len(ids) == 0 {
			return s.failed(doing, err)
		}
		if err := s.copyToArchive(ctx, tx, ids); err != nil {
			return s.failed(doing, err)
		}
		for _, text := range archiveSteps {
			if _, err := tx.ExecContext(ctx, s.sql(text), s.dialect.list(ids)); err != nil {
				return s.failed(doing, err)
			}
		}
		n = len(ids)
		return nil
	})
	if err != nil {
		n = 0
	}
	return n, err
}

// queryIDs reads one text column, inside or outside a transaction.
func queryIDs(ctx context.Context, db interface {
	QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error)
}, text string, args ...any) (ids []string, err error) {
	rows, err := db.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// copyToArchive inserts the ended matches that the transaction has locked into
// the archive, in the storage format that the archive currently uses.
func (s *Store) copyToArchive(ctx context.Context, tx *sql.Tx, ids []string) error {
	const before = `id, game, first, second, created, ended, seq, ply, result, secret, terms, events`
	const values = `live.id, game, first, second, created, ` + endedAt + `, seq, ply, result, secret, `
	if place, err := s.formPlace(ctx, tx); err != nil {
		return err
	} else if place != formBytes {
		_, err := tx.ExecContext(ctx, s.sql(`INSERT INTO archive (`+before+`) SELECT `+values+`live.terms, `+packed+` FROM live WHERE id @IN(1) AND finished`), s.dialect.list(ids))
		return err
	}
	rows, err := tx.QueryContext(ctx, s.sql(`SELECT id, game, first, second, terms, `+packed+` FROM live WHERE id @IN(1) AND finished`), s.dialect.list(ids))
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	var found, terms, events []string // terms and events are in hexadecimal
	for rows.Next() {
		var id, name, text string
		var players [2]string
		var body []byte
		if err := rows.Scan(&id, &name, &players[0], &players[1], &body, &text); err != nil {
			return err
		}
		list, err := readPacked(text)
		if err != nil {
			return err
		}
		found, events = append(found, id), append(events, hex.EncodeToString(compact.Encode(list)))
		terms = append(terms, hex.EncodeToString(compact.EncodeTerms(body, termsWords(name, players))))
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, s.sql(`INSERT INTO archive (`+before+`, compact) SELECT `+values+`@UNHEX(given.terms), '', @UNHEX(given.events)
		FROM @GIVEN(1, 2, 3) JOIN live ON live.id = given.id WHERE finished`), s.dialect.list(found), s.dialect.list(terms), s.dialect.list(events))
	return err
}

// archiveSteps are the SQL statements that delete ended matches with the given ids from the tables
// of matches in progress. They run after these matches were copied to the archive.
var archiveSteps = []string{
	`DELETE FROM plans WHERE match_id @IN(1)`,
	`DELETE FROM events WHERE id IN (SELECT id FROM live WHERE id @IN(1) AND finished)`,
	`DELETE FROM live WHERE id @IN(1) AND finished`,
}

// endedAt is an SQL expression for the end time of a match in the table live. Its value is 0 while
// the match is in progress.
const endedAt = `CASE WHEN finished THEN COALESCE((SELECT at FROM ended WHERE ended.id = live.id), @NOW) ELSE 0 END`
