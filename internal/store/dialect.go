package store

import (
	"context"
	"encoding/json"
	"strings"
	"time"
)

// dialect is what the two databases say differently. Everything else is one
// SQL: words that begin with @ are replaced by the dialect's.
type dialect struct {
	name  string
	words *strings.Replacer
	// list makes the argument of @IN(n) of ids.
	list func(ids []string) any
	// writers is how many batches may be under way at once.
	writers int
	// duplicate reports whether an error says that a key is taken.
	duplicate func(err error) bool
	// refused reports whether the database looked at a statement and would
	// not do it: it was not done, and trying again would not help.
	refused func(err error) bool
	// away reports whether an error says that the database cannot be reached
	// or cannot work now, whatever it was asked.
	away func(err error) bool
}

var postgresWords = strings.NewReplacer(
	"@BLOB", "BYTEA",
	// Room for new versions of a row beside the old ones; a table that is
	// rewritten all the time is vacuumed by what changed, not by its size.
	"@LIVELY", "WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.2)", //nolint:misspell // its name
	"@CLUSTERED", "",
	"@NOW", "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint",
	"@ONCE", "MATERIALIZED", //nolint:misspell // its name
	"@SKIP", "FOR NO KEY UPDATE SKIP LOCKED",
	"@HEX", "encode(body, 'hex')",
	"@IN(1)", "= ANY($1::text[])",
)

var sqliteWords = strings.NewReplacer(
	"@BLOB", "BLOB",
	"@LIVELY", "",
	"@CLUSTERED", "WITHOUT ROWID",
	"@NOW", "CAST(round(unixepoch('subsec') * 1000000) AS INTEGER)",
	"@ONCE", "MATERIALIZED", //nolint:misspell // its name
	"@SKIP", "",
	"@HEX", "hex(body)",
	"@IN(1)", "IN (SELECT value FROM json_each($1))",
)

func postgresList(ids []string) any { return ids }

func sqliteList(ids []string) any {
	text, err := json.Marshal(ids)
	if err != nil {
		panic("store: strings that are no JSON: " + err.Error()) // cannot happen
	}
	return string(text)
}

// never is the check_at of a match that no sweeper needs to look at.
const never = int64(1<<63 - 1)

// micros is a time as stored.
func micros(t time.Time) int64 { return t.UnixMicro() }

func checkMicros(t time.Time) int64 {
	if t.IsZero() {
		return never
	}
	return micros(t)
}

// fromMicros is a stored time; the zero Time for never and for 0.
func fromMicros(us int64) time.Time {
	if us == never || us == 0 {
		return time.Time{}
	}
	return time.UnixMicro(us).UTC()
}

// Now is the time by the database's clock.
func (s *Store) Now(ctx context.Context) (time.Time, error) {
	var us int64
	if err := s.reads.QueryRowContext(ctx, s.sql(`SELECT @NOW`)).Scan(&us); err != nil {
		return time.Time{}, s.failed("asking the time", err)
	}
	return fromMicros(us), nil
}
