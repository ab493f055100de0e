package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kydai/game"
	"kydai/internal/play"
	"kydai/test/servers"
)

// place is an empty database that can be opened several times.
type place struct {
	name string
	open func(t testing.TB) *Store
	// address is the address with which another process opens the database.
	address string
}

// everywhere runs a test on both databases.
func everywhere(t *testing.T, f func(t *testing.T, p place)) {
	t.Run("sqlite", func(t *testing.T) { f(t, sqlitePlace(t)) })
	t.Run("postgres", func(t *testing.T) { f(t, postgresPlace(t)) })
}

func sqlitePlace(t testing.TB) place { return placeAt(t, filepath.Join(t.TempDir(), "a b%20c.db")) }

// postgresPlace creates a schema for this test on the test server.
func postgresPlace(t testing.TB) place {
	t.Helper()
	return schemaAt(t, servers.PostgresAddress())
}

func schemaAt(t testing.TB, address string) place {
	t.Helper()
	at, name := servers.Schema(t, address)
	if everyOnShard {
		servers.SchemaNamed(t, address, name+onShard)
	}
	return placeAt(t, at)
}

func placeAt(t testing.TB, address string) place {
	t.Helper()
	p := place{name: "sqlite", address: address}
	if strings.HasPrefix(address, "postgres:") {
		p.name = "postgres"
	}
	p.open = func(t testing.TB) *Store {
		t.Helper()
		s, err := openAt(context.Background(), address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
		asBytes(t, s)
		return s
	}
	return p
}

// testConnections is the number of database connections of a store under test.
// Packages that are tested at the same time share the 100 connections of
// PostgreSQL.
const testConnections = 8

// everyOnShard lets every match of a test on PostgreSQL move to a shard, which is a second schema of
// the test server.
var everyOnShard = os.Getenv("KYDAI_TEST_SHARD") != ""

// onShard is added to the name of a schema to get the name of the schema of its shard.
const onShard = "_shard"

// oneDatabase skips a test of the parts of one database, such as its committer, if every match
// moves to a shard.
func oneDatabase(t testing.TB) {
	t.Helper()
	if everyOnShard && strings.Contains(t.Name(), "/postgres") {
		t.Skip("it tests the parts of one database")
	}
}

// withShard adds the shard to the options of a store, if every match of a test moves to a shard.
func withShard(address string, o Options) Options {
	u, err := url.Parse(address)
	if err != nil || !everyOnShard {
		return o
	}
	q := u.Query()
	if name := q.Get("search_path"); name != "" {
		q.Set("search_path", name+onShard)
		u.RawQuery = q.Encode()
		o.Shards, o.every = []Shard{{Letter: "b", Address: u.String()}}, true
	}
	return o
}

func openAt(ctx context.Context, address string) (*Store, error) {
	if strings.HasPrefix(address, "postgres:") {
		return OpenServer(ctx, address, withShard(address, Options{Connections: testConnections}))
	}
	return OpenSQLite(ctx, address)
}

// asBytes makes a store write archived matches as bytes at once. On a running site, the change from
// text to bytes takes a week.
func asBytes(t testing.TB, s *Store) {
	t.Helper()
	_, err := s.exec(t.Context(), `INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`, formSetting, formBytes)
	if err != nil {
		t.Fatal(err)
	}
}

// newMatch stores a match without events.
func newMatch(t testing.TB, s *Store, id string) {
	t.Helper()
	must(s.Create(t.Context(), row(id)))(t)
}

func row(id string) play.Row {
	return play.Row{
		ID: id, Game: "chess", Players: [2]string{"anna", "bao"},
		Terms: []byte(`{"clock":"5+3"}`), Secret: game.NewSecret([]byte("hush\x00\xff")),
	}
}

// insist repeats a change that is refused with ErrBusy, as clients do, because changes may have to
// wait on a busy machine.
func insist(ctx context.Context, s *Store, c play.Change) (time.Time, error) {
	for {
		began, err := s.Commit(ctx, c)
		if !errors.Is(err, play.ErrBusy) || ctx.Err() != nil {
			return began, err
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// must returns a function that returns v, or fails the test if err is not nil.
func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func want(t testing.TB, got, wanted error) {
	t.Helper()
	if !errors.Is(got, wanted) {
		t.Fatalf("got error %v, want %v", got, wanted)
	}
}

// move returns a change with one event.
func move(id string, seq int) play.Change {
	return play.Change{ID: id, Seq: seq, Ply: seq + 1, Events: [][]byte{body(id, seq)}}
}

func body(id string, seq int) []byte { return fmt.Appendf(nil, "%s\x00\xfe%d", id, seq) }

func equalBodies(t testing.TB, events []play.Event, want ...[]byte) {
	t.Helper()
	if len(events) != len(want) {
		t.Fatalf("%d events, want %d", len(events), len(want))
	}
	for i, e := range events {
		if !bytes.Equal(e.Body, want[i]) {
			t.Fatalf("event %d is %q, want %q", i, e.Body, want[i])
		}
		if time.Since(e.Began).Abs() > time.Hour {
			t.Fatalf("event %d began at %v", i, e.Began)
		}
	}
}

func count(t testing.TB, s *Store, table string) int {
	t.Helper()
	var n int
	if err := s.reads.QueryRowContext(t.Context(), "SELECT COUNT(*) FROM "+table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
