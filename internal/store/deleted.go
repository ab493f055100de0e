package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kydai/account"
	"kydai/internal/people"
	"kydai/internal/play"
)

// deletion lists the SQL statements that delete the data of an account except its
// matches. The ids of the account and of its guests stay reserved, so that no old
// cookie becomes valid again.
var deletion = append(clubDeletion(), []string{
	`DELETE FROM sessions WHERE account = $1`,
	`DELETE FROM recovery WHERE account = $1`,
	`DELETE FROM onetime WHERE account = $1`,
	`DELETE FROM passkeys WHERE account = $1`,
	`DELETE FROM tokens WHERE player = $1 OR player IN (SELECT guest FROM belongs WHERE account = $1)`,
	`DELETE FROM offers WHERE owner = $1 OR owner IN (SELECT guest FROM belongs WHERE account = $1)
		OR guest <> '' AND (guest = $1 OR guest IN (SELECT guest FROM belongs WHERE account = $1))`,
	`DELETE FROM tickets WHERE player = $1 OR player IN (SELECT guest FROM belongs WHERE account = $1)`,
	`DELETE FROM follows WHERE player = $1 OR other = $1`,
	`DELETE FROM blocks WHERE player = $1 OR player IN (SELECT guest FROM belongs WHERE account = $1)
		OR other = $1 OR other IN (SELECT guest FROM belongs WHERE account = $1)`,
	`UPDATE reports SET body = '' WHERE reporter = $1`,
	`DELETE FROM notices WHERE player = $1 OR player IN (SELECT guest FROM belongs WHERE account = $1)`,
	`DELETE FROM devices WHERE player = $1 OR player IN (SELECT guest FROM belongs WHERE account = $1)`,
	`DELETE FROM webhook_deliveries WHERE hook IN (SELECT id FROM webhooks WHERE player = $1 OR player IN (SELECT guest FROM belongs WHERE account = $1))`,
	`DELETE FROM webhooks WHERE player = $1 OR player IN (SELECT guest FROM belongs WHERE account = $1)`,
	`DELETE FROM tokens WHERE hash IN (SELECT access FROM oauth_grants WHERE app IN (SELECT id FROM oauth_apps WHERE owner = $1))`,
	`DELETE FROM oauth_grants WHERE player = $1 OR app IN (SELECT id FROM oauth_apps WHERE owner = $1)`,
	`DELETE FROM oauth_apps WHERE owner = $1`,
	`DELETE FROM studies WHERE owner = $1 OR owner IN (SELECT guest FROM belongs WHERE account = $1)`,
	`DELETE FROM notice_settings WHERE player = $1 OR player IN (SELECT guest FROM belongs WHERE account = $1)`,
	`DELETE FROM plans WHERE player = $1 OR player IN (SELECT guest FROM belongs WHERE account = $1)`,
	`DELETE FROM class_pupils WHERE player = $1`,
	`DELETE FROM class_progress WHERE player = $1`,
	`DELETE FROM class_boards WHERE pupil = $1`,
	`DELETE FROM class_teachers WHERE teacher = $1`,
	`UPDATE lines SET body = '' WHERE body <> '' AND (player = $1 OR player IN (SELECT guest FROM belongs WHERE account = $1))`,
	`UPDATE names SET name = '', at = ` + neverText + ` WHERE player = $1 OR player IN (SELECT guest FROM belongs WHERE account = $1)`,
}...)

// DeleteAccount deletes the data of an account but keeps its id reserved. See people.Store.
func (s *Store) DeleteAccount(ctx context.Context, id string, now time.Time, log ...people.Entry) error {
	const doing = "deleting an account"
	return s.inTx(ctx, doing, func(tx *sql.Tx) error {
		admin := false
		if len(log) > 0 { // log entries mean that another person acts; the account may be the last administrator's
			if err := s.lockRoles(ctx, tx); err != nil {
				return err
			}
			n, err := s.countAdmins(ctx, tx)
			if err != nil {
				return err
			}
			admin = n > 0
		}
		res, err := tx.ExecContext(ctx, s.sql(`UPDATE accounts SET name = '', name_key = '-' || id, skeleton = '-' || id, password = '', role = $3,
			deleted = $2, version = version + 1 WHERE id = $1 AND deleted = 0`), id, micros(now), string(account.Guest))
		if err != nil {
			return s.failed(doing, err)
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(people.ErrNoAccount, err)
		}
		if admin {
			if err := s.hasAdmin(ctx, tx); err != nil {
				return err
			}
		}
		if err := s.addAudit(ctx, tx, log); err != nil {
			return err
		}
		return s.erase(ctx, tx, id)
	})
}

func (s *Store) erase(ctx context.Context, tx *sql.Tx, id string) error {
	const doing = "deleting an account"
	for _, text := range deletion {
		if _, err := tx.ExecContext(ctx, s.sql(text), id); err != nil {
			return s.failed(doing, err)
		}
	}
	return s.failed(doing, s.ownName(ctx, tx, id, ""))
}

// Deleted lists the ids of deleted accounts and of the guests who belonged to
// them.
func (s *Store) Deleted(ctx context.Context) ([]string, error) {
	ids, err := queryIDs(ctx, s.reads, s.sql(`SELECT id FROM accounts WHERE deleted > 0
		UNION ALL SELECT guest FROM belongs JOIN accounts ON accounts.id = belongs.account WHERE accounts.deleted > 0`))
	return ids, s.failed("listing deleted accounts", err)
}

// Leftovers lists matches in progress whose player's account was deleted. See play.Leftovers.
func (s *Store) Leftovers(ctx context.Context, since time.Time, after string, n int) ([]play.Leftover, error) {
	var all []play.Leftover
	err := s.rows(ctx, "looking for matches of deleted accounts", func(rows *sql.Rows) error {
		var l play.Leftover
		err := rows.Scan(&l.Match, &l.Player)
		all = append(all, l)
		return err
	}, `WITH gone AS (SELECT id AS player FROM accounts WHERE deleted > 0 AND deleted >= $1
			UNION ALL SELECT guest FROM accounts JOIN belongs ON belongs.account = accounts.id WHERE deleted > 0 AND deleted >= $1)
		SELECT id, MIN(player) FROM (SELECT live.id, player FROM gone JOIN live ON live.first = player WHERE NOT finished
			UNION ALL SELECT live.id, player FROM gone JOIN live ON live.second = player WHERE NOT finished) AS found
		WHERE id > $2 GROUP BY id ORDER BY id LIMIT $3`, micros(since), after, n)
	return all, err
}

// DeleteAgain deletes a player who had been deleted before an older state of the database was
// restored. In that state the player may be an account, a guest or unknown. A guest who belongs to
// an account is deleted with the account.
func (s *Store) DeleteAgain(ctx context.Context, id string, now time.Time) error {
	const doing = "deleting an account again"
	return s.inTx(ctx, doing, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, s.sql(`INSERT INTO accounts (id, name, name_key, skeleton, password, role, created, renamed, deleted, version)
			SELECT CAST($1 AS TEXT), '', '-' || $1, '-' || $1, '', $3, CAST($2 AS BIGINT), 0, CAST($2 AS BIGINT), 0
			WHERE NOT EXISTS (SELECT 1 FROM belongs WHERE guest = $1)
			ON CONFLICT (id) DO UPDATE SET name = '', name_key = excluded.name_key, skeleton = excluded.skeleton, password = '',
				role = excluded.role, deleted = excluded.deleted, version = accounts.version + 1
			WHERE accounts.deleted = 0`), id, micros(now), string(account.Guest))
		if err != nil {
			return s.failed(doing, err)
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return s.failed(doing, err)
		}
		return s.erase(ctx, tx, id)
	})
}
