package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"time"

	"kydai/game"
	"kydai/internal/play"
	"kydai/internal/sleep"
)

// beforeMonth is the name of the partition for all matches that ended before the first month.
const beforeMonth = "before"

var (
	errNoMonth   = game.Err("no-month", "the archive has no such month")
	errMonthOpen = game.Err("month-open", "this month is not over, or its last matches are not in the archive yet")
	errAttached  = game.Err("month-attached", "this month is part of the archive")
	errDetached  = game.Err("month-detached", "this month is not part of the archive")
)

// partition is a table of the archive, attached or detached.
type partition struct {
	table    string
	from, to int64 // range of end times in microseconds; from is 0 for the first partition
	attached bool
}

func monthPartition(month time.Time) partition {
	return partition{table: monthPrefix + month.Format(monthForm), from: micros(month), to: micros(month.AddDate(0, 1, 0))}
}

// attach returns the SQL that makes the table a partition of the archive.
func (p *partition) attach() string {
	from := "MINVALUE"
	if p.from > 0 {
		from = strconv.FormatInt(p.from, 10)
	}
	return `ALTER TABLE archive ATTACH PARTITION ` + p.table + ` FOR VALUES FROM (` + from + `) TO (` + strconv.FormatInt(p.to, 10) + `)`
}

// closedMonth returns the table of a month, given as "2026-12" or "before". It returns an error if
// the month is not over, or if a match of the month is not in the archive yet.
func (s *Store) closedMonth(ctx context.Context, name string) (p partition, err error) {
	const doing = "looking for a month of the archive"
	if s.dialect.name != "postgres" {
		return p, errNoMonths
	}
	if name == beforeMonth {
		p.table = monthPrefix + name
		err = s.reads.QueryRowContext(ctx, `SELECT value::bigint FROM settings WHERE name = $1`, beforeSetting).Scan(&p.to)
	} else if month, bad := time.Parse("2006-01", name); bad != nil {
		return p, errNoMonth
	} else {
		p = monthPartition(month)
	}
	if err != nil {
		return p, s.failed(doing, err)
	}
	var there, waiting bool
	var now int64
	err = s.reads.QueryRowContext(ctx, s.sql(`SELECT to_regclass($1) IS NOT NULL, @NOW,
		EXISTS (SELECT 1 FROM live JOIN ended ON ended.id = live.id WHERE live.finished AND ended.at < $2)
			OR EXISTS (SELECT 1 FROM live WHERE held <> '' AND created < $2)`), p.table, p.to).Scan(&there, &now, &waiting)
	if err != nil {
		return p, s.failed(doing, err)
	}
	attached, err := queryIDs(ctx, s.reads, partitions)
	switch p.attached = slices.Contains(attached, p.table); {
	case err != nil:
		return p, s.failed(doing, err)
	case !there:
		return p, errNoMonth
	case waiting || now < p.to+time.Hour.Microseconds():
		return p, errMonthOpen
	}
	return p, nil
}

// DumpMonth writes a dump that contains only the rows of one month and returns their number.
// Restore can read the dump into an empty database, which then has identical rows.
func (s *Store) DumpMonth(ctx context.Context, name string, w io.Writer) (int, error) {
	p, err := s.closedMonth(ctx, name)
	if err != nil {
		return 0, err
	}
	return s.dump(ctx, s.exports(ctx), w, func(tx *sql.Tx, enc *json.Encoder, n *int) error {
		for _, d := range dumped {
			if d.table == "archive" {
				return s.failed("dumping a month", s.dumpTable(ctx, tx, enc, d.table, p.table, d.columns, d.kinds, n))
			}
		}
		return nil
	})
}

// EachOfMonth calls the function do for every match of a month. It stops at the first error.
func (s *Store) EachOfMonth(ctx context.Context, name string, do func(play.Row) error) error {
	const doing = "reading a month of the archive"
	p, err := s.closedMonth(ctx, name)
	if err != nil {
		return err
	}
	tx, err := s.exports(ctx).BeginTx(ctx, &sql.TxOptions{Isolation: s.snapshot(), ReadOnly: true})
	if err != nil {
		return s.failed(doing, err)
	}
	defer func() { _ = tx.Rollback() }()
	if err := s.unhurried(ctx, tx); err != nil {
		return s.failed(doing, err)
	}
	rows, err := tx.QueryContext(ctx, s.sql(`SELECT `+archivedRow+` FROM `+p.table+` ORDER BY id`))
	if err != nil {
		return s.failed(doing, err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		row, err := scanRow(rows.Scan)
		if err != nil {
			return s.failed(doing, err)
		}
		if err := do(row); err != nil {
			return err
		}
	}
	return s.failed(doing, rows.Err())
}

// DetachMonth removes a month from the archive. The month's table stays until the operator drops
// it; AttachMonth adds it to the archive again.
func (s *Store) DetachMonth(ctx context.Context, name string) error {
	p, err := s.closedMonth(ctx, name)
	if err == nil && !p.attached {
		err = errDetached
	}
	if err != nil {
		return err
	}
	return s.alterMonth(ctx, `ALTER TABLE archive DETACH PARTITION `+p.table)
}

// AttachMonth makes a detached month a part of the archive again.
func (s *Store) AttachMonth(ctx context.Context, name string) error {
	p, err := s.closedMonth(ctx, name)
	if err == nil && p.attached {
		err = errAttached
	}
	if err != nil {
		return err
	}
	return s.alterMonth(ctx, p.attach())
}

// alterMonth runs a statement that needs a lock on the archive. Queries of the archive wait behind
// a statement that waits for this lock. So the statement waits only briefly and is repeated.
func (s *Store) alterMonth(ctx context.Context, text string) (err error) {
	const doing = "changing the months of the archive"
	for range lockTries {
		err = s.inTxOf(ctx, s.aside, doing, func(tx *sql.Tx) error {
			err := noTimes.within(ctx, tx)
			if err == nil {
				_, err = tx.ExecContext(ctx, text)
			}
			return s.failed(doing, err)
		})
		if err == nil || !s.dialect.locked(err) {
			return err
		}
		if err := sleep.For(ctx, migratePause); err != nil {
			return err
		}
	}
	return err
}
