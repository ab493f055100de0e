package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"time"

	"kydai/game"
	"kydai/internal/play"
	"kydai/match"
	"kydai/match/compact"
)

// oldPlace returns an empty database with the schema as it was before the column compact.
func oldPlace(t *testing.T, p place) *Store {
	t.Helper()
	s := p.open(t)
	hold(s)
	s.tasks.close() // the background tasks would hold the lease
	dropTables(t, p, s)
	want(t, s.migrateBy(t.Context(), must(readSteps(schema))(t)[:compactStep-1]), nil)
	return s
}

// SQL statements that the previous release uses.
const (
	oldArchive = `INSERT INTO archive (id, game, first, second, created, ended, seq, ply, result, terms, secret, events)
		SELECT id, game, first, second, created, ` + endedAt + `, seq, ply, result, terms, secret, ` + packed + ` FROM live WHERE finished`
	oldBeat = `INSERT INTO nodes (id, body, beat) VALUES ($1, $2, @NOW) ON CONFLICT (id) DO UPDATE SET body = excluded.body, beat = excluded.beat`
	oldLoad = `SELECT seq, events FROM archive WHERE id = $1`
)

// playedOut plays a match of three events to its end and returns the bodies of the events.
func playedOut(t *testing.T, s *Store, id string) [][]byte {
	t.Helper()
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	bodies := [][]byte{
		match.Event{Kind: match.Started, At: at}.Encode(),
		match.Event{Kind: match.Moved, At: at.Add(time.Second), Text: "e2e4", Lag: 30 * time.Millisecond}.Encode(),
		match.Event{Kind: match.Ended, At: at.Add(2 * time.Second), Side: game.First, Text: "resign", By: game.Second}.Encode(),
	}
	newMatch(t, s, id)
	must(s.Commit(t.Context(), play.Change{ID: id, Seq: 0, Ply: 1, Events: bodies[:2]}))(t)
	must(s.Commit(t.Context(), play.Change{ID: id, Seq: 2, Ply: 1, Events: bodies[2:], Over: true, Result: "first resign", Winner: "first", Reason: "resign"}))(t)
	return bodies
}

func rowsOf(t *testing.T, s *Store, where string) (n int) {
	t.Helper()
	want(t, s.reads.QueryRowContext(t.Context(), `SELECT COUNT(*) FROM archive WHERE `+where).Scan(&n), nil)
	return n
}

// TestBothForms lets a program of the previous release and a current program share a database. Rows
// of the old program must be read byte for byte. Bytes must be written only after every node can
// read them, and then the old program must be refused.
func TestBothForms(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		ctx, older := t.Context(), oldPlace(t, p)
		must(older.exec(ctx, `ALTER TABLE live ADD COLUMN held TEXT NOT NULL DEFAULT ''`))(t) // this program needs it to play a match
		first := playedOut(t, older, "first")
		must(older.exec(ctx, `ALTER TABLE live DROP COLUMN held`))(t)
		must(older.exec(ctx, oldArchive))(t)
		for _, text := range archiveSteps {
			must(older.exec(ctx, strings.ReplaceAll(text, "id @IN(1)", "id = $1"), "first"))(t)
		}
		must(older.exec(ctx, oldBeat, "old", []byte("{}")))(t)
		before := textOf(t, older, "first")

		s := must(openAt(context.Background(), p.address))(t)
		defer func() { want(t, s.Close(), nil) }()
		hold(s)
		want(t, s.Beat(ctx, "new", []byte("{}")), nil)
		equalBodies(t, must(s.Load(ctx, "first"))(t).Events, first...)

		// While a node of the previous release is running, or has run in the last
		// day, the form must not change.
		for range 3 {
			if done, err := s.Form(ctx, 0, 0); done || err != nil {
				t.Fatalf("bytes with a node of before: %v", err)
			}
		}
		second := playedOut(t, s, "second")
		archiveAll(t, s)
		if n := rowsOf(t, s, "compact IS NULL AND events <> ''"); n != 2 {
			t.Errorf("%d rows of text", n)
		}
		var seq int
		var text string
		want(t, older.reads.QueryRowContext(ctx, older.sql(oldLoad), "second").Scan(&seq, &text), nil)
		equalBodies(t, must(unpack(text))(t), second...)
		if place := must(s.formPlace(ctx, s.reads))(t); !strings.HasPrefix(place, formSince) {
			t.Errorf("the form is %q", place)
		}

		// The last node of the previous release has stopped, so Form advances step by step to
		// bytes. A program of that release must be refused one step before bytes are written.
		must(s.exec(ctx, `DELETE FROM nodes WHERE id = 'old'`))(t)
		known := must(readSteps(schema))(t)[:compactStep-1]
		if done, err := s.Form(ctx, time.Hour, time.Hour); done || err != nil || older.migrateBy(ctx, known) != nil {
			t.Fatal("no time to go back", err)
		}
		if done, err := s.Form(ctx, 0, time.Hour); done || err != nil {
			t.Fatal("no fence", err)
		}
		want(t, older.migrateBy(ctx, known), errTooOld)
		if done, err := s.Form(ctx, 0, time.Hour); done || err != nil {
			t.Fatal("no time behind the fence", err)
		}
		if done, err := s.Form(ctx, 0, 0); !done || err != nil {
			t.Fatal("no bytes", err)
		}
		third := playedOut(t, s, "third")
		archiveAll(t, s)
		if n := rowsOf(t, s, "compact IS NOT NULL AND events = ''"); n != 1 {
			t.Errorf("%d rows of bytes", n)
		}
		// Add events after the end of matches in each form, with the statements of both programs.
		more := match.Event{Kind: match.Rematched, By: game.First, Text: "next", At: time.Now()}.Encode()
		for id, bodies := range map[string][][]byte{"first": first, "second": second, "third": third} {
			began := must(s.Commit(ctx, play.Change{ID: id, Seq: 3, Ply: 1, Events: [][]byte{more}, Over: true}))(t)
			row := must(s.Load(ctx, id))(t)
			equalBodies(t, row.Events, append(bodies, more)...)
			if !row.Events[3].Began.Equal(began) || row.Events[2].Began.IsZero() {
				t.Errorf("%s: the last events began at %v and %v", id, row.Events[2].Began, row.Events[3].Began)
			}
		}
		if records := must(s.Records(ctx, []string{"first", "second", "third"}))(t); len(records) != 3 || len(records[2].Events) != 4 {
			t.Errorf("%d records", len(records))
		}
		if after := textOf(t, s, "first"); !strings.HasPrefix(after, before) {
			t.Errorf("the text of before was changed from %q to %q", before, after)
		}
		if n := len(must(s.Played(ctx, "anna", play.Cursor{}, 9))(t)); n != 3 {
			t.Errorf("%d matches are listed", n)
		}
	})
}

func textOf(t *testing.T, s *Store, id string) (text string) {
	t.Helper()
	want(t, s.reads.QueryRowContext(t.Context(), s.sql(`SELECT events FROM archive WHERE id = $1`), id).Scan(&text), nil)
	return text
}

// TestSameEvents checks that a match archived as bytes has the same events as the match that was
// played, with times to the microsecond.
func TestSameEvents(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		hold(s)
		for i, id := range []string{"a", "b", "c"} {
			playedOut(t, s, id)
			if i == 2 {
				newMatch(t, s, "strange")
				must(s.Commit(ctx, play.Change{ID: "strange", Events: [][]byte{{0, 255}, nil, []byte("1 move")}, Over: true}))(t)
			}
		}
		before := map[string]play.Row{}
		for _, id := range []string{"a", "b", "c", "strange"} {
			before[id] = must(s.Load(ctx, id))(t)
		}
		archiveAll(t, s)
		if n := rowsOf(t, s, "compact IS NOT NULL"); n != 4 {
			t.Errorf("%d rows of bytes", n)
		}
		for id, old := range before {
			row := must(s.Load(ctx, id))(t)
			for i, e := range old.Events {
				if !bytes.Equal(row.Events[i].Body, e.Body) || !row.Events[i].Began.Equal(e.Began) {
					t.Errorf("%s: event %d is %v %q, was %v %q", id, i, row.Events[i].Began, row.Events[i].Body, e.Began, e.Body)
				}
			}
		}
		must(s.exec(ctx, `UPDATE archive SET compact = $1 WHERE id = 'a'`, []byte{9, 9}))(t)
		_, err := s.Load(ctx, "a")
		var e *game.Error
		if !errors.As(err, &e) || e.Code != compact.UnknownVersion {
			t.Errorf("a newer form is read as %v", err)
		}
	})
}

// TestRestoreForms checks that a dump with bytes is restored as bytes, or as text if a node of an
// earlier release is running.
func TestRestoreForms(t *testing.T) {
	everywhere(t, func(t *testing.T, p place) {
		s, ctx := p.open(t), t.Context()
		hold(s)
		bodies := playedOut(t, s, "a")
		archiveAll(t, s)
		dump := dumpOf(t, s)
		for _, old := range []bool{false, true} {
			into := must(openAt(context.Background(), sqlitePlace(t).address))(t)
			if old {
				must(into.exec(ctx, oldBeat, "old", []byte("{}")))(t)
			}
			must(into.Restore(ctx, strings.NewReader(dump)))(t)
			equalBodies(t, must(into.Load(ctx, "a"))(t).Events, bodies...)
			if n := rowsOf(t, into, "compact IS NULL"); (n == 1) != old {
				t.Errorf("a node of before: %v; rows of text: %d", old, n)
			}
			if got := dumpOf(t, into); !old && got != dump {
				t.Error("the restored database is another")
			}
			want(t, into.Close(), nil)
		}
	})
}

func TestNextForm(t *testing.T) {
	at := func(word string, d time.Duration) string { return fmt.Sprint(word, d.Microseconds()) }
	const now = 1000 * time.Hour
	for _, c := range []struct {
		place string
		all   bool
		want  string
	}{
		{"", true, at(formSince, now)},
		{"", false, at(formSince, now)},
		{at(formSince, now-10*time.Hour), true, at(formSince, now-10*time.Hour)},
		{at(formSince, now-10*time.Hour), false, at(formSince, now)},
		{at(formSince, now-formTrial), true, at(formOnly, now)},
		{at(formSince, now-formTrial), false, at(formSince, now)},
		{at(formOnly, now-formFence+1000), true, at(formOnly, now-formFence+1000)},
		{at(formOnly, now-formFence), false, at(formOnly, now-formFence)},
		{at(formOnly, now-formFence), true, formBytes},
	} {
		if got := nextForm(c.place, c.all, now.Microseconds(), formTrial, formFence); got != c.want {
			t.Errorf("after %q, %v: %q, want %q", c.place, c.all, got, c.want)
		}
	}
	names := must(fs.Glob(schema, fmt.Sprintf("schema/%04d_compact.sql", compactStep)))(t)
	if names = append(names, must(fs.Glob(schema, fmt.Sprintf("schema/%04d_archive_short.sql", compactStep+1)))(t)...); len(names) != 2 {
		t.Errorf("the steps of the column compact and its indexes are not %d and the next: %v", compactStep, names)
	}
}
