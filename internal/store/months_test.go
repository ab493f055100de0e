package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kydai/internal/play"
)

// monthsFrom returns a new database whose monthly partitions begin at a time in the past. It first
// runs the schema steps up to 29, and then the other steps, as on a database of an earlier release.
func monthsFrom(t *testing.T, from time.Time) *Store {
	t.Helper()
	p := postgresPlace(t)
	s, ctx := p.open(t), t.Context()
	hold(s)
	s.tasks.close()
	dropTables(t, p, s)
	steps := must(readSteps(schema))(t)
	want(t, s.migrateBy(ctx, steps[:29]), nil)
	for range 2 { // runs the step twice, as after an interruption
		want(t, s.runOutside(ctx, steps[29]), nil)
	}
	want(t, s.runStep(ctx, steps[29]), nil)
	must(s.exec(ctx, `UPDATE settings SET value = $2 WHERE name = $1`, beforeSetting, fmt.Sprint(micros(from))))(t)
	want(t, s.migrateBy(ctx, steps), nil)
	asBytes(t, s)
	return s
}

func month(text string) time.Time {
	m, err := time.Parse("2006-01", text)
	if err != nil {
		panic(err)
	}
	return m
}

// addMonths creates the partitions of past months.
func addMonths(t *testing.T, s *Store, names ...string) {
	t.Helper()
	for _, name := range names {
		want(t, s.inTx(t.Context(), "adding", func(tx *sql.Tx) error { return s.addMonth(t.Context(), tx, month(name)) }), nil)
	}
}

// archiveAt plays a match and archives it with a given end time. It returns the
// bodies of the events.
func archiveAt(t *testing.T, s *Store, id string, at time.Time) [][]byte {
	t.Helper()
	bodies := playedOut(t, s, id)
	must(s.exec(t.Context(), `UPDATE ended SET at = $2 WHERE id = $1`, id, micros(at)))(t)
	archiveAll(t, s)
	return bodies
}

func tableOf(t *testing.T, s *Store, id string) (name string) {
	t.Helper()
	want(t, s.reads.QueryRowContext(t.Context(), `SELECT relname FROM archive JOIN pg_class ON pg_class.oid = archive.tableoid WHERE id = $1`, id).Scan(&name), nil)
	return name
}

// idAt returns a match id with the given creation time. The given text replaces the random
// characters.
func idAt(at time.Time, rest string) string {
	return fmt.Sprintf("%08sa%016s", strconv.FormatInt(at.UnixMilli(), 36), rest)
}

// TestMonths checks that each archived match is in the partition of the month in which it ended.
// Each match must be found by its id, whether or not the id contains a time, also if it ended
// outside all months.
func TestMonths(t *testing.T) {
	s, ctx := monthsFrom(t, month("2026-03")), t.Context()
	addMonths(t, s, "2026-03", "2026-04")
	ends := map[string]struct {
		at    time.Time
		table string
	}{
		"old":                          {month("2020-05"), "archive_before"},
		"last":                         {month("2026-03").Add(-time.Microsecond), "archive_before"},
		"first":                        {month("2026-03"), "archive_2026_03"},
		idAt(month("2026-04"), "x"):    {month("2026-04").AddDate(0, 0, 5), "archive_2026_04"},
		idAt(month("2026-02"), "days"): {month("2026-04").AddDate(0, 0, 20), "archive_2026_04"}, // a game that ended two months after its creation
		"ahead":                        {month("2100-01"), "archive_rest"},
	}
	bodies := map[string][][]byte{}
	for id, m := range ends {
		bodies[id] = archiveAt(t, s, id, m.at)
		if got := tableOf(t, s, id); got != m.table {
			t.Errorf("%s is in %s, not in %s", id, got, m.table)
		}
		want(t, errOf(s.Create(ctx, row(id))), play.ErrExists)
	}
	var ids []string
	for id, m := range ends {
		ids = append(ids, id)
		r := must(s.Load(ctx, id))(t)
		equalBodies(t, r.Events, bodies[id]...)
		if !r.Ended.Equal(m.at) {
			t.Errorf("%s ended at %v", id, r.Ended)
		}
		must(s.Commit(ctx, play.Change{ID: id, Seq: r.Seq, Ply: r.Ply, Events: [][]byte{body(id, 9)}, Over: true}))(t) // adds an event after the end
	}
	if seqs := must(s.Seqs(ctx, ids))(t); len(seqs) != len(ends) || seqs["old"] != 4 {
		t.Errorf("numbers of events: %v", seqs)
	}
	listed := must(s.Played(ctx, "anna", play.Cursor{}, 10))(t)
	if len(listed) != len(ends) || !slices.IsSortedFunc(listed, func(a, b play.Summary) int { return b.Ended.Compare(a.Ended) }) {
		t.Errorf("%d matches are listed of %d", len(listed), len(ends))
	}
	// The database must refuse a second row of the same match, also from a statement outside the
	// store.
	_, err := s.exec(ctx, `INSERT INTO archive SELECT * FROM archive WHERE id = 'first'`)
	if !s.dialect.duplicate(err) {
		t.Errorf("a match was archived twice: %v", err)
	}
}

func errOf[T any](_ T, err error) error { return err }

// TestMonthsAhead checks that the partitions of this month and the next ones
// are created before they are needed, and only once.
func TestMonthsAhead(t *testing.T) {
	s, ctx := monthsFrom(t, month("2026-03")), t.Context()
	if made := must(s.MakeMonths(ctx))(t); made != 1+monthsAhead {
		t.Errorf("%d months were made", made)
	}
	if made := must(s.MakeMonths(ctx))(t); made != 0 {
		t.Errorf("%d months were made again", made)
	}
	playedOut(t, s, "now")
	archiveAll(t, s)
	if got, wanted := tableOf(t, s, "now"), monthPartition(monthOf(must(s.Now(ctx))(t))); got != wanted.table {
		t.Errorf("a match of now is in %s", got)
	}
	want(t, s.DetachMonth(ctx, must(s.Now(ctx))(t).Format("2006-01")), errMonthOpen)
	// A new database has its partitions at once.
	for _, fresh := range []*Store{postgresPlace(t).open(t), sqlitePlace(t).open(t)} {
		list, err := fresh.Months(ctx)
		if fresh.dialect.name == "sqlite" {
			want(t, err, errNoMonths)
		} else if len(list) < 3 || err != nil {
			t.Errorf("a new database has %v, %v", list, err)
		}
	}
}

// TestMonthsSkipped checks that PostgreSQL does not read earlier months when it looks for an id
// that contains a time.
func TestMonthsSkipped(t *testing.T) {
	s := monthsFrom(t, month("2026-03"))
	addMonths(t, s, "2026-03", "2026-04")
	plan := func(id string) string {
		return strings.Join(must(queryIDs(t.Context(), s.reads, fmt.Sprintf(`EXPLAIN SELECT id FROM archive WHERE id = '%s' AND ended >= %d`, id, since(id))))(t), "\n")
	}
	if p := plan(idAt(month("2026-04").AddDate(0, 0, 3), "x")); strings.Contains(p, "archive_before") || strings.Contains(p, "2026_03") || !strings.Contains(p, "2026_04") {
		t.Errorf("the plan of an id with a time:\n%s", p)
	}
	if p := plan("old"); !strings.Contains(p, "archive_before") {
		t.Errorf("the plan of an id without a time:\n%s", p)
	}
}

// TestDetachMonth checks that the dump of a detached month can be restored into
// either database with identical rows, and that the month can be attached
// again.
func TestDetachMonth(t *testing.T) {
	s, ctx := monthsFrom(t, month("2026-03")), t.Context()
	addMonths(t, s, "2026-03", "2026-04")
	one, two := archiveAt(t, s, "one", month("2026-03")), archiveAt(t, s, "two", month("2026-04"))
	for name, wanted := range map[string]error{"2026-05": errNoMonth, "march": errNoMonth, "rest": errNoMonth, `x"; --`: errNoMonth} {
		want(t, s.DetachMonth(ctx, name), wanted)
	}
	want(t, s.AttachMonth(ctx, "2026-03"), errAttached)
	// A month with a match that is not archived yet cannot be detached.
	playedOut(t, s, "late")
	must(s.exec(ctx, `UPDATE ended SET at = $2 WHERE id = $1`, "late", micros(month("2026-03"))))(t)
	want(t, s.DetachMonth(ctx, "2026-03"), errMonthOpen)
	archiveAll(t, s)

	want(t, s.DetachMonth(ctx, "2026-03"), nil)
	want(t, s.DetachMonth(ctx, "2026-03"), errDetached)
	want(t, errOf(s.Load(ctx, "one")), play.ErrNotFound)
	equalBodies(t, must(s.Load(ctx, "two"))(t).Events, two...)
	var file bytes.Buffer
	if n := must(s.DumpMonth(ctx, "2026-03", &file))(t); n != 2 {
		t.Errorf("%d rows in the dump of a month", n)
	}
	var seen []string
	want(t, s.EachOfMonth(ctx, "2026-03", func(r play.Row) error {
		seen = append(seen, r.ID)
		return nil
	}), nil)
	if !slices.Equal(seen, []string{"late", "one"}) {
		t.Errorf("the month has %v", seen)
	}
	stop := errors.New("stop")
	want(t, s.EachOfMonth(ctx, "2026-03", func(play.Row) error { return stop }), stop)
	for _, p := range []place{sqlitePlace(t), postgresPlace(t)} {
		other := p.open(t)
		must(other.Restore(ctx, bytes.NewReader(file.Bytes())))(t)
		r := must(other.Load(ctx, "one"))(t)
		equalBodies(t, r.Events, one...)
		if !r.Ended.Equal(month("2026-03")) {
			t.Errorf("%s: it ended at %v", p.name, r.Ended)
		}
	}
	want(t, s.AttachMonth(ctx, "2026-03"), nil)
	equalBodies(t, must(s.Load(ctx, "one"))(t).Events, one...)
	small := must(OpenSQLite(context.Background(), filepath.Join(t.TempDir(), "x.db")))(t)
	defer func() { want(t, small.Close(), nil) }()
	want(t, small.DetachMonth(ctx, "2026-03"), errNoMonths)
}
