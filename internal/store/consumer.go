package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"kydai/game"
	"kydai/internal/play"
)

// consumeAtOnce is the number of rows per transaction of a consumer.
const consumeAtOnce = 200

// Consumer processes every ended match, for example for statistics or ratings. Every row is applied
// exactly once, by one node at a time, in the order of the row numbers, starting with the first row
// of the table.
type Consumer struct {
	// Name is the key of the consumer's progress. A consumer with a new name
	// starts at the first row.
	Name string
	// Apply writes the effects of rows in the same transaction as the consumer's progress: if
	// either write fails, both are rolled back. Apply must have no effect outside the transaction.
	// The numbers of the rows have no gaps. After an error Apply gets the same rows again after a
	// pause.
	Apply func(ctx context.Context, tx *Tx, rows []play.Ended) error
	// Applied is called with the rows after the transaction has committed. It is not called if the
	// node dies in between. It may be nil.
	Applied func(rows []play.Ended)
}

// Tx is the transaction of a consumer.
type Tx struct {
	store *Store
	tx    *sql.Tx
}

// Exec runs a statement. The dialect of the database replaces words that begin with @.
func (t *Tx) Exec(ctx context.Context, text string, args ...any) error {
	_, err := t.tx.ExecContext(ctx, t.store.sql(text), args...)
	return err
}

// ExecOne runs a statement that must change exactly one row.
func (t *Tx) ExecOne(ctx context.Context, text string, args ...any) error {
	res, err := t.tx.ExecContext(ctx, t.store.sql(text), args...)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n != 1 {
		return errors.Join(errProgress, err)
	}
	return nil
}

// Query runs a query. The caller must close the rows before the next statement.
func (t *Tx) Query(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	return t.tx.QueryContext(ctx, t.store.sql(text), args...)
}

var (
	errGap      = game.Err("gap", "the numbers of ended matches have a gap: restore a backup")
	errProgress = game.Err("progress", "the progress of a consumer was changed by another node")
	errPanic    = errors.New("a consumer panicked")
)

// Consume lets the consumer c apply the rows that it has not applied yet, and returns how many it
// has applied. Every open store calls Consume in the background, for the built-in consumers and for
// the consumers in the store's options.
func (s *Store) Consume(ctx context.Context, c Consumer) (all int, err error) {
	err = s.inBatches(ctx, func() (more bool, err error) {
		n, err := s.consumeSome(ctx, c)
		all += n
		return n == consumeAtOnce, err
	})
	return all, err
}

// consumeSome applies one batch of rows and returns its size.
func (s *Store) consumeSome(ctx context.Context, c Consumer) (n int, err error) {
	doing := "telling " + c.Name + " of ended matches"
	if done, last, err := s.progress(ctx, c.Name); err != nil || done >= last {
		return 0, err
	}
	var applied []play.Ended
	made, err := s.inTask(ctx, "consumer "+c.Name, doing, func(tx *sql.Tx) error {
		done, err := s.beginProgress(ctx, tx, c.Name)
		if err != nil {
			return s.failed(doing, err)
		}
		rows, err := s.numbered(ctx, tx, done)
		if err != nil || len(rows) == 0 {
			return s.failed(doing, err)
		}
		if err := c.apply(ctx, &Tx{s, tx}, rows); err != nil {
			return s.failed(doing, err)
		}
		n, applied = len(rows), rows
		return s.failed(doing, s.moveProgress(ctx, tx, c.Name, done, rows[n-1].Number))
	})
	if !made {
		return 0, err
	}
	if err == nil && n > 0 && c.Applied != nil {
		c.Applied(applied)
	}
	return n, err
}

func (c Consumer) apply(ctx context.Context, tx *Tx, rows []play.Ended) (err error) {
	defer func() {
		if why := recover(); why != nil {
			err = fmt.Errorf("%w: %v", errPanic, why)
		}
	}()
	return c.Apply(ctx, tx, rows)
}

// encodeFacts returns the value of the column facts of the table ended: data that consumers need
// about a match besides its result. It returns "" for the zero Facts.
func encodeFacts(f play.Facts) string {
	if f == (play.Facts{}) {
		return ""
	}
	text, err := json.Marshal(f)
	if err != nil {
		panic("store: facts that are no JSON: " + err.Error()) // cannot happen: the only float, points, is finite
	}
	return string(text)
}

func decodeFacts(text string, into *play.Facts) error {
	if text == "" {
		return nil
	}
	return json.Unmarshal([]byte(text), into)
}

// progress returns the last row number that a consumer has applied, and the
// last row number assigned.
func (s *Store) progress(ctx context.Context, name string) (done, last int64, err error) {
	err = s.reads.QueryRowContext(ctx, s.sql(`SELECT COALESCE((SELECT done FROM consumers WHERE name = $1), 0), (`+lastNumber+`)`), name).Scan(&done, &last)
	return done, last, s.failed("asking how far "+name+" is", err)
}

// beginProgress creates the progress row of a consumer if it does not exist,
// and returns the last number applied; 0 for a new consumer.
func (s *Store) beginProgress(ctx context.Context, tx *sql.Tx, name string) (done int64, err error) {
	if _, err := tx.ExecContext(ctx, s.sql(`INSERT INTO consumers (name, done) VALUES ($1, 0) ON CONFLICT (name) DO NOTHING`), name); err != nil {
		return 0, err
	}
	err = tx.QueryRowContext(ctx, s.sql(`SELECT done FROM consumers WHERE name = $1`), name).Scan(&done)
	return done, err
}

// moveProgress updates the progress of a consumer by compare-and-set.
func (s *Store) moveProgress(ctx context.Context, tx *sql.Tx, name string, from, to int64) error {
	res, err := tx.ExecContext(ctx, s.sql(`UPDATE consumers SET done = $3 WHERE name = $1 AND done = $2`), name, from, to)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n != 1 {
		return errors.Join(errProgress, err)
	}
	return nil
}

// numbered returns at most consumeAtOnce rows whose numbers are greater than the given number.
func (s *Store) numbered(ctx context.Context, tx *sql.Tx, after int64) ([]play.Ended, error) {
	rows, err := tx.QueryContext(ctx, s.sql(`SELECT number, id, game, first, second, result, reason, rated, at, facts FROM ended
		WHERE number > $1 ORDER BY number LIMIT $2`), after, consumeAtOnce)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var all []play.Ended
	for rows.Next() {
		var e play.Ended
		var us int64
		var facts string
		if err := rows.Scan(&e.Number, &e.ID, &e.Game, &e.Players[0], &e.Players[1], &e.Winner, &e.Reason, &e.Rated, &us, &facts); err != nil {
			return nil, err
		}
		if err := decodeFacts(facts, &e.Facts); err != nil {
			return nil, err
		}
		e.At = fromMicros(us)
		all = append(all, e)
		if e.Number != after+int64(len(all)) {
			return nil, errGap
		}
	}
	return all, rows.Err()
}
