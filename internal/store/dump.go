package store

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"strings"

	"kydai/game"
)

// A dump consists of lines of JSON: a header, one line per row, and a footer. The footer holds the
// number of rows and the SHA-256 of all lines before it, so that a truncated or changed dump is
// detected. Dumps of old releases have no checksum. A dump can be restored into either database. It
// contains secrets and events in plain text, so protect it like the database itself.

const dumpFormat = "kydai dump 1"

type dumpHead struct {
	Format string `json:"format"`
	Schema int    `json:"schema"` // number of schema steps of the dumped database
}

type dumpRow struct {
	Table string            `json:"t,omitempty"`
	Row   []json.RawMessage `json:"r,omitempty"`
	Rows  *int              `json:"rows,omitempty"`   // only in the footer: number of rows
	Sum   string            `json:"sha256,omitempty"` // only in the footer: SHA-256 of all lines before it
}

// kind is the type of the values in a column of a dump.
type kind byte

const (
	text    kind = 't'
	number  kind = 'n'
	boolean kind = 'b'
	bytes64 kind = 'x' // the column contains bytes, which JSON holds as base64
	perhaps kind = 'o' // the column contains bytes or null
)

// dumped lists the dumped tables in the order of restoring. Heartbeats of nodes are not dumped.
// Sessions, devices, webhooks, grants and one-time links are not dumped either, because a restore
// would bring back those that have ended since the dump. The numbers of ended matches and the
// tables of consumers are not dumped: after a restore the matches are numbered again, and every
// consumer starts at the first match.
var dumped = []struct {
	table   string
	columns string
	kinds   string
}{
	{"live", "id, game, first, second, created, terms, secret, check_at, seq, ply, finished, result", "ttttnxxnnnbt"},
	{"events", "id, seq, began, nonce, body", "tnnnx"},
	{"ended", "id, game, first, second, result, reason, rated, at, facts", "ttttttbnt"},
	{"archive", "id, game, first, second, created, ended, seq, ply, result, terms, secret, events, compact", "ttttnnnntxxto"},
	{"offers", "id, owner, listed, guest, game, body, created, expires, match_id", "ttbttxnnt"},
	{"ceremonies", "id, game, first, second, created, check_at, seq, body, nonce, terms, third, fourth", "ttttnnnxxxtt"},
	{"twins", "match_id, ceremony, other, place", "tttn"},
	{"tokens", "hash, player, name, created, limits", "xttnt"},
	{"accounts", "id, name, name_key, skeleton, password, role, created, renamed, deleted, version", "ttttttnnnn"},
	{"belongs", "guest, account, since", "ttn"},
	{"recovery", "account, hash", "tx"},
	{"passkeys", "id, account, data, agent, created, used", "xtxtnn"},
	{"names", "player, alias, name, at", "tttn"},
	{"follows", "player, other, since", "ttn"},
	{"blocks", "player, other, since", "ttn"},
	{"reports", "number, reporter, reported, match_id, reason, body, at, state, moderator, note, settled", "ntttttntttn"},
	{"audit", "at, id, who, role, action, subject, details", "ntttttt"},
	{"plans", "match_id, player, id, ply, turn, moves, at", "tttnntn"},
	{"studies", "id, owner, game, body, made, seen", "ttttnn"},
	{"tourneys", "id, name, game, format, organiser, phase, version, made, entrants, rounds, turn", "ttttttnnnnn"},
	{"tourney_facts", "event, number, at, who, kind, body", "tnnttt"},
	{"tourney_boards", "match_id, event, round, board, first, second, state, winner, reason, loser, until", "ttnnttttttn"},
	{"classes", "id, name, teacher, code, made", "ttttn"},
	{"class_pupils", "player, class, real_name, card, code, made", "tttxxn"},
	{"class_teachers", "class, teacher, since", "ttn"},
	{"class_tasks", "id, class, kind, title, body, due, made", "tttttnn"},
	{"class_progress", "task, player, steps, tries, match_id, begun, done", "tttntnn"},
	{"class_simuls", "id, class, teacher, body, made", "ttttn"},
	{"class_boards", "match_id, simul, number, pupil, first, second, state, winner, reason", "ttntttttt"},
	{"class_demos", "class, version, body, at", "tntn"},
	{"clubs", "id, name, place, about, link, made", "tttttn"},
	{"club_members", "club, player, role, since", "tttn"},
	{"club_events", "event, club, starts", "ttn"},
	{"club_seasons", "club, number, name, starts, ends, rule, best", "tntnntn"},
	{"club_results", "club, id, name, server, pubkey, signed, starts, added, file", "ttttxtnnt"},
	{"club_servers", "club, server, pubkey, since", "ttxn"},
	{"club_names", "club, id, source, name, player, spelling, led, own, since", "ttttttnnn"},
	{"club_trust", "club, source, since", "ttn"},
	{"oauth_apps", "id, owner, name, redirects, created", "ttttn"},
	{"lines", "match_id, number, player, phrase, body, at", "tntttn"},
}

// laterColumns gives, by table, the number of columns at the end of a row that dumps of earlier
// releases lack. Restore then fills them with the text "" or null.
var laterColumns = map[string]int{"ended": 1, "tokens": 1, "archive": 1}

// Dump writes a consistent snapshot of the database, row by row, and returns
// the number of rows. Matches on shards are as they were at a moment after the snapshot.
func (s *Store) Dump(ctx context.Context, w io.Writer) (int, error) {
	return s.dump(ctx, s.reads, w, func(tx *sql.Tx, enc *json.Encoder, n *int) error {
		for _, d := range dumped {
			if s.shards != nil && (d.table == "live" || d.table == "events") {
				continue // see dumpShards
			}
			if err := s.dumpTable(ctx, tx, enc, d.table, d.table, d.columns, d.kinds, n); err != nil {
				return s.failed("dumping "+d.table, err)
			}
		}
		if s.shards != nil {
			return s.shards.dump(ctx, tx, enc, n)
		}
		return nil
	})
}

// dump writes the header, then calls rows to write rows of one snapshot, then writes the footer.
func (s *Store) dump(ctx context.Context, db *sql.DB, w io.Writer, rows func(tx *sql.Tx, enc *json.Encoder, n *int) error) (int, error) {
	// In SQLite the first read determines the snapshot of the transaction.
	tx, err := db.BeginTx(ctx, &sql.TxOptions{Isolation: s.snapshot(), ReadOnly: true})
	if err != nil {
		return 0, s.failed("dumping", err)
	}
	defer func() { _ = tx.Rollback() }()
	if err := s.unhurried(ctx, tx); err != nil {
		return 0, s.failed("dumping", err)
	}
	out, sum := bufio.NewWriterSize(w, 1<<16), sha256.New()
	enc := json.NewEncoder(io.MultiWriter(out, sum))
	head := dumpHead{Format: dumpFormat}
	if err := tx.QueryRowContext(ctx, `SELECT MAX(number) FROM schema_steps`).Scan(&head.Schema); err != nil {
		return 0, s.failed("dumping", err)
	}
	if err := enc.Encode(head); err != nil {
		return 0, err
	}
	n := 0
	if err := rows(tx, enc, &n); err != nil {
		return n, err
	}
	if err := enc.Encode(dumpRow{Rows: &n, Sum: hex.EncodeToString(sum.Sum(nil))}); err != nil {
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

// dumpTable writes the rows of a table to a dump. The parameter as is the name that the table has
// in the dump.
func (s *Store) dumpTable(ctx context.Context, tx *sql.Tx, enc *json.Encoder, as, table, columns, kinds string, n *int) error {
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
		line := dumpRow{Table: as, Row: make([]json.RawMessage, len(fields))}
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

// holders returns one pointer for each column of a row, of a type that Scan can store the column
// in.
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
		case bytes64, perhaps:
			all[i] = new([]byte)
		}
	}
	return all
}

var (
	errNoDump   = game.Err("bad-dump", "this is not a backup file, or one of a newer release")
	errCutOff   = game.Err("bad-dump", "the backup file is incomplete")
	errChanged  = game.Err("bad-dump", "the backup file was changed: its checksum does not match")
	errNotEmpty = game.Err("not-empty", "a backup can be restored only into an empty database")
)

// Restore reads a dump into an empty database, completely or not at all. It
// returns the number of rows.
func (s *Store) Restore(ctx context.Context, r io.Reader) (int, error) {
	dec := &summed{from: bufio.NewReaderSize(r, 1<<16), sum: sha256.New()}
	var head dumpHead
	if err := dec.Decode(&head); err != nil || head.Format != dumpFormat {
		return 0, errNoDump
	}
	// Older dumps contain archived matches without a row in the table ended. Clear the flag filled,
	// so that these rows are created before any match is numbered.
	s.numbering.mu.Lock()
	defer s.numbering.mu.Unlock()
	s.filled.Store(false)
	s.nameless.Store(false)
	n := 0
	err := s.inTx(ctx, "restoring", func(tx *sql.Tx) error {
		if err := s.mayRestore(ctx, tx, head); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, s.sql(`DELETE FROM settings WHERE name = $1 OR name = $2`), fillSetting, namesSetting); err != nil {
			return s.failed("restoring", err)
		}
		asBytes, err := s.restoreAsBytes(ctx, tx)
		if err != nil {
			return s.failed("restoring", err)
		}
		inserts := map[string]*restorer{}
		for _, d := range dumped {
			text := insertText(d.table, d.columns)
			inserts[d.table] = &restorer{d.kinds, laterColumns[d.table], func(args ...any) error {
				_, err := tx.ExecContext(ctx, text, args...)
				return err
			}}
			if s.opts.Pooler {
				continue
			}
			st, err := tx.PrepareContext(ctx, text)
			if err != nil {
				return s.failed("restoring", err)
			}
			inserts[d.table].exec = func(args ...any) error {
				_, err := st.ExecContext(ctx, args...)
				return err
			}
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
			case line.Rows != nil && line.Sum == "":
				s.opts.Log.WarnContext(ctx, "the backup file is of an earlier release without a checksum, so changes to it cannot be detected")
				return s.accountNames(ctx, tx)
			case line.Rows != nil && line.Sum != hex.EncodeToString(dec.before):
				return errChanged
			case line.Rows != nil:
				return s.accountNames(ctx, tx)
			}
			into := inserts[line.Table]
			if into == nil {
				return errNoDump
			}
			if line.Table == "archive" && !asBytes {
				if err := rowAsText(line.Row); err != nil {
					return errNoDump
				}
			}
			if err := into.insert(line.Row); err != nil {
				return s.failed("restoring "+line.Table, err)
			}
			n++
		}
	})
	return n, err
}

// summed reads lines of JSON and computes their checksum.
type summed struct {
	from   *bufio.Reader
	sum    hash.Hash
	before []byte // checksum of all lines before the last line
}

// Decode reads the next line and decodes it into a value.
func (d *summed) Decode(into any) error {
	line, err := d.from.ReadBytes('\n')
	if err != nil && len(bytes.TrimSpace(line)) == 0 {
		return io.ErrUnexpectedEOF
	}
	d.before = d.sum.Sum(nil)
	_, _ = d.sum.Write(line) // Write of a hash never fails
	if bad := json.Unmarshal(line, into); bad != nil {
		if err != nil {
			return io.ErrUnexpectedEOF // the file ends in the middle of a line
		}
		return bad
	}
	return nil
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
		if d.table == "audit" { // never empty after the first start; the restore keeps its rows and adds those of the dump
			continue
		}
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
	kinds string
	later int // number of last columns that dumps of earlier releases lack
	exec  func(args ...any) error
}

func (r *restorer) insert(row []json.RawMessage) error {
	if len(row) > len(r.kinds) || len(row) < len(r.kinds)-r.later {
		return errNoDump
	}
	for len(row) < len(r.kinds) {
		lacks := json.RawMessage(`""`)
		if kind(r.kinds[len(row)]) == perhaps {
			lacks = json.RawMessage(`null`)
		}
		row = append(row, lacks)
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
			if args[i] = blob(*v); *v == nil && kind(r.kinds[i]) == perhaps {
				args[i] = nil
			}
		}
	}
	return r.exec(args...)
}
