package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"kydai/account"
	"kydai/internal/people"
)

// Users lists up to n accounts that pass a filter, without deleted accounts. See people.Store.
func (s *Store) Users(ctx context.Context, f people.UserFilter, n int) ([]people.User, error) {
	text := `SELECT ` + accountColumns + `, (SELECT COUNT(*) FROM sessions WHERE sessions.account = accounts.id),
		COALESCE((SELECT MAX(seen) FROM sessions WHERE sessions.account = accounts.id), 0)
		FROM accounts WHERE deleted = 0 AND ($1 = '' OR role = $1)`
	args := []any{string(f.Role), n}
	if f.Prefix != "" {
		text += ` AND name_key LIKE $3 ESCAPE '!' AND name_key > $4 ORDER BY name_key LIMIT $2`
		args = append(args, likeWords.Replace(f.Prefix)+"%", f.Key)
	} else {
		from := never
		if !f.After.At.IsZero() {
			from = micros(f.After.At)
		}
		text += ` AND created <= $3 AND (created < $3 OR id < $4) ORDER BY created DESC, id DESC LIMIT $2`
		args = append(args, from, f.After.ID)
	}
	var all []people.User
	err := s.rows(ctx, "listing accounts", func(rows *sql.Rows) error {
		var u people.User
		var seen int64
		var err error
		u.Account, err = scanAccount(func(first ...any) error { return rows.Scan(append(first, &u.Sessions, &seen)...) })
		u.Seen = fromMicros(seen)
		all = append(all, u)
		return err
	}, text, args...)
	return all, err
}

// likeWords escapes the wildcards % and _ of the SQL operator LIKE. The escape character is "!".
var likeWords = strings.NewReplacer("!", "!!", "%", "!%", "_", "!_")

// SetRole changes the role of an account. See people.Store.
func (s *Store) SetRole(ctx context.Context, a people.Account, role account.Role, log people.Entry) error {
	const doing = "changing a role"
	return s.inTx(ctx, doing, func(tx *sql.Tx) error {
		if err := s.lockRoles(ctx, tx); err != nil {
			return err
		}
		res, err := tx.ExecContext(ctx, s.sql(`UPDATE accounts SET role = $3, version = version + 1 WHERE id = $1 AND role = $2 AND deleted = 0`),
			a.ID, string(a.Role), string(role))
		if err != nil {
			return s.failed(doing, err)
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(people.ErrChanged, err)
		}
		if a.Role == account.Admin {
			if err := s.hasAdmin(ctx, tx); err != nil {
				return err
			}
		}
		return s.addAudit(ctx, tx, []people.Entry{log})
	})
}

// lockRoles serialises transactions that take away the role of an administrator, so that two
// administrators cannot remove each other's role at the same time.
func (s *Store) lockRoles(ctx context.Context, tx *sql.Tx) error {
	if s.dialect.name != "postgres" { // SQLite has only one writer, so it needs no lock
		return nil
	}
	_, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(hashtextextended('roles', 17))`)
	return s.failed("changing a role", err)
}

// hasAdmin returns people.ErrLastAdmin if no administrator is left.
func (s *Store) hasAdmin(ctx context.Context, tx *sql.Tx) error {
	n, err := s.countAdmins(ctx, tx)
	if err == nil && n == 0 {
		return people.ErrLastAdmin
	}
	return err
}

func (s *Store) countAdmins(ctx context.Context, tx *sql.Tx) (n int, err error) {
	err = tx.QueryRowContext(ctx, s.sql(`SELECT COUNT(*) FROM accounts WHERE role = $1 AND deleted = 0`), string(account.Admin)).Scan(&n)
	return n, s.failed("counting administrators", err)
}
