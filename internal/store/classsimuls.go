package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"kydai/game"
	"kydai/internal/classes"
	"kydai/internal/play"
)

// AddSimul stores a simultaneous exhibition (one teacher plays several children)
// with its boards. See classes.WorkStore.
func (s *Store) AddSimul(ctx context.Context, m *classes.Simul) error {
	const doing = "storing a simul"
	body, err := json.Marshal(m.Terms)
	if err != nil {
		return err
	}
	if !plain(string(body)) {
		return game.Err(play.BadRow, "the terms of a simul cannot be stored")
	}
	return s.inTx(ctx, doing, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, s.sql(`INSERT INTO class_simuls (id, class, teacher, body, made) VALUES ($1, $2, $3, $4, @NOW)`), m.ID, m.Class, m.Teacher, string(body)); err != nil {
			return s.failed(doing, err)
		}
		for i := range m.Boards {
			b := &m.Boards[i]
			_, err := tx.ExecContext(ctx, s.sql(`INSERT INTO class_boards (match_id, simul, number, pupil, first, second, state, winner, reason)
				VALUES ($1, $2, $3, $4, $5, $6, 'waiting', '', '')`), b.Match, m.ID, b.Number, b.Pupil, b.Players[0], b.Players[1])
			if err != nil {
				return s.failed(doing, err)
			}
		}
		return nil
	})
}

func scanSimul(scan func(...any) error) (m classes.Simul, err error) {
	var body string
	var made int64
	if err := scan(&m.ID, &m.Class, &m.Teacher, &body, &made); err != nil {
		return m, err
	}
	m.Made = fromMicros(made)
	return m, json.Unmarshal([]byte(body), &m.Terms)
}

// Simuls lists the simuls (simultaneous exhibitions) of a class, newest first. See
// classes.WorkStore.
func (s *Store) Simuls(ctx context.Context, class string, n int) (list []classes.Simul, err error) {
	err = s.rows(ctx, "listing simuls", func(rows *sql.Rows) error {
		m, err := scanSimul(rows.Scan)
		list = append(list, m)
		return err
	}, `SELECT id, class, teacher, body, made FROM class_simuls WHERE class = $1 ORDER BY made DESC, id LIMIT $2`, class, n)
	return list, err
}

// Simul returns a simul (simultaneous exhibition) with its boards. See classes.WorkStore.
func (s *Store) Simul(ctx context.Context, class, id string) (classes.Simul, error) {
	const doing = "loading a simul"
	m, err := scanSimul(s.reads.QueryRowContext(ctx, s.sql(`SELECT id, class, teacher, body, made FROM class_simuls WHERE class = $1 AND id = $2`), class, id).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return m, classes.ErrNoClass
	}
	if err != nil {
		return m, s.failed(doing, err)
	}
	err = s.rows(ctx, doing, func(rows *sql.Rows) error {
		var b classes.SimulBoard
		var state string
		err := rows.Scan(&b.Match, &b.Number, &b.Pupil, &b.Players[0], &b.Players[1], &state, &b.Winner, &b.Reason)
		b.State = classes.BoardState(state)
		m.Boards = append(m.Boards, b)
		return err
	}, `SELECT match_id, number, pupil, first, second, state, winner, reason FROM class_boards WHERE simul = $1 ORDER BY number`, id)
	return m, err
}

// seatPupil marks a waiting board of a simul as started. It returns the number of boards changed,
// which is 0 if no waiting board has this match and these players.
func (s *Store) seatPupil(ctx context.Context, tx *sql.Tx, r play.Row) (n int64, err error) {
	res, err := tx.ExecContext(ctx, s.sql(`UPDATE class_boards SET state = 'seated' WHERE match_id = $1 AND first = $2 AND second = $3 AND state = 'waiting'`),
		r.ID, r.Players[0], r.Players[1])
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// endBoards records the results of the boards of simuls.
func (t *Tx) endBoards(ctx context.Context, ids []string, ends map[string]*play.Ended) error {
	rows, err := t.Query(ctx, `SELECT match_id FROM class_boards WHERE match_id @IN(1) AND state = 'seated'`, t.store.dialect.list(ids))
	if err != nil {
		return err
	}
	var boards []string
	for rows.Next() {
		var id string
		if err = rows.Scan(&id); err != nil {
			break
		}
		boards = append(boards, id)
	}
	if err := errors.Join(err, rows.Err(), rows.Close()); err != nil {
		return err
	}
	for _, id := range boards {
		e := ends[id]
		if err := t.Exec(ctx, `UPDATE class_boards SET state = 'ended', winner = $2, reason = $3 WHERE match_id = $1`, id, e.Winner, e.Reason); err != nil {
			return err
		}
	}
	return nil
}

// SetDemo stores the content of a class's demo board and returns its new version. See
// classes.WorkStore.
func (s *Store) SetDemo(ctx context.Context, class, body string) (version int, err error) {
	const doing = "storing a demo board"
	if !plain(body) {
		return 0, game.Err(play.BadRow, "the text of a demo board cannot be stored")
	}
	err = s.inTx(ctx, doing, func(tx *sql.Tx) error {
		return s.failed(doing, tx.QueryRowContext(ctx, s.sql(`INSERT INTO class_demos (class, version, body, at) VALUES ($1, 1, $2, @NOW)
			ON CONFLICT (class) DO UPDATE SET version = class_demos.version + 1, body = excluded.body, at = excluded.at RETURNING version`), class, body).Scan(&version))
	})
	return version, err
}

// Demo returns the content, the version and the time of a class's demo board. See
// classes.WorkStore.
func (s *Store) Demo(ctx context.Context, class string) (body string, version int, at time.Time, err error) {
	var us int64
	err = s.reads.QueryRowContext(ctx, s.sql(`SELECT body, version, at FROM class_demos WHERE class = $1`), class).Scan(&body, &version, &us)
	if errors.Is(err, sql.ErrNoRows) {
		return "", 0, time.Time{}, nil
	}
	return body, version, zeroOrTime(us), s.failed("loading a demo board", err)
}

// AddTeacher adds a teacher to a class. See classes.WorkStore.
func (s *Store) AddTeacher(ctx context.Context, class, teacher string, most int) (full bool, err error) {
	const doing = "adding a teacher to a class"
	res, err := s.exec(ctx, `INSERT INTO class_teachers (class, teacher, since)
		SELECT id, CAST($2 AS TEXT), @NOW FROM classes WHERE id = $1 AND (SELECT COUNT(*) FROM class_teachers WHERE class = $1) < CAST($3 AS BIGINT)
		ON CONFLICT (class, teacher) DO NOTHING`, class, teacher, most)
	if err != nil {
		return false, s.failed(doing, err)
	}
	n, err := res.RowsAffected()
	return n == 0, s.failed(doing, err)
}

// DropTeacher removes an additional teacher from a class. See classes.WorkStore.
func (s *Store) DropTeacher(ctx context.Context, class, teacher string) error {
	_, err := s.exec(ctx, `DELETE FROM class_teachers WHERE class = $1 AND teacher = $2`, class, teacher)
	return s.failed("taking a teacher from a class", err)
}

// HandOverClass makes another teacher the owner of a class. See classes.WorkStore.
func (s *Store) HandOverClass(ctx context.Context, class, teacher string) error {
	const doing = "handing a class over"
	return s.inTx(ctx, doing, func(tx *sql.Tx) error {
		for _, text := range []string{
			`UPDATE classes SET teacher = $2 WHERE id = $1`, `DELETE FROM class_teachers WHERE class = $1 AND teacher = $2`,
		} {
			if _, err := tx.ExecContext(ctx, s.sql(text), class, teacher); err != nil {
				return s.failed(doing, err)
			}
		}
		return nil
	})
}
