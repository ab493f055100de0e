package store

import (
	"context"
	"database/sql"

	"kydai/game"
	"kydai/internal/events"
	"kydai/internal/play"
	"kydai/match"
)

var _ events.Store = (*Store)(nil)

// AddEvent stores a new event with its first facts (log entries). See events.Store.
func (s *Store) AddEvent(ctx context.Context, h events.Head, facts []events.Fact, most int) (full bool, err error) {
	const doing = "storing an event"
	if !plain(h.Name) || !plain(h.Organiser) {
		return false, game.Err(play.BadRow, "the name of an event cannot be stored")
	}
	err = s.inTx(ctx, doing, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, s.sql(`INSERT INTO tourneys (id, name, game, format, organiser, phase, version, made, entrants, rounds)
			SELECT $1, $2, $3, $4, CAST($5 AS TEXT), $6, CAST($7 AS INTEGER), @NOW, CAST($8 AS INTEGER), CAST($9 AS INTEGER)
			WHERE (SELECT COUNT(*) FROM tourneys WHERE organiser = $5 AND phase <> $10) < CAST($11 AS BIGINT)`),
			h.ID, h.Name, h.Game, string(h.Format), h.Organiser, string(h.Phase), h.Version, h.Entrants, h.Rounds, string(events.Over), most)
		if err != nil {
			return s.failed(doing, err)
		}
		n, err := res.RowsAffected()
		if full = n == 0; full || err != nil {
			return s.failed(doing, err)
		}
		return s.addFacts(ctx, tx, h.ID, facts)
	})
	return full, err
}

// addFacts appends facts to an event's log. A fact records one change of the event.
func (s *Store) addFacts(ctx context.Context, tx *sql.Tx, event string, facts []events.Fact) error {
	const doing = "storing facts of an event"
	for i := range facts {
		f := &facts[i]
		body, err := f.Encode()
		if err == nil {
			_, err = tx.ExecContext(ctx, s.sql(`INSERT INTO tourney_facts (event, number, at, who, kind, body) VALUES ($1, $2, @NOW, $3, $4, $5)`),
				event, f.Number, f.By, string(f.Kind), body)
		}
		if err != nil {
			return s.failed(doing, err)
		}
	}
	return nil
}

// Facts lists the facts (log entries) of an event whose numbers are greater than the given number,
// in order. See events.Store.
func (s *Store) Facts(ctx context.Context, id string, after int) (facts []events.Fact, err error) {
	err = s.rows(ctx, "reading an event", func(rows *sql.Rows) error {
		var number int
		var at int64
		var who, kind, body string
		if err := rows.Scan(&number, &at, &who, &kind, &body); err != nil {
			return err
		}
		f, err := events.Decode(number, fromMicros(at), who, kind, body)
		facts = append(facts, f)
		return err
	}, `SELECT number, at, who, kind, body FROM tourney_facts WHERE event = $1 AND number > $2 ORDER BY number`, id, after)
	if err == nil && after == 0 && len(facts) == 0 {
		return nil, events.ErrNoEvent
	}
	return facts, err
}

// AppendFacts stores a change of an event: new facts (log entries), and the changes of boards and
// results that these facts cause. See events.Store.
func (s *Store) AppendFacts(ctx context.Context, version int, h events.Head, c events.Change) error {
	const doing = "changing an event"
	if !plain(h.Name) {
		return game.Err(play.BadRow, "the name of an event cannot be stored")
	}
	return s.inTx(ctx, doing, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, s.sql(`UPDATE tourneys SET name = $3, game = $4, format = $5, phase = $6, version = $7, entrants = $8, rounds = $9, organiser = $10
			WHERE id = $1 AND version = $2`),
			h.ID, version, h.Name, h.Game, string(h.Format), string(h.Phase), h.Version, h.Entrants, h.Rounds, h.Organiser)
		if err != nil {
			return s.failed(doing, err)
		}
		if n, err := res.RowsAffected(); err != nil || n != 1 {
			if err == nil {
				err = events.ErrConflict
			}
			return s.failed(doing, err)
		}
		if err := s.addFacts(ctx, tx, h.ID, c.Facts); err != nil {
			return err
		}
		if err := s.setTurn(ctx, tx, h.ID, c.Turn); err != nil {
			return s.failed(doing, err)
		}
		names := make([]play.Called, len(c.Called))
		for i, n := range c.Called {
			names[i] = play.Called{Player: n.Player, Name: n.Name}
		}
		if err := s.putNames(ctx, tx, names, "@NOW"); err != nil {
			return err
		}
		if err := s.changeBoards(ctx, tx, c); err != nil {
			return s.failed(doing, err)
		}
		return s.failed(doing, s.addWooden(ctx, tx, c.Rated))
	})
}

// addWooden inserts results of tournament games on physical boards into the table ended, where the
// consumer Ratings finds them. The results get different end times, so that they are rated in the
// given order.
func (s *Store) addWooden(ctx context.Context, tx *sql.Tx, games []events.Game) error {
	for i, g := range games {
		facts := play.Facts{Speed: g.Speed, Known: true, Kinds: [2]string{match.Human.String(), match.Human.String()}}
		_, err := tx.ExecContext(ctx, s.sql(`INSERT INTO ended (id, game, first, second, result, reason, rated, at, facts)
			VALUES ($1, $2, $3, $4, $5, $6, TRUE, @NOW + $7, $8)`),
			g.ID, g.Game, g.Players[0], g.Players[1], g.Winner, play.Wooden, i, encodeFacts(facts))
		if err != nil {
			return err
		}
	}
	if len(games) > 0 && s.tasks != nil {
		s.tasks.look()
	}
	return nil
}

// changeBoards inserts the boards of a new round. It also updates the boards that the change has
// cancelled or completed.
func (s *Store) changeBoards(ctx context.Context, tx *sql.Tx, c events.Change) error {
	for _, b := range c.Boards {
		_, err := tx.ExecContext(ctx, s.sql(`INSERT INTO tourney_boards (match_id, event, round, board, first, second, state, winner, reason, loser, until)
			VALUES ($1, $2, $3, $4, $5, $6, 'waiting', '', '', '', 0)`), b.Match, b.Event, b.Round, b.Board, b.Players[0], b.Players[1])
		if err != nil {
			return err
		}
	}
	if len(c.Cancel) > 0 { // boards to cancel; a match or deal in progress at a board must first be aborted
		_, err := tx.ExecContext(ctx, s.sql(`UPDATE tourney_boards SET state = CASE WHEN state IN ('seated', 'dealing') THEN 'cancelled' ELSE 'done' END, until = 0
			WHERE match_id @IN(1) AND state IN ('waiting', 'dealing', 'seated', 'ended')`), s.dialect.list(c.Cancel))
		if err != nil {
			return err
		}
	}
	if c.Taken != "" {
		_, err := tx.ExecContext(ctx, s.sql(`UPDATE tourney_boards SET state = 'done' WHERE match_id = $1 AND state = 'ended'`), c.Taken)
		return err
	}
	return nil
}

// ListEvents lists up to n events, newest first. See events.Store.
func (s *Store) ListEvents(ctx context.Context, q events.Query, n int) (list []events.Head, err error) {
	phases := make([]string, len(q.Phases))
	for i, p := range q.Phases {
		phases[i] = string(p)
	}
	before := int64(1) << 62
	if !q.Before.Made.IsZero() {
		before = micros(q.Before.Made)
	}
	err = s.rows(ctx, "listing events", func(rows *sql.Rows) error {
		h, err := scanHead(rows)
		list = append(list, h)
		return err
	}, `SELECT id, name, game, format, organiser, phase, version, made, entrants, rounds FROM tourneys
		WHERE phase @IN(1) AND ($2 = '' OR game = $2) AND ($3 = '' OR organiser = $3)
			AND ($7 = '' OR id IN (SELECT event FROM tourney_facts WHERE kind = 'entered' AND who = $7 AND body LIKE '%"player":%')) AND (made < $4 OR made = $4 AND id < $5)
		ORDER BY made DESC, id DESC LIMIT $6`, s.dialect.list(phases), q.Game, q.Organiser, before, q.Before.ID, n, q.Entrant)
	return list, err
}

func scanHead(rows *sql.Rows) (h events.Head, err error) {
	var made int64
	var format, phase string
	err = rows.Scan(&h.ID, &h.Name, &h.Game, &format, &h.Organiser, &phase, &h.Version, &made, &h.Entrants, &h.Rounds)
	h.Format, h.Phase, h.Made = events.Format(format), events.Phase(phase), fromMicros(made)
	return h, err
}

// NamesOf returns the current names of players by id. See events.Store.
func (s *Store) NamesOf(ctx context.Context, players []string) (map[string]string, error) {
	list, err := s.Called(ctx, players)
	names := make(map[string]string, len(list))
	for _, c := range list {
		if c.Alias == "" {
			names[c.Player] = c.Name
		}
	}
	return names, err
}
