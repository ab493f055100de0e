package store

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kydai/internal/play"
)

const (
	listMost    = 20 * time.Millisecond // limit for a page of a list: CPU time of the database
	listPage    = 24
	listAsked   = 500
	listMonths  = 24
	listPlayers = 2000 // number of players whose lists are read
)

// TestArchiveList measures the CPU time that PostgreSQL uses for a page of a player's finished
// matches and for a match by its id. The archive holds many matches as bytes, in monthly partitions
// for two years. The test also measures how building an index at the same time affects moves.
func TestArchiveList(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv(sizeEnv))
	if n == 0 {
		t.Skip(sizeEnv + " is not set to a number of matches")
	}
	began := month("2025-01")
	s, ctx := monthsFrom(t, began), t.Context()
	must(s.exec(ctx, `DROP INDEX archive_first`))(t)
	must(s.exec(ctx, `DROP INDEX archive_second`))(t)
	y := synthetic{rng: rand.New(rand.NewPCG(1, 1)), people: max(100, n/50)}
	people := manyMatches(t, s, &y, n, began)

	s.reads.SetMaxOpenConns(1)
	var pid int
	want(t, s.reads.QueryRowContext(ctx, `SELECT pg_backend_pid()`).Scan(&pid), nil)
	cpu := func() time.Duration { // CPU time of the server process that serves the store's only read connection
		text := must(os.ReadFile(fmt.Sprintf("/proc/%d/schedstat", pid)))(t)
		return time.Duration(must(strconv.ParseInt(strings.Fields(string(text))[0], 10, 64))(t))
	}
	var known []string
	var cursor play.Cursor
	for name, ask := range map[string]func() int{
		"a page of a player with a hundredth of all": func() int {
			list := must(s.Played(ctx, people[0], cursor, listPage))(t)
			if cursor = (play.Cursor{}); len(list) == listPage {
				cursor = play.Cursor{Ended: list[len(list)-1].Ended, ID: list[len(list)-1].ID}
			}
			return len(list)
		},
		"a page of any player": func() int {
			list := must(s.Played(ctx, people[1+y.rng.IntN(len(people)-1)], play.Cursor{}, listPage))(t)
			for i := range list {
				known = append(known, list[i].ID)
			}
			return len(list)
		},
		"any match": func() int {
			for len(known) == 0 {
				for _, m := range must(s.Played(ctx, people[1+y.rng.IntN(len(people)-1)], play.Cursor{}, listPage))(t) {
					known = append(known, m.ID)
				}
			}
			must(s.Load(ctx, known[y.rng.IntN(len(known))]))(t)
			return 1
		},
	} {
		var costs []time.Duration
		found := 0
		for range listAsked {
			before := cpu()
			found += ask()
			costs = append(costs, cpu()-before)
		}
		slices.Sort(costs)
		p50, p99 := costs[len(costs)/2], costs[len(costs)*99/100]
		t.Logf("%d matches in %d months, %s: %d found, CPU of PostgreSQL p50 %v, p99 %v", n, listMonths, name, found, p50, p99)
		if p99 > listMost {
			t.Errorf("%s takes %v", name, p99)
		}
	}
	s.reads.SetMaxOpenConns(4)
	indexWhileMoving(t, s)
}

// manyMatches fills the archive with matches in the months that begin with began, and returns some
// players. It fills the table of each month in bulk before the table becomes a partition. The first
// player has every hundredth match.
func manyMatches(t *testing.T, s *Store, y *synthetic, n int, began time.Time) []string {
	t.Helper()
	ctx := t.Context()
	must(s.exec(ctx, `CREATE TABLE synth AS SELECT 0 AS n, * FROM archive LIMIT 0`))(t)
	y.fill(t, s, 1000)
	for _, text := range []string{
		`INSERT INTO synth SELECT row_number() OVER () - 1, * FROM archive`,
		`DELETE FROM archive`,
		`CREATE TABLE synth_people AS SELECT n - 1 AS n, md5('p' || n) || substr(md5('q' || n), 1, 11) AS id FROM generate_series(1, ` + strconv.Itoa(y.people) + `) AS n`,
		`ALTER TABLE synth_people ADD PRIMARY KEY (n)`,
		`ANALYSE synth, synth_people`,
		// synth_time converts a time to the first 8 characters of a match id.
		`CREATE FUNCTION synth_time(ms bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
			SELECT string_agg(substr('0123456789abcdefghijklmnopqrstuvwxyz', (ms / (36 ^ d)::bigint % 36)::int + 1, 1), '' ORDER BY d DESC) FROM generate_series(0, 7) AS d $$`,
	} {
		must(s.db.ExecContext(ctx, text))(t)
	}
	conn := must(s.patient(ctx))(t)
	defer func() { _ = conn.Close() }()
	each := n / listMonths
	for i := range listMonths {
		p := monthPartition(began.AddDate(0, i, 0))
		gap := (p.to - p.from) / int64(each)
		for _, text := range []string{
			`CREATE TABLE ` + p.table + ` (LIKE archive INCLUDING DEFAULTS)`,
			fmt.Sprintf(`INSERT INTO %s (id, game, first, second, created, ended, seq, ply, result, terms, secret, events, compact)
				SELECT synth_time((%d + %d * g::bigint) / 1000 - 300000) || 'a' || substr(md5((g + %d)::text), 1, 16), game, a.id, b.id, %[2]d + %[3]d * g::bigint - 300000000, %[2]d + %[3]d * g::bigint,
					seq, ply, result, terms, secret, events, compact
				FROM generate_series(0, %[5]d) AS g JOIN synth ON synth.n = g %% 1000
				JOIN synth_people AS a ON a.n = CASE WHEN g %% 100 = 0 THEN 0 ELSE abs(hashint4(g + %[4]d)) %% %[6]d END
				JOIN synth_people AS b ON b.n = abs(hashint4(g + %[4]d + 1000000000)) %% %[6]d`, p.table, p.from, gap, i*each, each-1, y.people),
			p.attach(), // attaching the table as a partition also builds its indexes
		} {
			must(conn.ExecContext(ctx, text))(t)
		}
	}
	people := must(queryIDs(ctx, s.reads, `SELECT id FROM synth_people ORDER BY n LIMIT $1`, listPlayers))(t)
	for _, column := range []string{"first", "second"} {
		must(conn.ExecContext(ctx, `INSERT INTO played SELECT `+column+`, ended, id, game, 'blitz', 'first', 'human', '', 'w', TRUE FROM archive WHERE `+column+` = ANY($1) ON CONFLICT DO NOTHING`, people))(t)
	}
	must(conn.ExecContext(ctx, `VACUUM ANALYSE archive, played`))(t)
	return people
}

// indexWhileMoving measures how long commits of moves take while the index of each month is built
// without a lock, one month after another.
func indexWhileMoving(t *testing.T, s *Store) {
	t.Helper()
	ctx := t.Context()
	const players = 8
	phase := func(while func()) []time.Duration {
		within, stop := context.WithCancel(ctx)
		all := make(chan []time.Duration, players)
		for range players {
			go func() {
				var took []time.Duration
				id := idAt(time.Now(), strconv.FormatUint(rand.Uint64(), 36))
				_, err := s.Create(ctx, row(id))
				for seq := 0; err == nil && within.Err() == nil; seq++ {
					from := time.Now()
					_, err = s.Commit(ctx, move(id, seq))
					took = append(took, time.Since(from))
					time.Sleep(20 * time.Millisecond)
				}
				if err != nil {
					t.Error(err)
				}
				all <- took
			}()
		}
		while()
		stop()
		var list []time.Duration
		for range players {
			list = append(list, <-all...)
		}
		slices.Sort(list)
		return list
	}
	tell := func(what string, list []time.Duration) {
		t.Logf("%s: %d moves, commit p50 %v, p99 %v, longest %v", what, len(list), list[len(list)/2], list[len(list)*99/100], list[len(list)-1])
	}
	tell("before", phase(func() { time.Sleep(15 * time.Second) }))
	conn := must(s.patient(ctx))(t)
	defer func() { _ = conn.Close() }()
	var took time.Duration
	tell("while an index is built", phase(func() {
		from := time.Now()
		for _, table := range must(queryIDs(ctx, s.reads, partitions))(t) {
			_, err := conn.ExecContext(ctx, `CREATE INDEX CONCURRENTLY ON `+table+` (game, ended)`)
			if want(t, err, nil); err != nil {
				return
			}
		}
		took = time.Since(from)
	}))
	t.Logf("the index took %v", took)
	tell("after", phase(func() { time.Sleep(15 * time.Second) }))
}

// TestArchiveSteps measures how long schema steps 30 to 33 take on a table of an earlier release,
// and how long moves and reads of the archive wait during these steps.
func TestArchiveSteps(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv(sizeEnv))
	if n == 0 {
		t.Skip(sizeEnv + " is not set to a number of matches")
	}
	p := postgresPlace(t)
	s, ctx := p.open(t), t.Context()
	hold(s)
	s.tasks.close()
	dropTables(t, p, s)
	steps := must(readSteps(schema))(t)
	want(t, s.migrateBy(ctx, steps[:29]), nil)
	(&synthetic{rng: rand.New(rand.NewPCG(1, 1)), people: 1000}).fill(t, s, 1000)
	conn := must(s.patient(ctx))(t)
	must(conn.ExecContext(ctx, fmt.Sprintf(`INSERT INTO archive (id, game, first, second, created, ended, seq, ply, result, terms, secret, events, compact)
		SELECT id || g, game, first, second, created, ended + g, seq, ply, result, terms, secret, events, compact FROM archive, generate_series(1, %d) AS g`, n/1000-1)))(t)
	want(t, conn.Close(), nil)
	newMatch(t, s, "moving")
	within, stop := context.WithCancel(ctx)
	watch := func(done chan time.Duration, do func() error) {
		var longest time.Duration
		for within.Err() == nil {
			from := time.Now()
			if err := do(); err != nil {
				t.Error(err)
				break
			}
			longest = max(longest, time.Since(from))
			time.Sleep(5 * time.Millisecond)
		}
		done <- longest
	}
	seq, moves, reads := 0, make(chan time.Duration), make(chan time.Duration)
	go watch(moves, func() error {
		_, err := s.Commit(ctx, move("moving", seq))
		seq++
		return err
	})
	go watch(reads, func() error {
		var n sql.NullInt64
		return s.reads.QueryRowContext(ctx, `SELECT MAX(seq) FROM archive WHERE id = 'none'`).Scan(&n)
	})
	for _, st := range steps[29:33] {
		from := time.Now()
		want(t, s.runStep(ctx, st), nil)
		t.Logf("%d matches, step %d: %v", n, st.number, time.Since(from))
	}
	stop()
	t.Logf("longest wait: %v of a move, %v of a read of the archive", <-moves, <-reads)
	if got := rowsOf(t, s, "TRUE"); got != n/1000*1000 {
		t.Errorf("%d rows", got)
	}
}
