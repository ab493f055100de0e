//go:build linux

package chaos_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kydai/game"
	"kydai/internal/play"
	"kydai/test/load"
)

// Environment variables of the performance measurements, which need an idle machine.
const (
	ratiosEnv  = "KYDAI_TEST_RATIOS"
	roundsEnv  = "KYDAI_TEST_RATIOS_ROUNDS"
	measureEnv = "KYDAI_TEST_RATIOS_SECONDS"
)

// TestRatios compares two rates: the acknowledged moves per second of a node, through WebSockets,
// rules and database, and the rate at which pgbench executes the same SQL statement. Client, server
// and database run on the same machine.
func TestRatios(t *testing.T) {
	if os.Getenv(ratiosEnv) == "" {
		t.Skip(ratiosEnv + " is not set")
	}
	rounds := int(number(roundsEnv, 3))
	d := time.Duration(number(measureEnv, 8)) * time.Second
	s := newSite(t, setting{nodes: 1})
	statement := s.statement()
	var bench, benchLate, few, many, late []float64
	for r := range rounds {
		tps, p99 := s.pgbench(statement, r, d)
		bench, benchLate = append(bench, tps), append(benchLate, p99)
		few = append(few, measure(t, s, 64, 0, d).Rate)
		full := measure(t, s, 2000, 0, d).Rate
		many = append(many, full)
		third := measure(t, s, 2000, 0.3*full/2000, d)
		late = append(late, third.Other.Quantile(0.99).Seconds()*1000)
		t.Logf("round %d: pgbench %.0f/s (p99 %.1f ms), 64 matches %.0f/s, 2,000 matches %.0f/s; at 30 %% of it, %.0f/s, p99 %.1f ms to the other",
			r+1, tps, p99, few[r], full, third.Rate, late[r])
	}
	lite := newSite(t, setting{sqlite: true, nodes: 1})
	var one, grouped []float64
	for range rounds {
		one = append(one, measure(t, lite, 1, 0, d).Rate)
		grouped = append(grouped, measure(t, lite, 500, 0, d).Rate)
	}
	check := func(what string, got, goal float64, ok bool) {
		t.Logf("%-58s %8.2f  goal %.2f", what, got, goal)
		if !ok {
			t.Errorf("%s: %.2f, goal %.2f", what, got, goal)
		}
	}
	ratio := func(what string, rates, base []float64, goal float64) {
		got := median(rates) / median(base)
		check(fmt.Sprintf("%s (%.0f/s to %.0f/s)", what, median(rates), median(base)), got, goal, got >= goal)
	}
	ratio("64 matches in flight to pgbench -c 64", few, bench, 0.6)
	ratio("2,000 matches in flight to the same", many, bench, 2)
	ratio("SQLite, 500 matches to one", grouped, one, 10)
	check("p99 to the other player at 30 % load, ms", median(late), median(benchLate)+10, median(late) <= median(benchLate)+10)
}

func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return v[len(v)/2]
}

// measure plays on a site for the duration d. It fails the test if a guarantee is violated.
func measure(t *testing.T, s *site, matches int, pace float64, d time.Duration) *load.Report {
	t.Helper()
	report, err := load.Run(t.Context(), load.Options{
		URLs: s.urls, Matches: matches, Pace: pace, For: d, Games: []string{"chess"}, Seed: seed(), Silence: 30 * time.Second, Longest: 120,
	})
	if err != nil {
		t.Fatal(err)
	}
	if !report.OK() {
		report.Write(t.Output())
		t.Fatal("a promise is broken")
	}
	return report
}

// statement returns the SQL statement with which the server stores a move. It is read
// from the database's log.
func (s *site) statement() string {
	s.t.Helper()
	tell := func(sql string) {
		out, err := exec.Command("psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", s.databaseAt(s.database.Address()), "-c", sql, "-c", "SELECT pg_reload_conf()").CombinedOutput()
		if err != nil {
			s.t.Fatalf("psql: %v\n%s", err, out)
		}
	}
	tell("ALTER SYSTEM SET log_statement = 'all'")
	time.Sleep(500 * time.Millisecond)
	measure(s.t, s, 2, 20, time.Second)
	tell("ALTER SYSTEM RESET log_statement")
	time.Sleep(500 * time.Millisecond)
	log, err := s.database.Log()
	if err != nil {
		s.t.Fatal(err)
	}
	var found string
	for _, entry := range regexp.MustCompile(`(?m)^\d{4}-\d\d-\d\d `).Split(string(log), -1) {
		_, text, ok := strings.Cut(entry, "execute ")
		if _, text, _ = strings.Cut(text, ": "); ok && strings.Contains(text, "UPDATE live SET seq") && strings.Contains(text, "INSERT INTO events") {
			found = text
		}
	}
	if found == "" {
		s.t.Fatal("the statement of a move is not in the log of the database")
	}
	return strings.TrimSpace(found)
}

// pgbench runs the statement for 64 clients with one match each. It returns the number of
// transactions per second and the 99th percentile of the transactions' latency in milliseconds.
func (s *site) pgbench(statement string, round int, d time.Duration) (tps, p99 float64) {
	s.t.Helper()
	db := s.store()
	for i := range 64 {
		row := play.Row{ID: fmt.Sprintf("bench%d-%d", round, i), Game: "chess", Terms: []byte("{}"), Secret: game.NewSecret(nil)}
		if _, err := db.Create(context.Background(), row); err != nil {
			s.t.Fatal(err)
		}
	}
	// The arguments make the statement store one move of one match, as a batch with one change.
	args := []string{
		"ARRAY[(:name || :client_id)::text]", "ARRAY[:seq::int]", "ARRAY[1]", "ARRAY[:seq::int + 1]", "ARRAY[9223372036854775807]",
		"ARRAY[false]", "ARRAY[:nonce::bigint]", "ARRAY[(:name || :client_id)::text]", "ARRAY[0]", `ARRAY['\x6d310000fe31323334'::bytea]`,
	}
	text := regexp.MustCompile(`\$\d+`).ReplaceAllStringFunc(statement, func(m string) string {
		n, _ := strconv.Atoi(m[1:])
		return args[n-1]
	})
	dir := s.t.TempDir()
	file := filepath.Join(dir, "move.sql")
	if err := os.WriteFile(file, []byte("\\set nonce random(1, 1000000000)\n"+text+";\n\\set seq :seq + 1\n"), 0o600); err != nil {
		s.t.Fatal(err)
	}
	cmd := exec.Command("pgbench", "-n", "-M", "prepared", "-c", "64", "-j", "2", "-T", strconv.Itoa(int(d.Seconds())), "-l", "--log-prefix", filepath.Join(dir, "log"),
		"-D", "seq=0", "-D", fmt.Sprintf("name=bench%d-", round), "-f", file, s.databaseAt(s.database.Address()))
	cmd.Env = append(os.Environ(), "PGOPTIONS=-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off")
	out, err := cmd.CombinedOutput()
	m := regexp.MustCompile(`tps = ([0-9.]+)`).FindSubmatch(out)
	if err != nil || m == nil {
		s.t.Fatalf("pgbench: %v\n%s", err, out)
	}
	tps, _ = strconv.ParseFloat(string(m[1]), 64)
	moved := 0
	for i := range 64 {
		row, err := db.Load(context.Background(), fmt.Sprintf("bench%d-%d", round, i))
		if err != nil {
			s.t.Fatal(err)
		}
		moved += row.Seq
	}
	if float64(moved) < tps*d.Seconds()/2 {
		s.t.Fatalf("pgbench says %.0f a second, but only %d moves were made", tps, moved)
	}
	return tps, latencies(s.t, dir)
}

// latencies returns the 99th percentile of the latencies in pgbench's logs, in
// milliseconds.
func latencies(t *testing.T, dir string) float64 {
	t.Helper()
	var all []float64
	files, _ := filepath.Glob(filepath.Join(dir, "log*"))
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		for lines := bufio.NewScanner(f); lines.Scan(); {
			if fields := strings.Fields(lines.Text()); len(fields) > 2 {
				us, _ := strconv.ParseFloat(fields[2], 64)
				all = append(all, us/1000)
			}
		}
		_ = f.Close()
	}
	if len(all) == 0 {
		t.Fatal("pgbench logged nothing")
	}
	slices.Sort(all)
	return all[len(all)*99/100]
}
