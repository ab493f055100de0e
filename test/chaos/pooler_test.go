//go:build linux

package chaos_test

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"kydai/test/load"
	"kydai/test/servers"

	"github.com/jackc/pgx/v5"
)

// poolerIni is the configuration of PgBouncer that docs/operations.md recommends. Its
// parameters are the address and port of PostgreSQL, PgBouncer's port, and the file of
// users.
const poolerIni = `[databases]
* = host=%s port=%s user=root
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %s
unix_socket_dir =
auth_type = any
auth_file = %s
pool_mode = transaction
default_pool_size = 20
max_client_conn = 400
server_login_retry = 1
`

// startPooler starts PgBouncer in front of the database.
func (s *site) startPooler() {
	s.t.Helper()
	path, err := exec.LookPath("pgbouncer")
	if err != nil {
		path = "/usr/sbin/pgbouncer"
		if _, err := os.Stat(path); err != nil {
			s.t.Skip("pgbouncer is not installed")
		}
	}
	dir := s.database.Folder() // a folder in which PgBouncer, which may run as another user, can read files
	users, ini := filepath.Join(dir, "users.txt"), filepath.Join(dir, "pgbouncer.ini")
	s.pooled = servers.FreeAddress(s.t)
	host, port, _ := net.SplitHostPort(s.database.Address())
	_, own, _ := net.SplitHostPort(s.pooled)
	for file, text := range map[string]string{users: "\"root\" \"\"\n", ini: fmt.Sprintf(poolerIni, host, port, own, users)} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil { //nolint:gosec // PgBouncer may run as another user and must be able to read the files
			s.t.Fatal(err)
		}
	}
	args := []string{ini}
	if os.Geteuid() == 0 { // PgBouncer refuses to run as root
		args = []string{"-u", "postgres", ini}
	}
	s.pooler = s.add(&program{name: "pgbouncer", path: path, args: args, up: listens(s.pooled)})
}

// TestChaosPooler runs a campaign with PgBouncer in front of the database and checks that all
// guarantees hold. The incidents include kills of PgBouncer.
func TestChaosPooler(t *testing.T) {
	d := duration(t)
	s := newSite(t, setting{nodes: 3, workers: 2, pooler: true})
	wage(t, s, usual(d), anything(d)).mustHold(t)
}

// TestChaosShards runs a campaign with half of the matches on a second PostgreSQL server, which is
// killed too, and checks that all guarantees hold.
func TestChaosShards(t *testing.T) {
	d := duration(t)
	s := newSite(t, setting{nodes: 3, workers: 2, shard: true})
	c := wage(t, s, usual(d), anything(d))
	c.mustHold(t)
	if n := s.movedToShard(t); n == 0 {
		t.Error("no match was played on the shard")
	} else {
		t.Logf("%d matches were played on the shard", n)
	}
}

// movedToShard counts the matches of the last hour that were played on the shard.
func (s *site) movedToShard(t *testing.T) (n int) {
	t.Helper()
	db, err := pgx.Connect(t.Context(), s.databaseAt(s.shard.Address()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close(t.Context()) }()
	if err := db.QueryRow(t.Context(), `SELECT COUNT(*) FROM live`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

const farEnv = "KYDAI_TEST_FAR" // round-trip time between node and database in TestFar

// TestFar plays on a node whose database has a high network latency. It plays once at the pace of
// people and once as fast as moves are acknowledged, and reports how long players wait.
func TestFar(t *testing.T) {
	far, err := time.ParseDuration(os.Getenv(farEnv))
	if err != nil {
		t.Skip(farEnv + " is not set")
	}
	d := time.Duration(number(measureEnv, 12)) * time.Second
	for _, trip := range []time.Duration{far, 0} {
		s := newSite(t, setting{nodes: 1})
		if trip > 0 { // add the latency after the schema is created, because that needs many round trips
			s.toData[0].delay.Store(int64(trip / 2))
			s.toData[0].reset()
			eventually(t, time.Minute, "the node is ready again", s.nodes[0].up)
		}
		for _, of := range []struct {
			matches int
			pace    float64
		}{{50, 0.5}, {200, 0}} {
			r, err := load.Run(t.Context(), load.Options{
				URLs: s.urls, Matches: of.matches, Pace: of.pace, For: d, Games: []string{"chess"}, Seed: seed(), Silence: time.Minute,
			})
			if err != nil {
				t.Fatal(err)
			}
			if !r.OK() {
				r.Write(t.Output())
				t.Error("a promise is broken")
			}
			t.Logf("round trip %v, %d matches, pace %v: %.0f moves/s, move to ack p50 %v p99 %v, to the other p50 %v p99 %v; charged and not thought p99 %v",
				trip, of.matches, of.pace, r.Rate, r.Ack.Quantile(0.5), r.Ack.Quantile(0.99), r.Other.Quantile(0.5), r.Other.Quantile(0.99), r.Overpaid.Quantile(0.99))
		}
		s.end()
	}
}
