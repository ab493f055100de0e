package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strings"

	"kydai/match/compact"
)

// Matches that were archived before the table ended existed have no row in that table. These rows
// are created once, in batches. Each batch and its progress are written in one transaction, so an
// interrupted fill continues after the last batch. No match is numbered before the fill is
// complete, because a player's old matches must come before the new ones. Matches that end during
// the fill have their rows already and are numbered afterwards.

const (
	fillAtOnce  = 500
	fillSetting = "ended-filled" // name of a setting; value: filledAll, or filledAfter and the id of the last finished match
	filledAll   = "done"
	filledAfter = "after "
)

// fill creates the rows in the table ended for one batch of archived matches. The result done means
// that no archived match lacks its row. The result more means that this node may continue with the
// next batch.
func (s *Store) fill(ctx context.Context) (done, more bool, err error) {
	if s.filled.Load() {
		return true, false, nil
	}
	const doing = "filling in ended matches"
	var place string
	err = s.reads.QueryRowContext(ctx, s.sql(`SELECT value FROM settings WHERE name = $1`), fillSetting).Scan(&place)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return false, false, s.failed(doing, err)
	}
	if place == filledAll {
		s.filled.Store(true)
		return true, false, nil
	}
	if free, err := s.leased(ctx, numberTask); err != nil || !free {
		return false, false, err
	}
	after, _ := strings.CutPrefix(place, filledAfter)
	ids, rated, err := s.archivedAfter(ctx, after)
	if err != nil {
		return false, false, s.failed(doing, err)
	}
	next := filledAll
	if len(ids) == fillAtOnce {
		next = filledAfter + ids[len(ids)-1]
	}
	made, err := s.inTask(ctx, numberTask, doing, func(tx *sql.Tx) error {
		if err := s.moveSetting(ctx, tx, fillSetting, place, next); err != nil {
			return s.failed(doing, err)
		}
		// The list ids contains the rated matches too. Their rows are inserted first, as rated. The
		// second statement leaves existing rows unchanged.
		if _, err := tx.ExecContext(ctx, s.sql(fillMany), s.dialect.list(rated), true); err != nil {
			return s.failed(doing, err)
		}
		_, err := tx.ExecContext(ctx, s.sql(fillMany), s.dialect.list(ids), false)
		return s.failed(doing, err)
	})
	done = made && next == filledAll
	s.filled.Store(done)
	return done, made && !done, err
}

// archivedAfter returns the next ids in the archive that follow the given id. It also returns the
// ids of the rated matches among them.
func (s *Store) archivedAfter(ctx context.Context, after string) (ids, rated []string, err error) {
	rows, err := s.reads.QueryContext(ctx, s.sql(`SELECT id, game, first, second, terms FROM archive WHERE id > $1 ORDER BY id LIMIT $2`), after, fillAtOnce)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = rows.Close() }()
	rated = []string{}
	for rows.Next() {
		var id, name string
		var players [2]string
		var body []byte
		if err := rows.Scan(&id, &name, &players[0], &players[1], &body); err != nil {
			return nil, nil, err
		}
		if body, err = compact.DecodeTerms(body, termsWords(name, players)); err != nil {
			return nil, nil, err
		}
		var terms struct{ Rated bool }
		if json.Unmarshal(body, &terms) == nil && terms.Rated {
			rated = append(rated, id)
		}
		ids = append(ids, id)
	}
	return ids, rated, rows.Err()
}

// moveSetting updates a setting by compare-and-set. If the given old value is "", the setting must
// not exist yet.
func (s *Store) moveSetting(ctx context.Context, tx *sql.Tx, name, old, value string) error {
	text, args := `UPDATE settings SET value = $2 WHERE name = $1 AND value = $3`, []any{name, value, old}
	if old == "" {
		text, args = `INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`, args[:2]
	}
	res, err := tx.ExecContext(ctx, s.sql(text), args...)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n != 1 {
		return errors.Join(errNotHeld, err) // another node has changed the setting
	}
	return nil
}

// fillMany inserts rows of ended for archived matches. The archive stores the result of a match as
// "winner reason".
const fillMany = `INSERT INTO ended (id, game, first, second, result, reason, rated, at)
	SELECT id, game, first, second,
		CASE WHEN @BLANK > 0 THEN substr(result, 1, @BLANK - 1) ELSE result END,
		CASE WHEN @BLANK > 0 THEN substr(result, @BLANK + 1) ELSE '' END, $2, ended
	FROM archive WHERE id @IN(1)
	ON CONFLICT (id) DO NOTHING`
