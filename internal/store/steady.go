package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"modernc.org/sqlite"

	"kydai/internal/play"
)

// SQLite has no clock of its own, and the machine's clock can be changed. So the site's time is a
// base plus the time since the machine was booted, which cannot be changed and is the same in all
// processes. The base is stored in the file together with the id of the boot. So a process that
// starts after the machine's clock was changed has the same time as the older processes.

// nowFunction is the name of the SQL function that returns the site's time in microseconds. Its
// argument is the number of an open file.
const nowFunction = "kydai_now"

var (
	openFiles sync.Map // key: number of an open file; value: its clock, of type *steady
	lastFile  atomic.Int64
)

func init() {
	sqlite.MustRegisterScalarFunction(nowFunction, 1, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		n, _ := args[0].(int64)
		c, ok := openFiles.Load(n)
		if !ok {
			return nil, errors.New("store: the file is closed")
		}
		return c.(*steady).now().UnixMicro(), nil //nolint:errcheck // only *steady is stored
	})
}

// reading holds the values of the machine's clocks.
type reading struct {
	day    time.Time     // time of day; users can change it
	passed time.Duration // monotonic time since the boot that the field start identifies
	start  string        // id of the boot of the machine at which passed began
}

// steady is the clock of an open database file. It computes the site's time from a base and the
// time since the boot of the machine.
type steady struct {
	number int64
	read   func() reading
	base   atomic.Int64 // the site's time at the boot of the machine, in microseconds
}

func newSteady(read func() reading) *steady {
	c := &steady{number: lastFile.Add(1), read: read}
	r := read()
	c.base.Store(r.baseNow())
	openFiles.Store(c.number, c)
	return c
}

func (c *steady) close() error {
	openFiles.Delete(c.number)
	return nil
}

// keepSteady sets up the clock of the database file. It takes the base of the site's time from the
// file, or stores a new base there. If the file cannot be read or written, the process uses a base
// of its own, and a later call of Reading returns the error.
func (s *Store) keepSteady(ctx context.Context) {
	if s.opts.clocks == nil {
		s.opts.clocks = readClock
	}
	s.steady = newSteady(s.opts.clocks)
	s.closers = append(s.closers, s.steady.close)
	s.dialect.words = s.steady.words()
	s.texts.Clear()
	if err := s.steady.agree(ctx, s); err != nil {
		s.opts.Log.WarnContext(ctx, "the cluster time of this database could not be shared with other processes", "err", err)
	}
}

// words returns the replacements of @ words for the file of this clock.
func (c *steady) words() *strings.Replacer {
	return sqliteWordsWith("@NOW", nowFunction+"("+strconv.FormatInt(c.number, 10)+")")
}

// baseNow returns the base of the site's time (the time at the boot of the machine) with which the
// site's time equals the present time of day.
func (r reading) baseNow() int64 { return r.day.Add(-r.passed).UnixMicro() }

func (c *steady) now() time.Time {
	return time.UnixMicro(c.base.Load() + c.read().passed.Microseconds()).UTC()
}

// agree uses the base stored in the file if that base belongs to this boot of the machine.
// Otherwise it stores its own base in the file.
func (c *steady) agree(ctx context.Context, s *Store) error {
	r := c.read()
	if base, err := s.fileBase(ctx, r.start); err != nil || base != 0 {
		if err == nil {
			c.base.Store(base)
		}
		return err
	}
	return s.inTx(ctx, "keeping the time", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO settings (name, value) VALUES ($1, $2)
			ON CONFLICT (name) DO UPDATE SET value = excluded.value`, clockSetting, baseText(r.start, c.base.Load()))
		return s.failed("keeping the time", err)
	})
}

func baseText(start string, base int64) string { return fmt.Sprint(start, " ", base) }

// fileBase returns the base stored in the file; 0 if the file has no base for this boot.
func (s *Store) fileBase(ctx context.Context, start string) (int64, error) {
	var text string
	err := s.reads.QueryRowContext(ctx, `SELECT value FROM settings WHERE name = $1`, clockSetting).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, s.failed("asking the time", err)
	}
	had, number, _ := strings.Cut(text, " ")
	base, err := strconv.ParseInt(number, 10, 64)
	if err != nil || had != start {
		return 0, nil //nolint:nilerr // the value cannot be used, so the caller stores a new base
	}
	return base, nil
}

// readFile implements Reading for SQLite. The clock correction that it returns is the base of the
// site's time.
func (s *Store) readFile(ctx context.Context) (time.Time, time.Duration, error) {
	if err := s.steady.agree(ctx, s); err != nil {
		return time.Time{}, 0, err
	}
	return s.steady.now(), time.Duration(s.steady.base.Load()) * time.Microsecond, nil
}

// correctFile implements Correct for SQLite. It replaces the base of the site's time in the file.
func (s *Store) correctFile(ctx context.Context, old, by time.Duration) error {
	start := s.steady.read().start
	err := s.execOne(ctx, "correcting the clock", play.ErrConflict, `UPDATE settings SET value = $3 WHERE name = $1 AND value = $2`,
		clockSetting, baseText(start, old.Microseconds()), baseText(start, by.Microseconds()))
	if err == nil {
		s.steady.base.Store(by.Microseconds())
	}
	return err
}
