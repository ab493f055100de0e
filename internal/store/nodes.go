package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kydai/game"
	"kydai/play"
)

// silent is how long a node is remembered.
const silent = 24 * time.Hour

// Beat says that a node is alive. See play.Nodes.
func (s *Store) Beat(ctx context.Context, id string, body []byte) error {
	_, err := s.db.ExecContext(ctx, s.sql(`INSERT INTO nodes (id, body, beat) VALUES ($1, $2, @NOW)
		ON CONFLICT (id) DO UPDATE SET body = excluded.body, beat = excluded.beat`), id, blob(body))
	return s.failed("storing a heartbeat", err)
}

// Alive lists the nodes heard of lately. See play.Nodes.
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
		_, err = s.db.ExecContext(ctx, s.sql(`DELETE FROM nodes WHERE beat < @NOW - $1`), silent.Microseconds())
		err = s.failed("forgetting nodes", err)
	}
	return all, err
}

// AddToken stores a token. See play.Tokens.
func (s *Store) AddToken(ctx context.Context, t play.Token) error {
	if !plain(t.Player) || !plain(t.Name) {
		return game.Err(play.BadRow, "a name is no text")
	}
	_, err := s.db.ExecContext(ctx, s.sql(`INSERT INTO tokens (hash, player, name, created) VALUES ($1, $2, $3, @NOW)`), t.Hash[:], t.Player, t.Name)
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

// FindToken returns the token with a hash, or play.ErrNotFound.
func (s *Store) FindToken(ctx context.Context, hash [32]byte) (play.Token, error) {
	t, err := scanToken(s.reads.QueryRowContext(ctx, s.sql(`SELECT `+tokenColumns+` FROM tokens WHERE hash = $1`), hash[:]).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return play.Token{}, play.ErrNotFound
	}
	return t, s.failed("looking for a token", err)
}

// Tokens lists the tokens of a player, the oldest first.
func (s *Store) Tokens(ctx context.Context, player string) ([]play.Token, error) {
	var all []play.Token
	err := s.rows(ctx, "listing tokens", func(rows *sql.Rows) error {
		t, err := scanToken(rows.Scan)
		all = append(all, t)
		return err
	}, `SELECT `+tokenColumns+` FROM tokens WHERE player = $1 ORDER BY created, hash`, player)
	return all, err
}

// DropToken removes a token. See play.Tokens.
func (s *Store) DropToken(ctx context.Context, player string, hash [32]byte) error {
	return s.execOne(ctx, "removing a token", play.ErrNotFound, `DELETE FROM tokens WHERE player = $1 AND hash = $2`, player, hash[:])
}
