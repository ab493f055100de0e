package store

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"kydai/game"
	"kydai/internal/play"
	"kydai/internal/webhook"
)

// hookValid is the SQL condition that a webhook may get messages: the token that created it was not
// revoked, has not expired, and was used within a year.
const hookValid = `(length(webhooks.token) = 0 OR EXISTS (SELECT 1 FROM tokens WHERE tokens.hash = webhooks.token AND tokens.player = webhooks.player
		AND (tokens.used = 0 OR tokens.used > @NOW - 31536000000000)) AND (webhooks.ends = 0 OR webhooks.ends > @NOW))`

const hookColumns = `webhooks.id, webhooks.player, webhooks.address, webhooks.secret, webhooks.events, webhooks.token, webhooks.ends,
	webhooks.created, webhooks.failing, webhooks.off`

// hookInto returns the destinations into which a row of a webhook is scanned. After the scan, the
// caller must call the returned function done, which converts the scanned values and fills in the
// remaining fields of h.
func hookInto(h *webhook.Hook) (to []any, done func()) {
	var events string
	var secret []byte
	var ends, created, failing, off int64
	return []any{&h.ID, &h.Player, &h.Address, &secret, &events, &h.Token, &ends, &created, &failing, &off}, func() {
		h.Secret = secret
		for _, e := range strings.Fields(events) {
			h.Events = append(h.Events, webhook.Event(e))
		}
		h.Ends, h.Created, h.Failing, h.Off = fromMicros(ends), fromMicros(created), fromMicros(failing), fromMicros(off)
	}
}

func joinEvents(events []webhook.Event) string {
	words := make([]string, len(events))
	for i, e := range events {
		words[i] = string(e)
	}
	return strings.Join(words, " ")
}

// AddHook stores a webhook, unless its player has reached the limit of webhooks. See webhook.Store.
func (s *Store) AddHook(ctx context.Context, h webhook.Hook, most int) error {
	if !plain(h.Player) || !plain(h.Address) {
		return game.Err(play.BadRow, "the address of a webhook cannot be stored")
	}
	const doing = "storing a webhook"
	var ends int64
	if !h.Ends.IsZero() {
		ends = micros(h.Ends)
	}
	return s.execOne(ctx, doing, webhook.ErrTooMany, `INSERT INTO webhooks (id, player, address, secret, events, token, ends, created, failing, off)
		SELECT $1, CAST($2 AS TEXT), $3, $4, $5, $6, CAST($7 AS BIGINT), @NOW, 0, 0
		WHERE (SELECT COUNT(*) FROM webhooks WHERE player = $2 AND `+hookValid+`) < CAST($8 AS BIGINT)`,
		h.ID, h.Player, h.Address, blob(h.Secret), joinEvents(h.Events), blob(h.Token), ends, most)
}

// ownHooks returns the SQL condition that selects the webhooks of an owner, and the arguments of
// the statement. $1 is the player. The values in the parameter more follow as $2 and so on. The
// last argument is the owner's token, if the owner has one.
func ownHooks(o webhook.Owner, more ...any) (where string, args []any) {
	if len(o.Token) == 0 {
		return `player = $1`, append([]any{o.Player}, more...)
	}
	return `player = $1 AND token = $` + string('2'+byte(len(more))), append(append([]any{o.Player}, more...), o.Token)
}

// Hooks lists the webhooks of an owner, oldest first. See webhook.Store.
func (s *Store) Hooks(ctx context.Context, o webhook.Owner) (all []webhook.Hook, err error) {
	where, args := ownHooks(o)
	err = s.rows(ctx, "listing webhooks", func(rows *sql.Rows) error {
		h, err := scanHook(rows)
		all = append(all, h)
		return err
	}, `SELECT `+hookColumns+` FROM webhooks WHERE `+where+` AND `+hookValid+` ORDER BY created, id`, args...)
	return all, err
}

func scanHook(rows *sql.Rows) (h webhook.Hook, err error) {
	to, done := hookInto(&h)
	err = rows.Scan(to...)
	done()
	return h, err
}

// SwitchHook sets the events of a webhook and switches it on. See webhook.Store.
func (s *Store) SwitchHook(ctx context.Context, o webhook.Owner, id string, events []webhook.Event) error {
	where, args := ownHooks(o, id, joinEvents(events))
	return s.execOne(ctx, "storing the events of a webhook", webhook.ErrNoHook, `UPDATE webhooks SET events = $3, failing = 0, off = 0 WHERE id = $2 AND `+where, args...)
}

// DropHook deletes a webhook. See webhook.Store. Its messages are deleted and not sent any more.
func (s *Store) DropHook(ctx context.Context, o webhook.Owner, id string) error {
	where, args := ownHooks(o, id)
	if err := s.execOne(ctx, "deleting a webhook", webhook.ErrNoHook, `DELETE FROM webhooks WHERE id = $2 AND `+where, args...); err != nil {
		return err
	}
	_, err := s.exec(ctx, `DELETE FROM webhook_deliveries WHERE hook = $1`, id)
	return s.failed("deleting a webhook", err)
}

// Webhooks is the consumer that stores the webhook messages about ended matches.
var Webhooks = Consumer{Name: "webhooks", Apply: applyWebhooks}

func applyWebhooks(ctx context.Context, tx *Tx, rows []play.Ended) error {
	var players []string
	for i := range rows {
		players = append(players, rows[i].Players[:]...)
	}
	hooks, err := tx.hooksOf(ctx, players)
	if err != nil || len(hooks) == 0 {
		return err
	}
	for i := range rows {
		e := &rows[i]
		if !e.IsMatch() {
			continue
		}
		for side, player := range e.Players {
			data := webhook.Data{
				Player: player, Match: e.ID, Game: e.Game, Other: e.Players[1-side], Reason: e.Reason, Rated: e.Rated,
				Result: resultFor(e, game.First+game.Side(side)), //nolint:gosec // the index side is 0 or 1
			}
			if player == data.Other { // a player who had both seats gets one message, without opponent and result
				data.Other, data.Result = "", ""
			}
			for j := range hooks[player] {
				if err := tx.tellHook(ctx, &hooks[player][j], webhook.NewDelivery(hooks[player][j].ID, webhook.Ended, e.At, data)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// hooksOf returns, for each player, the webhooks of the player and of the
// account that the player belongs to.
func (t *Tx) hooksOf(ctx context.Context, players []string) (map[string][]webhook.Hook, error) {
	slices.Sort(players)
	players = slices.Compact(players)
	owners, err := t.Owners(ctx, players)
	if err != nil {
		return nil, err
	}
	ids := slices.Clone(players)
	for _, owner := range owners {
		ids = append(ids, owner)
	}
	rows, err := t.Query(ctx, `SELECT `+hookColumns+` FROM webhooks WHERE player @IN(1) AND off = 0 AND `+hookValid+` ORDER BY id`, t.store.dialect.list(ids))
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	found := map[string][]webhook.Hook{}
	for rows.Next() {
		h, err := scanHook(rows)
		if err != nil {
			return nil, err
		}
		for _, player := range players {
			if player != "" && (h.Player == player || h.Player == owners[player]) {
				found[player] = append(found[player], h)
			}
		}
	}
	return found, rows.Err()
}

// tellHook stores a message for a webhook, if the webhook has subscribed to the
// event and was created before the event.
func (t *Tx) tellHook(ctx context.Context, h *webhook.Hook, d webhook.Delivery) error {
	if !slices.Contains(h.Events, d.Event) || !d.At.After(h.Created) {
		return nil
	}
	return t.Exec(ctx, addDelivery, deliveryArgs(&d)...)
}
