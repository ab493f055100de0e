package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kydai/internal/play"
	"kydai/internal/talk"
)

// lineTries is the number of attempts to store a chat line. An attempt fails if another line has
// taken the same number.
const lineTries = 8

// AddLine stores a chat line of a match and returns it with its number and time. See talk.Store.
func (s *Store) AddLine(ctx context.Context, l talk.Line, most, burst int, within time.Duration) (talk.Line, bool, error) {
	for range lineTries {
		stored, full, err := s.addLine(ctx, l, most, burst, within)
		if err == nil || !s.dialect.duplicate(err) {
			return stored, full, s.failed("storing a line", err)
		}
	}
	return talk.Line{}, false, play.ErrBusy
}

func (s *Store) addLine(ctx context.Context, l talk.Line, most, burst int, within time.Duration) (talk.Line, bool, error) {
	var at int64
	err := s.db.QueryRowContext(ctx, s.sql(`INSERT INTO lines (match_id, number, player, phrase, body, at)
		SELECT $1, (SELECT COUNT(*) FROM lines WHERE match_id = $1) + 1, $2, $3, $4, @NOW
		WHERE (SELECT COUNT(*) FROM lines WHERE match_id = $1) < $5
		AND (SELECT COUNT(*) FROM lines WHERE match_id = $1 AND player = $2 AND at > @NOW - $7) < $6
		RETURNING number, at`),
		l.Match, l.Player, string(l.Phrase), l.Text, most, burst, within.Microseconds()).Scan(&l.Number, &at)
	if errors.Is(err, sql.ErrNoRows) {
		return talk.Line{}, true, nil
	}
	l.At = fromMicros(at)
	return l, false, err
}

// Lines lists the chat lines of a match whose numbers are greater than the given number, oldest
// first. See talk.Store.
func (s *Store) Lines(ctx context.Context, match string, after int) ([]talk.Line, error) {
	var all []talk.Line
	if !plain(match) {
		return nil, nil
	}
	err := s.rows(ctx, "reading lines", func(rows *sql.Rows) error {
		l := talk.Line{Match: match}
		var at int64
		err := rows.Scan(&l.Number, &l.Player, &l.Phrase, &l.Text, &at)
		l.At = fromMicros(at)
		all = append(all, l)
		return err
	}, `SELECT number, player, phrase, body, at FROM lines WHERE match_id = $1 AND number > $2 AND (phrase <> '' OR body <> '') ORDER BY number`, match, after)
	return all, err
}
