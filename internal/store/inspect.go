package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"kydai/game"
)

// Inspection is the result of an inspection of a database, which changes nothing.
type Inspection struct {
	Server  string // name and version of the database server
	Schema  int    // number of the last schema step; 0 if the database is empty
	Known   int    // number of the last schema step that this program knows
	TooOld  bool   // this program is too old for the schema of the database
	Latency time.Duration
	Offset  time.Duration // difference between the database's clock and this machine's clock
	Key     string        // fingerprint of the site's key; "" if no key is recorded yet
	Nodes   int           // number of nodes with a heartbeat in the last minute
	Beat    time.Time     // time of the latest heartbeat; zero if there was none
	Size    int64         // size in bytes; SQLite only
	Damage  string        // damage found by a quick check; "" for none; SQLite only

	// The following fields are set for PostgreSQL only.
	Durable     bool // fsync, full_page_writes and synchronous_commit are on
	Commit      string
	Standby     bool // the server is in recovery and cannot be written to
	Pooler      bool // a connection pooler before the server refuses or drops start-up parameters
	Feedback    bool // hot_standby_feedback is on: the primary keeps rows that a standby still reads
	Connections int  // number of open connections
	Limit       int  // limit of connections (max_connections)
}

// inspectProbes is the number of round trips that are measured; their median is reported.
const inspectProbes = 5

// InspectFile inspects a SQLite file without changing it. A file that does not exist is an error.
func InspectFile(ctx context.Context, file string) (Inspection, error) {
	info, err := os.Stat(file)
	if err != nil {
		return Inspection{}, err
	}
	db, err := sql.Open("sqlite", sqliteURL(file, "_pragma=query_only(1)"))
	if err != nil {
		return Inspection{}, err
	}
	defer db.Close() //nolint:errcheck // nothing was written, so an error of Close does not matter
	db.SetMaxOpenConns(1)
	s := newStore(dialect{name: "sqlite", words: sqliteWords}, Options{})
	s.reads = db
	in := Inspection{Size: info.Size(), Durable: true}
	var version, damage string
	if err := db.QueryRowContext(ctx, `SELECT sqlite_version()`).Scan(&version); err != nil {
		return in, err
	}
	in.Server = "SQLite " + version
	within, cancel := context.WithTimeout(ctx, checkWithin)
	defer cancel()
	if err := db.QueryRowContext(within, `PRAGMA quick_check(1)`).Scan(&damage); err != nil && within.Err() == nil {
		in.Damage = err.Error()
	} else if err == nil && damage != "ok" {
		in.Damage = damage
	}
	err = s.inspect(ctx, &in)
	return in, err
}

// InspectServer inspects a PostgreSQL database without changing it.
func InspectServer(ctx context.Context, address string) (Inspection, error) {
	var in Inspection
	cfg, err := pgx.ParseConfig(address)
	if err != nil {
		return in, game.Err("bad-database", "the database URL is not valid")
	}
	cfg.DefaultQueryExecMode = pgx.QueryExecModeExec
	cfg.RuntimeParams["lock_timeout"] = usualTimes.lock
	db := stdlib.OpenDB(*cfg)
	if err = db.PingContext(ctx); err != nil && strings.Contains(err.Error(), "unsupported startup parameter") {
		_ = db.Close()
		in.Pooler = true
		delete(cfg.RuntimeParams, "lock_timeout")
		db = stdlib.OpenDB(*cfg)
		err = db.PingContext(ctx)
	}
	defer func() { _ = db.Close() }()
	if err != nil {
		return in, err
	}
	db.SetMaxOpenConns(1)
	var version, lock, fsync, pages string
	err = db.QueryRowContext(ctx, `SELECT current_setting('server_version'), current_setting('lock_timeout'), current_setting('fsync'),
		current_setting('full_page_writes'), current_setting('synchronous_commit'), pg_is_in_recovery(),
		(SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'), current_setting('max_connections')::int,
		current_setting('hot_standby_feedback') = 'on'`).
		Scan(&version, &lock, &fsync, &pages, &in.Commit, &in.Standby, &in.Connections, &in.Limit, &in.Feedback)
	if err != nil {
		return in, err
	}
	in.Server = "PostgreSQL " + version
	in.Pooler = in.Pooler || lock != usualTimes.lock
	in.Durable = fsync == "on" && pages == "on"
	s := newStore(dialect{name: "postgres", words: postgresWords}, Options{})
	s.reads = db
	err = s.inspect(ctx, &in)
	return in, err
}

// inspect reads the values that exist both in SQLite and in PostgreSQL databases.
func (s *Store) inspect(ctx context.Context, in *Inspection) error {
	steps, err := readSteps(schema)
	if err != nil {
		return err
	}
	in.Known = len(steps)
	if err := s.probe(ctx, in); err != nil {
		return err
	}
	if in.Schema, err = s.lastStep(ctx); err != nil {
		if in.Damage == "" && s.empty(ctx) {
			return nil
		}
		return err
	}
	if in.Schema == 0 {
		return nil
	}
	err = s.reads.QueryRowContext(ctx, s.sql(`SELECT value FROM settings WHERE name = $1`), keySetting).Scan(&in.Key)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if in.Schema > in.Known {
		if err := s.mayBeOld(ctx, in.Known); errors.Is(err, errTooOld) {
			in.TooOld = true
		} else if err != nil {
			return err
		}
	}
	var beat sql.NullInt64
	text := `SELECT count(*) FILTER (WHERE beat > @NOW - ` + strconv.FormatInt(time.Minute.Microseconds(), 10) + `), max(beat) FROM nodes`
	if err := s.reads.QueryRowContext(ctx, s.sql(text)).Scan(&in.Nodes, &beat); err != nil {
		return err
	}
	if beat.Valid {
		in.Beat = fromMicros(beat.Int64)
	}
	return nil
}

// empty reports whether the database does not have the tables of this program yet.
func (s *Store) empty(ctx context.Context) bool {
	text := `SELECT count(*) FROM sqlite_master WHERE name = 'schema_steps'`
	if s.dialect.name == "postgres" {
		text = `SELECT count(*) FROM (SELECT to_regclass('schema_steps') AS known) AS one WHERE known IS NOT NULL`
	}
	var n int
	return s.reads.QueryRowContext(ctx, text).Scan(&n) == nil && n == 0
}

// probe measures the round-trip time and the offset of the database's clock, as medians of several
// round trips.
func (s *Store) probe(ctx context.Context, in *Inspection) error {
	var trips, offsets []time.Duration
	for range inspectProbes {
		began := time.Now()
		var us int64
		if err := s.reads.QueryRowContext(ctx, s.sql(`SELECT @WALL`)).Scan(&us); err != nil {
			return fmt.Errorf("store: asking for the time: %w", err)
		}
		trip := time.Since(began)
		trips = append(trips, trip)
		offsets = append(offsets, fromMicros(us).Sub(began.Add(trip/2)))
	}
	slices.Sort(trips)
	slices.Sort(offsets)
	in.Latency, in.Offset = trips[inspectProbes/2], offsets[inspectProbes/2]
	return nil
}
