package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kydai/internal/play"
)

// quiet changes the place so that its stores run no background tasks.
func quiet(p place) place {
	p.open = func(t testing.TB) *Store {
		t.Helper()
		s, err := openWith(p.address, Options{NoTasks: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		return s
	}
	return p
}

func openWith(address string, o Options) (*Store, error) {
	if strings.HasPrefix(address, "postgres:") {
		return OpenServer(context.Background(), address, withShard(address, o))
	}
	return OpenFile(context.Background(), address, o)
}

// ends returns the numbered rows and checks that the numbers have no gap.
func ends(t testing.TB, s *Store) []play.Ended {
	t.Helper()
	var all []play.Ended
	for {
		tx := must(s.tasking.BeginTx(t.Context(), nil))(t)
		more := must(s.numbered(t.Context(), tx, int64(len(all))))(t)
		want(t, tx.Rollback(), nil)
		if len(more) == 0 {
			return all
		}
		all = append(all, more...)
	}
}

func ids(rows []play.Ended) (all []string) {
	for i := range rows {
		all = append(all, rows[i].ID)
	}
	return all
}

// endMatch creates a match of two players and ends it.
func endMatch(t testing.TB, s *Store, id, first, second string) {
	t.Helper()
	r := row(id)
	r.Players = [2]string{first, second}
	must(s.Create(t.Context(), r))(t)
	must(s.Commit(t.Context(), ending(id, 0)))(t)
}

// TestNumberTogether checks that matches that end on two nodes are numbered in the order of their
// end times, each match once, even if both nodes number at the same time.
func TestNumberTogether(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		p = quiet(p)
		stores, ctx := [2]*Store{p.open(t), p.open(t)}, t.Context()
		const n = 60
		var wg sync.WaitGroup
		run, stop := context.WithCancel(ctx)
		for _, s := range stores {
			wg.Go(func() {
				for run.Err() == nil {
					if _, err := s.Number(ctx); err != nil {
						t.Error(err)
						return
					}
					s.dropLeases() // releases the lease, so that the other store can number rows too
				}
			})
		}
		for i := range n {
			endMatch(t, stores[i%2], fmt.Sprint("m", i), "anna", "bao")
		}
		stop()
		wg.Wait()
		for range 2 {
			for _, s := range stores {
				must(s.Number(ctx))(t)
				s.dropLeases()
			}
		}
		rows := ends(t, stores[0])
		if len(rows) != n {
			t.Fatalf("%d rows are numbered, want %d", len(rows), n)
		}
		for i := range rows {
			if rows[i].ID != fmt.Sprint("m", i) {
				t.Fatalf("number %d is %s", i+1, rows[i].ID)
			}
		}
	})
}

// TestNumberByLease checks that only the node with the lease numbers rows, and that another node
// takes over when the lease ends or is released.
func TestNumberByLease(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		p = quiet(p)
		a, b, ctx := p.open(t), p.open(t), t.Context()
		endMatch(t, a, "m1", "anna", "bao")
		if n := must(a.Number(ctx))(t); n != 1 {
			t.Fatalf("%d rows were numbered", n)
		}
		endMatch(t, a, "m2", "anna", "bao")
		if n := must(b.Number(ctx))(t); n != 0 {
			t.Fatal("two nodes hold one lease")
		}
		must(b.exec(ctx, `UPDATE leases SET until = 0`))(t)
		if n := must(b.Number(ctx))(t); n != 1 {
			t.Fatalf("%d rows were numbered by the other node", n)
		}
		held, err := a.inTask(ctx, numberTask, "testing", func(*sql.Tx) error { return nil })
		if held || err != nil {
			t.Fatalf("the lease is held by both: %v, %v", held, err)
		}
		want(t, b.Close(), nil) // Close releases the lease of b
		endMatch(t, a, "m3", "anna", "bao")
		if n := must(a.Number(ctx))(t); n != 1 {
			t.Fatal("a node that was closed keeps its lease")
		}
	})
}

// lateEnd ends a match in a transaction and returns the transaction, which is still open.
func lateEnd(t testing.TB, p place, s *Store, id, first, second string) *sql.Tx {
	t.Helper()
	tx := openTx(t, p)
	endIn(t, s, tx, id, first, second)
	return tx
}

// openTx begins a transaction and makes PostgreSQL assign its transaction id at once.
func openTx(t testing.TB, p place) *sql.Tx {
	t.Helper()
	db := must(sql.Open("pgx", p.address))(t)
	t.Cleanup(func() { _ = db.Close() })
	tx := must(db.BeginTx(t.Context(), nil))(t)
	must(tx.ExecContext(t.Context(), `SELECT pg_current_xact_id()`))(t)
	return tx
}

// endIn ends a match with the same statement as the committer.
func endIn(t testing.TB, s *Store, tx *sql.Tx, id, first, second string) {
	t.Helper()
	r := row(id)
	r.Players = [2]string{first, second}
	must(s.Create(t.Context(), r))(t)
	endRow(t, s, tx, id)
}

func endRow(t testing.TB, s *Store, tx *sql.Tx, id string) {
	t.Helper()
	_, err := tx.ExecContext(t.Context(), s.sql(endMany), []string{id}, []int32{0}, []int32{1}, []int32{1}, []int64{1}, []string{"second time"}, []string{"second"},
		[]string{"time"}, []bool{true}, []string{""}, []string{id}, []int32{0}, [][]byte{body(id, 0)})
	want(t, err, nil)
}

// TestNumberWaitsForANewerTransaction checks the case that the transaction of the earlier end has
// the newer transaction id and no snapshot lists it as open. The later end must wait for this
// transaction nevertheless.
func TestNumberWaitsForANewerTransaction(t *testing.T) {
	p := quiet(postgresPlace(t))
	s, ctx := p.open(t), t.Context()
	must(s.Number(ctx))(t)
	newMatch(t, s, "earlier")
	newMatch(t, s, "later")
	later := openTx(t, p)
	earlier := openTx(t, p)
	endRow(t, s, earlier, "earlier")
	endRow(t, s, later, "later")
	want(t, later.Commit(), nil)
	if n := must(s.Number(ctx))(t); n != 0 {
		t.Fatalf("numbered: %v", ids(ends(t, s)))
	}
	want(t, earlier.Commit(), nil)
	must(s.Number(ctx))(t)
	if got := ids(ends(t, s)); !slices.Equal(got, []string{"earlier", "later"}) {
		t.Fatalf("numbered: %v", got)
	}
}

// TestNumberWaitsForThePlayer checks a transaction that ends a match and commits late. Later ends
// of its players must wait for it and be numbered after it. Ends of other players must be numbered
// meanwhile. Transactions that begin later must not delay other rows.
func TestNumberWaitsForThePlayer(t *testing.T) {
	for _, fate := range []string{"commit", "rollback"} {
		t.Run(fate, func(t *testing.T) {
			p := quiet(postgresPlace(t))
			s, ctx := p.open(t), t.Context()
			late := lateEnd(t, p, s, "late", "anna", "bao")
			endMatch(t, s, "next", "chi", "anna")
			endMatch(t, s, "other", "dung", "emil")
			endMatch(t, s, "after", "chi", "dung") // waits because chi's match "next" waits for anna's match "late"
			if n := must(s.Number(ctx))(t); n != 1 {
				t.Fatalf("%d rows are numbered while an earlier end is open: %v", n, ids(ends(t, s)))
			}
			endMatch(t, s, "more", "emil", "fan")
			must(s.Number(ctx))(t)
			if got := ids(ends(t, s)); !slices.Equal(got, []string{"other", "more"}) {
				t.Fatalf("numbered: %v", got)
			}
			wanted := []string{"other", "more", "late", "next", "after"}
			if fate == "commit" {
				want(t, late.Commit(), nil)
				must(s.Number(ctx))(t) // this run must see the row of the match "late" before the match "later" ends
			} else {
				want(t, late.Rollback(), nil)
				wanted = slices.Delete(wanted, 2, 3)
			}
			// Another match of anna ends in an open transaction that began after the waiting rows,
			// so they must not wait for it.
			later := lateEnd(t, p, s, "later", "anna", "chi")
			must(s.Number(ctx))(t)
			if got := ids(ends(t, s)); !slices.Equal(got, wanted) {
				t.Fatalf("numbered: %v, want %v", got, wanted)
			}
			want(t, later.Commit(), nil)
			must(s.Number(ctx))(t)
			if got := ids(ends(t, s)); got[len(got)-1] != "later" {
				t.Fatalf("numbered: %v", got)
			}
		})
	}
}

// TestManyWait checks that rows which cannot be numbered yet do not delay other rows, even if more
// such rows exist than fit into one batch.
func TestManyWait(t *testing.T) {
	p := quiet(postgresPlace(t))
	s, ctx := p.open(t), t.Context()
	late := lateEnd(t, p, s, "late", "anna", "bao")
	must(s.exec(ctx, `INSERT INTO ended (id, game, first, second, result, reason, rated, at)
		SELECT 'w' || n, 'chess', 'anna', '', 'none', 'agreed', FALSE, n FROM generate_series(1, $1::int) AS n`, 2*numberAtOnce+10))(t)
	endMatch(t, s, "other", "chi", "dung")
	if n := must(s.Number(ctx))(t); n != 1 {
		t.Fatalf("%d rows are numbered", n)
	}
	want(t, late.Rollback(), nil)
	if n := must(s.Number(ctx))(t); n != 2*numberAtOnce+10 {
		t.Fatalf("%d rows are numbered", n)
	}
}

// TestFill checks that rows of ended are created for matches archived before this table existed,
// even with interruptions, and that these rows are numbered before later ends.
func TestFill(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		p = quiet(p)
		s, ctx := p.open(t), t.Context()
		const old = 2*fillAtOnce + 3
		want(t, s.inTx(ctx, "testing", func(tx *sql.Tx) error {
			for i := range old {
				terms, result := `{"rated":true}`, "first mate"
				if i%2 == 1 {
					terms, result = `{"clock":"5+3"}`, "none abort"
				}
				_, err := tx.ExecContext(ctx, s.sql(`INSERT INTO archive (id, game, first, second, created, ended, seq, ply, result, terms, secret, events)
					VALUES ($1, 'chess', 'anna', 'bao', 5, $2, 0, 0, $3, $4, $5, '')`), fmt.Sprintf("old%d", i*7919%old), 1000+i, result, []byte(terms), []byte{})
				if err != nil {
					return err
				}
			}
			return nil
		}), nil)
		endMatch(t, s, "new", "anna", "bao") // a match that ends before the old rows are created
		archiveAll(t, s)
		if done, more, err := s.fill(ctx); done || !more || err != nil {
			t.Fatalf("after the first batch: done %v, more %v, %v", done, more, err)
		}
		if n := count(t, s, "ended"); n > fillAtOnce+1 {
			t.Fatalf("%d rows after one batch", n)
		}
		// The next node stops after it has written rows and before it has recorded its progress.
		interrupted := p.open(t)
		must(s.exec(ctx, `UPDATE leases SET until = 0`))(t)
		dying, die := context.WithCancel(ctx)
		_, err := interrupted.inTask(dying, numberTask, "testing", func(tx *sql.Tx) error {
			_, err := tx.ExecContext(dying, s.sql(fillMany), s.dialect.list([]string{"old1", "old2"}), true)
			die()
			return err
		})
		if err == nil {
			t.Fatal("it was not interrupted")
		}
		endMatch(t, s, "meanwhile", "anna", "bao")
		again := p.open(t)
		if n := must(again.Number(ctx))(t); n != old+2 {
			t.Fatalf("%d rows are numbered, want %d", n, old+2)
		}
		rows := ends(t, s)
		if !slices.IsSortedFunc(rows, func(a, b play.Ended) int { return a.At.Compare(b.At) }) || rows[old].ID != "new" || rows[old+1].ID != "meanwhile" {
			t.Error("the rows are not in the order of their times")
		}
		for i := range rows[:old] {
			e, even := rows[i], i%2 == 0
			if e.Rated != even || (e.Winner == "first") != even || (e.Reason == "mate") != even || e.Players != [2]string{"anna", "bao"} || e.Game != "chess" {
				t.Fatalf("row %d: %+v", i, e)
			}
		}
		if n := must(again.Number(ctx))(t); n != 0 || !again.filled.Load() {
			t.Errorf("%d rows are numbered again", n)
		}
	})
}

// TestTasksRun checks that the background tasks of two stores number ended
// matches and update the statistics.
func TestTasksRun(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		a, b := p.open(t), p.open(t)
		for i := range 5 {
			endMatch(t, []*Store{a, b}[i%2], fmt.Sprint("m", i), "anna", "bao")
		}
		eventually(t, "both nodes see that the statistics are complete", func() bool {
			for _, s := range []*Store{a, b} {
				e := s.Ends()
				counted := consumerOf(t, s, Statistics.Name)
				if !e.Filled || e.Unnumbered != 0 || counted.Done != 5 || counted.Lag != 0 {
					return false
				}
			}
			return true
		})
		list := must(a.Statistics(t.Context(), time.Now().Add(-48*time.Hour)))(t)
		sum := 0
		for _, l := range list {
			sum += l.Second
		}
		if sum != 5 {
			t.Errorf("statistics: %+v", list)
		}
	})
}

// eventually waits until the function ok returns true; it fails the test after 2400 attempts.
func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for range 2400 {
		if ok() {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	t.Fatal("it does not come about: " + what)
}
