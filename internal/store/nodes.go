package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kydai/game"
	"kydai/internal/play"
)

// silent is how long a node without heartbeat is kept.
const silent = 24 * time.Hour

// Beat writes a node's heartbeat. See play.Nodes.
func (s *Store) Beat(ctx context.Context, id string, body []byte) error {
	_, err := s.exec(ctx, `INSERT INTO nodes (id, body, beat) VALUES ($1, $2, @NOW)
		ON CONFLICT (id) DO UPDATE SET body = excluded.body, beat = excluded.beat`, id, blob(body))
	return s.failed("storing a heartbeat", err)
}

// Alive lists the nodes with a recent heartbeat. See play.Nodes.
func (s *Store) Alive(ctx context.Context, within time.Duration) ([]play.Node, error) {
	var all []play.Node
	forgotten := 0
	err := s.rows(ctx, "listing nodes", func(rows *sql.Rows) error {
		var n play.Node
		var beat, now int64
		err := rows.Scan(&n.ID, &n.Body, &beat, &now)
		n.Beat = fromMicros(beat)
		switch age := time.Duration(now-beat) * time.Microsecond; {
		case age <= within:
			all = append(all, n)
		case age > silent:
			forgotten++
		}
		return err
	}, `SELECT id, body, beat, @NOW FROM nodes ORDER BY id`)
	if err == nil && forgotten > 0 {
		_, err = s.exec(ctx, `DELETE FROM nodes WHERE beat < @NOW - $1`, silent.Microseconds())
		err = s.failed("forgetting nodes", err)
	}
	return all, err
}

// AddToken stores a token. See play.Tokens.
func (s *Store) AddToken(ctx context.Context, t play.Token) error {
	if !plain(t.Player) || !plain(t.Name) {
		return game.Err(play.BadRow, "a name is not valid UTF-8 text")
	}
	if _, err := s.exec(ctx, `DELETE FROM tokens WHERE used > 0 AND used < @NOW - $1`, unused.Microseconds()); err != nil {
		return s.failed("forgetting tokens", err)
	}
	_, err := s.exec(ctx, `INSERT INTO tokens (hash, player, name, created, used) VALUES ($1, $2, $3, @NOW, @NOW)`, t.Hash[:], t.Player, t.Name)
	if err != nil && s.dialect.duplicate(err) {
		return play.ErrExists
	}
	return s.failed("storing a token", err)
}

const tokenColumns = `hash, player, name, created`

func scanToken(scan func(...any) error) (play.Token, error) {
	var t play.Token
	var hash []byte
	var created int64
	err := scan(&hash, &t.Player, &t.Name, &created)
	copy(t.Hash[:], hash)
	t.Created = fromMicros(created)
	return t, err
}

const (
	unused  = 365 * 24 * time.Hour // time without use after which a token expires
	usedDay = 24 * time.Hour       // precision of the time of last use
)

// FindToken returns the token with a hash, or play.ErrNotFound. It records the
// use of the token, at most once a day.
func (s *Store) FindToken(ctx context.Context, hash [32]byte) (play.Token, error) {
	var used, now int64
	row := s.reads.QueryRowContext(ctx, s.sql(`SELECT `+tokenColumns+`, used, @NOW FROM tokens WHERE hash = $1 AND (used = 0 OR used > @NOW - $2)`), hash[:], unused.Microseconds())
	t, err := scanToken(func(to ...any) error { return row.Scan(append(to, &used, &now)...) })
	if errors.Is(err, sql.ErrNoRows) {
		return play.Token{}, play.ErrNotFound
	}
	if err == nil && now-used > usedDay.Microseconds() {
		_, err = s.exec(ctx, `UPDATE tokens SET used = @NOW WHERE hash = $1`, hash[:])
	}
	return t, s.failed("looking for a token", err)
}

// Tokens lists the tokens of a player, oldest first.
func (s *Store) Tokens(ctx context.Context, player string) ([]play.Token, error) {
	var all []play.Token
	err := s.rows(ctx, "listing tokens", func(rows *sql.Rows) error {
		t, err := scanToken(rows.Scan)
		all = append(all, t)
		return err
	}, `SELECT `+tokenColumns+` FROM tokens WHERE player = $1 AND (used = 0 OR used > @NOW - $2) ORDER BY created, hash`, player, unused.Microseconds())
	return all, err
}

// DropToken removes a token. See play.Tokens.
func (s *Store) DropToken(ctx context.Context, player string, hash [32]byte) error {
	return s.execOne(ctx, "removing a token", play.ErrNotFound, `DELETE FROM tokens WHERE player = $1 AND hash = $2`, player, hash[:])
}
