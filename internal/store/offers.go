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

// Propose stores an offer to play. See play.Offers.
func (s *Store) Propose(ctx context.Context, o play.Offer) error {
	for _, text := range []string{o.ID, o.Owner, o.To, o.Game} {
		if !plain(text) {
			return game.Err(play.BadRow, "an id or a name is not valid UTF-8 text")
		}
	}
	const doing = "storing an offer"
	return s.inTx(ctx, doing, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, s.sql(`INSERT INTO offers (id, owner, listed, guest, game, body, created, expires, match_id)
			VALUES ($1, $2, $3, $4, $5, $6, @NOW, $7, '')`), o.ID, o.Owner, o.Open, o.To, o.Game, blob(o.Body), micros(o.Expires))
		if err != nil && s.dialect.duplicate(err) {
			return play.ErrExists
		}
		if err == nil && o.To != "" {
			_, err = tx.ExecContext(ctx, s.sql(addNotice), o.To, string(notice.Challenge), o.ID, o.Game, o.Owner, "")
		}
		return s.failed(doing, err)
	})
}

const offerColumns = `id, owner, listed, guest, game, body, created, expires, match_id`

func scanOffer(scan func(...any) error) (play.Offer, error) {
	var o play.Offer
	var created, expires int64
	err := scan(&o.ID, &o.Owner, &o.Open, &o.To, &o.Game, &o.Body, &created, &expires, &o.Match)
	o.Created, o.Expires = fromMicros(created), fromMicros(expires)
	return o, err
}

// Lobby lists the open offers of the lobby. See play.Offers.
func (s *Store) Lobby(ctx context.Context) ([]play.Offer, error) {
	var all []play.Offer
	err := s.rows(ctx, "listing offers", func(rows *sql.Rows) error {
		o, err := scanOffer(rows.Scan)
		all = append(all, o)
		return err
	}, `SELECT `+offerColumns+` FROM offers WHERE listed AND match_id = '' AND expires > @NOW ORDER BY created DESC, id DESC LIMIT 1000`)
	slices.Reverse(all)
	return all, err
}

// Addressed lists the open challenges to a player, oldest first. See play.Offers.
func (s *Store) Addressed(ctx context.Context, player string) ([]play.Offer, error) {
	var all []play.Offer
	if !plain(player) {
		return nil, nil
	}
	err := s.rows(ctx, "listing challenges", func(rows *sql.Rows) error {
		o, err := scanOffer(rows.Scan)
		all = append(all, o)
		return err
	}, `SELECT `+offerColumns+` FROM offers WHERE guest = $1 AND match_id = '' AND expires > @NOW ORDER BY created, id LIMIT 100`, player)
	return all, err
}

// Renew extends the expiry of offers; it ignores closed offers. See play.Offers.
func (s *Store) Renew(ctx context.Context, ids []string, expires time.Time) error {
	return s.inTx(ctx, "renewing offers", func(tx *sql.Tx) error {
		for _, id := range ids {
			if _, err := tx.ExecContext(ctx, s.sql(`UPDATE offers SET expires = $2 WHERE id = $1 AND expires > @NOW AND expires < $2`), id, micros(expires)); err != nil {
				return s.failed("renewing offers", err)
			}
		}
		return nil
	})
}

// Standing counts a player's open offers: the offers in the lobby if open is true, otherwise the
// offers that the lobby does not list. See play.Offers.
func (s *Store) Standing(ctx context.Context, owner string, open bool) (int, error) {
	var n int
	err := s.reads.QueryRowContext(ctx, s.sql(`SELECT COUNT(*) FROM offers WHERE owner = $1 AND listed = $2 AND match_id = '' AND expires > @NOW`), owner, open).Scan(&n)
	return n, s.failed("counting offers", err)
}

// Offer returns an offer, open or accepted, until it expires. See play.Offers.
func (s *Store) Offer(ctx context.Context, id string) (play.Offer, error) {
	o, err := scanOffer(s.reads.QueryRowContext(ctx, s.sql(`SELECT `+offerColumns+` FROM offers WHERE id = $1 AND expires > @NOW`), id).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return play.Offer{}, play.ErrNotFound
	}
	return o, s.failed("loading an offer", err)
}

// Accept turns an offer into a match in one transaction. See play.Offers.
func (s *Store) Accept(ctx context.Context, id string, r play.Row) (time.Time, error) {
	var began time.Time
	err := s.inTx(ctx, "accepting an offer", func(tx *sql.Tx) error {
		if err := s.takeOffer(ctx, tx, id, r.ID); err != nil {
			return err
		}
		var err error
		began, err = s.create(ctx, tx, r)
		return err
	})
	return began, err
}

// takeOffer marks an open offer as accepted.
func (s *Store) takeOffer(ctx context.Context, tx *sql.Tx, id, match string) error {
	res, err := tx.ExecContext(ctx, s.sql(`UPDATE offers SET match_id = $2 WHERE id = $1 AND match_id = '' AND expires > @NOW`), id, match)
	if err != nil {
		return s.failed("accepting an offer", err)
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errors.Join(play.ErrNotFound, err)
	}
	return nil
}

// Withdraw deletes an open offer of its owner. See play.Offers.
func (s *Store) Withdraw(ctx context.Context, id, owner string) error {
	return s.execOne(ctx, "withdrawing an offer", play.ErrNotFound,
		`DELETE FROM offers WHERE id = $1 AND owner = $2 AND match_id = '' AND expires > @NOW`, id, owner)
}

// Expire deletes expired offers, tickets and watch records, old notices, devices that get no more
// messages, and guests' studies that were not opened for a long time. See play.Offers.
func (s *Store) Expire(ctx context.Context) (int, error) {
	if _, err := s.exec(ctx, `DELETE FROM watched WHERE expires <= @NOW`); err != nil {
		return 0, s.failed("removing what nobody watches", err)
	}
	if _, err := s.exec(ctx, `DELETE FROM tickets WHERE expires <= @NOW - $1`, ticketKept.Microseconds()); err != nil {
		return 0, s.failed("removing tickets", err)
	}
	if _, err := s.exec(ctx, `DELETE FROM notices WHERE at <= @NOW - $1`, notice.Lasts.Microseconds()); err != nil {
		return 0, s.failed("removing notices", err)
	}
	if err := s.expireDevices(ctx); err != nil {
		return 0, err
	}
	if err := s.expireStudies(ctx); err != nil {
		return 0, err
	}
	if s.shards != nil {
		s.shards.expire(ctx)
	}
	res, err := s.exec(ctx, `DELETE FROM offers WHERE expires <= @NOW`)
	if err != nil {
		return 0, s.failed("removing offers", err)
	}
	n, err := res.RowsAffected()
	return int(n), s.failed("removing offers", err)
}
