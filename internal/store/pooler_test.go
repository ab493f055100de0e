package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"kydai/internal/play"
	"kydai/test/servers"
)

// pgbouncer starts PgBouncer in transaction mode in front of an empty database
// and returns its address. If the program is not installed the test is skipped,
// but in CI it fails.
func pgbouncer(t *testing.T, more string) string {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		program = "/usr/sbin/pgbouncer"
		if _, err := os.Stat(program); err != nil {
			if os.Getenv("CI") != "" {
				t.Fatal("pgbouncer is not installed")
			}
			t.Skip("pgbouncer is not installed")
		}
	}
	db := must(sql.Open("pgx", servers.PostgresAddress()))(t)
	name := "kydai_pool_" + strings.ToLower(rand.Text())[:10]
	must(db.Exec("CREATE DATABASE " + name))(t)
	t.Cleanup(func() {
		_, err := db.Exec("DROP DATABASE " + name + " WITH (FORCE)")
		want(t, err, nil)
		_ = db.Close()
	})
	u := must(url.Parse(servers.PostgresAddress()))(t)
	l := must(net.Listen("tcp", "127.0.0.1:0"))(t)
	port := must2(net.SplitHostPort(l.Addr().String()))
	_ = l.Close()
	dir := t.TempDir()
	users := filepath.Join(dir, "users.txt")
	want(t, os.WriteFile(users, fmt.Appendf(nil, "%q \"\"\n", u.User.Username()), 0o644), nil) //nolint:gosec // PgBouncer may run as another user, who must be able to read this file
	ini := filepath.Join(dir, "pgbouncer.ini")
	text := fmt.Sprintf("[databases]\n%s = host=%s port=%s dbname=%s user=%s\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = %s\nunix_socket_dir =\nauth_type = any\nauth_file = %s\npool_mode = transaction\ndefault_pool_size = 5\nmax_client_conn = 200\n%s\n",
		name, u.Hostname(), u.Port(), name, u.User.Username(), port, users, more)
	want(t, os.WriteFile(ini, []byte(text), 0o644), nil) //nolint:gosec // PgBouncer may run as another user, who must be able to read this file
	args := []string{ini}
	if os.Getuid() == 0 { // PgBouncer refuses to run as root
		args = []string{"-u", "nobody", ini}
		for at := dir; len(at) > len(os.TempDir()); at = filepath.Dir(at) {
			want(t, os.Chmod(at, 0o755), nil) //nolint:gosec // the other user must be able to enter the folders
		}
	}
	cmd := exec.Command(program, args...)
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	want(t, cmd.Start(), nil)
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if t.Failed() {
			t.Log(out.String())
		}
	})
	for range 100 {
		c, err := net.Dial("tcp", "127.0.0.1:"+port)
		if err == nil {
			_ = c.Close()
			return fmt.Sprintf("postgres://%s@127.0.0.1:%s/%s?sslmode=disable", u.User.Username(), port, name)
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("pgbouncer does not listen: " + out.String())
	return ""
}

func must2(_, b string, err error) string {
	if err != nil {
		panic(err)
	}
	return b
}

// TestPooler plays, ends, lists, dumps and restores matches through PgBouncer
// in transaction mode, with more clients than PgBouncer has connections.
func TestPooler(t *testing.T) {
	address, ctx := pgbouncer(t, ""), t.Context()
	_, err := OpenServer(ctx, address, Options{})
	want(t, err, errPooler)
	var stores [3]*Store
	for i := range stores {
		stores[i] = must(OpenServer(ctx, address, Options{Pooler: true, Connections: 8}))(t)
		t.Cleanup(func() { _ = stores[i].Close() })
	}
	var wg sync.WaitGroup
	for i := range 24 {
		wg.Go(func() {
			s, id := stores[i%3], fmt.Sprint("m", i)
			_, err := s.Create(ctx, row(id))
			for seq := 0; seq < 12 && err == nil; seq++ {
				c := move(id, seq)
				if seq > 9 {
					c = ending(id, seq)
				}
				_, err = insist(ctx, s, c)
			}
			if err != nil {
				t.Errorf("%s: %v", id, err)
			}
		})
	}
	wg.Wait()
	s := stores[0]
	archiveAll(t, s)
	if n := count(t, s, "archive"); n != 24 {
		t.Errorf("%d matches in the archive", n)
	}
	if list := must(s.Played(ctx, "anna", play.Cursor{}, 50))(t); len(list) != 24 {
		t.Errorf("%d played", len(list))
	}
	must(s.Due(ctx, later, 5, time.Second))(t)
	want(t, s.Propose(ctx, play.Offer{ID: "o", Owner: "anna", Open: true, Expires: time.Now().Add(time.Hour)}), nil)
	if _, err := s.Accept(ctx, "o", row("accepted")); err != nil {
		t.Error(err)
	}
	if n := must(sqlitePlace(t).open(t).Restore(ctx, strings.NewReader(dumpOf(t, s))))(t); n < 48 {
		t.Errorf("%d rows in the dump", n)
	}
	a := s.applier.(*postgresApplier)
	var mode string
	err = s.inTx(ctx, "asking", func(tx *sql.Tx) error { return tx.QueryRow("SHOW synchronous_commit").Scan(&mode) })
	if err != nil || mode != "on" || a.moves == nil {
		t.Errorf("synchronous_commit is %q: %v", mode, err)
	}
}

// TestPoolerDropsParameters checks that a pooler which silently drops the
// start-up parameters is detected.
func TestPoolerDropsParameters(t *testing.T) {
	address := pgbouncer(t, "ignore_startup_parameters = synchronous_commit, lock_timeout, statement_timeout, enable_seqscan")
	_, err := OpenServer(context.Background(), address, Options{})
	want(t, err, errPooler)
}
