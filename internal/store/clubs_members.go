package store

import (
	"context"
	"database/sql"
	"errors"

	"kydai/internal/clubs"
)

// ClubRole returns the role of a player in a club. See clubs.Store.
func (s *Store) ClubRole(ctx context.Context, club, player string) (clubs.Role, error) {
	var role string
	err := s.reads.QueryRowContext(ctx, s.sql(`SELECT role FROM club_members WHERE club = $1 AND player = $2`), club, player).Scan(&role)
	if errors.Is(err, sql.ErrNoRows) {
		return clubs.None, nil
	}
	return clubs.Role(role), s.failed("loading a member of a club", err)
}

// ClubMembers lists the members of a club. See clubs.Store.
func (s *Store) ClubMembers(ctx context.Context, club string) (list []clubs.Member, err error) {
	err = s.rows(ctx, "listing the members of a club", func(rows *sql.Rows) error {
		var m clubs.Member
		var role string
		var since int64
		err := rows.Scan(&m.Player, &m.Name, &role, &since)
		m.Role, m.Since = clubs.Role(role), fromMicros(since)
		list = append(list, m)
		return err
	}, `SELECT player, accounts.name, club_members.role, since FROM club_members JOIN accounts ON accounts.id = club_members.player
		WHERE club = $1 ORDER BY CASE club_members.role WHEN 'owner' THEN 0 WHEN 'organiser' THEN 1 WHEN 'member' THEN 2 ELSE 3 END, since, player`, club)
	return list, err
}

// JoinClub stores a player as a member of a club, or a player's request to join. See clubs.Store.
func (s *Store) JoinClub(ctx context.Context, club, player string, role clubs.Role, most, mostOwn int) (full bool, err error) {
	const doing = "storing a member of a club"
	counts := `role <> 'asked'`
	if role == clubs.Asked {
		counts = `role = 'asked'`
	}
	res, err := s.exec(ctx, `INSERT INTO club_members (club, player, role, since) SELECT id, CAST($2 AS TEXT), $3, @NOW FROM clubs
		WHERE id = $1 AND (SELECT COUNT(*) FROM club_members WHERE club = $1 AND `+counts+`) < CAST($4 AS BIGINT)
			AND (SELECT COUNT(*) FROM club_members WHERE player = $2) < CAST($5 AS BIGINT)`, club, player, string(role), most, mostOwn)
	if err != nil {
		if s.dialect.duplicate(err) { // another request has stored the same player meanwhile
			return false, nil
		}
		return false, s.failed(doing, err)
	}
	n, err := res.RowsAffected()
	return n == 0, s.failed(doing, err)
}

// SetClubRole sets the role of a member who now has the given old role. See clubs.Store.
func (s *Store) SetClubRole(ctx context.Context, club, player string, was, role clubs.Role, most int) (full bool, err error) {
	const doing = "changing a member of a club"
	counts := `role <> 'asked'`
	if role == clubs.Organiser {
		counts = `role = 'organiser'`
	}
	err = s.inTx(ctx, doing, func(tx *sql.Tx) error {
		var n int
		if err := tx.QueryRowContext(ctx, s.sql(`SELECT COUNT(*) FROM club_members WHERE club = $1 AND `+counts), club).Scan(&n); err != nil {
			return s.failed(doing, err)
		}
		if full = n >= most && (was == clubs.Asked || role == clubs.Organiser); full {
			return nil
		}
		res, err := tx.ExecContext(ctx, s.sql(`UPDATE club_members SET role = $4 WHERE club = $1 AND player = $2 AND role = $3`), club, player, string(was), string(role))
		if err != nil {
			return s.failed(doing, err)
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(clubs.ErrNoMember, err)
		}
		return nil
	})
	return full, err
}

// HandOver makes a member the owner of a club, and the owner an organiser. See clubs.Store.
func (s *Store) HandOver(ctx context.Context, club, owner, player string) error {
	const doing = "changing the owner of a club"
	return s.inTx(ctx, doing, func(tx *sql.Tx) error {
		for _, step := range []struct{ text, who string }{
			{`UPDATE club_members SET role = 'organiser' WHERE club = $1 AND player = $2 AND role = 'owner'`, owner},
			{`UPDATE club_members SET role = 'owner' WHERE club = $1 AND player = $2 AND role IN ('member', 'organiser')`, player},
		} {
			res, err := tx.ExecContext(ctx, s.sql(step.text), club, step.who)
			if err != nil {
				return s.failed(doing, err)
			}
			if n, err := res.RowsAffected(); err != nil || n != 1 {
				return errors.Join(clubs.ErrNoMember, err)
			}
		}
		return nil
	})
}

// LeaveClub deletes a member, but not the owner, or a request to join. See clubs.Store.
func (s *Store) LeaveClub(ctx context.Context, club, player string) error {
	return s.execOne(ctx, "deleting a member of a club", clubs.ErrNoMember, `DELETE FROM club_members WHERE club = $1 AND player = $2 AND role <> 'owner'`, club, player)
}

// Persons maps each player id to a person: the account that the guest with this id belongs to, or
// the player with this id. See clubs.Store.
func (s *Store) Persons(ctx context.Context, ids []string) (map[string]clubs.Person, error) {
	const doing = "looking for the players of a league"
	persons := make(map[string]clubs.Person, len(ids))
	err := s.rows(ctx, doing, func(rows *sql.Rows) error {
		var guest, account string
		err := rows.Scan(&guest, &account)
		persons[guest] = clubs.Person{Player: account}
		return err
	}, `SELECT guest, account FROM belongs WHERE guest @IN(1)`, s.dialect.list(ids))
	if err != nil {
		return nil, err
	}
	all := make([]string, 0, len(ids))
	for _, id := range ids {
		p := persons[id]
		if p.Player == "" {
			p.Player = id
		}
		persons[id] = p
		all = append(all, p.Player)
	}
	names, err := s.NamesOf(ctx, all)
	if err != nil {
		return nil, err
	}
	pupils := map[string]bool{}
	err = s.rows(ctx, doing, func(rows *sql.Rows) error {
		var player string
		err := rows.Scan(&player)
		pupils[player] = true
		return err
	}, `SELECT player FROM class_pupils WHERE player @IN(1)`, s.dialect.list(all))
	for id, p := range persons {
		p.Name, p.Pupil = names[p.Player], pupils[p.Player]
		persons[id] = p
	}
	return persons, err
}
