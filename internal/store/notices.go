package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"time"

	"kydai/game"
	"kydai/internal/notice"
	"kydai/internal/play"
)

// resultFresh is the maximum age of the end of a match for which players get notices. After a
// restore the consumer starts at the first match, and old matches must not cause notices.
const resultFresh = 3 * 24 * time.Hour

// addNotice inserts a notice unless the same notice exists already.
const addNotice = `INSERT INTO notices (player, kind, subject, game, other, result, at, seen) VALUES ($1, $2, $3, $4, $5, $6, @NOW, FALSE)
	ON CONFLICT (player, kind, subject) DO NOTHING`

// noteTurn is the SQL statement that writes the notice "it is your turn" to a player after a single
// move. dropTurn deletes this notice. turnMany does both for a batch of moves.
const (
	noteTurn = `INSERT INTO notices (player, kind, subject, game, other, result, at, seen)
		SELECT $1, 'turn', id, game, $3, '', $4, FALSE FROM live WHERE id = $2
		ON CONFLICT (player, kind, subject) DO UPDATE SET at = excluded.at, seen = FALSE`
	dropTurn = `DELETE FROM notices WHERE player = $1 AND kind IN ('turn', 'soon') AND subject = $2`
)

// noteStart stores, for each player in r.Started, the notice that their match has started.
func (s *Store) noteStart(ctx context.Context, tx *sql.Tx, r play.Row) error {
	for _, player := range r.Started {
		other := r.Players[0]
		if other == player {
			other = r.Players[1]
		}
		if _, err := tx.ExecContext(ctx, s.sql(addNotice), player, string(notice.Started), r.ID, r.Game, other, ""); err != nil {
			return err
		}
	}
	return nil
}

// Notices returns a consumer that gives players notices of the results of their matches. It gives
// no notice of a match that ended longer ago than the given duration. The consumer also deletes the
// notices that an ended match had while it was in progress.
func Notices(fresh time.Duration) Consumer {
	return Consumer{Name: "notices", Apply: func(ctx context.Context, tx *Tx, rows []play.Ended) error {
		return applyNotices(ctx, tx, rows, fresh)
	}}
}

// noticing returns the consumer Notices for this store. After each transaction of this consumer, it
// calls the function set by OnNotice for every player of an ended match who gets a notice of the
// result.
func (s *Store) noticing() Consumer {
	c := Notices(resultFresh)
	c.Applied = func(rows []play.Ended) {
		tell := s.noticed.Load()
		if tell == nil {
			return
		}
		for i := range rows {
			for _, player := range toldOf(&rows[i]) {
				if player != "" {
					(*tell)(player, rows[i].ID)
				}
			}
		}
	}
	return c
}

// OnNotice sets f, which a background task of this store calls for every notice
// it has written. The call comes after the transaction, on the goroutine of the
// task.
func (s *Store) OnNotice(f func(player, subject string)) { s.noticed.Store(&f) }

// toldOf returns, for each side of a match, the id of the player who gets a notice that the match
// has ended. It returns "" for a side that gets no notice.
func toldOf(e *play.Ended) (told [2]string) {
	if !e.IsMatch() || e.Players[0] == "" || e.Players[1] == "" || e.Players[0] == e.Players[1] {
		return told
	}
	for i, player := range e.Players {
		if againstOf(e, i) == play.AgainstHuman {
			told[i] = player
		}
	}
	return told
}

func applyNotices(ctx context.Context, tx *Tx, rows []play.Ended, fresh time.Duration) error {
	for i := range rows {
		e := &rows[i]
		for side, player := range toldOf(e) {
			if player == "" {
				continue
			}
			err := tx.Exec(ctx, `DELETE FROM notices WHERE player = $1 AND subject = $2 AND kind IN ('turn', 'soon', 'started')`, player, e.ID)
			if err != nil {
				return err
			}
			err = tx.Exec(ctx, `INSERT INTO notices (player, kind, subject, game, other, result, at, seen)
				SELECT $1, 'result', $2, $3, $4, $5, CAST($6 AS BIGINT), FALSE WHERE CAST($6 AS BIGINT) > @NOW - $7
				ON CONFLICT (player, kind, subject) DO NOTHING`,
				player, e.ID, e.Game, e.Players[1-side], resultFor(e, game.First+game.Side(side)), micros(e.At), fresh.Microseconds()) //nolint:gosec // the index side is 0 or 1
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// resultFor returns the result of a match from the point of view of a side.
func resultFor(e *play.Ended, side game.Side) string {
	switch {
	case resultOf(e) == resultAbort || e.Reason == string(play.Abandoned):
		return notice.Aborted
	case e.Winner == side.String():
		return notice.Won
	case e.Winner == side.Other().String():
		return notice.Lost
	}
	return notice.Drawn
}

// Remind stores a reminder. See play.Reminders. It locks the match, so that no move of the match
// can be stored at the same time: the transaction of a move needs this lock before it changes turn
// notices.
func (s *Store) Remind(ctx context.Context, r play.Reminder) (bool, error) {
	if s.shards != nil {
		seq, ok, err := s.shards.homeSeq(ctx, r.Match, r.Seq)
		if err != nil || !ok {
			return false, err
		}
		r.Seq = seq
	}
	res, err := s.exec(ctx, `INSERT INTO notices (player, kind, subject, game, other, result, at, seen)
		SELECT $1, 'soon', id, game, $3, '', CAST($4 AS BIGINT), FALSE FROM live WHERE id = $2 AND seq = $5 AND NOT finished @LOCK
		ON CONFLICT (player, kind, subject) DO UPDATE SET at = excluded.at, seen = FALSE WHERE notices.at < $6`,
		r.Player, r.Match, r.Other, micros(r.At), r.Seq, micros(r.Since))
	if err != nil {
		return false, s.failed("storing a reminder", err)
	}
	n, err := res.RowsAffected()
	return n > 0, s.failed("storing a reminder", err)
}

// Notices lists the newest notices of a player, newest first. See notice.Store.
func (s *Store) Notices(ctx context.Context, players []string, most int) ([]notice.Notice, error) {
	var all []notice.Notice
	if !slices.ContainsFunc(players, func(id string) bool { return id != "" }) {
		return nil, nil
	}
	err := s.rows(ctx, "reading notices", func(rows *sql.Rows) error {
		var n notice.Notice
		var at int64
		err := rows.Scan(&n.Kind, &n.Subject, &n.Game, &n.Other, &n.Result, &at, &n.Seen)
		n.At = fromMicros(at)
		all = append(all, n)
		return err
	}, `SELECT kind, subject, game, other, result, at, seen FROM notices WHERE player @IN(1)
		AND (kind <> 'challenge' OR EXISTS (SELECT 1 FROM offers WHERE offers.id = subject AND match_id = '' AND expires > @NOW))
		ORDER BY at DESC, subject, kind LIMIT $2`, s.dialect.list(players), most)
	return all, err
}

// EventsOf returns the tournaments to which the given matches belong. See notice.Store.
func (s *Store) EventsOf(ctx context.Context, matches []string) (map[string]notice.Event, error) {
	const doing = "finding the events of matches"
	of := map[string]notice.Event{}
	var ids []string
	err := s.rows(ctx, doing, func(rows *sql.Rows) error {
		var match string
		var e notice.Event
		err := rows.Scan(&match, &e.ID, &e.Round)
		of[match] = e
		ids = append(ids, e.ID)
		return err
	}, `SELECT match_id, event, round FROM tourney_boards WHERE match_id @IN(1)`, s.dialect.list(matches))
	if err != nil || len(ids) == 0 {
		return of, err
	}
	names := map[string]string{}
	err = s.rows(ctx, doing, func(rows *sql.Rows) error {
		var id, name string
		err := rows.Scan(&id, &name)
		names[id] = name
		return err
	}, `SELECT id, name FROM tourneys WHERE id @IN(1)`, s.dialect.list(ids))
	for match, e := range of {
		e.Name = names[e.ID]
		of[match] = e
	}
	return of, err
}

// SeeNotices marks notices as seen. See notice.Store. Each row is updated by
// its own statement, so that two transactions never wait for each other's rows.
func (s *Store) SeeNotices(ctx context.Context, players []string, subject string) error {
	if !plain(subject) {
		return nil
	}
	type key struct{ player, kind string }
	var unseen []key
	err := s.rows(ctx, "reading notices", func(rows *sql.Rows) error {
		var k key
		err := rows.Scan(&k.player, &k.kind)
		unseen = append(unseen, k)
		return err
	}, `SELECT player, kind FROM notices WHERE player @IN(1) AND kind IN ('started', 'turn', 'soon', 'challenge', 'result') AND subject = $2 AND NOT seen`,
		s.dialect.list(players), subject)
	for _, k := range unseen {
		if err == nil {
			_, err = s.exec(ctx, `UPDATE notices SET seen = TRUE WHERE player = $1 AND kind = $2 AND subject = $3`, k.player, k.kind, subject)
		}
	}
	return s.failed("marking notices", err)
}

// TrimNotices deletes old notices. See notice.Store. If another transaction is writing a row, a
// later call deletes the row.
func (s *Store) TrimNotices(ctx context.Context, player string, keep int) error {
	_, err := s.exec(ctx, `DELETE FROM notices WHERE player = $1 AND (kind, subject) IN (
		SELECT kind, subject FROM notices WHERE player = $1 AND at < (
			SELECT at FROM notices WHERE player = $1 ORDER BY at DESC LIMIT 1 OFFSET $2) @CLAIM)`, player, keep-1)
	return s.failed("deleting notices", err)
}

// NoticeSettings returns a player's settings for notices. See notice.Store.
func (s *Store) NoticeSettings(ctx context.Context, player string) (notice.Settings, error) {
	var off string
	var seen int64
	err := s.reads.QueryRowContext(ctx, s.sql(`SELECT off, seen FROM notice_settings WHERE player = $1`), player).Scan(&off, &seen)
	if errors.Is(err, sql.ErrNoRows) {
		return notice.Settings{}, nil
	}
	set := notice.Settings{Off: splitKinds(off), Seen: fromMicros(seen)}
	return set, s.failed("reading settings of notices", err)
}

// SwitchNotices sets the kinds of notices that a player does not want. See notice.Store.
func (s *Store) SwitchNotices(ctx context.Context, player string, off []notice.Kind) error {
	_, err := s.exec(ctx, `INSERT INTO notice_settings (player, off, seen) VALUES ($1, $2, 0)
		ON CONFLICT (player) DO UPDATE SET off = excluded.off`, player, joinKinds(off))
	return s.failed("storing settings of notices", err)
}

// SeeAllNotices records that a player has seen all notices up to a time. See notice.Store.
func (s *Store) SeeAllNotices(ctx context.Context, player string, until time.Time) error {
	_, err := s.exec(ctx, `INSERT INTO notice_settings (player, off, seen) VALUES ($1, '', $2)
		ON CONFLICT (player) DO UPDATE SET seen = excluded.seen WHERE notice_settings.seen < excluded.seen`, player, micros(until))
	return s.failed("storing what was seen", err)
}
