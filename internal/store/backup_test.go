package store

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kydai/game"
)

// TestCopyBeforeStep checks that a SQLite file is copied before its schema
// changes, that the previous version of the program can use the copy, that
// three copies are kept, and that a new or up-to-date database is not copied.
func TestCopyBeforeStep(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a [b].db")
	var log bytes.Buffer
	s, err := OpenFile(t.Context(), file, Options{Log: slog.New(slog.NewTextHandler(&log, nil)), NoTasks: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() //nolint:errcheck // an error of Close does not matter in this test
	if err := s.ClaimKey(t.Context(), []string{"fingerprint"}); err != nil {
		t.Fatal(err)
	}
	steps, err := readSteps(schema)
	if err != nil {
		t.Fatal(err)
	}
	first := len(steps)
	// upgrade simulates the next release, which has one more schema step.
	upgrade := func() error {
		n := len(steps) + 1
		steps = append(steps, step{number: n, text: fmt.Sprintf(`CREATE TABLE later_%d (x INTEGER)`, n)})
		return s.migrateBy(t.Context(), steps)
	}
	copies := func() []string {
		all, err := filepath.Glob(globQuote(file) + copyName + "*")
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	if err := s.migrateBy(t.Context(), steps); err != nil || len(copies()) != 0 {
		t.Fatalf("without need: %v, %v", copies(), err)
	}
	s.opts.free = func(string) (uint64, error) { return 1 << 20, nil }
	err = upgrade()
	var coded *game.Error
	if have, _ := s.lastStep(t.Context()); !errors.As(err, &coded) || coded.Code != NoRoomForCopy || len(copies()) != 0 || have != first {
		t.Fatalf("on a full disk: %v, %v, step %d", err, copies(), have)
	}
	s.opts.free = nil
	for range 5 {
		if err := upgrade(); err != nil {
			t.Fatal(err)
		}
	}
	got := copies()
	if len(got) != copiesKept || strings.Count(log.String(), "the database was copied") != 5 {
		t.Fatalf("the copies are %v; the log is %s", got, log.String())
	}
	slices.Sort(got)
	if info, err := os.Stat(got[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the copy: %v, %v", info.Mode(), err)
	}
	db, err := sql.Open("sqlite", sqliteURL(got[0], ""))
	if err != nil {
		t.Fatal(err)
	}
	var last int
	var key string
	err = db.QueryRowContext(t.Context(), `SELECT MAX(number), (SELECT value FROM settings WHERE name = 'key') FROM schema_steps`).Scan(&last, &key)
	err = errors.Join(err, db.Close())
	if want := len(steps) - copiesKept; err != nil || last != want || key != "fingerprint" {
		t.Errorf("the copy has step %d, not %d, and the key %q (%v)", last, want, key, err)
	}
	s.opts.NoStepCopy, s.opts.free = true, func(string) (uint64, error) { return 0, nil }
	if err := upgrade(); err != nil || len(copies()) != copiesKept {
		t.Errorf("without copies: %v, %v", copies(), err)
	}
}
