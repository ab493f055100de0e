package store

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"
	"time"

	"kydai/internal/play"
	"kydai/match/compact"
)

// In rows of earlier releases the terms of a match contain the names of its players. These names
// move to the table names in the background, in batches. Each batch and its progress are written in
// one transaction, so an interrupted move continues after the last batch. There are two passes over
// the rows. The second pass starts an hour after the first, because nodes of an earlier release may
// have written more rows meanwhile.
const (
	namesTask    = "names"       // name of the lease
	namesSetting = "names-moved" // name of the setting; its value is the pass, the table, and the last id done
	namesAtOnce  = 200
	namesPause   = time.Hour // time between the two passes
	namesDone    = "done"
)

// moveNames moves the names of players from one batch of old rows to the table names. It reports
// whether another batch may follow now.
func (s *Store) moveNames(ctx context.Context) (more bool, err error) {
	const doing = "moving names"
	if s.nameless.Load() {
		return false, nil
	}
	var place string
	err = s.reads.QueryRowContext(ctx, s.sql(`SELECT value FROM settings WHERE name = $1`), namesSetting).Scan(&place)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return false, s.failed(doing, err)
	}
	if place == namesDone {
		s.nameless.Store(true)
		return false, nil
	}
	walk, ok := readWalk(place, time.Now())
	if !ok {
		return false, nil
	}
	made, err := s.inTask(ctx, namesTask, doing, func(tx *sql.Tx) error {
		last, n, err := s.moveSome(ctx, tx, walk.table, walk.after)
		if err != nil {
			return s.failed(doing, err)
		}
		return s.failed(doing, s.moveSetting(ctx, tx, namesSetting, place, walk.next(last, n == namesAtOnce, time.Now())))
	})
	return made && err == nil, err
}

// moveSome moves the names in a batch of rows of a table to the table names, and
// returns the last id and the number of rows.
func (s *Store) moveSome(ctx context.Context, tx *sql.Tx, table, after string) (last string, n int, err error) {
	type row struct {
		id, game string
		players  [2]string
		created  int64
		terms    []byte
	}
	rows, err := tx.QueryContext(ctx, s.sql(`SELECT id, game, first, second, created, terms FROM `+table+` WHERE id > $1 ORDER BY id LIMIT $2`), after, namesAtOnce)
	if err != nil {
		return "", 0, err
	}
	var all []row
	for rows.Next() {
		var r row
		if err := rows.Scan(&r.id, &r.game, &r.players[0], &r.players[1], &r.created, &r.terms); err != nil {
			return "", 0, errors.Join(err, rows.Close())
		}
		all = append(all, r)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil || len(all) == 0 {
		return after, 0, err
	}
	for _, r := range all {
		terms, err := compact.DecodeTerms(r.terms, termsWords(r.game, r.players))
		if err != nil {
			return "", 0, err
		}
		terms, names, err := play.Nameless(terms)
		if err != nil || len(names) == 0 {
			continue // the terms cannot be decoded or contain no name
		}
		if err := s.putNames(ctx, tx, names, "CAST($4 AS BIGINT)", r.created); err != nil {
			return "", 0, err
		}
		if _, err := tx.ExecContext(ctx, s.sql(`UPDATE `+table+` SET terms = $2 WHERE id = $1`), r.id, terms); err != nil {
			return "", 0, err
		}
	}
	return all[len(all)-1].id, len(all), nil
}

// nameWalk is the progress of moveNames: the pass over the rows, the table, and the last id done in
// the table.
type nameWalk struct {
	nth          string // number of the pass: "1" or "2"
	table, after string
}

// waits is the first part of the value of the setting namesSetting between the two passes. The time
// at which the first pass ended follows it.
const waits = "waits "

// readWalk decodes the setting namesSetting. The result ok is false if the second pass is not due
// yet.
func readWalk(place string, now time.Time) (w nameWalk, ok bool) {
	if since, waiting := strings.CutPrefix(place, waits); waiting {
		us, err := strconv.ParseInt(since, 10, 64)
		return nameWalk{nth: "2", table: "live"}, err != nil || now.Sub(fromMicros(us)) >= namesPause
	}
	if place == "" {
		return nameWalk{nth: "1", table: "live"}, true
	}
	parts := append(strings.SplitN(place, " ", 3), "", "")
	return nameWalk{parts[0], parts[1], parts[2]}, true
}

// next returns the value of the setting namesSetting after a batch. The parameter last is the last
// id of the batch. The parameter full is true if the batch had the maximum number of rows, so that
// the table may have more rows.
func (w nameWalk) next(last string, full bool, now time.Time) string {
	switch {
	case full:
		return w.nth + " " + w.table + " " + last
	case w.table == "live":
		return w.nth + " archive "
	case w.nth == "1":
		return waits + strconv.FormatInt(micros(now), 10)
	}
	return namesDone
}
