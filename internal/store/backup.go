package store

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"kydai/game"
)

// copiesKept is the number of database copies that are kept. The program copies the database before
// each schema change.
const copiesKept = 3

// copyName is the middle part of the file name of a database copy. The name of the database stands
// before it, the number of the schema step after it.
const copyName = ".before-step-"

// NoRoomForCopy is the error code for a schema change that was refused because
// the disk has no space for a copy.
const NoRoomForCopy = "no-room-for-copy"

// copyBefore copies a SQLite database before a schema step changes it, so that the operator can
// return to the previous version of the program. A new database is not copied. PostgreSQL databases
// are not copied either: their operators make backups.
func (s *Store) copyBefore(ctx context.Context, have, step int) error {
	if s.file == "" || have == 0 || s.opts.NoStepCopy {
		return nil
	}
	if err := s.roomForCopy(); err != nil {
		return err
	}
	began := time.Now()
	name := s.file + copyName + strconv.Itoa(step)
	if _, err := os.Stat(name); err == nil { // left by an earlier attempt of the same step
		name += "-" + began.UTC().Format("20060102T150405.000")
	}
	half := name + ".part"
	if err := copyFile(ctx, s.file, half); err != nil {
		return errors.Join(err, os.Remove(half))
	}
	if err := os.Rename(half, name); err != nil {
		return err
	}
	var size int64
	if info, err := os.Stat(name); err == nil {
		size = info.Size()
	}
	s.opts.Log.Info("the database was copied before its schema changes", "copy", name, "bytes", size, "step", step, "took", time.Since(began).Round(time.Millisecond))
	s.dropCopies()
	return nil
}

// roomForCopy returns an error if a copy would fill the disk.
func (s *Store) roomForCopy() error {
	free := s.opts.free
	if free == nil {
		free = FreeBytes
	}
	left, err := free(filepath.Dir(s.file))
	if err != nil {
		s.opts.Log.Warn("it is not known how much of the disk is free", "err", err)
		return nil
	}
	var size uint64
	for _, beside := range []string{"", "-wal"} {
		if info, err := os.Stat(s.file + beside); err == nil {
			size += uint64(info.Size()) //nolint:gosec // not negative
		}
	}
	if need := size + size/10 + 16<<20; left < need {
		return game.Err(NoRoomForCopy, "the database is copied before its schema changes, and the disk has too little room: ",
			strconv.FormatUint(left>>20, 10), " MB are free, ", strconv.FormatUint(need>>20, 10), " MB are needed; free some, or start once with --step-copy=false")
	}
	return nil
}

// copyFile writes a consistent copy of a SQLite file, readable by its owner only.
func copyFile(ctx context.Context, from, to string) error {
	f, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600) // VACUUM INTO accepts an existing file if it is empty
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	db, err := sql.Open("sqlite", sqliteURL(from, ""))
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `VACUUM INTO ?`, to)
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	if f, err = os.OpenFile(to, os.O_RDWR, 0); err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// dropCopies deletes all copies except the newest copiesKept.
func (s *Store) dropCopies() {
	names, err := filepath.Glob(globQuote(s.file) + copyName + "*")
	if err != nil {
		return
	}
	age := func(name string) time.Time {
		info, err := os.Stat(name)
		if err != nil {
			return time.Time{}
		}
		return info.ModTime()
	}
	slices.SortFunc(names, func(a, b string) int { return age(b).Compare(age(a)) })
	for i, name := range names {
		if i < copiesKept {
			continue
		}
		if err := os.Remove(name); err != nil {
			s.opts.Log.Warn("an old copy of the database could not be deleted", "copy", name, "err", err)
		}
	}
}

// globQuote escapes a file name so that, as a glob pattern, it matches only itself.
func globQuote(name string) string {
	var quoted []rune
	for _, r := range name {
		if r == '*' || r == '?' || r == '[' {
			quoted = append(quoted, '[', r, ']')
			continue
		}
		quoted = append(quoted, r)
	}
	return string(quoted)
}
