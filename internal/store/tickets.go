package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kydai/game"
	"kydai/internal/play"
)

const (
	ticketColumns = `t.player, t.name, t.account, t.fair, t.game, t.clock, t.rating, t.since, t.expires, t.match_id, COALESCE(leads.lead, 0)`
	ticketTables  = ` FROM tickets AS t LEFT JOIN leads ON leads.player = t.player AND leads.game = t.game`
	// pairedKept is how long a player's ticket is kept after the player has been paired.
	pairedKept = time.Minute
	// ticketKept is how long an expired ticket can still be renewed, for a node
	// that could not renew its players' tickets in time.
	ticketKept  = time.Minute
	mostTickets = 10_000
)

func scanTicket(scan func(...any) error) (play.Ticket, error) {
	var t play.Ticket
	var since, expires int64
	err := scan(&t.Player, &t.Name, &t.Account, &t.Fair, &t.Game, &t.Clock, &t.Rating, &since, &expires, &t.Match, &t.Lead)
	t.Since, t.Expires = fromMicros(since), fromMicros(expires)
	return t, err
}

// PutTicket stores a player's only ticket, which says that the player waits to be paired. See
// play.Tickets.
func (s *Store) PutTicket(ctx context.Context, t play.Ticket, lasts time.Duration, over string) error {
	for _, text := range []string{t.Player, t.Name, t.Game, t.Clock} {
		if !plain(text) {
			return game.Err(play.BadRow, "an id or a name is not valid UTF-8 text")
		}
	}
	return s.execOne(ctx, "storing a ticket", play.ErrExists, `INSERT INTO tickets (player, name, account, fair, game, clock, rating, since, expires, match_id)
		VALUES ($1, $2, $3, $4, $5, $6, $7, @NOW, @NOW + $8, '')
		ON CONFLICT (player) DO UPDATE SET name = excluded.name, account = excluded.account, fair = excluded.fair, rating = excluded.rating,
			since = CASE WHEN tickets.game = excluded.game AND tickets.clock = excluded.clock AND tickets.match_id = '' AND tickets.expires > @NOW
				THEN tickets.since ELSE excluded.since END,
			game = excluded.game, clock = excluded.clock, expires = excluded.expires, match_id = ''
		WHERE tickets.match_id = '' OR tickets.match_id = $9 OR tickets.expires <= @NOW`,
		t.Player, t.Name, t.Account, t.Fair, t.Game, t.Clock, t.Rating, lasts.Microseconds(), over)
}

// Ticket returns a player's ticket, open or paired. See play.Tickets.
func (s *Store) Ticket(ctx context.Context, player string) (play.Ticket, error) {
	t, err := scanTicket(s.reads.QueryRowContext(ctx, s.sql(`SELECT `+ticketColumns+ticketTables+` WHERE t.player = $1 AND t.expires > @NOW`), player).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return play.Ticket{}, play.ErrNotFound
	}
	return t, s.failed("reading a ticket", err)
}

// DropTicket deletes a player's open ticket. See play.Tickets.
func (s *Store) DropTicket(ctx context.Context, player string) error {
	return s.execOne(ctx, "deleting a ticket", play.ErrNotFound, `DELETE FROM tickets WHERE player = $1 AND match_id = '' AND expires > @NOW`, player)
}

// RenewTickets extends the expiry of players' open tickets. See play.Tickets.
func (s *Store) RenewTickets(ctx context.Context, players []string, lasts time.Duration) error {
	_, err := s.exec(ctx, `UPDATE tickets SET expires = @NOW + $2 WHERE player @IN(1) AND match_id = ''`,
		s.dialect.list(players), lasts.Microseconds())
	return s.failed("renewing tickets", err)
}

// Waiting lists the open tickets of all players, those that have waited longest first. See
// play.Tickets.
func (s *Store) Waiting(ctx context.Context) ([]play.Ticket, error) {
	var all []play.Ticket
	err := s.rows(ctx, "listing tickets", func(rows *sql.Rows) error {
		t, err := scanTicket(rows.Scan)
		all = append(all, t)
		return err
	}, `SELECT `+ticketColumns+ticketTables+` WHERE t.match_id = '' AND t.expires > @NOW ORDER BY t.since, t.player LIMIT $1`, mostTickets)
	return all, err
}

// LeasePool takes or renews the lease of a pool (the players who wait for the same game and time
// control). The node with the lease pairs these players. See play.Tickets.
func (s *Store) LeasePool(ctx context.Context, pool string, lasts time.Duration) (bool, error) {
	name := "pool " + pool
	if free, err := s.leased(ctx, name); err != nil || !free {
		return false, err
	}
	held := false
	err := s.inTx(ctx, "leasing a pool", func(tx *sql.Tx) (err error) {
		held, err = s.takeTask(ctx, tx, name, lasts)
		return s.failed("leasing a pool", err)
	})
	return held && err == nil, err
}

// Pair turns the tickets of two waiting players into a match. See play.Tickets.
func (s *Store) Pair(ctx context.Context, p play.Pair, r play.Row) (time.Time, error) {
	var began time.Time
	err := s.inTx(ctx, "pairing", func(tx *sql.Tx) (err error) {
		if err := s.takeTickets(ctx, tx, p, r.ID); err != nil {
			return err
		}
		began, err = s.create(ctx, tx, r)
		return err
	})
	return began, err
}

// PairCeremony turns the tickets of two waiting players into the fair-deal exchange that comes
// before their match. See play.Tickets.
func (s *Store) PairCeremony(ctx context.Context, p play.Pair, c play.Ceremony) error {
	return s.inTx(ctx, "pairing", func(tx *sql.Tx) error {
		if err := s.takeTickets(ctx, tx, p, c.ID); err != nil {
			return err
		}
		return s.addCeremony(ctx, tx, c)
	})
}

// takeTickets marks both tickets as paired. It returns ErrNotFound if one of them is no longer open
// or one player has blocked the other. The rows are locked in the order of the player ids, so that
// two nodes cannot deadlock.
func (s *Store) takeTickets(ctx context.Context, tx *sql.Tx, p play.Pair, match string) error {
	const doing = "pairing"
	order := []int{0, 1}
	if p.Players[1] < p.Players[0] {
		order = []int{1, 0}
	}
	for _, i := range order {
		res, err := tx.ExecContext(ctx, s.sql(`UPDATE tickets SET match_id = $3, expires = @NOW + $4
			WHERE player = $1 AND since = $2 AND game = $5 AND match_id = '' AND expires > @NOW`),
			p.Players[i], micros(p.Since[i]), match, pairedKept.Microseconds(), p.Game)
		if err != nil {
			return s.failed(doing, err)
		}
		if n, err := res.RowsAffected(); err != nil || n != 1 {
			return errors.Join(play.ErrNotFound, err)
		}
	}
	switch blocked, err := s.blockedBy(ctx, tx, p.Players[:]); {
	case err != nil:
		return s.failed(doing, err)
	case len(blocked) > 0: // a block was stored after the pairing round had begun
		return play.ErrNotFound
	}
	for _, i := range order {
		_, err := tx.ExecContext(ctx, s.sql(`INSERT INTO leads (player, game, lead) VALUES ($1, $2, $3)
			ON CONFLICT (player, game) DO UPDATE SET lead = leads.lead + excluded.lead`), p.Players[i], p.Game, 1-2*i)
		if err != nil {
			return s.failed(doing, err)
		}
	}
	return nil
}
