package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kydai/internal/notice"
	"kydai/internal/webhook"
)

const addDelivery = `INSERT INTO webhook_deliveries (id, hook, event, body, at, state, attempts, tried, next_at, status, fault, holder, until)
	VALUES ($1, $2, $3, $4, $5, 'waiting', 0, 0, $5, 0, '', '', 0) ON CONFLICT (id) DO NOTHING`

func deliveryArgs(d *webhook.Delivery) []any {
	return []any{d.ID, d.Hook, string(d.Event), string(d.Body), micros(d.At)}
}

const deliveryColumns = `d.id, d.hook, d.event, d.body, d.at, d.state, d.attempts, d.tried, d.next_at, d.status, d.fault`

func deliveryInto(d *webhook.Delivery) (to []any, done func()) {
	var at, tried, next int64
	return []any{&d.ID, &d.Hook, &d.Event, &d.Body, &at, &d.State, &d.Attempts, &tried, &next, &d.Status, &d.Fault}, func() {
		d.At, d.Tried, d.Next = fromMicros(at), fromMicros(tried), fromMicros(next)
	}
}

// AddDelivery stores a message for a webhook, unless a message with this id exists. See
// webhook.Store.
func (s *Store) AddDelivery(ctx context.Context, d webhook.Delivery) error {
	_, err := s.exec(ctx, addDelivery, deliveryArgs(&d)...)
	return s.failed("storing a message of a webhook", err)
}

// Deliveries lists the newest messages of a webhook, newest first. See webhook.Store.
func (s *Store) Deliveries(ctx context.Context, hook string, most int) (all []webhook.Delivery, err error) {
	err = s.rows(ctx, "listing messages of a webhook", func(rows *sql.Rows) error {
		var d webhook.Delivery
		to, done := deliveryInto(&d)
		err := rows.Scan(to...)
		done()
		all = append(all, d)
		return err
	}, `SELECT `+deliveryColumns+` FROM webhook_deliveries d WHERE hook = $1 ORDER BY at DESC, id LIMIT $2`, hook, most)
	return all, err
}

// hookedSQL selects the new notices of players who have a webhook. It also selects notices of kinds
// to which no webhook of the player is subscribed. These notices are then marked as examined too,
// so that no later query reads them again.
const hookedSQL = `SELECT n.player, n.kind, n.subject FROM notices AS n
	WHERE n.player IN (SELECT player FROM webhooks WHERE off = 0 UNION SELECT guest FROM belongs WHERE account IN (SELECT player FROM webhooks WHERE off = 0))
	AND n.hooked < n.at AND n.at > @NOW - $1 AND n.kind IN ('started', 'turn', 'soon', 'challenge')
	AND (n.kind <> 'challenge' OR EXISTS (SELECT 1 FROM offers WHERE offers.id = n.subject AND match_id = '' AND expires > @NOW)) LIMIT $2`

// QueueNotices stores the webhook messages for new notices. See webhook.Store. If another
// transaction is writing a row, a later call takes the row.
func (s *Store) QueueNotices(ctx context.Context, fresh time.Duration, most int) (n int, err error) {
	const doing = "writing messages of notices"
	some := false // true if there is a new notice; usually there is none, and this call writes nothing
	err = s.rows(ctx, doing, func(*sql.Rows) error { some = true; return nil }, hookedSQL, fresh.Microseconds(), 1)
	if err != nil || !some {
		return 0, err
	}
	_, err = s.inTask(ctx, "webhooks", doing, func(tx *sql.Tx) error {
		n, err = (&Tx{s, tx}).queueNotices(ctx, fresh.Microseconds(), most)
		return s.failed(doing, err)
	})
	if err != nil {
		return 0, err
	}
	return n, nil
}

// hooked is a notice together with the player who gets it.
type hooked struct {
	notice.Notice
	player string
}

func (t *Tx) queueNotices(ctx context.Context, args ...any) (int, error) {
	list, err := t.takeHooked(ctx, args...)
	if err != nil || len(list) == 0 {
		return 0, err
	}
	players := make([]string, len(list))
	for i := range list {
		players[i] = list[i].player
	}
	hooks, err := t.hooksOf(ctx, players)
	if err != nil {
		return 0, err
	}
	for i := range list {
		n := &list[i]
		data := webhook.Data{Player: n.player, Game: n.Game, Other: n.Other}
		if n.Kind == notice.Challenge {
			data.Offer = n.Subject
		} else {
			data.Match = n.Subject
		}
		for j := range hooks[n.player] {
			h := &hooks[n.player][j]
			if err := t.tellHook(ctx, h, webhook.NewDelivery(h.ID, webhook.Event(n.Kind), n.At, data)); err != nil {
				return 0, err
			}
		}
	}
	return len(list), nil
}

func (t *Tx) takeHooked(ctx context.Context, args ...any) (list []hooked, err error) {
	rows, err := t.Query(ctx, `UPDATE notices SET hooked = at WHERE (player, kind, subject) IN (`+hookedSQL+` @CLAIM)
		RETURNING player, kind, subject, game, other, at`, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var n hooked
		var at int64
		if err := rows.Scan(&n.player, &n.Kind, &n.Subject, &n.Game, &n.Other, &at); err != nil {
			return nil, err
		}
		n.At = fromMicros(at)
		list = append(list, n)
	}
	return list, rows.Err()
}

// takeTries is the maximum number of attempts to take a message. An attempt fails if another node
// has taken the chosen message.
const takeTries = 3

// TakeDelivery takes a message that is due. See webhook.Store. Two nodes may
// choose the same row, but the update succeeds for only one of them. Messages of
// webhooks whose last attempt succeeded are taken before messages of failing
// webhooks.
func (s *Store) TakeDelivery(ctx context.Context, holder string, now time.Time, lease time.Duration) (h webhook.Hook, d webhook.Delivery, ok bool, err error) {
	const doing = "taking a message of a webhook"
	for range takeTries {
		h, d = webhook.Hook{}, webhook.Delivery{}
		toHook, hookDone := hookInto(&h)
		to, done := deliveryInto(&d)
		err = s.reads.QueryRowContext(ctx, s.sql(`SELECT `+hookColumns+`, `+deliveryColumns+` FROM webhook_deliveries d JOIN webhooks ON webhooks.id = d.hook
			WHERE d.state = 'waiting' AND d.next_at <= $1 AND d.until <= $1 AND webhooks.off = 0 AND `+hookValid+`
			AND NOT EXISTS (SELECT 1 FROM webhook_deliveries o WHERE o.hook = d.hook AND o.until > $1)
			ORDER BY (webhooks.failing = 0) DESC, d.next_at, d.id LIMIT 1`), micros(now)).Scan(append(toHook, to...)...)
		if errors.Is(err, sql.ErrNoRows) {
			return h, d, false, nil
		}
		if err != nil {
			return h, d, false, s.failed(doing, err)
		}
		hookDone()
		done()
		res, err := s.exec(ctx, `UPDATE webhook_deliveries SET holder = $2, until = $3 WHERE id = $1 AND state = 'waiting' AND until <= $4 AND attempts = $5`,
			d.ID, holder, micros(now.Add(lease)), micros(now), d.Attempts)
		if err != nil {
			return h, d, false, s.failed(doing, err)
		}
		if n, err := res.RowsAffected(); err != nil || n == 1 {
			return h, d, n == 1, s.failed(doing, err)
		}
	}
	return h, d, false, nil
}

// NoteAttempt records the result of an attempt to send a message. See webhook.Store.
func (s *Store) NoteAttempt(ctx context.Context, a webhook.Attempt, off time.Duration) error {
	const doing = "noting a message of a webhook"
	return s.inTx(ctx, doing, func(tx *sql.Tx) error {
		t := &Tx{s, tx}
		var next int64
		if !a.Next.IsZero() {
			next = micros(a.Next)
		}
		res, err := tx.ExecContext(ctx, s.sql(`UPDATE webhook_deliveries SET state = $3, attempts = attempts + 1, tried = $4, next_at = $5, status = $6, fault = $7, holder = '', until = 0
			WHERE id = $1 AND holder = $2 AND state = 'waiting'`), a.ID, a.Holder, string(a.State), micros(a.At), next, a.Status, string(a.Fault))
		if err != nil {
			return s.failed(doing, err)
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return s.failed(doing, err) // no row has changed, because this holder has lost the lease of the message
		}
		if a.State == webhook.Delivered {
			return s.failed(doing, t.Exec(ctx, `UPDATE webhooks SET failing = 0 WHERE id = $1 AND failing > 0`, a.Hook))
		}
		since := micros(a.At) // the webhook is switched off if it has been failing since this time or earlier
		if !a.Gone {
			since = micros(a.At.Add(-off))
		}
		if err := t.Exec(ctx, `UPDATE webhooks SET failing = $2 WHERE id = $1 AND failing = 0`, a.Hook, micros(a.At)); err != nil {
			return s.failed(doing, err)
		}
		if err := t.Exec(ctx, `UPDATE webhooks SET off = $2 WHERE id = $1 AND off = 0 AND failing <= $3`, a.Hook, micros(a.At), since); err != nil {
			return s.failed(doing, err)
		}
		return s.failed(doing, t.Exec(ctx, `UPDATE webhook_deliveries SET state = 'failed' WHERE hook = $1 AND state = 'waiting'
			AND EXISTS (SELECT 1 FROM webhooks WHERE id = $1 AND off > 0)`, a.Hook))
	})
}

// TrimDeliveries deletes webhooks whose token has ended, messages of webhooks that no longer exist,
// and messages older than the given duration. Of each webhook it keeps at most the given number of
// messages, the latest ones. See webhook.Store.
func (s *Store) TrimDeliveries(ctx context.Context, now time.Time, old time.Duration, keep int) error {
	const doing = "deleting messages of webhooks"
	if _, err := s.exec(ctx, `DELETE FROM webhooks WHERE NOT `+hookValid); err != nil {
		return s.failed(doing, err)
	}
	if _, err := s.exec(ctx, `DELETE FROM webhook_deliveries WHERE at < $1 OR hook NOT IN (SELECT id FROM webhooks)`, micros(now.Add(-old))); err != nil {
		return s.failed(doing, err)
	}
	_, err := s.exec(ctx, `DELETE FROM webhook_deliveries WHERE id IN (SELECT id FROM (
		SELECT id, ROW_NUMBER() OVER (PARTITION BY hook ORDER BY at DESC, id) AS place FROM webhook_deliveries) AS ranked WHERE place > $1)`, keep)
	return s.failed(doing, err)
}
