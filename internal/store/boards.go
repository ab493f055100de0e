package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kydai/game"
	"kydai/internal/events"
	"kydai/internal/notice"
	"kydai/internal/play"
)

// Seat starts the match of a tournament board. See play.Tickets.
func (s *Store) Seat(ctx context.Context, r play.Row) (began time.Time, err error) {
	const doing = "seating two players"
	err = s.inTx(ctx, doing, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, s.sql(`UPDATE tourney_boards SET state = 'seated', until = 0
			WHERE match_id = $1 AND first = $2 AND second = $3 AND state = 'waiting'`), r.ID, r.Players[0], r.Players[1])
		if err != nil {
			return s.failed(doing, err)
		}
		n, err := res.RowsAffected()
		if err == nil && n == 0 { // not a tournament board; try the boards of simuls
			n, err = s.seatPupil(ctx, tx, r)
		}
		if err != nil || n != 1 {
			return errors.Join(play.ErrNotFound, err)
		}
		began, err = s.create(ctx, tx, r)
		return err
	})
	return began, err
}

// SeatCeremony begins the fair-deal exchange for the match of one board, or of two boards with the
// same deal. See play.Tickets.
func (s *Store) SeatCeremony(ctx context.Context, c play.Ceremony) error {
	const doing = "seating players for a deal"
	return s.inTx(ctx, doing, func(tx *sql.Tx) error {
		for i, id := range c.Tables() {
			pair := c.Players[2*i : 2*i+2]
			res, err := tx.ExecContext(ctx, s.sql(`UPDATE tourney_boards SET state = 'dealing', until = 0
				WHERE match_id = $1 AND first = $2 AND second = $3 AND state = 'waiting'`), id, pair[0], pair[1])
			if err != nil {
				return s.failed(doing, err)
			}
			if n, err := res.RowsAffected(); err != nil || n != 1 {
				return errors.Join(play.ErrNotFound, err)
			}
			if c.Twins[0] != "" {
				_, err = tx.ExecContext(ctx, s.sql(`INSERT INTO twins (match_id, ceremony, other, place) VALUES ($1, $2, $3, $4)`), id, c.ID, c.Twins[1-i], i)
			}
			for j := 0; j < 2 && err == nil; j++ {
				_, err = tx.ExecContext(ctx, s.sql(addNotice), pair[j], string(notice.Started), id, c.Game, pair[1-j], "")
			}
			if err != nil {
				return s.failed(doing, err)
			}
		}
		return s.addCeremony(ctx, tx, c)
	})
}

// dealt records that the match of a tournament board starts now. It returns ErrNotFound if the
// board was cancelled. It ignores matches outside tournaments.
func (s *Store) dealt(ctx context.Context, tx *sql.Tx, match string) error {
	res, err := tx.ExecContext(ctx, s.sql(`UPDATE tourney_boards SET state = 'seated', until = 0 WHERE match_id = $1 AND state = 'dealing'`), match)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 1 {
		return err
	}
	var boards int
	err = tx.QueryRowContext(ctx, s.sql(`SELECT COUNT(*) FROM tourney_boards WHERE match_id = $1`), match).Scan(&boards)
	if err == nil && boards > 0 {
		return play.ErrNotFound
	}
	return err
}

// undealt ends those boards of a fair-deal exchange at which a player was too late. If an exchange
// serves two boards, a board at which both players were in time returns to the state waiting; it
// gets a new exchange later.
func (s *Store) undealt(ctx context.Context, tx *sql.Tx, c play.Ceremony) error {
	for i, id := range c.Tables() {
		state, loser := "ended", ""
		switch late := [2]bool(c.Absent[2*i : 2*i+2]); late {
		case [2]bool{true, true}:
			loser = events.BothAbsent
		case [2]bool{true, false}:
			loser = events.FirstWins
		case [2]bool{false, true}:
			loser = events.SecondWins
		default:
			state = "waiting"
		}
		_, err := tx.ExecContext(ctx, s.sql(`UPDATE tourney_boards SET state = $2, winner = 'none', reason = $3, loser = $4, until = 0
			WHERE match_id = $1 AND state = 'dealing'`), id, state, play.Undealt, loser)
		if err == nil {
			_, err = tx.ExecContext(ctx, s.sql(`DELETE FROM notices WHERE kind = 'started' AND subject = $1`), id)
		}
		if err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, s.sql(`DELETE FROM twins WHERE ceremony = $1`), c.ID)
	return err
}

// ShutCeremony ends a fair-deal exchange without a deal. See play.Ceremonies.
func (s *Store) ShutCeremony(ctx context.Context, match string) error {
	const doing = "ending a ceremony"
	c, err := s.Ceremony(ctx, match)
	if err != nil {
		return err
	}
	return s.inTx(ctx, doing, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, s.sql(`UPDATE ceremonies SET check_at = $2, terms = $3 WHERE id = $1 AND check_at < $2`), c.ID, never, blob(nil))
		if err != nil {
			return s.failed(doing, err)
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return s.failed(doing, err)
		}
		return s.failed(doing, s.undealt(ctx, tx, c))
	})
}

// sealed returns the SQL condition that a match has a twin (another match with the same deal) and
// that at least one of the two is not over.
func sealed(id string) string {
	return `EXISTS (SELECT 1 FROM twins WHERE match_id = ` + id + ` AND
		(SELECT COUNT(*) FROM ended WHERE ended.id IN (twins.match_id, twins.other)) < 2)`
}

// Sealed reports whether a match has a twin and at least one of the two is not
// over. See play.Ceremonies.
func (s *Store) Sealed(ctx context.Context, match string) (is bool, err error) {
	err = s.reads.QueryRowContext(ctx, s.sql(`SELECT `+sealed("$1")), match).Scan(&is)
	return is, s.failed("looking for the twin of a match", err)
}

// DueBoards leases to this node tournament boards that are due to be processed. See events.Store.
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

// CloseBoard records that the match of a cancelled board was aborted. See events.Store.
func (s *Store) CloseBoard(ctx context.Context, match string) error {
	_, err := s.exec(ctx, `UPDATE tourney_boards SET state = 'done' WHERE match_id = $1 AND state = 'cancelled'`, match)
	return s.failed("closing a board of an event", err)
}

// EventOf returns the id of the event that a match belongs to, or "". See events.Store.
func (s *Store) EventOf(ctx context.Context, match string) (event string, err error) {
	err = s.reads.QueryRowContext(ctx, s.sql(`SELECT event FROM tourney_boards WHERE match_id = $1`), match).Scan(&event)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return event, s.failed("finding the event of a match", err)
}

// setTurn sets the time at which a node must next process an event, even if no request for the
// event arrives. See events.Turn.
func (s *Store) setTurn(ctx context.Context, tx *sql.Tx, event string, t *events.Turn) error {
	var err error
	switch {
	case t == nil:
	case t.In < 0:
		_, err = tx.ExecContext(ctx, s.sql(`UPDATE tourneys SET turn = 0 WHERE id = $1`), event)
	case t.Earlier:
		_, err = tx.ExecContext(ctx, s.sql(`UPDATE tourneys SET turn = @NOW + $2 WHERE id = $1 AND (turn = 0 OR turn > @NOW + $2)`), event, t.In.Microseconds())
	default:
		_, err = tx.ExecContext(ctx, s.sql(`UPDATE tourneys SET turn = @NOW + $2 WHERE id = $1`), event, t.In.Microseconds())
	}
	return err
}

// DueEvents leases to this node up to n events whose scheduled time has come. See events.Store.
func (s *Store) DueEvents(ctx context.Context, n int, lease time.Duration) (list []events.DueEvent, err error) {
	const doing = "looking for events whose turn it is"
	const where = `turn > 0 AND turn <= @NOW`
	var waiting int
	err = s.reads.QueryRowContext(ctx, s.sql(`SELECT COUNT(*) FROM (SELECT 1 FROM tourneys WHERE `+where+` LIMIT 1) AS due`)).Scan(&waiting)
	if err != nil || waiting == 0 {
		return nil, s.failed(doing, err)
	}
	err = s.inTx(ctx, doing, func(tx *sql.Tx) error {
		list = nil
		rows, err := tx.QueryContext(ctx, s.sql(`WITH due AS @ONCE (SELECT id FROM tourneys WHERE `+where+` ORDER BY turn, id LIMIT $1 @SKIP)
			UPDATE tourneys SET turn = @NOW + $2 WHERE id IN (SELECT id FROM due) RETURNING id, turn - $2`), n, lease.Microseconds())
		if err != nil {
			return s.failed(doing, err)
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			var due events.DueEvent
			var now int64
			if err := rows.Scan(&due.ID, &now); err != nil {
				return s.failed(doing, err)
			}
			due.Now = fromMicros(now)
			list = append(list, due)
		}
		return s.failed(doing, rows.Err())
	})
	return list, err
}

// Boards is the consumer that records the results of ended matches at the
// tournament boards where they were played.
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

// absentOf returns the side that did not appear at a tournament match: the side aborted the match,
// or lost on time without a move. It returns "" if both sides appeared.
func absentOf(e *play.Ended) string {
	lost := map[string]int{"second": 0, "first": 1} // maps the winner to the index of the loser in Facts.Moves
	if i, ok := lost[e.Winner]; ok && e.Reason == string(game.ByTime) && e.Facts.Known && e.Facts.Moves[i] == 0 {
		return [2]string{"first", "second"}[i]
	}
	return e.Facts.AbortedBy
}

// seated returns the given matches that are played at a tournament board and have started.
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
