package store

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"time"

	"kydai/game"
	"kydai/internal/play"
)

// On PostgreSQL the archive is partitioned by the month in which matches ended (docs/adr/0042). The
// partition archive_before holds the matches up to a time that the schema step wrote to settings.
// Later months are tables such as archive_2026_12, which are created in advance. SQLite has only
// one table.
const (
	beforeSetting = "archive-before" // name of the setting; its value is the end of the first partition, in microseconds
	monthsAhead   = 2
	monthsEvery   = time.Hour
	monthPrefix   = "archive_"
	monthForm     = "2006_01"
)

// bornBefore is a safe limit for clock differences between nodes. Because of such differences, the
// recorded end of a match may be earlier than the creation time in its id, but always by less than
// bornBefore.
const bornBefore = 24 * time.Hour

// since returns a lower bound for the end times of the matches, derived from the creation times in
// their ids. It returns 0 if an id contains no time. The bound lets PostgreSQL skip earlier months.
func since(ids ...string) int64 {
	least := never
	for _, id := range ids {
		at, ok := play.MadeAt(id)
		if !ok {
			return 0
		}
		least = min(least, micros(at.Add(-bornBefore)))
	}
	return max(0, least)
}

// monthOf returns the first instant of the month of a time, in UTC.
func monthOf(t time.Time) time.Time {
	y, m, _ := t.UTC().Date()
	return time.Date(y, m, 1, 0, 0, 0, 0, time.UTC)
}

// MakeMonths creates the missing partitions of this month and the next
// monthsAhead months, and returns how many it created.
func (s *Store) MakeMonths(ctx context.Context) (made int, err error) {
	const doing = "adding months to the archive"
	if s.dialect.name != "postgres" {
		return 0, nil
	}
	missing, err := s.missingMonths(ctx, s.reads)
	if err != nil || len(missing) == 0 {
		return 0, s.failed(doing, err)
	}
	err = s.inTxOf(ctx, s.aside, doing, func(tx *sql.Tx) error {
		if err := s.lockMigration(ctx, tx); err != nil { // otherwise two nodes could create the same table at the same time
			return s.failed(doing, err)
		}
		missing, err := s.missingMonths(ctx, tx)
		for i := 0; i < len(missing) && err == nil; i++ {
			err = s.addMonth(ctx, tx, missing[i])
		}
		made = len(missing)
		return s.failed(doing, err)
	})
	return made, err
}

// addMonth creates the partition of a month. It attaches an empty table, so it locks only this
// table and archive_rest (the partition for matches outside all months).
func (s *Store) addMonth(ctx context.Context, tx *sql.Tx, month time.Time) error {
	p := monthPartition(month)
	_, err := tx.ExecContext(ctx, `CREATE TABLE `+p.table+` (LIKE archive INCLUDING DEFAULTS INCLUDING INDEXES); `+p.attach())
	return err
}

type querier interface {
	QueryRowContext(ctx context.Context, text string, args ...any) *sql.Row
	QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error)
}

// missingMonths lists the months that should have a partition but do not.
func (s *Store) missingMonths(ctx context.Context, db querier) (missing []time.Time, err error) {
	var now, before int64
	err = db.QueryRowContext(ctx, s.sql(`SELECT @NOW, CAST(value AS BIGINT) FROM settings WHERE name = $1`), beforeSetting).Scan(&now, &before)
	if err != nil {
		return nil, err
	}
	there, err := queryIDs(ctx, db, partitions)
	month := monthOf(fromMicros(now))
	for range 1 + monthsAhead {
		if micros(month) >= before && !slices.Contains(there, monthPrefix+month.Format(monthForm)) {
			missing = append(missing, month)
		}
		month = month.AddDate(0, 1, 0)
	}
	return missing, err
}

// ofArchive is the common end of the SQL queries that read the list of the archive's partitions.
// partitions is the query for their table names.
const (
	ofArchive  = ` FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = 'archive'::regclass ORDER BY 1`
	partitions = `SELECT relname::text` + ofArchive
)

// Month is a partition of the archive.
type Month struct {
	Name  string // such as "2026-12"; "before" and "rest" hold more than one month
	Rows  int64  // number of rows, estimated by the database
	Bytes int64  // size in bytes, including indexes
}

var errNoMonths = game.Err("no-months", "only an archive in PostgreSQL has months")

// Months lists the partitions of the archive.
func (s *Store) Months(ctx context.Context) (all []Month, err error) {
	if s.dialect.name != "postgres" {
		return nil, errNoMonths
	}
	err = s.rows(ctx, "listing the months of the archive", func(rows *sql.Rows) error {
		var m Month
		err := rows.Scan(&m.Name, &m.Rows, &m.Bytes)
		m.Name = strings.ReplaceAll(strings.TrimPrefix(m.Name, monthPrefix), "_", "-")
		all = append(all, m)
		return err
	}, `SELECT relname::text, greatest(reltuples, 0)::bigint, pg_total_relation_size(pg_class.oid)`+ofArchive)
	return all, err
}
