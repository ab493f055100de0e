package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kydai/account"
	"kydai/internal/people"
)

const sessionColumns = `sessions.hash, sessions.account, sessions.created, sessions.seen, sessions.agent, sessions.address`

func scanSession(scan func(...any) error) (people.Session, error) {
	var one people.Session
	var hash []byte
	var created, seen int64
	err := scan(&hash, &one.Account, &created, &seen, &one.Agent, &one.Address)
	copy(one.Hash[:], hash)
	one.Created, one.Seen = fromMicros(created), fromMicros(seen)
	return one, err
}

// AddSession stores a sign-in session of an account. See people.Store.
func (s *Store) AddSession(ctx context.Context, one people.Session) error {
	return s.execOne(ctx, "storing a session", people.ErrNoAccount, `INSERT INTO sessions (hash, account, created, seen, agent, address)
		SELECT $1, id, $3, $4, $5, $6 FROM accounts WHERE id = $2 AND deleted = 0`,
		one.Hash[:], one.Account, micros(one.Created), micros(one.Seen), one.Agent, one.Address)
}

// FindSession returns a session and its account, unless the session is too old. See people.Store.
func (s *Store) FindSession(ctx context.Context, hash people.Hash, born, seen time.Time) (people.Session, people.Account, error) {
	var one people.Session
	var a people.Account
	row := s.reads.QueryRowContext(ctx, s.sql(`SELECT `+sessionColumns+`, `+accountColumns+` FROM sessions
		JOIN accounts ON accounts.id = sessions.account
		WHERE sessions.hash = $1 AND sessions.created > $2 AND sessions.seen > $3 AND accounts.deleted = 0`), hash[:], micros(born), micros(seen))
	one, err := scanSession(func(first ...any) (err error) {
		a, err = scanAccount(func(rest ...any) error { return row.Scan(append(first, rest...)...) })
		return err
	})
	if errors.Is(err, sql.ErrNoRows) {
		return people.Session{}, people.Account{}, people.ErrNoAccount
	}
	return one, a, s.failed("looking for a session", err)
}

// SeeSession stores when and where a session was last used. See people.Store.
func (s *Store) SeeSession(ctx context.Context, one people.Session) error {
	return s.execOne(ctx, "noting a session", people.ErrNoAccount,
		`UPDATE sessions SET seen = $2, address = $3 WHERE hash = $1`, one.Hash[:], micros(one.Seen), one.Address)
}

// Sessions lists the sessions of an account, the most recently used first. See people.Store.
func (s *Store) Sessions(ctx context.Context, owner string) ([]people.Session, error) {
	var all []people.Session
	err := s.rows(ctx, "listing sessions", func(rows *sql.Rows) error {
		one, err := scanSession(rows.Scan)
		all = append(all, one)
		return err
	}, `SELECT `+sessionColumns+` FROM sessions WHERE account = $1 ORDER BY seen DESC, created DESC, hash`, owner)
	return all, err
}

// DropSession ends a sign-in session of an account. See people.Store.
func (s *Store) DropSession(ctx context.Context, owner string, hash people.Hash, log ...people.Entry) error {
	const doing = "ending a session"
	return s.inTx(ctx, doing, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, s.sql(`DELETE FROM sessions WHERE account = $1 AND hash = $2`), owner, hash[:])
		if err != nil {
			return s.failed(doing, err)
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(people.ErrNoAccount, err)
		}
		return s.addAudit(ctx, tx, log)
	})
}

func (s *Store) addCodes(ctx context.Context, tx *sql.Tx, owner string, codes []account.RecoveryHash) error {
	for i := range codes {
		if _, err := tx.ExecContext(ctx, s.sql(`INSERT INTO recovery (account, hash) VALUES ($1, $2)`), owner, codes[i][:]); err != nil {
			return err
		}
	}
	return nil
}

// SetCodes replaces the recovery codes of an account. See people.Store.
func (s *Store) SetCodes(ctx context.Context, owner string, codes []account.RecoveryHash) error {
	const doing = "storing recovery codes"
	return s.inTx(ctx, doing, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, s.sql(`DELETE FROM recovery WHERE account = $1`), owner); err != nil {
			return s.failed(doing, err)
		}
		return s.failed(doing, s.addCodes(ctx, tx, owner, codes))
	})
}

// Codes returns the hashes of the unused recovery codes of an account. See people.Store.
func (s *Store) Codes(ctx context.Context, owner string) ([]account.RecoveryHash, error) {
	var all []account.RecoveryHash
	err := s.rows(ctx, "reading recovery codes", func(rows *sql.Rows) error {
		var hash []byte
		err := rows.Scan(&hash)
		var code account.RecoveryHash
		copy(code[:], hash)
		all = append(all, code)
		return err
	}, `SELECT hash FROM recovery WHERE account = $1`, owner)
	return all, err
}

// UseCode deletes a recovery code that was used. See people.Store.
func (s *Store) UseCode(ctx context.Context, owner string, code account.RecoveryHash) error {
	return s.execOne(ctx, "using a recovery code", people.ErrNoAccount, `DELETE FROM recovery WHERE account = $1 AND hash = $2`, owner, code[:])
}

// linksKept is how long an expired link is kept. A person who opens the link in this time learns
// that it has expired or was used.
const linksKept = 24 * time.Hour

// AddLink stores a one-time link and deletes links that expired long ago. See people.Store.
func (s *Store) AddLink(ctx context.Context, t account.Token, now time.Time, log ...people.Entry) error {
	const doing = "storing a link"
	if _, err := s.exec(ctx, `DELETE FROM onetime WHERE expires < $1`, micros(now.Add(-linksKept))); err != nil {
		return s.failed(doing, err)
	}
	return s.inTx(ctx, doing, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, s.sql(`INSERT INTO onetime (hash, purpose, account, expires, used) VALUES ($1, $2, $3, $4, 0)`),
			t.Hash[:], string(t.Purpose), t.Account, micros(t.Expires))
		if err != nil {
			return s.failed(doing, err)
		}
		return s.addAudit(ctx, tx, log)
	})
}

// Link returns the one-time link with a hash. See people.Store.
func (s *Store) Link(ctx context.Context, hash people.Hash) (account.Token, error) {
	t := account.Token{Hash: hash}
	var expires, used int64
	err := s.reads.QueryRowContext(ctx, s.sql(`SELECT purpose, account, expires, used FROM onetime WHERE hash = $1`), hash[:]).
		Scan(&t.Purpose, &t.Account, &expires, &used)
	if errors.Is(err, sql.ErrNoRows) {
		return account.Token{}, people.ErrNoAccount
	}
	t.Expires, t.Used = fromMicros(expires), fromMicros(used)
	return t, s.failed("looking for a link", err)
}

// UseLink marks a one-time link as used, unless it was used before. See people.Store.
func (s *Store) UseLink(ctx context.Context, t account.Token) error {
	return s.execOne(ctx, "using a link", people.ErrChanged, `UPDATE onetime SET used = $2 WHERE hash = $1 AND used = 0`, t.Hash[:], micros(t.Used))
}
