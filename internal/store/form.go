package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	"kydai/internal/play"
	"kydai/match/compact"
)

// An archived match stores its terms and events as text (pack.go) or as bytes (package compact).
// Every node reads both forms. Bytes are written only if a row of settings allows it. The value of
// this row changes in three steps, each a compare-and-set:
//
//	since T   every node with a heartbeat after T reads bytes
//	only T    programs that do not read bytes are refused since T
//	bytes     archived matches are written as bytes
//
// Heartbeats are kept for a day, so a node of an earlier release delays the first step until a day
// after it has stopped. Between the first step and the second, an update of the program can be
// undone. The time between the second and the third step is so long that every program that was
// starting at the second step has sent a heartbeat.
const (
	formTask    = "form" // name of the lease
	formSetting = "archive-form"
	formSince   = "since "
	formOnly    = "only "
	formBytes   = "bytes"

	formTrial = 7 * 24 * time.Hour // time from the first step to the second
	formFence = time.Hour          // time from the second step to the third
	formEvery = time.Minute        // interval at which a node checks whether the next step is due

	// compactStep is the schema step that added the column compact; the following step added its
	// indexes. A program that knows both steps can read bytes.
	compactStep = 28
)

// Form changes the setting that allows archived matches to be written as bytes, by at most one
// step. It reports whether they are now written as bytes. Every open store calls it in the
// background.
func (s *Store) Form(ctx context.Context, trial, fence time.Duration) (done bool, err error) {
	const doing = "choosing the form of the archive"
	place, err := s.formPlace(ctx, s.reads)
	if err == nil && place == formBytes {
		err = s.dropLong(ctx)
		return true, s.failed(doing, err)
	}
	if err != nil {
		return false, s.failed(doing, err)
	}
	made, err := s.inTask(ctx, formTask, doing, func(tx *sql.Tx) error {
		var now int64
		var all bool
		if err := tx.QueryRowContext(ctx, s.sql(`SELECT @NOW, `+everyNode)).Scan(&now, &all); err != nil {
			return s.failed(doing, err)
		}
		next := nextForm(place, all, now, trial, fence)
		if next == place {
			return nil
		}
		if strings.HasPrefix(next, formOnly) {
			if err := s.refuseOlder(ctx, tx); err != nil {
				return s.failed(doing, err)
			}
		}
		done = next == formBytes
		return s.failed(doing, s.moveSetting(ctx, tx, formSetting, place, next))
	})
	return done && made, err
}

// everyNode is the SQL condition that all nodes with a heartbeat in the last day can read bytes.
const everyNode = `NOT EXISTS (SELECT 1 FROM nodes WHERE compact_at <> beat)`

// nextForm returns the next value of the archive's setting. It returns the parameter place, the
// current value, if the setting must not change yet. The parameter all reports whether every node
// can read bytes.
func nextForm(place string, all bool, now int64, trial, fence time.Duration) string {
	word, digits, _ := strings.Cut(place, " ")
	since, err := strconv.ParseInt(digits, 10, 64)
	stamp := strconv.FormatInt(now, 10)
	switch age := time.Duration(now-since) * time.Microsecond; {
	case word+" " == formOnly && err == nil && all && age >= fence:
		return formBytes
	case word+" " == formOnly: // older programs are refused already, so wait in this step
		return place
	case !all || err != nil:
		return formSince + stamp // start the first step again
	case age >= trial:
		return formOnly + stamp
	}
	return place
}

// formPlace reads the archive's setting; it returns "" if the setting does not exist.
func (s *Store) formPlace(ctx context.Context, db interface {
	QueryRowContext(ctx context.Context, text string, args ...any) *sql.Row
}) (place string, err error) {
	err = db.QueryRowContext(ctx, s.sql(`SELECT value FROM settings WHERE name = $1`), formSetting).Scan(&place)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return place, err
}

// refuseOlder makes the database refuse programs that do not know the column compact. See mayBeOld.
func (s *Store) refuseOlder(ctx context.Context, tx *sql.Tx) error {
	return s.refuseBefore(ctx, tx, compactStep+1)
}

// refuseBefore makes the database refuse programs that do not know a schema step.
func (s *Store) refuseBefore(ctx context.Context, tx *sql.Tx, step int) error {
	_, err := tx.ExecContext(ctx, s.sql(`INSERT INTO settings (name, value) VALUES ($1, $2)
		ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE CAST(settings.value AS INTEGER) < CAST(excluded.value AS INTEGER)`),
		leastSteps, strconv.Itoa(step))
	return err
}

// restoreAsBytes reports whether a dump may be restored with terms and events as bytes. An empty
// database switches to bytes at once if no program of an earlier release uses it.
func (s *Store) restoreAsBytes(ctx context.Context, tx *sql.Tx) (bool, error) {
	place, err := s.formPlace(ctx, tx)
	if err != nil || place == formBytes {
		return place == formBytes, err
	}
	var all bool
	if err := tx.QueryRowContext(ctx, s.sql(`SELECT `+everyNode)).Scan(&all); err != nil || !all {
		return false, err
	}
	if err := s.refuseOlder(ctx, tx); err != nil {
		return false, err
	}
	return true, s.moveSetting(ctx, tx, formSetting, place, formBytes)
}

// unpackRow returns the events of a row of the table archive or live. The first events are in the
// parameter packed (nil if there are none), the later events in the parameter text.
func unpackRow(packed []byte, text string) ([]play.Event, error) {
	after, err := unpack(text)
	if err != nil || packed == nil {
		return after, err
	}
	first, err := compact.Decode(packed)
	if err != nil {
		return nil, err
	}
	events := make([]play.Event, 0, len(first)+len(after))
	for _, e := range first {
		events = append(events, play.Event{Body: e.Body, Began: fromMicros(e.Began)})
	}
	return append(events, after...), nil
}

// rowAsText changes a row of a dump of the archive so that its terms and events are text.
func rowAsText(row []json.RawMessage) error {
	const gameAt, firstAt, secondAt, termsAt, textAt, bytesAt = 1, 2, 3, 9, 11, 12
	if len(row) <= bytesAt {
		return nil // a row of an earlier release already has text
	}
	var packed, terms []byte
	var name, after string
	var players [2]string
	for at, into := range map[int]any{gameAt: &name, firstAt: &players[0], secondAt: &players[1], termsAt: &terms, textAt: &after, bytesAt: &packed} {
		if err := json.Unmarshal(row[at], into); err != nil {
			return err
		}
	}
	if packed == nil {
		return nil
	}
	events, err := compact.Decode(packed)
	if err != nil {
		return err
	}
	if terms, err = compact.DecodeTerms(terms, termsWords(name, players)); err != nil {
		return err
	}
	row[bytesAt] = json.RawMessage(`null`)
	if row[termsAt], err = json.Marshal(terms); err != nil {
		return err
	}
	row[textAt], err = json.Marshal(writePacked(events) + after)
	return err
}

// termsWords returns the words that packed terms contain in a shorter form: the ids of the players
// and the name of the game.
func termsWords(name string, players [2]string) [3]string {
	return [3]string{players[0], players[1], name}
}

// ofFirst and ofSecond are SQL conditions that find the matches of a player. They begin with the
// first 7 characters of the id, because the indexes contain only these.
const (
	ofFirst  = `substr(first, 1, 7) = substr($1, 1, 7) AND first = $1`
	ofSecond = `substr(second, 1, 7) = substr($1, 1, 7) AND second = $1`
)

// shortened returns the first 7 characters of each id, as in the indexes.
func shortened(ids []string) []string {
	all := make([]string, len(ids))
	for i, id := range ids {
		all[i] = id
		if letters := []rune(id); len(letters) > 7 {
			all[i] = string(letters[:7])
		}
	}
	return all
}

// dropLong drops the indexes that only earlier releases use. It does so at most once per open
// store.
func (s *Store) dropLong(ctx context.Context) error {
	if s.short.Load() {
		return nil
	}
	err := s.runOutside(ctx, step{text: "DROP INDEX @CONCURRENTLY IF EXISTS archive_first;\nDROP INDEX @CONCURRENTLY IF EXISTS archive_second;\n"})
	s.short.Store(err == nil)
	return err
}

// noBytes is the SQL value that stands for the column compact in queries of the table live, which
// has no such column.
const noBytes = `CAST(NULL AS @BLOB)`
