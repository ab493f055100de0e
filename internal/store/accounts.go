package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kydai/account"
	"kydai/game"
	"kydai/internal/people"
	"kydai/internal/play"
)

var _ people.Store = (*Store)(nil)

const accountColumns = `accounts.id, accounts.name, accounts.name_key, accounts.skeleton,
	accounts.password, accounts.role, accounts.created, accounts.renamed, accounts.deleted, accounts.version`

func scanAccount(scan func(...any) error) (people.Account, error) {
	var a people.Account
	var created, renamed, deleted int64
	err := scan(&a.ID, &a.Name.Shown, &a.Name.Key, &a.Name.Skeleton, &a.Password, &a.Role, &created, &renamed, &deleted, &a.Version)
	a.Created, a.Renamed, a.Deleted = fromMicros(created), fromMicros(renamed), fromMicros(deleted)
	return a, err
}

// optional converts a time to its stored form: microseconds, or 0 for the zero time.
func optional(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return micros(t)
}

// AddAccount stores a new account with its recovery codes. See people.Store.
func (s *Store) AddAccount(ctx context.Context, a people.Account, codes []account.RecoveryHash) error {
	const doing = "storing an account"
	for _, text := range []string{a.ID, a.Name.Shown, a.Name.Key, a.Name.Skeleton, a.Password} {
		if !plain(text) || text == "" {
			return game.Err(play.BadRow, "an account needs an id, a name and a password in UTF-8")
		}
	}
	return s.inTx(ctx, doing, func(tx *sql.Tx) error {
		if err := s.isGuest(ctx, tx, a.ID); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, s.sql(`INSERT INTO accounts (id, name, name_key, skeleton, password, role, created, renamed, deleted, version)
			VALUES ($1, $2, $3, $4, $5, $6, $7, 0, 0, 0)`),
			a.ID, a.Name.Shown, a.Name.Key, a.Name.Skeleton, a.Password, string(a.Role), micros(a.Created))
		if err != nil {
			if s.dialect.duplicate(err) {
				return people.ErrNameTaken
			}
			return s.failed(doing, err)
		}
		return s.failed(doing, errors.Join(s.addCodes(ctx, tx, a.ID, codes), s.ownName(ctx, tx, a.ID, a.Name.Shown)))
	})
}

// isGuest returns nil if player is a guest without an account; otherwise it returns
// people.ErrHasAccount. Until the transaction ends, no other transaction can give the player an
// account.
func (s *Store) isGuest(ctx context.Context, tx *sql.Tx, player string) error {
	const doing = "looking for an account"
	if s.dialect.name == "postgres" { // SQLite has only one writer, so it needs no lock
		if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(hashtextextended($1, 17))`, player); err != nil {
			return s.failed(doing, err)
		}
	}
	var n int
	err := tx.QueryRowContext(ctx, s.sql(`SELECT (SELECT COUNT(*) FROM accounts WHERE id = $1) + (SELECT COUNT(*) FROM belongs WHERE guest = $1)`), player).Scan(&n)
	if err == nil && n > 0 {
		return people.ErrHasAccount
	}
	return s.failed(doing, err)
}

func (s *Store) oneAccount(ctx context.Context, where string, arg any) (people.Account, error) {
	a, err := scanAccount(s.reads.QueryRowContext(ctx, s.sql(`SELECT `+accountColumns+` FROM accounts WHERE `+where), arg).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return people.Account{}, people.ErrNoAccount
	}
	return a, s.failed("loading an account", err)
}

// Account returns an account, even a deleted one, or people.ErrNoAccount. See people.Store.
func (s *Store) Account(ctx context.Context, id string) (people.Account, error) {
	return s.oneAccount(ctx, `id = $1`, id)
}

// AccountNamed returns the account with a name, given as its normalised key. See people.Store.
func (s *Store) AccountNamed(ctx context.Context, key string) (people.Account, error) {
	return s.oneAccount(ctx, `name_key = $1`, key)
}

// SetAccount changes the name, password, role and rename time of an account. See people.Store.
func (s *Store) SetAccount(ctx context.Context, a people.Account, log ...people.Entry) error {
	const doing = "changing an account"
	return s.inTx(ctx, doing, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, s.sql(`UPDATE accounts
			SET name = $3, name_key = $4, skeleton = $5, password = $6, role = $7, renamed = $8, version = version + 1
			WHERE id = $1 AND version = $2 AND deleted = 0`),
			a.ID, a.Version, a.Name.Shown, a.Name.Key, a.Name.Skeleton, a.Password, string(a.Role), optional(a.Renamed))
		if err != nil {
			if s.dialect.duplicate(err) {
				return people.ErrNameTaken
			}
			return s.failed(doing, err)
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(people.ErrChanged, err)
		}
		if err := s.addAudit(ctx, tx, log); err != nil {
			return err
		}
		return s.failed(doing, s.ownName(ctx, tx, a.ID, a.Name.Shown))
	})
}

// CountAccounts counts the accounts with a role, except deleted accounts. See people.Store.
func (s *Store) CountAccounts(ctx context.Context, role account.Role) (n int, err error) {
	err = s.reads.QueryRowContext(ctx, s.sql(`SELECT COUNT(*) FROM accounts WHERE role = $1 AND deleted = 0`), string(role)).Scan(&n)
	return n, s.failed("counting accounts", err)
}
