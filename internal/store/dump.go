package store

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"kydai/game"
)

// A dump is lines of JSON: a head, one line for each row, and a foot with the
// number of rows, so that a dump that was cut off is not taken for a whole one.
// It can be restored into either database. It holds secrets and events in the
// clear: who keeps it must keep it like the database itself.

const dumpFormat = "kydai dump 1"

type dumpHead struct {
	Format string `json:"format"`
	Schema int    `json:"schema"` // steps of the schema
}

type dumpRow struct {
	Table string            `json:"t,omitempty"`
	Row   []json.RawMessage `json:"r,omitempty"`
	Rows  *int              `json:"rows,omitempty"` // the foot
}

// kinds of columns
type kind byte

const (
	text    kind = 't'
	number  kind = 'n'
	boolean kind = 'b'
	bytes64 kind = 'x' // in JSON as base64
)

// dumped lists what is dumped, in the order in which it is restored. Nodes are
// not: they say themselves that they are alive.
var dumped = []struct {
	table   string
	columns string
	kinds   string
}{
	{"live", "id, game, first, second, created, terms, secret, check_at, seq, ply, finished, result", "ttttnxxnnnbt"},
	{"events", "id, seq, began, nonce, body", "tnnnx"},
	{"archive", "id, game, first, second, created, ended, seq, ply, result, terms, secret, events", "ttttnnnntxxt"},
	{"offers", "id, owner, listed, guest, game, body, created, expires, match_id", "ttbttxnnt"},
	{"ceremonies", "id, game, first, second, created, check_at, seq, body, nonce, terms", "ttttnnnxxx"},
	{"tokens", "hash, player, name, created", "xttn"},
}

// Dump writes everything as of one moment, row by row. It says how many rows.
func (s *Store) Dump(ctx context.Context, w io.Writer) (int, error) {
	// In SQLite the first read fixes the moment for the transaction.
	tx, err := s.reads.BeginTx(ctx, &sql.TxOptions{Isolation: s.snapshot(), ReadOnly: true})
	if err != nil {
		return 0, s.failed("dumping", err)
	}
	defer func() { _ = tx.Rollback() }()
	out := bufio.NewWriterSize(w, 1<<16)
	enc := json.NewEncoder(out)
	head := dumpHead{Format: dumpFormat}
	if err := tx.QueryRowContext(ctx, `SELECT MAX(number) FROM schema_steps`).Scan(&head.Schema); err != nil {
		return 0, s.failed("dumping", err)
	}
	if err := enc.Encode(head); err != nil {
		return 0, err
	}
	n := 0
	for _, d := range dumped {
		if err := s.dumpTable(ctx, tx, enc, d.table, d.columns, d.kinds, &n); err != nil {
			return n, s.failed("dumping "+d.table, err)
		}
	}
	if err := enc.Encode(dumpRow{Rows: &n}); err != nil {
		return n, err
	}
	return n, out.Flush()
}

func (s *Store) snapshot() sql.IsolationLevel {
	if s.dialect.name == "postgres" {
		return sql.LevelRepeatableRead
	}
	return sql.LevelDefault
}

func (s *Store) dumpTable(ctx context.Context, tx *sql.Tx, enc *json.Encoder, table, columns, kinds string, n *int) error {
	rows, err := tx.QueryContext(ctx, `SELECT `+columns+` FROM `+table)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	fields := holders(kinds)
	for rows.Next() {
		if err := rows.Scan(fields...); err != nil {
			return err
		}
		line := dumpRow{Table: table, Row: make([]json.RawMessage, len(fields))}
		for i, f := range fields {
			if line.Row[i], err = json.Marshal(f); err != nil {
				return err
			}
		}
		if err := enc.Encode(line); err != nil {
			return err
		}
		*n++
	}
	return rows.Err()
}

// holders makes a pointer for each column of a row.
func holders(kinds string) []any {
	all := make([]any, len(kinds))
	for i := range kinds {
		switch kind(kinds[i]) {
		case text:
			all[i] = new(string)
		case number:
			all[i] = new(int64)
		case boolean:
			all[i] = new(bool)
		case bytes64:
			all[i] = new([]byte)
		}
	}
	return all
}

var (
	errNoDump   = game.Err("bad-dump", "this is no dump, or one of a newer release")
	errCutOff   = game.Err("bad-dump", "the dump is cut off")
	errNotEmpty = game.Err("not-empty", "a dump is restored into an empty database only")
)

// Restore reads a dump into an empty database: all of it or nothing. It says
// how many rows there were.
func (s *Store) Restore(ctx context.Context, r io.Reader) (int, error) {
	dec := json.NewDecoder(bufio.NewReaderSize(r, 1<<16))
	var head dumpHead
	if err := dec.Decode(&head); err != nil || head.Format != dumpFormat {
		return 0, errNoDump
	}
	n := 0
	err := s.inTx(ctx, "restoring", func(tx *sql.Tx) error {
		if err := s.mayRestore(ctx, tx, head); err != nil {
			return err
		}
		inserts := map[string]*restorer{}
		for _, d := range dumped {
			st, err := tx.PrepareContext(ctx, insertText(d.table, d.columns))
			if err != nil {
				return s.failed("restoring", err)
			}
			inserts[d.table] = &restorer{st, d.kinds}
		}
		for {
			var line dumpRow
			switch err := dec.Decode(&line); {
			case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
				return errCutOff
			case err != nil:
				return errNoDump
			case line.Rows != nil && *line.Rows != n:
				return errCutOff
			case line.Rows != nil:
				return nil
			}
			into := inserts[line.Table]
			if into == nil {
				return errNoDump
			}
			if err := into.insert(ctx, line.Row); err != nil {
				return s.failed("restoring "+line.Table, err)
			}
			n++
		}
	})
	return n, err
}

func (s *Store) mayRestore(ctx context.Context, tx *sql.Tx, head dumpHead) error {
	var steps int
	if err := tx.QueryRowContext(ctx, `SELECT MAX(number) FROM schema_steps`).Scan(&steps); err != nil {
		return s.failed("restoring", err)
	}
	if head.Schema > steps {
		return errNoDump
	}
	for _, d := range dumped {
		var there int
		if err := tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM (SELECT 1 FROM `+d.table+` LIMIT 1) AS any_row`).Scan(&there); err != nil {
			return s.failed("restoring", err)
		}
		if there > 0 {
			return errNotEmpty
		}
	}
	return nil
}

func insertText(table, columns string) string {
	marks := make([]string, strings.Count(columns, ",")+1)
	for i := range marks {
		marks[i] = fmt.Sprintf("$%d", i+1)
	}
	return `INSERT INTO ` + table + ` (` + columns + `) VALUES (` + strings.Join(marks, ", ") + `)`
}

type restorer struct {
	stmt  *sql.Stmt
	kinds string
}

func (r *restorer) insert(ctx context.Context, row []json.RawMessage) error {
	if len(row) != len(r.kinds) {
		return errNoDump
	}
	fields := holders(r.kinds)
	args := make([]any, len(fields))
	for i, f := range fields {
		if err := json.Unmarshal(row[i], f); err != nil {
			return errNoDump
		}
		switch v := f.(type) {
		case *string:
			args[i] = *v
		case *int64:
			args[i] = *v
		case *bool:
			args[i] = *v
		case *[]byte:
			args[i] = blob(*v)
		}
	}
	_, err := r.stmt.ExecContext(ctx, args...)
	return err
}
