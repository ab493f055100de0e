package servers

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver
)

// PostgresAddress returns the address of the shared PostgreSQL server for tests.
func PostgresAddress() string {
	return cmp.Or(os.Getenv("KYDAI_TEST_POSTGRES"), "postgres://root@127.0.0.1:5432/test?sslmode=disable")
}

// Schema creates an empty schema on a PostgreSQL server and returns its name and
// the address that leads to it. The schema is dropped when the test ends. Without a server
// the test is skipped, except in CI, where it fails.
func Schema(t testing.TB, address string) (at, name string) {
	t.Helper()
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := db.PingContext(ctx); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("no PostgreSQL at KYDAI_TEST_POSTGRES: %v", err)
		}
		t.Skipf("no PostgreSQL at KYDAI_TEST_POSTGRES: %v", err)
	}
	name = "kydai_" + strings.ToLower(rand.Text())
	if _, err := db.ExecContext(ctx, "CREATE SCHEMA "+name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { drop(t, db, name) })
	return With(t, address, "search_path", name), name
}

// drop drops a schema. Statements of a killed process may still be running in it.
func drop(t testing.TB, db *sql.DB, name string) {
	var err error
	for range 3 {
		if _, err = db.Exec("DROP SCHEMA " + name + " CASCADE"); err == nil {
			return
		}
	}
	t.Error(err)
}

// With returns an address with one of its settings changed.
func With(t testing.TB, address, setting, value string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set(setting, value)
	u.RawQuery = q.Encode()
	return u.String()
}
