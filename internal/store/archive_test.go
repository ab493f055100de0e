package store

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kydai/internal/play"
)

// archiveAll moves all ended matches to the archive. It also waits until other stores have finished
// moving matches.
func archiveAll(t testing.TB, s *Store) {
	t.Helper()
	for range 2000 {
		must(s.Archive(t.Context()))(t)
		var n int
		want(t, s.reads.QueryRowContext(t.Context(), `SELECT COUNT(*) FROM live WHERE finished`).Scan(&n), nil)
		if n == 0 {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("matches that have ended stay in live")
}

// hold stops the archiver of a store, so that a test can see ended matches
// before they are archived.
func hold(s *Store) { s.archiver.close() }

func ending(id string, seq int) play.Change {
	c := move(id, seq)
	c.Over, c.Result, c.Winner, c.Reason, c.Rated = true, "second time", "second", "time", true
	return c
}

// TestEndedBeforeTheArchive checks that readers see the same ended match before
// and after it is moved to the archive.
func TestEndedBeforeTheArchive(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		hold(s)
		newMatch(t, s, "m")
		must(s.Commit(ctx, move("m", 0)))(t)
		began := must(s.Commit(ctx, ending("m", 1)))(t)
		_, err := s.Commit(ctx, move("m", 2))
		want(t, err, play.ErrConflict)
		_, err = s.Commit(ctx, ending("m", 1))
		want(t, err, play.ErrConflict)
		_, err = s.Create(ctx, row("m"))
		want(t, err, play.ErrExists)

		said := play.Change{ID: "m", Seq: 2, Ply: 2, Over: true, Events: [][]byte{[]byte("rematch?")}}
		must(s.Commit(ctx, said))(t)
		look := func(seq int) {
			t.Helper()
			r := must(s.Load(ctx, "m"))(t)
			if !r.Over || r.Result != "second time" || !r.Ended.Equal(began) || r.Seq != seq || r.Ply != 2 || !r.CheckAt.IsZero() {
				t.Errorf("over %v, %q, ended %v, at %d", r.Over, r.Result, r.Ended, r.Seq)
			}
			if list := must(s.Playing(ctx, "anna"))(t); len(list) != 0 {
				t.Errorf("it is under way: %+v", list)
			}
			list := must(s.Played(ctx, "anna", play.Cursor{}, 5))(t)
			if len(list) != 1 || list[0].ID != "m" || !list[0].Ended.Equal(began) || list[0].Result != "second time" {
				t.Errorf("played: %+v", list)
			}
			if got := must(s.Seqs(ctx, []string{"m"}))(t)["m"]; got != seq {
				t.Errorf("at %d, want %d", got, seq)
			}
			if due := must(s.Due(ctx, later, 9, time.Second))(t); len(due) != 0 {
				t.Errorf("due: %v", due)
			}
		}
		look(3)
		archiveAll(t, s)
		if n := count(t, s, "archive"); n != 1 {
			t.Errorf("%d matches in the archive", n)
		}
		look(3)
		said.Seq = 3
		must(s.Commit(ctx, said))(t)
		look(4)

		var e struct {
			game, first, second, result, reason string
			rated                               bool
			at                                  int64
		}
		want(t, s.reads.QueryRowContext(ctx, `SELECT game, first, second, result, reason, rated, at FROM ended WHERE id = 'm'`).
			Scan(&e.game, &e.first, &e.second, &e.result, &e.reason, &e.rated, &e.at), nil)
		if e.game != "chess" || e.first != "anna" || e.second != "bao" || e.result != "second" || e.reason != "time" || !e.rated || e.at != micros(began) {
			t.Errorf("the row of the end: %+v, want at %d", e, micros(began))
		}
		if n := count(t, s, "ended"); n != 1 {
			t.Errorf("%d rows of one end", n)
		}
	})
}

// TestArchiveTogether checks that when several stores archive the same matches at once, each match
// is archived once and completely, and that players can chat in an ended match at the same time.
func TestArchiveTogether(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		stores, ctx := [2]*Store{p.open(t), p.open(t)}, t.Context()
		const n = 150
		var wg sync.WaitGroup
		for i := range n {
			wg.Go(func() {
				s, id := stores[i%2], fmt.Sprint("m", i)
				_, err := s.Create(ctx, row(id))
				for seq := 0; seq < 4 && err == nil; seq++ {
					c := move(id, seq)
					if seq >= 2 {
						c = ending(id, seq)
					}
					_, err = insist(ctx, s, c)
				}
				if err != nil {
					t.Errorf("%s: %v", id, err)
				}
			})
		}
		for i := range 4 {
			wg.Go(func() {
				for range 10 {
					if _, err := stores[i%2].Archive(ctx); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		archiveAll(t, stores[0])
		for _, table := range []string{"archive", "ended"} {
			if got := count(t, stores[0], table); got != n {
				t.Errorf("%d in %s, want %d", got, table, n)
			}
		}
		if got := count(t, stores[0], "events"); got != 0 {
			t.Errorf("%d events are left", got)
		}
		for i := range n {
			id := fmt.Sprint("m", i)
			equalBodies(t, must(stores[1].Load(ctx, id))(t).Events, body(id, 0), body(id, 1), body(id, 2), body(id, 3))
		}
	})
}

// TestLockedArchive locks the archive as CREATE INDEX does, while matches are
// played and end, and checks that moves and ends of matches continue at the
// same rate. The rates are compared within one run. KYDAI_TEST_LOCK sets the
// duration; `make locked` runs the full size.
func TestLockedArchive(t *testing.T) {
	if testing.Short() {
		t.Skip("measures for many seconds")
	}
	phase := 3 * time.Second
	if d, err := time.ParseDuration(os.Getenv("KYDAI_TEST_LOCK")); err == nil {
		phase = d
	}
	p := postgresPlace(t)
	s, ctx := p.open(t), t.Context()
	locker := must(sql.Open("pgx", p.address))(t)
	defer func() { _ = locker.Close() }()
	run, stop := context.WithCancel(ctx)
	var moves, ends atomic.Int64
	var wg sync.WaitGroup
	for w := range 64 {
		wg.Go(func() { playAndEnd(run, t, s, w, &moves, &ends) })
	}
	// Other work on the machine changes the rate too. So the rate with the lock is compared with
	// the mean of the rates before and after it.
	measure := func(d time.Duration) (float64, int64) {
		m, e, from := moves.Load(), ends.Load(), time.Now()
		time.Sleep(d)
		return float64(moves.Load()-m) / time.Since(from).Seconds(), ends.Load() - e
	}
	var best float64
	for try := range 4 {
		measure(phase / 6)
		before, _ := measure(phase / 2)
		tx := must(locker.BeginTx(ctx, nil))(t)
		must(tx.ExecContext(ctx, `LOCK TABLE archive IN SHARE MODE`))(t)
		held, ended := measure(phase)
		want(t, tx.Rollback(), nil)
		measure(phase / 6)
		after, _ := measure(phase / 2)
		ratio := held / ((before + after) / 2)
		t.Logf("moves a second: before %.0f, archive locked for %v %.0f (%d matches ended), after %.0f: %.2f", before, phase, held, ended, after, ratio)
		if ended == 0 {
			t.Error("no match ended while the archive was locked")
		}
		if best = max(best, ratio); best >= 0.9 {
			break
		}
		if try == 3 {
			t.Errorf("a lock on the archive costs moves: %.2f of the rate", best)
		}
	}
	stop()
	wg.Wait()
	archiveAll(t, s)
	if a, e := count(t, s, "archive"), count(t, s, "ended"); a != e || a < int(ends.Load()) {
		t.Errorf("%d ended, %d rows of ends, %d in the archive", ends.Load(), e, a)
	}
}

// playAndEnd plays matches until ctx ends. A match has 30 moves for every eighth worker and 2000
// moves for the other workers. After the end of a match, one more event is added to the match.
func playAndEnd(ctx context.Context, t *testing.T, s *Store, w int, moves, ends *atomic.Int64) {
	for g := 0; ctx.Err() == nil; g++ {
		id := fmt.Sprintf("w%d-%d", w, g)
		if _, err := s.Create(context.Background(), row(id)); err != nil {
			t.Error(err)
			return
		}
		plies := 2000
		if w%8 == 0 {
			plies = 30
		}
		for seq := 0; seq < plies && ctx.Err() == nil; seq++ {
			c := move(id, seq)
			if seq >= plies-2 {
				c = ending(id, seq)
			}
			if _, err := insist(context.Background(), s, c); err != nil {
				t.Errorf("%s at %d: %v", id, seq, err)
				return
			}
			moves.Add(1)
			if seq == plies-1 {
				ends.Add(1)
			}
		}
	}
}

// dropTables deletes all tables of a database.
func dropTables(t *testing.T, p place, s *Store) {
	t.Helper()
	oneDatabase(t)
	tables := `SELECT tablename FROM pg_tables WHERE schemaname = current_schema()`
	if p.name == "sqlite" {
		tables = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'`
	}
	for _, table := range must(queryIDs(t.Context(), s.reads, tables))(t) {
		must(s.db.ExecContext(t.Context(), `DROP TABLE IF EXISTS `+table))(t)
	}
}

// TestUpgradeFromBefore checks that a database with an older schema is upgraded
// in place, and that archived matches and matches in progress stay readable.
func TestUpgradeFromBefore(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		hold(s)
		// Create an empty database with the schema of the first four steps.
		dropTables(t, p, s)
		want(t, s.migrateBy(ctx, must(readSteps(schema))(t)[:4]), nil)
		for _, text := range []string{
			`INSERT INTO live (id, game, first, second, created, terms, secret, check_at, seq, ply, finished, result)
				VALUES ('under way', 'chess', 'anna', 'bao', 5, '', '', 9223372036854775807, 1, 1, FALSE, '')`,
			`INSERT INTO events (id, seq, began, nonce, body) VALUES ('under way', 0, 5, 1, 'x')`,
			`INSERT INTO archive (id, game, first, second, created, ended, seq, ply, result, terms, secret, events)
				VALUES ('old', 'chess', 'anna', 'bao', 5, 9, 1, 1, 'none agreed', '', '', ' 7:6162')`,
		} {
			if _, err := s.db.ExecContext(ctx, text); err != nil {
				t.Fatal(text, err)
			}
		}
		s = p.open(t)
		old := must(s.Load(ctx, "old"))(t)
		if !old.Over || old.Result != "none agreed" || string(old.Events[0].Body) != "ab" || micros(old.Ended) != 9 {
			t.Errorf("what was archived before: over %v, %q", old.Over, old.Result)
		}
		c := ending("under way", 1)
		began := must(s.Commit(ctx, c))(t)
		archiveAll(t, s)
		list := must(s.Played(ctx, "bao", play.Cursor{}, 5))(t)
		if len(list) != 2 || list[0].ID != "under way" || !list[0].Ended.Equal(began) || list[1].ID != "old" {
			t.Errorf("played: %+v", list)
		}
		rows := ends(t, s)
		for i := 0; len(rows) < 2 && i < 500; i++ { // another store may be numbering the matches, so try again until both are numbered
			must(s.Number(ctx))(t)
			time.Sleep(20 * time.Millisecond)
			rows = ends(t, s)
		}
		if len(rows) != 2 || rows[0].ID != "old" || rows[0].Winner != "none" || rows[0].Reason != "agreed" || rows[1].ID != "under way" {
			t.Errorf("rows of ends: %+v", rows)
		}
	})
}

// TestPagesOfMatchesThatEndTogether checks that paging through the list shows
// all matches that ended in the same microsecond, whether they are already in
// the archive or not.
func TestPagesOfMatchesThatEndTogether(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		hold(s)
		const n = 60
		for i := range n {
			id := fmt.Sprintf("m%02d", i*7%n)
			r := row(id)
			if i%2 == 1 {
				r.Players = [2]string{"bao", "anna"}
			}
			must(s.Create(ctx, r))(t)
			must(s.Commit(ctx, ending(id, 0)))(t)
			if i == n/2 {
				must(s.Archive(ctx))(t)
			}
		}
		for _, text := range []string{`UPDATE ended SET at = 77`, `UPDATE archive SET ended = 77`} {
			must(s.db.ExecContext(ctx, text))(t)
		}
		for _, size := range []int{1, 3, 20} {
			var seen []string
			after := play.Cursor{}
			for range n + 1 {
				list := must(s.Played(ctx, "anna", after, size))(t)
				for _, m := range list {
					seen = append(seen, m.ID)
				}
				if len(list) < size {
					break
				}
				last := list[len(list)-1]
				after = must(play.ParseCursor(play.Cursor{Ended: last.Ended, ID: last.ID}.String()))(t)
			}
			if !slices.IsSorted(seen) || len(slices.Compact(seen)) != n {
				t.Errorf("by pages of %d: %d of %d seen: %v", size, len(seen), n, seen)
			}
		}
	})
}
