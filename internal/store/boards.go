package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kydai/game"
	"kydai/internal/events"
	"kydai/internal/play"
)

// Seat starts the match of a board. See play.Tickets.
func (s *Store) Seat(ctx context.Context, r play.Row) (began time.Time, err error) {
	const doing = "seating two players"
	err = s.inTx(ctx, doing, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, s.sql(`UPDATE tourney_boards SET state = 'seated', until = 0
			WHERE match_id = $1 AND first = $2 AND second = $3 AND state = 'waiting'`), r.ID, r.Players[0], r.Players[1])
		if err != nil {
			return s.failed(doing, err)
		}
		if n, err := res.RowsAffected(); err != nil || n != 1 {
			return errors.Join(play.ErrNotFound, err)
		}
		began, err = s.create(ctx, tx, r)
		return err
	})
	return began, err
}

// DueBoards leases boards that wait for a node. See events.Store.
func (s *Store) DueBoards(ctx context.Context, n int, lease time.Duration) (list []events.DueBoard, err error) {
	const doing = "looking for boards of events"
	const where = `state IN ('waiting', 'ended', 'cancelled') AND until <= @NOW`
	var waiting int
	err = s.reads.QueryRowContext(ctx, s.sql(`SELECT COUNT(*) FROM (SELECT 1 FROM tourney_boards WHERE `+where+` LIMIT 1) AS due`)).Scan(&waiting)
	if err != nil || waiting == 0 {
		return nil, s.failed(doing, err)
	}
	err = s.inTx(ctx, doing, func(tx *sql.Tx) error {
		list = nil
		rows, err := tx.QueryContext(ctx, s.sql(`WITH due AS @ONCE (SELECT match_id FROM tourney_boards WHERE `+where+` ORDER BY until, match_id LIMIT $1 @SKIP)
			UPDATE tourney_boards SET until = @NOW + $2 WHERE match_id IN (SELECT match_id FROM due)
			RETURNING match_id, event, round, board, first, second, state, winner, reason, loser`), n, lease.Microseconds())
		if err != nil {
			return s.failed(doing, err)
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			var b events.DueBoard
			var state string
			if err := rows.Scan(&b.Match, &b.Event, &b.Round, &b.Board, &b.Players[0], &b.Players[1], &state, &b.Winner, &b.Reason, &b.Loser); err != nil {
				return s.failed(doing, err)
			}
			b.State = events.BoardState(state)
			list = append(list, b)
		}
		return s.failed(doing, rows.Err())
	})
	return list, err
}

// CloseBoard notes that the match of a cancelled board was aborted. See
// events.Store.
func (s *Store) CloseBoard(ctx context.Context, match string) error {
	_, err := s.exec(ctx, `UPDATE tourney_boards SET state = 'done' WHERE match_id = $1 AND state = 'cancelled'`, match)
	return s.failed("closing a board of an event", err)
}

// Boards notes how the matches of events have ended.
var Boards = Consumer{Name: "events", Apply: applyBoards}

func applyBoards(ctx context.Context, tx *Tx, rows []play.Ended) error {
	ids := make([]string, len(rows))
	for i := range rows {
		ids[i] = rows[i].ID
	}
	seated, err := tx.seated(ctx, ids)
	if err != nil || len(seated) == 0 {
		return err
	}
	for i := range rows {
		e := &rows[i]
		if !seated[e.ID] || !e.IsMatch() {
			continue
		}
		err := tx.Exec(ctx, `UPDATE tourney_boards SET state = 'ended', winner = $2, reason = $3, loser = $4, until = 0
			WHERE match_id = $1 AND state = 'seated'`, e.ID, e.Winner, e.Reason, absentOf(e))
		if err != nil {
			return err
		}
	}
	return nil
}

// absentOf is the side that aborted a match or made no move in time.
func absentOf(e *play.Ended) string {
	lost := map[string]int{"second": 0, "first": 1} // index of the loser by the winner
	if i, ok := lost[e.Winner]; ok && e.Reason == string(game.ByTime) && e.Facts.Known && e.Facts.Moves[i] == 0 {
		return [2]string{"first", "second"}[i]
	}
	return e.Facts.AbortedBy
}

// seated returns which of the matches are boards of events.
func (t *Tx) seated(ctx context.Context, ids []string) (map[string]bool, error) {
	rows, err := t.Query(ctx, `SELECT match_id FROM tourney_boards WHERE match_id @IN(1) AND state = 'seated'`, t.store.dialect.list(ids))
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	found := map[string]bool{}
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		found[id] = true
	}
	return found, rows.Err()
}
