//go:build unix

package store

import (
	"context"
	"database/sql"
	"testing"
	"time"

	"kydai/internal/play"
	"kydai/test/servers"
)

func serverURL(p *servers.Postgres) string {
	return "postgres://root@" + p.Address() + "/postgres?sslmode=disable"
}

// TestReplica checks that a server which follows the primary by streaming
// replication answers only lists that may be late, and that the primary answers
// when the replica is behind, fails, or is gone.
func TestReplica(t *testing.T) {
	if testing.Short() {
		t.Skip("starts two servers")
	}
	primary := servers.NewPostgres(t)
	standby := primary.Standby()
	ctx := t.Context()
	s := must(OpenServer(context.Background(), serverURL(primary), Options{Connections: testConnections, Replica: serverURL(standby), NoTasks: true}))(t)
	defer func() { want(t, s.Close(), nil) }()
	onReplica := must(sql.Open("pgx", serverURL(standby)))(t)
	defer func() { _ = onReplica.Close() }()
	// again makes the store check the replica at once, at the next list query.
	again := func() {
		s.replica.mu.Lock()
		s.replica.next = time.Time{}
		s.replica.mu.Unlock()
	}
	listed := func(ctx context.Context) int { return len(must(s.Played(ctx, "anna", play.Cursor{}, 10))(t)) }
	until := func(what string, ok func() bool) {
		t.Helper()
		for end := time.Now().Add(30 * time.Second); !ok(); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatal(what)
			}
		}
	}
	follows := func() {
		t.Helper()
		until("the replica does not follow", func() bool {
			want(t, s.Beat(ctx, "node", []byte("{}")), nil)
			again()
			return s.fresh(ctx) != nil
		})
	}
	late := play.Late(ctx)

	playedOut(t, s, "one")
	archiveAll(t, s)
	follows()
	until("the replica has no match", func() bool { return listed(late) == 1 })

	// Replication is paused: the replica must still answer lists that may be late. The primary must
	// answer all other queries.
	must(onReplica.ExecContext(ctx, `SELECT pg_wal_replay_pause()`))(t)
	until("it does not pause", func() (paused bool) {
		want(t, onReplica.QueryRowContext(ctx, `SELECT pg_get_wal_replay_pause_state() = 'paused'`).Scan(&paused), nil)
		return paused
	})
	playedOut(t, s, "two")
	archiveAll(t, s)
	if onTime, may := listed(ctx), listed(late); onTime != 2 || may != 1 {
		t.Errorf("%d matches are listed, %d where they may be late", onTime, may)
	}
	must(s.Load(late, "two"))(t)
	newMatch(t, s, "three")
	if n := len(must(s.Playing(late, "anna"))(t)); n != 1 {
		t.Errorf("%d matches in progress", n)
	}
	if n := len(must(s.Seqs(late, []string{"two", "three"}))(t)); n != 2 {
		t.Errorf("%d numbers of events", n)
	}
	if _, err := s.replica.db.ExecContext(ctx, `CREATE TABLE x (n INTEGER)`); err == nil {
		t.Error("the replica was written to")
	}

	// The replica is too far behind, so the primary must answer.
	s.replica.lag = time.Millisecond
	time.Sleep(10 * time.Millisecond)
	want(t, s.Beat(ctx, "node", []byte("{}")), nil)
	again()
	if n := listed(late); n != 2 {
		t.Errorf("%d matches of a replica that is behind", n)
	}
	s.replica.lag = replicaLag
	must(onReplica.ExecContext(ctx, `SELECT pg_wal_replay_resume()`))(t)
	follows()
	until("the replica is without the second match", func() bool { return listed(late) == 2 })

	// The replica stops between two checks and does not come back, so the primary
	// must answer.
	standby.Kill()
	for range 2 {
		if n := listed(late); n != 2 {
			t.Errorf("%d matches without the replica", n)
		}
		again()
	}
	if s.fresh(ctx) != nil {
		t.Error("a dead replica is in use")
	}
}

// TestNoReplica checks that a server that is not a replica is not used, and that an invalid URL
// causes an error that does not contain the URL.
func TestNoReplica(t *testing.T) {
	p, other, ctx := postgresPlace(t), postgresPlace(t), t.Context()
	other.open(t) // a separate database with the same tables
	for _, address := range []string{other.address, "postgres://root@127.0.0.1:1/none?sslmode=disable"} {
		s := must(OpenServer(context.Background(), p.address, Options{Connections: testConnections, Replica: address, NoTasks: true}))(t)
		want(t, s.Beat(ctx, "node", []byte("{}")), nil)
		must(s.Played(play.Late(ctx), "anna", play.Cursor{}, 10))(t)
		if s.fresh(ctx) != nil {
			t.Errorf("%s is used as a replica", address)
		}
		want(t, s.Close(), nil)
	}
	_, err := OpenServer(ctx, p.address, Options{Replica: "postgres://a:b@%zz"})
	if err == nil || err.Error() != "store: the URL of the replica is not valid" {
		t.Errorf("a wrong URL: %v", err)
	}
}
