package consumertest

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kydai/internal/play"
	"kydai/internal/store"
	"kydai/test/servers"
)

const (
	sqlite   = "sqlite"
	postgres = "postgres"
)

// world is a database with one node. A separate connection ends matches with the same statements as
// the committer.
type world struct {
	t       testing.TB
	kind    string
	address string
	subject Subject
	store   *store.Store
	raw     *sql.DB
	// pass numbers all visible rows of ended matches and lets the consumer apply them.
	pass func() error
}

func newWorld(t testing.TB, kind string, subject Subject) *world {
	t.Helper()
	w := &world{t: t, kind: kind, subject: subject}
	driver := "pgx"
	if kind == sqlite {
		w.address, driver = filepath.Join(t.TempDir(), "kydai.db"), "sqlite"
	} else {
		at, _ := servers.Schema(t, servers.PostgresAddress())
		// The scenarios kill processes but do not crash the server, so no commit that the server
		// has received can be lost. Waiting for the disk is therefore not needed.
		w.address = servers.With(t, at, "synchronous_commit", "off")
	}
	var err error
	if w.store, err = open(w.address); err != nil {
		t.Fatal(err)
	}
	name := w.address
	if kind == sqlite {
		name = "file:" + w.address + "?_pragma=busy_timeout(10000)&_txlock=immediate"
	}
	if w.raw, err = sql.Open(driver, name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = w.raw.Close(), w.store.Close() })
	if subject.Setup != "" {
		if _, err := w.raw.ExecContext(t.Context(), subject.Setup); err != nil {
			t.Fatal(err)
		}
	}
	c := subject.New()
	w.pass = func() error { return w.passWith(w.store, c) }
	return w
}

// connections is the number of connections of a store to PostgreSQL. It is small, because other tests
// share the server.
const connections = 8

func open(address string) (*store.Store, error) {
	o := store.Options{NoTasks: true, Connections: connections}
	if strings.HasPrefix(address, "postgres:") {
		return store.OpenServer(context.Background(), address, o)
	}
	return store.OpenFile(context.Background(), address, o)
}

// another opens another node on the same database.
func (w *world) another() (*store.Store, error) {
	s, err := open(w.address)
	if err == nil {
		w.t.Cleanup(func() { _ = s.Close() })
	}
	return s, err
}

// passWith numbers all visible rows of ended matches on the node s and lets the consumer c apply
// them.
func (w *world) passWith(s *store.Store, c store.Consumer) error {
	_, err := s.Number(w.t.Context())
	if err == nil {
		_, err = s.Consume(w.t.Context(), c)
	}
	return err
}

// begin ends a match in a transaction and returns the transaction, which is still open.
func (w *world) begin(e play.Ended) (*sql.Tx, error) {
	ctx := w.t.Context()
	_, err := w.raw.ExecContext(ctx, `INSERT INTO live (id, game, first, second, created, terms, secret, check_at, seq, ply, finished, result)
		VALUES ($1, $2, $3, $4, 1, $5, $5, 9223372036854775807, 0, 0, FALSE, '')`, e.ID, e.Game, e.Players[0], e.Players[1], []byte{})
	if err != nil {
		return nil, err
	}
	facts, err := json.Marshal(e.Facts)
	if err != nil {
		return nil, err
	}
	tx, err := w.raw.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	if _, err = tx.ExecContext(ctx, `UPDATE live SET finished = TRUE WHERE id = $1`, e.ID); err == nil {
		_, err = tx.ExecContext(ctx, `INSERT INTO ended (id, game, first, second, result, reason, rated, at, facts) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
			e.ID, e.Game, e.Players[0], e.Players[1], e.Winner, e.Reason, e.Rated, e.At.UnixMicro(), string(facts))
	}
	if err != nil {
		_ = tx.Rollback()
		return nil, err
	}
	return tx, nil
}

// end ends matches one after the other.
func (w *world) end(all ...play.Ended) error {
	for _, e := range all {
		tx, err := w.begin(e)
		if err == nil {
			err = tx.Commit()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// loseLeases deletes the leases of all nodes. If there are no leases it writes
// nothing, so that idle nodes do not lock the SQLite file.
func (w *world) loseLeases() error {
	var held int
	err := w.raw.QueryRowContext(w.t.Context(), `SELECT COUNT(*) FROM leases`).Scan(&held)
	if err == nil && held > 0 {
		_, err = w.raw.ExecContext(w.t.Context(), `DELETE FROM leases`)
	}
	return err
}

// state returns the consumer's state, one line per row.
func (w *world) state() (string, error) {
	rows, err := w.raw.QueryContext(w.t.Context(), w.subject.State)
	if err != nil {
		return "", err
	}
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for rows.Next() {
		fields := make([]any, len(columns))
		for i := range fields {
			fields[i] = new(any)
		}
		if err := rows.Scan(fields...); err != nil {
			return "", err
		}
		for _, f := range fields {
			_, _ = fmt.Fprint(&b, *f.(*any), " ") //nolint:errcheck,forcetypeassert // every field is a *any, created above
		}
		b.WriteByte('\n')
	}
	return b.String(), rows.Err()
}

// numbers lists the rows that have a number, in the order of their numbers.
func (w *world) numbers() (all []play.Ended, err error) {
	rows, err := w.raw.QueryContext(w.t.Context(), `SELECT number, id, first, second, at FROM ended WHERE number IS NOT NULL ORDER BY number`)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var e play.Ended
		var at int64
		if err := rows.Scan(&e.Number, &e.ID, &e.Players[0], &e.Players[1], &at); err != nil {
			return nil, err
		}
		e.At = time.UnixMicro(at).UTC()
		all = append(all, e)
	}
	return all, rows.Err()
}
