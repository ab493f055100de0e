package store

import (
	"context"
	"database/sql"

	"kydai/internal/people"
)

// AddPasskey stores a passkey. See people.Store.
func (s *Store) AddPasskey(ctx context.Context, p people.Passkey) error {
	err := s.execOne(ctx, "storing a passkey", people.ErrNoAccount, `INSERT INTO passkeys (id, account, data, agent, created, used)
		SELECT $1, id, $3, $4, $5, 0 FROM accounts WHERE id = $2 AND deleted = 0`,
		p.ID, p.Account, p.Data, p.Agent, micros(p.Created))
	if err != nil && s.dialect.duplicate(err) {
		return people.ErrChanged
	}
	return err
}

// Passkeys lists the passkeys of an account, oldest first. See people.Store.
func (s *Store) Passkeys(ctx context.Context, owner string) ([]people.Passkey, error) {
	var all []people.Passkey
	err := s.rows(ctx, "listing passkeys", func(rows *sql.Rows) error {
		p := people.Passkey{Account: owner}
		var created, used int64
		err := rows.Scan(&p.ID, &p.Data, &p.Agent, &created, &used)
		p.Created = fromMicros(created)
		if used != 0 {
			p.Used = fromMicros(used)
		}
		all = append(all, p)
		return err
	}, `SELECT id, data, agent, created, used FROM passkeys WHERE account = $1 ORDER BY created, id`, owner)
	return all, err
}

// UsePasskey stores the new data and the time of use of a passkey. See people.Store.
func (s *Store) UsePasskey(ctx context.Context, p people.Passkey) error {
	return s.execOne(ctx, "using a passkey", people.ErrNoAccount,
		`UPDATE passkeys SET data = $3, used = $4 WHERE id = $1 AND account = $2`, p.ID, p.Account, p.Data, micros(p.Used))
}

// DropPasskey deletes a passkey of an account. See people.Store.
func (s *Store) DropPasskey(ctx context.Context, owner string, id []byte) error {
	return s.execOne(ctx, "removing a passkey", people.ErrNoAccount, `DELETE FROM passkeys WHERE account = $1 AND id = $2`, owner, id)
}
