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

	_ "github.com/jackc/pgx/v5/stdlib" // the database driver pgx
)

// PostgresAddress returns the URL of the shared PostgreSQL server for tests.
func PostgresAddress() string {
	return cmp.Or(os.Getenv("KYDAI_TEST_POSTGRES"), "postgres://root@127.0.0.1:5432/test?sslmode=disable")
}

// Schema creates an empty schema on a PostgreSQL server. It returns the URL that selects
// the schema, and the name of the schema. The schema is dropped when the test ends. If
// there is no server, the test is skipped; in CI it fails.
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
	create(ctx, t, db, name)
	return With(t, address, "search_path", name), name
}

// SchemaNamed creates an empty schema with a given name for the duration of the test, and returns
// the URL of the database with this schema.
func SchemaNamed(t testing.TB, address, name string) (at string) {
	t.Helper()
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	create(t.Context(), t, db, name)
	return With(t, address, "search_path", name)
}

func create(ctx context.Context, t testing.TB, db *sql.DB, name string) {
	t.Helper()
	if _, err := db.ExecContext(ctx, "CREATE SCHEMA "+name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { drop(t, db, name) })
}

// drop drops a schema. It tries several times, because statements of a killed process may
// still be running in the schema.
func drop(t testing.TB, db *sql.DB, name string) {
	var err error
	for range 3 {
		if _, err = db.Exec("DROP SCHEMA " + name + " CASCADE"); err == nil {
			return
		}
	}
	t.Error(err)
}

// With returns the database URL address in which the parameter setting has the given value.
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
