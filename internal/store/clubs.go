package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kydai/game"
	"kydai/internal/clubs"
	"kydai/internal/events"
	"kydai/internal/play"
)

var _ clubs.Store = (*Store)(nil)

var errClubText = game.Err(play.BadRow, "a text of a club cannot be stored")

// AddClub stores a club and its owner, unless the owner has reached the limit of clubs. See
// clubs.Store.
func (s *Store) AddClub(ctx context.Context, c *clubs.Club, owner string, most int) (full bool, err error) {
	const doing = "storing a club"
	if !plain(c.Name) || !plain(c.Place) || !plain(c.About) {
		return false, errClubText
	}
	err = s.inTx(ctx, doing, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, s.sql(`INSERT INTO club_members (club, player, role, since) SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), 'owner', @NOW
			WHERE (SELECT COUNT(*) FROM club_members WHERE player = $2 AND role = 'owner') < CAST($3 AS BIGINT)`), c.ID, owner, most)
		if err != nil {
			return s.failed(doing, err)
		}
		n, err := res.RowsAffected()
		if full = n == 0; full || err != nil {
			return s.failed(doing, err)
		}
		_, err = tx.ExecContext(ctx, s.sql(`INSERT INTO clubs (id, name, place, about, link, made) VALUES ($1, $2, $3, $4, $5, @NOW)`),
			c.ID, c.Name, c.Place, c.About, c.Link)
		return s.failed(doing, err)
	})
	return full, err
}

const clubColumns = `clubs.id, clubs.name, clubs.place, clubs.about, clubs.link, clubs.made,
	(SELECT COUNT(*) FROM club_members WHERE club = clubs.id AND role <> 'asked')`

func scanClub(scan func(...any) error) (c clubs.Club, err error) {
	var made int64
	err = scan(&c.ID, &c.Name, &c.Place, &c.About, &c.Link, &made, &c.Members)
	c.Made = fromMicros(made)
	return c, err
}

func (s *Store) oneClub(ctx context.Context, from string, arg any) (clubs.Club, error) {
	c, err := scanClub(s.reads.QueryRowContext(ctx, s.sql(`SELECT `+clubColumns+` FROM clubs `+from), arg).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return clubs.Club{}, clubs.ErrNoClub
	}
	return c, s.failed("loading a club", err)
}

// Club returns a club by its id, or clubs.ErrNoClub. See clubs.Store.
func (s *Store) Club(ctx context.Context, id string) (clubs.Club, error) {
	return s.oneClub(ctx, `WHERE id = $1`, id)
}

// ClubOf returns the club whose calendar has an event, or clubs.ErrNoClub. See clubs.Store.
func (s *Store) ClubOf(ctx context.Context, event string) (clubs.Club, error) {
	return s.oneClub(ctx, `JOIN club_events ON club_events.club = clubs.id WHERE club_events.event = $1`, event)
}

// Clubs lists up to n clubs, newest first. See clubs.Store.
func (s *Store) Clubs(ctx context.Context, q clubs.Query, n int) (list []clubs.Club, err error) {
	before := int64(1) << 62
	if !q.Before.Made.IsZero() {
		before = micros(q.Before.Made)
	}
	err = s.rows(ctx, "listing clubs", func(rows *sql.Rows) error {
		c, err := scanClub(rows.Scan)
		list = append(list, c)
		return err
	}, `SELECT `+clubColumns+` FROM clubs
		WHERE ($1 = '' OR id IN (SELECT club FROM club_members WHERE player = $1 AND role <> 'asked')) AND (made < $2 OR made = $2 AND id < $3)
		ORDER BY made DESC, id DESC LIMIT $4`, q.Player, before, q.Before.ID, n)
	return list, err
}

// SetClub changes the name, place, description and link of a club. See clubs.Store.
func (s *Store) SetClub(ctx context.Context, c *clubs.Club) error {
	if !plain(c.Name) || !plain(c.Place) || !plain(c.About) {
		return errClubText
	}
	return s.execOne(ctx, "changing a club", clubs.ErrNoClub, `UPDATE clubs SET name = $2, place = $3, about = $4, link = $5 WHERE id = $1`,
		c.ID, c.Name, c.Place, c.About, c.Link)
}

// clubParts lists the tables, other than clubs, with rows that belong to a club.
var clubParts = []string{"club_members", "club_events", "club_seasons", "club_results", "club_servers", "club_names", "club_trust"}

// DropClub deletes a club and all its data, except its events. See clubs.Store.
func (s *Store) DropClub(ctx context.Context, id string) error {
	const doing = "deleting a club"
	return s.inTx(ctx, doing, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, s.sql(`DELETE FROM clubs WHERE id = $1`), id)
		if err != nil {
			return s.failed(doing, err)
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(clubs.ErrNoClub, err)
		}
		for _, part := range clubParts {
			if _, err := tx.ExecContext(ctx, s.sql(`DELETE FROM `+part+` WHERE club = $1`), id); err != nil {
				return s.failed(doing, err)
			}
		}
		return nil
	})
}

// clubDeletion returns the SQL statements that remove a deleted account from its clubs. If the
// account owned a club, the organiser of longest standing becomes its owner; a club without an
// organiser is deleted.
func clubDeletion() []string {
	// orphans selects the clubs whose only owner is the account $1.
	const orphans = `(SELECT club FROM club_members AS own WHERE own.player = $1 AND own.role = 'owner'
		AND NOT EXISTS (SELECT 1 FROM club_members AS other WHERE other.club = own.club AND other.role = 'owner' AND other.player <> $1))`
	list := []string{
		`UPDATE club_members SET role = 'owner' WHERE role = 'organiser' AND club IN (SELECT club FROM club_members AS own WHERE own.player = $1 AND own.role = 'owner')
			AND NOT EXISTS (SELECT 1 FROM club_members AS older WHERE older.club = club_members.club AND older.role = 'organiser'
				AND (older.since < club_members.since OR older.since = club_members.since AND older.player < club_members.player))`,
		`DELETE FROM clubs WHERE id IN ` + orphans,
	}
	for _, part := range clubParts[1:] {
		list = append(list, `DELETE FROM `+part+` WHERE club IN `+orphans)
	}
	return append(list, `DELETE FROM club_members WHERE player <> $1 AND club IN `+orphans, `DELETE FROM club_members WHERE player = $1`,
		`DELETE FROM club_names WHERE player = $1`)
}

// PutClubEvent puts an event into the calendar of a club or changes its date. See clubs.Store.
func (s *Store) PutClubEvent(ctx context.Context, club, event string, starts time.Time, most int) (full bool, err error) {
	const doing = "storing an event of a club"
	err = s.inTx(ctx, doing, func(tx *sql.Tx) error {
		var at string
		err := tx.QueryRowContext(ctx, s.sql(`SELECT club FROM club_events WHERE event = $1`), event).Scan(&at)
		switch {
		case err == nil && at != club:
			return clubs.ErrTaken
		case err == nil:
			_, err = tx.ExecContext(ctx, s.sql(`UPDATE club_events SET starts = $2 WHERE event = $1`), event, micros(starts))
			return s.failed(doing, err)
		case !errors.Is(err, sql.ErrNoRows):
			return s.failed(doing, err)
		}
		res, err := tx.ExecContext(ctx, s.sql(`INSERT INTO club_events (event, club, starts) SELECT CAST($1 AS TEXT), id, CAST($3 AS BIGINT) FROM clubs
			WHERE id = $2 AND (SELECT COUNT(*) FROM club_events WHERE club = $2) < CAST($4 AS BIGINT)`), event, club, micros(starts), most)
		if err != nil {
			if s.dialect.duplicate(err) {
				return clubs.ErrTaken
			}
			return s.failed(doing, err)
		}
		n, err := res.RowsAffected()
		full = n == 0
		return s.failed(doing, err)
	})
	return full, err
}

// DropClubEvent removes an event from the calendar of a club. See clubs.Store.
func (s *Store) DropClubEvent(ctx context.Context, club, event string) error {
	return s.execOne(ctx, "taking an event out of a calendar", clubs.ErrNoEntry, `DELETE FROM club_events WHERE club = $1 AND event = $2`, club, event)
}

// ClubEvents lists the events in the calendar of a club, sorted by date. See clubs.Store.
func (s *Store) ClubEvents(ctx context.Context, club string) (list []clubs.Entry, err error) {
	err = s.rows(ctx, "listing the events of a club", func(rows *sql.Rows) error {
		var starts, made int64
		var format, phase string
		var e clubs.Entry
		h := &e.Event
		err := rows.Scan(&starts, &h.ID, &h.Name, &h.Game, &format, &h.Organiser, &phase, &h.Version, &made, &h.Entrants, &h.Rounds)
		h.Format, h.Phase, h.Made, e.Starts = events.Format(format), events.Phase(phase), fromMicros(made), fromMicros(starts)
		list = append(list, e)
		return err
	}, `SELECT starts, id, name, game, format, organiser, phase, version, made, entrants, rounds FROM club_events JOIN tourneys ON tourneys.id = club_events.event
		WHERE club_events.club = $1 ORDER BY starts, id`, club)
	return list, err
}

// RunsEvent reports whether a player is the owner or an organiser of the club that has the event in
// its calendar. See clubs.Store.
func (s *Store) RunsEvent(ctx context.Context, player, event string) (bool, error) {
	var n int
	err := s.reads.QueryRowContext(ctx, s.sql(`SELECT COUNT(*) FROM club_events JOIN club_members ON club_members.club = club_events.club
		WHERE club_events.event = $1 AND club_members.player = $2 AND club_members.role IN ('owner', 'organiser')`), event, player).Scan(&n)
	return n > 0, s.failed("looking for the club of an event", err)
}
