package store

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/fstest"
	"time"
)

// Nodes that start at the same time on an empty database all find the schema.
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

// A step that fails leaves nothing behind, and the steps before it neither.
func TestMigrateAllOrNothing(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		tx := must(s.db.BeginTx(ctx, nil))(t)
		made := len(must(readSteps(schema))(t))
		err := s.migrateIn(ctx, tx, []step{{made, ""}, {made + 1, "CREATE TABLE more (x INTEGER)"}, {made + 2, "CREATE TABLE more (x INTEGER)"}})
		if err == nil {
			t.Fatal("the same table twice is no error")
		}
		_ = tx.Rollback()
		if n := count(t, s, "schema_steps"); n != made {
			t.Errorf("%d steps are recorded", n)
		}
		if _, err := s.reads.ExecContext(ctx, "SELECT * FROM more"); err == nil {
			t.Error("a table of a failed migration is there")
		}
	})
	for _, name := range []string{"schema/0002_x.sql", "schema/x.sql"} {
		if _, err := readSteps(fstest.MapFS{name: {}}); err == nil {
			t.Errorf("%s was taken for step 1", name)
		}
	}
}

// What is acknowledged must be on disk: these settings say so.
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
	want(t, a.pool.QueryRow(t.Context(), "SHOW synchronous_commit").Scan(&mode), nil)
	if mode != "on" {
		t.Errorf("the committer's synchronous_commit is %s", mode)
	}
}

// A move changes no index of the live table: PostgreSQL updates in place.
func TestMovesAreHeapOnly(t *testing.T) {
	p := postgresPlace(t)
	s, ctx := p.open(t), t.Context()
	const matches, plies = 50, 30
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
				c.CheckAt = now.Add(time.Minute + time.Duration(seq)*time.Second) // each later than the last
				if _, err := s.Commit(ctx, c); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	want(t, s.Close(), nil) // a session that ends reports its counts
	s = p.open(t)
	var all, hot int
	for range 50 {
		want(t, s.reads.QueryRow(`SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'live' AND schemaname = current_schema()`).Scan(&all, &hot), nil)
		if all >= matches*plies {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Logf("%d of %d updates in place", hot, all)
	if all < matches*plies || hot*100 < all*90 {
		t.Errorf("only %d of %d updates were in place", hot, all)
	}
}
