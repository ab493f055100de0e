package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kydai/game"
	"kydai/internal/play"
)

// BeginCeremony stores a new fair-deal exchange, before its match starts. See play.Ceremonies.
func (s *Store) BeginCeremony(ctx context.Context, offer string, c play.Ceremony) error {
	return s.inTx(ctx, "beginning a ceremony", func(tx *sql.Tx) error {
		if offer != "" {
			if err := s.takeOffer(ctx, tx, offer, c.ID); err != nil {
				return err
			}
		}
		return s.addCeremony(ctx, tx, c)
	})
}

func (s *Store) addCeremony(ctx context.Context, tx *sql.Tx, c play.Ceremony) error {
	for _, text := range append([]string{c.ID, c.Game}, c.Players[:]...) {
		if !plain(text) {
			return game.Err(play.BadRow, "an id or a name is not valid UTF-8 text")
		}
	}
	_, err := tx.ExecContext(ctx, s.sql(`INSERT INTO ceremonies (id, game, first, second, created, check_at, seq, body, nonce, terms, third, fourth)
		VALUES ($1, $2, $3, $4, @NOW, $5, $6, $7, $8, $9, $10, $11)`),
		c.ID, c.Game, c.Players[0], c.Players[1], checkMicros(c.CheckAt), c.Seq, blob(c.Body), blob(c.Nonce.Open()), blob(c.Terms), c.Players[2], c.Players[3])
	if err != nil && s.dialect.duplicate(err) {
		return play.ErrExists
	}
	if err != nil {
		return s.failed("beginning a ceremony", err)
	}
	return s.putNames(ctx, tx, c.Names, "@NOW")
}

// Ceremony returns the fair-deal exchange of a match, by the id of the match or of the exchange.
// See play.Ceremonies.
func (s *Store) Ceremony(ctx context.Context, id string) (play.Ceremony, error) {
	var c play.Ceremony
	var check int64
	var nonce []byte
	p := &c.Players
	err := s.reads.QueryRowContext(ctx, s.sql(`SELECT id, game, first, second, third, fourth, check_at, seq, body, nonce, terms,
			COALESCE((SELECT match_id FROM twins WHERE ceremony = ceremonies.id AND place = 0), ''),
			COALESCE((SELECT match_id FROM twins WHERE ceremony = ceremonies.id AND place = 1), '')
		FROM ceremonies WHERE id = COALESCE((SELECT ceremony FROM twins WHERE match_id = $1), $1)`), id).
		Scan(&c.ID, &c.Game, &p[0], &p[1], &p[2], &p[3], &check, &c.Seq, &c.Body, &nonce, &c.Terms, &c.Twins[0], &c.Twins[1])
	if errors.Is(err, sql.ErrNoRows) {
		return play.Ceremony{}, play.ErrNotFound
	}
	if err != nil {
		return play.Ceremony{}, s.failed("loading a ceremony", err)
	}
	c.CheckAt, c.Nonce = fromMicros(check), game.NewSecret(nonce)
	return c, nil
}

// StepCeremony stores the next state of a fair-deal exchange. See play.Ceremonies.
func (s *Store) StepCeremony(ctx context.Context, seq int, c play.Ceremony, rows []play.Row) ([]time.Time, error) {
	const doing = "going on with a ceremony"
	var began []time.Time
	err := s.inTx(ctx, doing, func(tx *sql.Tx) error {
		began = nil
		res, err := tx.ExecContext(ctx, s.sql(`UPDATE ceremonies SET seq = $3, check_at = $4, body = $5, terms = $6 WHERE id = $1 AND seq = $2 AND check_at < $7`),
			// check_at = never means that the exchange is complete or was ended
			c.ID, seq, c.Seq, checkMicros(c.CheckAt), blob(c.Body), blob(c.Terms), never)
		if err != nil {
			return s.failed(doing, err)
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(play.ErrConflict, err)
		}
		if c.Absent != [4]bool{} {
			return s.failed(doing, s.undealt(ctx, tx, c))
		}
		for _, r := range rows {
			if err := s.dealt(ctx, tx, r.ID); err != nil {
				return s.failed(doing, err)
			}
			at, err := s.create(ctx, tx, r)
			if err != nil {
				return err
			}
			began = append(began, at)
		}
		return nil
	})
	return began, err
}

// DueCeremonies leases to this node the fair-deal exchanges in which a player's message is overdue.
// See play.Ceremonies.
func (s *Store) DueCeremonies(ctx context.Context, now time.Time, n int, lease time.Duration) ([]string, error) {
	return s.lease(ctx, `
		WITH due AS @ONCE (SELECT id FROM ceremonies WHERE check_at <= @LEAST(@NOW, $3) ORDER BY check_at LIMIT $1 @SKIP)
		UPDATE ceremonies SET check_at = @LEAST(@NOW, $3) + $2 WHERE id IN (SELECT id FROM due) RETURNING id`, now, n, lease)
}
