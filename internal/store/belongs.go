package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kydai/internal/people"
)

// ownersSQL selects pairs of a player id and an account id, for the given players. The account is
// the player's own account or, for a guest, the account that the guest belongs to. A player cannot
// have both.
const ownersSQL = `SELECT id AS player, id AS account FROM accounts WHERE id @IN(1)
	UNION ALL SELECT guest, account FROM belongs WHERE guest @IN(1)`

func scanPair(into map[string]string) func(*sql.Rows) error {
	return func(rows *sql.Rows) error {
		var a, b string
		err := rows.Scan(&a, &b)
		into[a] = b
		return err
	}
}

// Owners maps each given player id to an account id. An account's own id is mapped to itself, a
// guest's id to the account that the guest belongs to. See people.Store.
func (s *Store) Owners(ctx context.Context, players []string) (map[string]string, error) {
	all := map[string]string{}
	return all, s.rows(ctx, "looking for accounts", scanPair(all), ownersSQL, s.dialect.list(players))
}

// Owners maps each player id that is an account, or belongs to one, to the id
// of the account. It reads within the transaction. Guests without an account
// are left out.
func (t *Tx) Owners(ctx context.Context, players []string) (map[string]string, error) {
	rows, err := t.Query(ctx, ownersSQL, t.store.dialect.list(players))
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	all := map[string]string{}
	for each := scanPair(all); rows.Next(); {
		if err := each(rows); err != nil {
			return nil, err
		}
	}
	return all, rows.Err()
}

// Names maps the ids of accounts and of their guests to the name of the account. See people.Store.
func (s *Store) Names(ctx context.Context, players []string) (map[string]string, error) {
	all := map[string]string{}
	return all, s.rows(ctx, "looking for names", scanPair(all),
		`SELECT o.player, accounts.name FROM (`+ownersSQL+`) AS o JOIN accounts ON accounts.id = o.account`, s.dialect.list(players))
}

// Belong assigns a guest to an account. See people.Store.
func (s *Store) Belong(ctx context.Context, guest, owner string, now time.Time) error {
	const doing = "taking a guest's games along"
	return s.inTx(ctx, doing, func(tx *sql.Tx) error {
		var have string
		err := tx.QueryRowContext(ctx, s.sql(`SELECT account FROM belongs WHERE guest = $1`), guest).Scan(&have)
		if err == nil && have == owner {
			return nil // the guest already belongs to this account
		}
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return s.failed(doing, err)
		}
		if err := s.isGuest(ctx, tx, guest); err != nil {
			return err
		}
		res, err := tx.ExecContext(ctx, s.sql(`INSERT INTO belongs (guest, account, since)
			SELECT $1, id, $3 FROM accounts WHERE id = $2 AND deleted = 0`), guest, owner, micros(now))
		if err != nil {
			return s.failed(doing, err)
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(people.ErrNoAccount, err)
		}
		_, err = tx.ExecContext(ctx, s.sql(`INSERT INTO names (player, alias, name, at) SELECT $1, '', name, `+neverText+` FROM accounts WHERE id = $2
			ON CONFLICT (player, alias) DO UPDATE SET name = excluded.name, at = excluded.at`), guest, owner)
		return s.failed(doing, err)
	})
}

// Belonging lists the guests who belong to an account. See people.Store.
func (s *Store) Belonging(ctx context.Context, owner string) ([]string, error) {
	all, err := queryIDs(ctx, s.reads, s.sql(`SELECT guest FROM belongs WHERE account = $1 ORDER BY since, guest`), owner)
	return all, s.failed("listing guests of an account", err)
}
