package store

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestRatios compares acknowledged changes per second with pgbench running the
// same statement, and SQLite's group commits with one change per transaction.
// Absolute times differ from machine to machine, so the test compares ratios of
// one run.
func TestRatios(t *testing.T) {
	if os.Getenv("KYDAI_TEST_RATIOS") == "" {
		t.Skip("KYDAI_TEST_RATIOS is not set")
	}
	const rounds = 3
	p := postgresPlace(t)
	pg := p.open(t)
	var bench, few, many []float64
	for r := range rounds {
		bench = append(bench, pgbench(t, pg, p, r))
		few = append(few, rate(t, pg, fmt.Sprint("few", r), 64, 5*time.Second))
		many = append(many, rate(t, pg, fmt.Sprint("many", r), 2000, 5*time.Second))
	}
	lite := sqlitePlace(t).open(t)
	var one, grouped []float64
	for r := range rounds {
		one = append(one, rate(t, lite, fmt.Sprint("one", r), 1, 3*time.Second))
		grouped = append(grouped, rate(t, lite, fmt.Sprint("grouped", r), 500, 3*time.Second))
	}
	show := func(what string, rates, base []float64, goal float64) {
		ratio := median(rates) / median(base)
		t.Logf("%-40s %8.0f/s against %8.0f/s: %.2f (goal %.1f)", what, median(rates), median(base), ratio, goal)
		if ratio < goal {
			t.Errorf("%s: %.2f, goal %.1f", what, ratio, goal)
		}
	}
	show("PostgreSQL, 64 in flight, to pgbench -c 64", few, bench, 0.6)
	show("PostgreSQL, 2,000 in flight, to the same", many, bench, 2)
	show("SQLite, 500 in flight, to one by one", grouped, one, 10)
}

func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return v[len(v)/2]
}

// rate returns the acknowledged changes per second. Each of inFlight submitters plays its own
// match.
func rate(t *testing.T, s *Store, name string, inFlight int, d time.Duration) float64 {
	t.Helper()
	for i := range inFlight {
		newMatch(t, s, fmt.Sprint(name, i))
	}
	ctx, cancel := context.WithCancel(t.Context())
	var n atomic.Int64
	var wg sync.WaitGroup
	began := time.Now()
	for i := range inFlight {
		wg.Go(func() {
			for seq := 0; ctx.Err() == nil; seq++ {
				if _, err := insist(context.Background(), s, move(fmt.Sprint(name, i), seq)); err != nil {
					t.Error(err)
					return
				}
				n.Add(1)
			}
		})
	}
	time.Sleep(d)
	cancel()
	wg.Wait()
	return float64(n.Load()) / time.Since(began).Seconds()
}

// pgbench runs the committer's statement with a single change in PostgreSQL's benchmark program,
// with 64 clients that each play their own match. It returns the changes per second.
func pgbench(t *testing.T, s *Store, p place, round int) float64 {
	t.Helper()
	for i := range 64 {
		newMatch(t, s, fmt.Sprintf("bench%d-%d", round, i))
	}
	args := []string{
		"ARRAY[(:name || :client_id)::text]", "ARRAY[:seq::int]", "ARRAY[1]", "ARRAY[:seq::int + 1]", "ARRAY[9223372036854775807]",
		"ARRAY[false]", "ARRAY[:nonce::bigint]", "ARRAY[(:name || :client_id)::text]", "ARRAY[0]", `ARRAY['\x6d310000fe31323334'::bytea]`,
	}
	text := regexp.MustCompile(`\$\d+`).ReplaceAllStringFunc(s.sql(casMany), func(m string) string {
		n, _ := strconv.Atoi(m[1:])
		return args[n-1]
	})
	file := filepath.Join(t.TempDir(), "move.sql")
	script := fmt.Sprintf("\\set nonce random(1, 1000000000)\n%s;\n\\set seq :seq + 1\n", text)
	want(t, os.WriteFile(file, []byte(script), 0o600), nil)
	address := must(url.Parse(p.address))(t)
	schema := address.Query().Get("search_path") // pgbench does not accept this parameter in the URL, so it is set in PGOPTIONS below
	address.RawQuery = "sslmode=disable"
	cmd := exec.Command("pgbench", "-n", "-M", "prepared", "-c", "64", "-j", "2", "-T", "5", "-D", "seq=0", "-D", fmt.Sprintf("name=bench%d-", round), "-f", file, address.String())
	cmd.Env = append(os.Environ(), "PGOPTIONS=-c search_path="+schema+" -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off")
	out, err := cmd.CombinedOutput()
	m := regexp.MustCompile(`tps = ([0-9.]+)`).FindSubmatch(out)
	if err != nil || m == nil {
		t.Fatalf("pgbench: %v\n%s", err, out)
	}
	tps := must(strconv.ParseFloat(string(m[1]), 64))(t)
	var seqs int
	want(t, s.reads.QueryRow(`SELECT SUM(seq) FROM live WHERE id LIKE $1`, fmt.Sprintf("bench%d-%%", round)).Scan(&seqs), nil)
	if float64(seqs) < tps {
		t.Fatalf("pgbench says %.0f a second, but only %d moves were made", tps, seqs)
	}
	return tps
}
