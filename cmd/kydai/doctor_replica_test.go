package main

import (
	"database/sql"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kydai/internal/store"
	"kydai/test/servers"
)

// TestDoctorReplica checks that kydai doctor accepts a replica that is up to date. It must report a
// primary, a replica of another database, a lagging replica and an unreachable server.
func TestDoctorReplica(t *testing.T) {
	primary := servers.NewPostgres(t)
	standby := primary.Standby()
	at := func(p *servers.Postgres) string {
		return "postgres://root@" + p.Address() + "/postgres?sslmode=disable"
	}
	s, err := store.OpenServer(t.Context(), at(primary), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	data, key := t.TempDir(), filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(key, []byte(strings.Repeat("ab", keySize)), 0o600); err != nil {
		t.Fatal(err)
	}
	level := func(replica string) string {
		t.Helper()
		p := &patient{serving: parseServing(t, "--database", at(primary), "--database-replica", replica, "--data", data, "--key-file", key)}
		p.checkReplica(t.Context())
		if len(p.found) != 1 || p.found[0].Code != "replica" {
			t.Fatalf("%+v", p.found)
		}
		return p.found[0].Level + ": " + p.found[0].Text
	}
	on := func(p *servers.Postgres, text string) {
		t.Helper()
		db, err := sql.Open("pgx", at(p))
		if err == nil {
			_, err = db.ExecContext(t.Context(), text)
			_ = db.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	until := func(what, part, replica string) {
		t.Helper()
		for end := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
			got := level(replica)
			if strings.Contains(got, part) {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("%s: %s", what, got)
			}
		}
	}
	until("a replica without feedback", "exports", at(standby))
	on(standby, "ALTER SYSTEM SET hot_standby_feedback = on")
	on(standby, "SELECT pg_reload_conf()")
	until("a replica", fine+": ", at(standby))
	until("the primary itself", "no standby", at(primary))
	until("a server that is away", "cannot be used", "postgres://root@127.0.0.1:1/postgres?connect_timeout=1")
	on(primary, "CREATE DATABASE other")
	until("another database", "schema step 0", strings.Replace(at(standby), "/postgres?", "/other?", 1))
	on(standby, "SELECT pg_wal_replay_pause()")
	on(primary, "INSERT INTO nodes (id, beat, body) VALUES ('later', (extract(epoch FROM now()) * 1000000)::bigint + 60000000, '{}')")
	on(primary, "UPDATE nodes SET beat = beat + 60000000")
	until("a replica that stands still", "behind the primary", at(standby))
	if err := (&app{out: io.Discard, err: io.Discard}).doctor(t.Context(), parseServing(t, "--database", at(primary), "--database-replica", at(standby), "--data", data, "--key-file", key, "--listen", "127.0.0.1:0"), true); err != nil {
		t.Errorf("a replica that lags stops a server: %v", err)
	}
}
