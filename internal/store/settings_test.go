package store

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// TestMigrateTogether checks that several nodes can start at the same time on an empty database,
// and that each of them finds the complete schema.
func TestMigrateTogether(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				s, err := openAt(context.Background(), p.address)
				if err != nil {
					t.Error(err)
					return
				}
				_ = s.Close()
			})
		}
		wg.Wait()
		s := p.open(t)
		if n := count(t, s, "schema_steps"); n != len(must(readSteps(schema))(t)) {
			t.Errorf("%d steps were made", n)
		}
	})
}

// TestMigrateIsResumed checks that a step that fails leaves no changes, that
// earlier steps remain, and that the next start continues after them.
func TestMigrateIsResumed(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		made := must(readSteps(schema))(t)
		n := len(made)
		next := []step{
			{number: n + 1, text: "CREATE TABLE more (x INTEGER)"},
			{number: n + 2, text: "CREATE TABLE less (x INTEGER); CREATE TABLE more (x INTEGER)"},
			{number: n + 3, text: "DROP INDEX @CONCURRENTLY IF EXISTS more_x;\nCREATE INDEX @CONCURRENTLY more_x ON more (x);\n", outside: true},
		}
		if s.migrateBy(ctx, append(made, next...)) == nil {
			t.Fatal("the same table twice is no error")
		}
		if got := count(t, s, "schema_steps"); got != n+1 {
			t.Errorf("%d steps are recorded, want %d", got, n+1)
		}
		if _, err := s.reads.ExecContext(ctx, "SELECT * FROM less"); err == nil {
			t.Error("a table of a step that failed is there")
		}
		next[1].text = "CREATE TABLE less (x INTEGER)"
		want(t, s.migrateBy(ctx, append(made, next...)), nil)
		if got := count(t, s, "schema_steps"); got != n+3 {
			t.Errorf("%d steps are recorded, want %d", got, n+3)
		}
		count(t, s, "less")
		// Simulate a crash after the last step's statements have run and before the step is
		// recorded. The next start must run the step again without an error.
		must(s.db.ExecContext(ctx, "DELETE FROM schema_steps WHERE number = $1", n+3))(t)
		want(t, s.migrateBy(ctx, append(made, next...)), nil)
	})
}

// TestOldProgram checks that a program older than the schema starts with a warning, unless a schema
// step forbids such programs.
func TestOldProgram(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		steps := must(readSteps(schema))(t)
		must(s.db.ExecContext(ctx, `INSERT INTO schema_steps (number, done_at) VALUES (99, 1)`))(t)
		var log strings.Builder
		s.opts.Log = slog.New(slog.NewTextHandler(&log, nil))
		want(t, s.migrateBy(ctx, steps), nil)
		if !strings.Contains(log.String(), "level=WARN") {
			t.Errorf("the log says %q", log.String())
		}
		must(s.db.ExecContext(ctx, `INSERT INTO settings (name, value) VALUES ('least-steps', '90') ON CONFLICT (name) DO UPDATE SET value = '90'`))(t)
		want(t, s.migrateBy(ctx, steps), errTooOld)
	})
}

func TestStepsAreNumbered(t *testing.T) {
	for _, name := range []string{"schema/0002_x.sql", "schema/x.sql"} {
		if _, err := readSteps(fstest.MapFS{name: {}}); err == nil {
			t.Errorf("%s was taken for step 1", name)
		}
	}
}

// TestDurableSettings checks the settings that ensure that acknowledged changes are on disk.
func TestDurableSettings(t *testing.T) {
	s := sqlitePlace(t).open(t)
	var mode string
	var level int
	want(t, s.db.QueryRow("PRAGMA journal_mode").Scan(&mode), nil)
	want(t, s.db.QueryRow("PRAGMA synchronous").Scan(&level), nil)
	if mode != "wal" || level != 2 {
		t.Errorf("journal_mode %s, synchronous %d; want wal and 2 (FULL)", mode, level)
	}
	pg := postgresPlace(t).open(t)
	want(t, pg.db.QueryRow("SHOW synchronous_commit").Scan(&mode), nil)
	if mode != "on" {
		t.Errorf("synchronous_commit is %s", mode)
	}
	a, ok := pg.applier.(*postgresApplier)
	if !ok {
		t.Fatal("another applier")
	}
	want(t, a.moves.QueryRow(t.Context(), "SHOW synchronous_commit").Scan(&mode), nil)
	if mode != "on" {
		t.Errorf("the committer's synchronous_commit is %s", mode)
	}
}

// TestBatchesAreNotCompiled checks that JIT compilation is off for batches. Batches are planned
// with table scans forbidden, which gives some plans a huge nominal cost. So the server would
// otherwise compile these statements at each execution.
func TestBatchesAreNotCompiled(t *testing.T) {
	pg := postgresPlace(t).open(t)
	a, ok := pg.applier.(*postgresApplier)
	if !ok {
		t.Fatal("another applier")
	}
	for name, pool := range map[string]*pgxpool.Pool{"moves": a.moves, "ends": a.ends, "late": a.late} {
		var mode string
		want(t, pool.QueryRow(t.Context(), "SHOW jit").Scan(&mode), nil)
		if mode != "off" {
			t.Errorf("jit is %s for %s", mode, name)
		}
	}
	if !strings.Contains(batchSettings(), "set_config('jit', 'off', TRUE)") {
		t.Errorf("behind a pooler jit stays on: %s", batchSettings())
	}
}

// TestMovesAreHeapOnly checks that a move changes no index of the table live, so that PostgreSQL
// can update the row in place (HOT, heap-only tuple). A transaction of another test can prevent
// this by keeping old rows visible, so the best of several trials counts.
func TestMovesAreHeapOnly(t *testing.T) {
	if everyOnShard {
		t.Skip("it counts the updates of one database")
	}
	const matches, plies, trials = 50, 30, 6
	best := 0
	for range trials {
		all, hot := updates(t, matches, plies)
		t.Logf("%d of %d updates in place", hot, all)
		if all < matches*plies {
			t.Fatalf("only %d updates were counted", all)
		}
		if best = max(best, hot*100/all); best >= 90 {
			return
		}
	}
	t.Errorf("at best %d %% of the updates were in place", best)
}

// updates plays matches. It returns the number of updates of the table live and the number of
// in-place updates among them.
func updates(t *testing.T, matches, plies int) (all, hot int) {
	t.Helper()
	p := postgresPlace(t)
	s, ctx := p.open(t), t.Context()
	now := must(s.Now(ctx))(t)
	for i := range matches {
		r := row(fmt.Sprint("m", i))
		r.CheckAt = now.Add(time.Minute)
		must(s.Create(ctx, r))(t)
	}
	var wg sync.WaitGroup
	for i := range matches {
		wg.Go(func() {
			for seq := range plies {
				c := move(fmt.Sprint("m", i), seq)
				c.CheckAt = now.Add(time.Minute + time.Duration(seq)*time.Second) // each check time is later than the one before
				if _, err := insist(ctx, s, c); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	want(t, s.Close(), nil) // a PostgreSQL session adds its counts to the statistics when it ends
	s = p.open(t)
	for range 50 {
		want(t, s.reads.QueryRow(`SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'live' AND schemaname = current_schema()`).Scan(&all, &hot), nil)
		if all >= matches*plies {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	return all, hot
}
