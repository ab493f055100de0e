package store

import (
	"context"
	"database/sql"
	"errors"

	"kydai/account"
	"kydai/game"
	"kydai/internal/classes"
	"kydai/internal/people"
	"kydai/internal/play"
)

var _ classes.Store = (*Store)(nil)

// AddClass stores a class, unless its teacher has reached the limit of classes. See classes.Store.
func (s *Store) AddClass(ctx context.Context, c *classes.Class, most int) (full bool, err error) {
	const doing = "storing a class"
	if !plain(c.Name) {
		return false, game.Err(play.BadRow, "the name of a class cannot be stored")
	}
	res, err := s.exec(ctx, `INSERT INTO classes (id, name, teacher, code, made)
		SELECT $1, $2, CAST($3 AS TEXT), $4, @NOW WHERE (SELECT COUNT(*) FROM classes WHERE teacher = $3) < CAST($5 AS BIGINT)`,
		c.ID, c.Name, c.Teacher, c.Code, most)
	if err != nil {
		if s.dialect.duplicate(err) {
			return false, classes.ErrCodeTaken
		}
		return false, s.failed(doing, err)
	}
	n, err := res.RowsAffected()
	return n == 0, s.failed(doing, err)
}

const classColumns = `id, name, teacher, code, made, (SELECT COUNT(*) FROM class_pupils WHERE class = classes.id)`

func scanClass(scan func(...any) error) (c classes.Class, err error) {
	var made int64
	err = scan(&c.ID, &c.Name, &c.Teacher, &c.Code, &made, &c.Pupils)
	c.Made = fromMicros(made)
	return c, err
}

func (s *Store) oneClass(ctx context.Context, where string, arg any) (classes.Class, error) {
	c, err := scanClass(s.reads.QueryRowContext(ctx, s.sql(`SELECT `+classColumns+` FROM classes WHERE `+where), arg).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return classes.Class{}, classes.ErrNoClass
	}
	if err != nil {
		return c, s.failed("loading a class", err)
	}
	err = s.rows(ctx, "loading the teachers of a class", func(rows *sql.Rows) error {
		var id string
		err := rows.Scan(&id)
		c.Also = append(c.Also, id)
		return err
	}, `SELECT teacher FROM class_teachers WHERE class = $1 ORDER BY since, teacher`, c.ID)
	return c, err
}

// Class returns a class by its id, or classes.ErrNoClass. See classes.Store.
func (s *Store) Class(ctx context.Context, id string) (classes.Class, error) {
	return s.oneClass(ctx, `id = $1`, id)
}

// ClassCoded returns the class with a join code. See classes.Store.
func (s *Store) ClassCoded(ctx context.Context, code string) (classes.Class, error) {
	return s.oneClass(ctx, `code = $1`, code)
}

// Classes lists the classes that a teacher owns or helps to teach, newest first. See classes.Store.
func (s *Store) Classes(ctx context.Context, teacher string) (list []classes.Class, err error) {
	err = s.rows(ctx, "listing classes", func(rows *sql.Rows) error {
		c, err := scanClass(rows.Scan)
		list = append(list, c)
		return err
	}, `SELECT `+classColumns+` FROM classes
		WHERE teacher = $1 OR id IN (SELECT class FROM class_teachers WHERE teacher = $1) ORDER BY made DESC, id`, teacher)
	return list, err
}

// RenameClass changes the name of a class. See classes.Store.
func (s *Store) RenameClass(ctx context.Context, id, name string) error {
	if !plain(name) {
		return game.Err(play.BadRow, "the name of a class cannot be stored")
	}
	return s.execOne(ctx, "changing a class", classes.ErrNoClass, `UPDATE classes SET name = $2 WHERE id = $1`, id, name)
}

// DropClass deletes a class without children, with its tasks, simuls and demo board. See
// classes.Store.
func (s *Store) DropClass(ctx context.Context, id string) error {
	const doing = "deleting a class"
	return s.inTx(ctx, doing, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, s.sql(`DELETE FROM classes WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM class_pupils WHERE class = $1)`), id)
		if err != nil {
			return s.failed(doing, err)
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(classes.ErrNoClass, err)
		}
		for _, text := range []string{
			`DELETE FROM class_progress WHERE task IN (SELECT id FROM class_tasks WHERE class = $1)`,
			`DELETE FROM class_tasks WHERE class = $1`,
			`DELETE FROM class_boards WHERE simul IN (SELECT id FROM class_simuls WHERE class = $1)`,
			`DELETE FROM class_simuls WHERE class = $1`,
			`DELETE FROM class_demos WHERE class = $1`,
			`DELETE FROM class_teachers WHERE class = $1`,
		} {
			if _, err := tx.ExecContext(ctx, s.sql(text), id); err != nil {
				return s.failed(doing, err)
			}
		}
		return nil
	})
}

// AddPupil stores a child with its account, unless the class is full. See classes.Store.
func (s *Store) AddPupil(ctx context.Context, p *classes.NewPupil, most int) (full bool, err error) {
	const doing = "storing a child of a class"
	if !plain(p.Real) {
		return false, game.Err(play.BadRow, "the name of a child cannot be stored")
	}
	err = s.inTx(ctx, doing, func(tx *sql.Tx) error {
		if err := s.isGuest(ctx, tx, p.Player); err != nil {
			return err
		}
		res, err := tx.ExecContext(ctx, s.sql(`INSERT INTO class_pupils (player, class, real_name, card, code, made)
			SELECT $1, id, $3, $4, $5, @NOW FROM classes WHERE id = $2 AND (SELECT COUNT(*) FROM class_pupils WHERE class = $2) < CAST($6 AS BIGINT)`),
			p.Player, p.Class, p.Real, blob(p.Keys.Card), blob(p.Keys.Code), most)
		if err != nil {
			return s.failed(doing, err)
		}
		n, err := res.RowsAffected()
		if full = n == 0; full || err != nil {
			return s.failed(doing, err)
		}
		_, err = tx.ExecContext(ctx, s.sql(`INSERT INTO accounts (id, name, name_key, skeleton, password, role, created, renamed, deleted, version)
			VALUES ($1, $2, $3, $4, $5, $6, @NOW, 0, 0, 0)`),
			p.Player, p.Name.Shown, p.Name.Key, p.Name.Skeleton, people.NoPassword, string(account.Pupil))
		if err != nil {
			if s.dialect.duplicate(err) {
				return people.ErrNameTaken
			}
			return s.failed(doing, err)
		}
		return s.failed(doing, s.ownName(ctx, tx, p.Player, p.Name.Shown))
	})
	return full, err
}

const pupilColumns = `class_pupils.player, class_pupils.class, class_pupils.real_name, accounts.name, LENGTH(class_pupils.card), class_pupils.made
	FROM class_pupils JOIN accounts ON accounts.id = class_pupils.player`

func scanPupil(scan func(...any) error) (p classes.Pupil, err error) {
	var made int64
	var card int
	err = scan(&p.Player, &p.Class, &p.Real, &p.Nick, &card, &made)
	p.Card, p.Made = card > 0, fromMicros(made)
	return p, err
}

// Pupils lists the children of a class in the order in which they were added. See classes.Store.
func (s *Store) Pupils(ctx context.Context, class string) (list []classes.Pupil, err error) {
	err = s.rows(ctx, "listing a class", func(rows *sql.Rows) error {
		p, err := scanPupil(rows.Scan)
		list = append(list, p)
		return err
	}, `SELECT `+pupilColumns+` WHERE class_pupils.class = $1 ORDER BY class_pupils.made, class_pupils.player`, class)
	return list, err
}

func (s *Store) onePupil(ctx context.Context, where string, args ...any) (classes.Pupil, error) {
	p, err := scanPupil(s.reads.QueryRowContext(ctx, s.sql(`SELECT `+pupilColumns+` WHERE `+where), args...).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return classes.Pupil{}, classes.ErrNoClass
	}
	return p, s.failed("loading a child of a class", err)
}

// Pupil returns a child by the id of its account. See classes.Store.
func (s *Store) Pupil(ctx context.Context, player string) (classes.Pupil, error) {
	return s.onePupil(ctx, `class_pupils.player = $1`, player)
}

// CardOf returns the child whose login card (a card with a QR code) has this hash. See
// classes.Store.
func (s *Store) CardOf(ctx context.Context, card classes.Hash) (classes.Pupil, error) {
	return s.onePupil(ctx, `class_pupils.card = $1`, card[:])
}

// CodeOf returns the child in a class whose short login code has this hash. See classes.Store.
func (s *Store) CodeOf(ctx context.Context, class string, code classes.Hash) (classes.Pupil, error) {
	return s.onePupil(ctx, `class_pupils.class = $1 AND class_pupils.code = $2`, class, code[:])
}

// SetReal changes the real name of a child. See classes.Store.
func (s *Store) SetReal(ctx context.Context, player, name string) error {
	if !plain(name) {
		return game.Err(play.BadRow, "the name of a child cannot be stored")
	}
	return s.execOne(ctx, "changing a child of a class", classes.ErrNoClass, `UPDATE class_pupils SET real_name = $2 WHERE player = $1`, player, name)
}

// SetCard replaces the keys with which a child logs in: the login card (a card
// with a QR code) and the short code. See classes.Store.
func (s *Store) SetCard(ctx context.Context, player string, k classes.Keys) error {
	return s.execOne(ctx, "replacing a card", classes.ErrNoClass, `UPDATE class_pupils SET card = $2, code = $3 WHERE player = $1`,
		player, blob(k.Card), blob(k.Code))
}
