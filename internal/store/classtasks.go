package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"kydai/game"
	"kydai/internal/classes"
	"kydai/internal/play"
)

// AddTask stores a task of a class, unless the class has reached the limit of tasks. See
// classes.WorkStore.
func (s *Store) AddTask(ctx context.Context, t *classes.Task, most int) (full bool, err error) {
	const doing = "storing a task of a class"
	body, err := json.Marshal(t.Work)
	if err != nil {
		return false, err
	}
	if !plain(t.Title) || !plain(string(body)) {
		return false, game.Err(play.BadRow, "the text of a task cannot be stored")
	}
	res, err := s.exec(ctx, `INSERT INTO class_tasks (id, class, kind, title, body, due, made)
		SELECT $1, CAST($2 AS TEXT), $3, $4, $5, CAST($6 AS BIGINT), @NOW WHERE (SELECT COUNT(*) FROM class_tasks WHERE class = $2) < CAST($7 AS BIGINT)`,
		t.ID, t.Class, string(t.Kind), t.Title, string(body), timeOrZero(t.Due), most)
	if err != nil {
		return false, s.failed(doing, err)
	}
	n, err := res.RowsAffected()
	return n == 0, s.failed(doing, err)
}

// timeOrZero converts a time to microseconds for a column in which 0 stands for the zero time.
func timeOrZero(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

// zeroOrTime is the inverse of timeOrZero.
func zeroOrTime(us int64) time.Time {
	if us == 0 {
		return time.Time{}
	}
	return fromMicros(us)
}

const taskColumns = `id, class, kind, title, body, due, made`

func scanTask(scan func(...any) error) (t classes.Task, err error) {
	var kind, body string
	var due, made int64
	if err := scan(&t.ID, &t.Class, &kind, &t.Title, &body, &due, &made); err != nil {
		return t, err
	}
	t.Kind, t.Due, t.Made = classes.Kind(kind), zeroOrTime(due), fromMicros(made)
	return t, json.Unmarshal([]byte(body), &t.Work)
}

// Tasks lists the tasks of a class, newest first. See classes.WorkStore.
func (s *Store) Tasks(ctx context.Context, class string) (list []classes.Task, err error) {
	err = s.rows(ctx, "listing the tasks of a class", func(rows *sql.Rows) error {
		t, err := scanTask(rows.Scan)
		list = append(list, t)
		return err
	}, `SELECT `+taskColumns+` FROM class_tasks WHERE class = $1 ORDER BY made DESC, id`, class)
	return list, err
}

// DropTask deletes a task of a class and its progress. See classes.WorkStore.
func (s *Store) DropTask(ctx context.Context, class, id string) error {
	const doing = "deleting a task of a class"
	return s.inTx(ctx, doing, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, s.sql(`DELETE FROM class_tasks WHERE id = $1 AND class = $2`), id, class)
		if err != nil {
			return s.failed(doing, err)
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(classes.ErrNoClass, err)
		}
		_, err = tx.ExecContext(ctx, s.sql(`DELETE FROM class_progress WHERE task = $1`), id)
		return s.failed(doing, err)
	})
}

const progressColumns = `task, player, steps, tries, match_id, begun, done`

func scanProgress(scan func(...any) error) (p classes.Progress, err error) {
	var begun, done int64
	err = scan(&p.Task, &p.Player, &p.Steps, &p.Tries, &p.Match, &begun, &done)
	p.Begun, p.Done = zeroOrTime(begun), zeroOrTime(done)
	return p, err
}

// ProgressOf lists the progress of children in the tasks of a class. See classes.WorkStore.
func (s *Store) ProgressOf(ctx context.Context, class, player string) (list []classes.Progress, err error) {
	text, args := `SELECT `+progressColumns+` FROM class_progress WHERE task IN (SELECT id FROM class_tasks WHERE class = $1)`, []any{class}
	if player != "" {
		text, args = text+` AND player = $2`, append(args, player)
	}
	err = s.rows(ctx, "reading what children have done", func(rows *sql.Rows) error {
		p, err := scanProgress(rows.Scan)
		list = append(list, p)
		return err
	}, text, args...)
	return list, err
}

// beginWork creates the progress row of a child and a task if it does not
// exist. It creates nothing if the child or the task has been deleted.
func (s *Store) beginWork(ctx context.Context, tx *sql.Tx, task, player string) error {
	_, err := tx.ExecContext(ctx, s.sql(`INSERT INTO class_progress (task, player, steps, tries, match_id, begun, done)
		SELECT class_tasks.id, class_pupils.player, '', 0, '', @NOW, 0 FROM class_tasks JOIN class_pupils ON class_pupils.class = class_tasks.class
		WHERE class_tasks.id = $1 AND class_pupils.player = $2 ON CONFLICT (task, player) DO NOTHING`), task, player)
	return err
}

// SolveStep records that a child has solved the step with index `step` of a task that has `of`
// steps. See classes.WorkStore.
func (s *Store) SolveStep(ctx context.Context, task, player string, step, of int) (p classes.Progress, err error) {
	const doing = "noting a step of a lesson"
	err = s.inTx(ctx, doing, func(tx *sql.Tx) error {
		if err := s.beginWork(ctx, tx, task, player); err != nil {
			return s.failed(doing, err)
		}
		// Lock the row before reading it, so that two open pages of the same child do not overwrite
		// each other's step.
		if _, err := tx.ExecContext(ctx, s.sql(`UPDATE class_progress SET tries = tries WHERE task = $1 AND player = $2`), task, player); err != nil {
			return s.failed(doing, err)
		}
		read := s.sql(`SELECT ` + progressColumns + ` FROM class_progress WHERE task = $1 AND player = $2`)
		if p, err = scanProgress(tx.QueryRowContext(ctx, read, task, player).Scan); err != nil {
			if errors.Is(err, sql.ErrNoRows) {
				return classes.ErrNoClass
			}
			return s.failed(doing, err)
		}
		steps := []byte(p.Steps + strings.Repeat("0", max(0, of-len(p.Steps))))
		steps[step] = '1'
		_, err := tx.ExecContext(ctx, s.sql(`UPDATE class_progress SET steps = $3, done = CASE WHEN done = 0 AND $4 THEN @NOW ELSE done END
			WHERE task = $1 AND player = $2`), task, player, string(steps), !strings.Contains(string(steps), "0"))
		if err == nil {
			p, err = scanProgress(tx.QueryRowContext(ctx, read, task, player).Scan)
		}
		return s.failed(doing, err)
	})
	return p, err
}

// BeginGame records the match in which a child plays a task, and returns its id. If the child
// already plays the task in another match, BeginGame returns the id of that match. See
// classes.WorkStore.
func (s *Store) BeginGame(ctx context.Context, task, player, match string) (id string, err error) {
	const doing = "noting a game of a task"
	err = s.inTx(ctx, doing, func(tx *sql.Tx) error {
		if err := s.beginWork(ctx, tx, task, player); err != nil {
			return s.failed(doing, err)
		}
		if _, err := tx.ExecContext(ctx, s.sql(`UPDATE class_progress SET match_id = $3 WHERE task = $1 AND player = $2 AND match_id = ''`), task, player, match); err != nil {
			return s.failed(doing, err)
		}
		err := tx.QueryRowContext(ctx, s.sql(`SELECT match_id FROM class_progress WHERE task = $1 AND player = $2`), task, player).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			return classes.ErrNoClass
		}
		return s.failed(doing, err)
	})
	return id, err
}

// ClassWork is the consumer that records the results of ended matches that belong
// to a task or to a simul of a class.
var ClassWork = Consumer{Name: "classes", Apply: applyClassWork}

func applyClassWork(ctx context.Context, tx *Tx, rows []play.Ended) error {
	ends := map[string]*play.Ended{}
	ids := make([]string, 0, len(rows))
	for i := range rows {
		if rows[i].IsMatch() {
			ends[rows[i].ID] = &rows[i]
			ids = append(ids, rows[i].ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	if err := tx.endTasks(ctx, ids, ends); err != nil {
		return err
	}
	return tx.endBoards(ctx, ids, ends)
}

// endTasks records the results of ended matches in which a child played a task of a class.
func (t *Tx) endTasks(ctx context.Context, ids []string, ends map[string]*play.Ended) error {
	type played struct {
		match, player string
		task          classes.Task
	}
	rows, err := t.Query(ctx, `SELECT class_progress.match_id, class_progress.player, class_tasks.id, class, kind, title, body, due, made
		FROM class_progress JOIN class_tasks ON class_tasks.id = class_progress.task WHERE class_progress.match_id @IN(1)`, t.store.dialect.list(ids))
	if err != nil {
		return err
	}
	var all []played
	for rows.Next() {
		var g played
		if g.task, err = scanTask(func(dest ...any) error { return rows.Scan(append([]any{&g.match, &g.player}, dest...)...) }); err != nil {
			break
		}
		all = append(all, g)
	}
	if err := errors.Join(err, rows.Err(), rows.Close()); err != nil {
		return err
	}
	for i := range all {
		g := &all[i]
		end := ends[g.match]
		text, args := `UPDATE class_progress SET match_id = '', tries = tries + 1 WHERE task = $1 AND player = $2`, []any{g.task.ID, g.player}
		switch {
		case g.task.Reached(end.Winner, end.Reason):
			text = `UPDATE class_progress SET match_id = '', done = CASE WHEN done = 0 THEN CAST($3 AS BIGINT) ELSE done END WHERE task = $1 AND player = $2`
			args = append(args, end.At.UnixMicro())
		case end.Reason == string(game.ByAbort): // an aborted match does not count as an attempt
			text = `UPDATE class_progress SET match_id = '' WHERE task = $1 AND player = $2`
		}
		if err := t.Exec(ctx, text, args...); err != nil {
			return err
		}
	}
	return nil
}
