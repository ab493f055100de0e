package store

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
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
)

// place is an empty database that can be opened several times.
type place struct {
	name string
	open func(t testing.TB) *Store
	// address is what another process would open.
	address string
}

// everywhere runs a test on both databases.
func everywhere(t *testing.T, f func(t *testing.T, p place)) {
	t.Run("sqlite", func(t *testing.T) { f(t, sqlitePlace(t)) })
	t.Run("postgres", func(t *testing.T) { f(t, postgresPlace(t)) })
}

func sqlitePlace(t testing.TB) place { return placeAt(t, filepath.Join(t.TempDir(), "a b%20c.db")) }

// postgresAddress is the server for tests.
func postgresAddress() string {
	if a := os.Getenv("KYDAI_TEST_POSTGRES"); a != "" {
		return a
	}
	return "postgres://root@127.0.0.1:5432/test?sslmode=disable"
}

// postgresPlace makes a schema of its own. Without a server the test is
// skipped, but not in CI.
func postgresPlace(t testing.TB) place {
	t.Helper()
	return schemaAt(t, postgresAddress())
}

func schemaAt(t testing.TB, address string) place {
	t.Helper()
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := db.PingContext(ctx); err != nil {
		_ = db.Close()
		if os.Getenv("CI") != "" {
			t.Fatalf("no PostgreSQL at KYDAI_TEST_POSTGRES: %v", err)
		}
		t.Skipf("no PostgreSQL at KYDAI_TEST_POSTGRES: %v", err)
	}
	name := "kydai_" + strings.ToLower(rand.Text())
	if _, err := db.ExecContext(ctx, "CREATE SCHEMA "+name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_, err := db.Exec("DROP SCHEMA " + name + " CASCADE")
		// Statements of a killed process may still be running.
		for range 3 {
			if err == nil || !strings.Contains(err.Error(), "40P01") {
				break
			}
			_, err = db.Exec("DROP SCHEMA " + name + " CASCADE")
		}
		if err != nil {
			t.Error(err)
		}
		_ = db.Close()
	})
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("search_path", name)
	u.RawQuery = q.Encode()
	return placeAt(t, u.String())
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
		return s
	}
	return p
}

// testConnections are those of a store under test: the packages that are tested
// at the same time share the 100 that PostgreSQL has.
const testConnections = 8

func openAt(ctx context.Context, address string) (*Store, error) {
	if strings.HasPrefix(address, "postgres:") {
		return OpenServer(ctx, address, Options{Connections: testConnections})
	}
	return OpenSQLite(ctx, address)
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

// insist sends a change again while it is refused as one too many, as clients
// do: a machine that has other things to do lets changes wait.
func insist(ctx context.Context, s *Store, c play.Change) (time.Time, error) {
	for {
		began, err := s.Commit(ctx, c)
		if !errors.Is(err, play.ErrBusy) || ctx.Err() != nil {
			return began, err
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// must returns a function that fails the test on an error.
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

// move is a change of one event.
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
