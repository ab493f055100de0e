package store

import (
	"context"
	"database/sql"
	"strings"
	"time"

	"kydai/internal/notice"
	"kydai/internal/people"
	"kydai/internal/push"
)

const (
	pushSetting = "push-key"
	// deviceIdle is how long a device is kept after the last accepted push message.
	deviceIdle = 180 * 24 * time.Hour
)

// valid is the SQL condition that a device may get messages: its session has not ended, or its
// player is a guest without an account.
const valid = `(length(devices.session) = 0 AND NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.id = devices.player)
		AND NOT EXISTS (SELECT 1 FROM belongs WHERE belongs.guest = devices.player)
	OR EXISTS (SELECT 1 FROM sessions WHERE sessions.hash = devices.session AND sessions.account = devices.player
		AND sessions.seen > @NOW - $2 AND sessions.created > @NOW - $3))`

// PushKey returns the signing key of the site for push messages. See push.Store.
func (s *Store) PushKey(ctx context.Context, fresh string) (key string, err error) {
	const doing = "reading the key for messages to devices"
	err = s.inTx(ctx, doing, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, s.sql(`INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`), pushSetting, fresh)
		if err != nil {
			return s.failed(doing, err)
		}
		return s.failed(doing, tx.QueryRowContext(ctx, s.sql(`SELECT value FROM settings WHERE name = $1`), pushSetting).Scan(&key))
	})
	return key, err
}

// AddDevice stores a device for push messages. A player keeps only a limited number of devices, the
// newest ones. See push.Store.
func (s *Store) AddDevice(ctx context.Context, d push.Device, most int) error {
	const doing = "storing a device"
	return s.inTx(ctx, doing, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, s.sql(`INSERT INTO devices (id, player, endpoint, public, auth, kinds, lang, session, created, sent, failed)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, @NOW, 0, 0)
			ON CONFLICT (id) DO UPDATE SET player = excluded.player, public = excluded.public, auth = excluded.auth, kinds = excluded.kinds,
				lang = excluded.lang, session = excluded.session, failed = 0,
				created = CASE WHEN devices.player = excluded.player THEN devices.created ELSE excluded.created END`),
			d.ID, d.Player, d.Endpoint, d.Public, d.Auth, joinKinds(d.Kinds), d.Lang, blob(d.Session))
		if err != nil {
			return s.failed(doing, err)
		}
		_, err = tx.ExecContext(ctx, s.sql(`DELETE FROM devices WHERE player = $1 AND id NOT IN (
			SELECT id FROM devices WHERE player = $1 ORDER BY (id = $2) DESC, created DESC, id LIMIT $3)`), d.Player, d.ID, most)
		return s.failed(doing, err)
	})
}

// Devices lists a player's devices for push messages, newest first. See push.Store.
func (s *Store) Devices(ctx context.Context, player string) ([]push.Device, error) {
	var all []push.Device
	err := s.rows(ctx, "listing devices", func(rows *sql.Rows) error {
		var d push.Device
		var kinds string
		var created, sent int64
		err := rows.Scan(&d.ID, &d.Player, &d.Endpoint, &d.Public, &d.Auth, &kinds, &d.Lang, &d.Session, &created, &sent, &d.Failed)
		d.Kinds, d.Created, d.Sent = splitKinds(kinds), fromMicros(created), fromMicros(sent)
		all = append(all, d)
		return err
	}, `SELECT id, player, endpoint, public, auth, kinds, lang, session, created, sent, failed FROM devices
		WHERE player = $1 AND `+valid+` ORDER BY created DESC, id`, player, people.IdleFor.Microseconds(), people.SessionFor.Microseconds())
	return all, err
}

// SwitchDevice sets the kinds of notices that a device gets. See push.Store.
func (s *Store) SwitchDevice(ctx context.Context, player, id string, kinds []notice.Kind) error {
	return s.execOne(ctx, "storing the kinds of a device", push.ErrNoDevice, `UPDATE devices SET kinds = $3 WHERE player = $1 AND id = $2`,
		player, id, joinKinds(kinds))
}

// DropDevice deletes a device for push messages. See push.Store.
func (s *Store) DropDevice(ctx context.Context, player, id string) error {
	return s.execOne(ctx, "deleting a device", push.ErrNoDevice, `DELETE FROM devices WHERE player = $1 AND id = $2`, player, id)
}

// NoteSent records whether the push service accepted a message to a device. See push.Store.
func (s *Store) NoteSent(ctx context.Context, id string, ok bool, most int) error {
	const doing = "noting a message to a device"
	if ok {
		_, err := s.exec(ctx, `UPDATE devices SET sent = @NOW, failed = 0 WHERE id = $1`, id)
		return s.failed(doing, err)
	}
	if _, err := s.exec(ctx, `UPDATE devices SET failed = failed + 1 WHERE id = $1`, id); err != nil {
		return s.failed(doing, err)
	}
	_, err := s.exec(ctx, `DELETE FROM devices WHERE id = $1 AND failed >= $2`, id, most)
	return s.failed(doing, err)
}

// dueSQL selects notices that are due to be sent, either of some players (with dueOfSome) or of all
// players (with dueOfAll).
const (
	dueSQL = `SELECT n.player, n.kind, n.subject FROM notices AS n
		WHERE n.player IN (SELECT player FROM devices UNION SELECT guest FROM belongs WHERE account IN (SELECT player FROM devices))
		AND n.at <= @NOW - $2 AND n.at > @NOW - $3 AND n.pushed < n.at AND NOT n.seen
		AND (n.kind <> 'challenge' OR EXISTS (SELECT 1 FROM offers WHERE offers.id = n.subject AND match_id = '' AND expires > @NOW))
		AND `
	dueOfSome = `n.player @IN(1) LIMIT $4`
	dueOfAll  = `CAST($1 AS TEXT) = '' LIMIT $4`
)

// TakeDue takes notices that are due to be sent. See push.Store. If another transaction is writing
// a row, a later call takes the row.
func (s *Store) TakeDue(ctx context.Context, players []string, hold, fresh time.Duration, most int) (list []push.Due, err error) {
	const doing = "taking notices for devices"
	due, of := dueSQL+dueOfAll, any("")
	if players != nil {
		due, of = dueSQL+dueOfSome, s.dialect.list(players)
	}
	// Usually no notice is due. This first query only reads, so in this case the call writes
	// nothing.
	some := false
	err = s.rows(ctx, doing, func(*sql.Rows) error { some = true; return nil }, due, of, hold.Microseconds(), fresh.Microseconds(), 1)
	if err != nil || !some {
		return nil, err
	}
	_, err = s.inTask(ctx, "push", doing, func(tx *sql.Tx) error {
		t := &Tx{s, tx}
		if list, err = t.takeDue(ctx, due, of, hold.Microseconds(), fresh.Microseconds(), most); err != nil {
			return s.failed(doing, err)
		}
		ids := make([]string, len(list))
		for i := range list {
			ids[i] = list[i].Player
		}
		owners, err := t.Owners(ctx, ids)
		for i := range list {
			if owner := owners[list[i].Player]; owner != "" {
				list[i].Account = owner
			}
		}
		return s.failed(doing, err)
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

func (t *Tx) takeDue(ctx context.Context, due string, args ...any) (list []push.Due, err error) {
	rows, err := t.Query(ctx, `UPDATE notices SET pushed = at WHERE (player, kind, subject) IN (`+due+` @CLAIM)
		RETURNING player, kind, subject, game, at`, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var d push.Due
		var at int64
		if err := rows.Scan(&d.Player, &d.Kind, &d.Subject, &d.Game, &at); err != nil {
			return nil, err
		}
		d.At, d.Account = fromMicros(at), d.Player
		list = append(list, d)
	}
	return list, rows.Err()
}

// expireDevices deletes devices that may not get messages any more or have not accepted a message
// for deviceIdle.
func (s *Store) expireDevices(ctx context.Context) error {
	_, err := s.exec(ctx, `DELETE FROM devices WHERE sent < @NOW - $1 AND created < @NOW - $1 OR NOT `+valid,
		deviceIdle.Microseconds(), people.IdleFor.Microseconds(), people.SessionFor.Microseconds())
	return s.failed("removing devices", err)
}

func joinKinds(kinds []notice.Kind) string {
	words := make([]string, len(kinds))
	for i, kind := range kinds {
		words[i] = string(kind)
	}
	return strings.Join(words, " ")
}

func splitKinds(text string) (kinds []notice.Kind) {
	for _, kind := range strings.Fields(text) {
		kinds = append(kinds, notice.Kind(kind))
	}
	return kinds
}
