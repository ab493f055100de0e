package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"strings"
	"time"
)

// dialect holds the differences between the two databases. All SQL is shared;
// words that begin with @ are replaced by the dialect.
type dialect struct {
	name  string
	words *strings.Replacer
	// list converts ids to the argument of @IN(n) and @LISTED(n).
	list func(ids []string) any
	// writers is the number of batches of moves that may be applied at the same time.
	writers int
	// lanes is true if moves, ends of matches and events after the end are written on separate
	// connections.
	lanes bool
	// prepare sets the parameters of a transaction at its start.
	prepare func(ctx context.Context, tx *sql.Tx) error
	// locked reports whether an error is a lock timeout. After such an error the statement had no
	// effect.
	locked func(err error) bool
	// duplicate reports whether an error is a violation of a unique key.
	duplicate func(err error) bool
	// refused reports whether the database rejected a statement. The statement then had no effect,
	// and a retry would fail again.
	refused func(err error) bool
	// full and damaged report errors after which certainly nothing was written. full means that the
	// disk is full or read-only; damaged means that the database file is corrupt.
	full, damaged func(err error) bool
	// away reports whether an error means that the database is unreachable or out of service,
	// regardless of the statement.
	away func(err error) bool
}

var postgresWords = strings.NewReplacer(
	"@BLOB", "BYTEA",
	// Leave space in each page for new versions of its rows, and vacuum a constantly updated table
	// by the number of changes, not by its size.
	"@LIVELY", "WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.2)", //nolint:misspell // PostgreSQL's spelling
	"@CLUSTERED", "",
	"@WALL", postgresWall,
	"@NOW", "("+postgresWall+" + "+correction+")",
	"@CORRECTION", correction,
	"@LEAST", "LEAST",
	"@ONCE", "MATERIALIZED", //nolint:misspell // PostgreSQL's spelling
	"@SKIP", "FOR NO KEY UPDATE SKIP LOCKED",
	"@CLAIM", "FOR UPDATE SKIP LOCKED",
	"@LOCK", "FOR NO KEY UPDATE",
	"@CONCURRENTLY", "CONCURRENTLY",
	"@HEX", "encode(body, 'hex')",
	"@UNHEX(given.events)", "decode(given.events, 'hex')",
	"@UNHEX(given.terms)", "decode(given.terms, 'hex')",
	"@GIVEN(1, 2, 3)", "unnest($1::text[], $2::text[], $3::text[]) AS given (id, terms, events)",
	"@ARRAYS", "json_agg(json_build_array(player, alias, name))::text",
	"@IN(1)", "= ANY($1::text[])",
	"@IN(3)", "= ANY($3::text[])",
	"@IN(5)", "= ANY($5::text[])",
	"@LISTED(1)", "unnest($1::text[]) WITH ORDINALITY AS listed (id, place)",
	"@BLANK", "strpos(result, ' ')",
	"@APPENDONLY(audit)", postgresAppendOnly,
)

// @APPENDONLY(audit) makes the database refuse every change or deletion of a
// row of the audit log, for every user.
const (
	postgresAppendOnly = `CREATE OR REPLACE FUNCTION audit_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$;
	CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION audit_append_only()`
	// INSERT OR REPLACE in SQLite deletes a row without running the DELETE trigger.
	sqliteAppendOnly = `CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
	CREATE TRIGGER audit_no_replace BEFORE INSERT ON audit WHEN EXISTS (SELECT 1 FROM audit WHERE at = NEW.at AND id = NEW.id)
		BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
	CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END`
)

// @WALL stands for the clock of the database server. @NOW stands for the site's time, which does
// not jump when this clock is changed. See clock.go.
const (
	postgresWall = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
	correction   = "COALESCE((SELECT value::bigint FROM settings WHERE name = '" + clockSetting + "'), 0)"
	sqliteWall   = "CAST(round(unixepoch('subsec') * 1000000) AS INTEGER)"
)

var sqliteWords = sqliteWordsWith("@NOW", sqliteWall)

// sqliteWordsWith returns the replacements of @ words for SQLite, with additional pairs.
func sqliteWordsWith(more ...string) *strings.Replacer {
	return strings.NewReplacer(append(more,
		"@BLOB", "BLOB",
		"@LIVELY", "",
		"@CLUSTERED", "WITHOUT ROWID",
		"@WALL", sqliteWall,
		"@LEAST", "MIN",
		"@ONCE", "MATERIALIZED", //nolint:misspell // the SQL keyword
		"@SKIP", "",
		"@CLAIM", "",
		"@LOCK", "",
		"@CONCURRENTLY", "",
		"@HEX", "hex(body)",
		"@UNHEX(given.events)", "unhex(given.events)",
		"@UNHEX(given.terms)", "unhex(given.terms)",
		"@GIVEN(1, 2, 3)", "(SELECT a.value AS id, b.value AS terms, c.value AS events FROM json_each($1) AS a JOIN json_each($2) AS b ON b.key = a.key JOIN json_each($3) AS c ON c.key = a.key) AS given",
		"@ARRAYS", "json_group_array(json_array(player, alias, name))",
		"@IN(1)", "IN (SELECT value FROM json_each($1))",
		"@IN(5)", "IN (SELECT value FROM json_each($5))",
		"@LISTED(1)", "(SELECT value AS id, key + 1 AS place FROM json_each($1)) AS listed",
		"@BLANK", "instr(result, ' ')",
		"@APPENDONLY(audit)", sqliteAppendOnly,
	)...)
}

func postgresList(ids []string) any { return ids }

func sqliteList(ids []string) any {
	text, err := json.Marshal(ids)
	if err != nil {
		panic("store: strings that are no JSON: " + err.Error()) // cannot happen: strings can always be encoded
	}
	return string(text)
}

// never is the value of check_at for a match that needs no check.
const (
	never     = int64(1<<63 - 1)
	neverText = "9223372036854775807"
)

// micros converts a time to its stored form: microseconds since 1970.
func micros(t time.Time) int64 { return t.UnixMicro() }

func checkMicros(t time.Time) int64 {
	if t.IsZero() {
		return never
	}
	return micros(t)
}

// fromMicros converts a stored time; never and 0 give the zero Time.
func fromMicros(us int64) time.Time {
	if us == never || us == 0 {
		return time.Time{}
	}
	return time.UnixMicro(us).UTC()
}
