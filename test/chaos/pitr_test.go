//go:build linux

package chaos_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"kydai/test/load"
)

const pitrEnv = "KYDAI_TEST_PITR" // enables TestPITR

// backRest is the configuration of pgBackRest. Its parameters are the folder for backups
// and logs, the data folder, and the port.
const backRest = `[global]
repo1-path=%[1]s/repo
log-path=%[1]s
lock-path=%[1]s/lock
log-level-console=warn
log-level-file=off
start-fast=y
compress-type=lz4
archive-timeout=60
[kydai]
pg1-path=%[1]s/data
pg1-port=%[2]s
pg1-user=root
pg1-database=postgres
`

// backUp makes pgBackRest archive the database's write-ahead log. It returns a function
// that runs pgBackRest.
func (s *site) backUp() (rest func(args ...string)) {
	s.t.Helper()
	if _, err := exec.LookPath("pgbackrest"); err != nil {
		s.t.Skip("pgbackrest is not installed")
	}
	dir := s.database.Folder()
	file := filepath.Join(dir, "pgbackrest.conf")
	_, port, _ := net.SplitHostPort(s.database.Address())
	if err := os.WriteFile(file, fmt.Appendf(nil, backRest, dir, port), 0o644); err != nil { //nolint:gosec // the user that runs pgBackRest must be able to read the file
		s.t.Fatal(err)
	}
	rest = func(args ...string) {
		s.t.Helper()
		s.database.Run("pgbackrest", append([]string{"--config=" + file, "--stanza=kydai"}, args...)...)
	}
	s.psql("ALTER SYSTEM SET archive_mode = on", "ALTER SYSTEM SET archive_command = 'pgbackrest --config="+file+" --stanza=kydai archive-push %p'")
	rest("stanza-create")
	s.database.Run("pg_ctl", "-D", dir+"/data", "-m", "fast", "-w", "stop")
	s.database.Start()
	return rest
}

func (s *site) psql(statements ...string) {
	s.t.Helper()
	args := []string{"-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", s.databaseAt(s.database.Address())}
	for _, text := range statements {
		args = append(args, "-c", text)
	}
	if out, err := exec.Command("psql", args...).CombinedOutput(); err != nil {
		s.t.Fatalf("psql: %v\n%s", err, out)
	}
}

// TestPITR backs up the database while matches are played, deletes it, and restores it to a point
// in time before the end of the matches. Every move acknowledged before that time must be restored,
// no later move may be restored, and play must continue.
func TestPITR(t *testing.T) {
	if os.Getenv(pitrEnv) == "" {
		t.Skip(pitrEnv + " is not set")
	}
	s := newSite(t, setting{nodes: 2})
	rest := s.backUp()
	eventually(t, 30*time.Second, "the nodes are up again", func() bool { return s.nodes[0].up() && s.nodes[1].up() })
	const length = 30 * time.Second
	var target time.Time
	var backup sync.WaitGroup
	o := load.Options{URLs: s.urls, Matches: 40, Pace: 4, For: length, Games: []string{"chess"}, Seed: seed(), Silence: orderly, History: true}
	o.Begun = func() {
		backup.Go(func() {
			from := time.Now()
			rest("backup", "--type=full")
			t.Logf("full backup in %v while matches are played", time.Since(from).Round(10*time.Millisecond))
			time.Sleep(3 * time.Second)
			target = time.Now().Truncate(time.Second).Add(time.Second)
		})
	}
	began := time.Now()
	report, err := load.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if !report.OK() {
		report.Write(t.Output())
		t.Fatal("a promise is broken before the restore")
	}
	backup.Wait()
	if t.Failed() || target.IsZero() {
		t.FailNow()
	}
	s.psql("SELECT pg_switch_wal()")
	eventually(t, time.Minute, "the log is in the archive", func() bool { return s.archived() })
	for _, n := range s.nodes {
		n.kill()
	}
	s.database.Kill()
	if err := os.RemoveAll(s.database.Folder() + "/data"); err != nil {
		t.Fatal(err)
	}
	from := time.Now()
	s.database.Run("mkdir", "-m", "700", s.database.Folder()+"/data")
	rest("restore", "--type=time", "--target="+target.UTC().Format("2006-01-02 15:04:05+00"), "--target-action=promote")
	s.database.Start()
	eventually(t, time.Minute, "the database can be written", s.primary)
	for _, n := range s.nodes {
		n.start()
	}
	t.Logf("restored as of %s, with nodes, in %v", target.Format(time.TimeOnly), time.Since(from).Round(10*time.Millisecond))
	s.compare(report, began, target)
	o = load.Options{URLs: s.urls, Matches: 20, Pace: 4, For: 5 * time.Second, Games: []string{"chess"}, Seed: seed() + 1, Silence: orderly}
	if report, err = load.Run(t.Context(), o); err != nil || !report.OK() {
		t.Fatalf("play does not go on: %v", err)
	}
	t.Logf("%d moves acknowledged afterwards, every promise kept", report.Moves)
}

// compare compares the restored records with the moves that were acknowledged to clients.
func (s *site) compare(report *load.Report, began, target time.Time) {
	s.t.Helper()
	// The times of operations count from the start of load.Run, slightly later than began.
	const slack = 100 * time.Millisecond
	records := map[string][]string{}
	there, gone, lost := 0, 0, 0
	for _, op := range report.History {
		if op.Kind != "move" || op.Outcome != load.Done {
			continue
		}
		codes, ok := records[op.Match]
		if !ok {
			codes = s.codes(op.Match)
			records[op.Match] = codes
		}
		stands := op.Ply < len(codes) && codes[op.Ply] == op.Code
		switch {
		case began.Add(op.Return + slack).Before(target):
			there++
			if !stands {
				lost++
				s.t.Errorf("%s: move %d, %s, was acknowledged %v before the target and is lost", op.Match, op.Ply, op.Code, target.Sub(began.Add(op.Return)))
			}
		case began.Add(op.Call - slack).After(target):
			gone++
			if stands {
				s.t.Errorf("%s: move %d, %s, was made after the target and is there", op.Match, op.Ply, op.Code)
			}
		}
	}
	s.t.Logf("%d moves acknowledged before the target: %d lost; %d moves after it are gone", there, lost, gone)
	if there < 100 || gone < 100 {
		s.t.Errorf("%d and %d moves before and after the target prove little", there, gone)
	}
}

// codes returns the moves of a match as a spectator sees them; nil if the server does not have the
// match.
func (s *site) codes(id string) []string {
	s.t.Helper()
	resp, err := http.Get(s.urls[0] + "/api/matches/" + id)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	var view struct{ Codes []string }
	switch {
	case resp.StatusCode == http.StatusNotFound:
	case resp.StatusCode != http.StatusOK:
		s.t.Fatalf("%s: %s", id, resp.Status)
	default:
		if err := json.NewDecoder(resp.Body).Decode(&view); err != nil {
			s.t.Fatal(err)
		}
	}
	return view.Codes
}

// archived reports whether all complete segments of the write-ahead log are archived.
func (s *site) archived() bool {
	return s.asks("SELECT last_archived_wal >= pg_walfile_name(pg_current_wal_insert_lsn() - 16777216) FROM pg_stat_archiver")
}

// primary reports whether the database has finished its recovery.
func (s *site) primary() bool { return s.asks("SELECT NOT pg_is_in_recovery()") }

func (s *site) asks(query string) bool { return s.answer(query) == "t" }

// answer returns the only value that a query returns; "" if the database does not respond.
func (s *site) answer(query string) string {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	out, _ := exec.CommandContext(ctx, "psql", "-X", "-A", "-t", "-d", s.databaseAt(s.database.Address()), "-c", query).Output()
	return strings.TrimSpace(string(out))
}

// schemaStep returns the number of the last schema migration step of the database.
func (s *site) schemaStep() string { return s.answer("SELECT max(number) FROM schema_steps") }
