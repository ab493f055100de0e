package store

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"strings"
	"time"

	"kydai/game"
	"kydai/internal/play"
)

// silent is how long the row of a node without heartbeats is kept.
const silent = 24 * time.Hour

// Beat writes a node's heartbeat and records that this program can read events
// as bytes. See play.Nodes and form.go.
func (s *Store) Beat(ctx context.Context, id string, body []byte) error {
	_, err := s.exec(ctx, `INSERT INTO nodes (id, body, beat, compact_at) SELECT CAST($1 AS TEXT), CAST($2 AS @BLOB), now, now FROM (SELECT @NOW AS now) AS clock WHERE TRUE
		ON CONFLICT (id) DO UPDATE SET body = excluded.body, beat = excluded.beat, compact_at = excluded.beat`, id, blob(body))
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

// AddToken stores an access token of a bot. See play.Tokens.
func (s *Store) AddToken(ctx context.Context, t play.Token) error {
	if !plain(t.Player) || !plain(t.Name) {
		return game.Err(play.BadRow, "a name is not valid UTF-8 text")
	}
	if _, err := s.exec(ctx, `DELETE FROM tokens WHERE used > 0 AND used < @NOW - $1`, unused.Microseconds()); err != nil {
		return s.failed("forgetting tokens", err)
	}
	_, err := s.exec(ctx, `INSERT INTO tokens (hash, player, name, created, used, limits) VALUES ($1, $2, $3, @NOW, @NOW, $4)`, t.Hash[:], t.Player, t.Name, writeLimits(&t))
	if err != nil && s.dialect.duplicate(err) {
		return play.ErrExists
	}
	return s.failed("storing a token", err)
}

const tokenColumns = `hash, player, name, created, limits`

func scanToken(scan func(...any) error) (play.Token, error) {
	var t play.Token
	var hash []byte
	var created int64
	var limits string
	err := scan(&hash, &t.Player, &t.Name, &created, &limits)
	copy(t.Hash[:], hash)
	t.Created = fromMicros(created)
	if err == nil {
		err = readLimits(limits, &t)
	}
	return t, err
}

// writeLimits returns the value of the column limits of a token: the time at which the token
// expires, and its scopes. readLimits is its inverse.
func writeLimits(t *play.Token) string {
	if len(t.Scopes) == 0 && t.Expires.IsZero() {
		return ""
	}
	var until int64
	if !t.Expires.IsZero() {
		until = micros(t.Expires)
	}
	return strings.Join(append([]string{strconv.FormatInt(until, 10)}, t.Scopes...), " ")
}

func readLimits(text string, t *play.Token) error {
	if text == "" {
		return nil
	}
	words := strings.Fields(text)
	until, err := strconv.ParseInt(words[0], 10, 64)
	if until > 0 {
		t.Expires = fromMicros(until)
	}
	t.Scopes = words[1:]
	return err
}

const (
	unused  = 365 * 24 * time.Hour // a token expires after this time without use
	usedDay = 24 * time.Hour       // precision of the stored time of last use
)

// FindToken returns the token with a hash, or play.ErrNotFound. It records the
// use of the token, at most once a day.
func (s *Store) FindToken(ctx context.Context, hash [32]byte) (play.Token, error) {
	var used, now int64
	row := s.reads.QueryRowContext(ctx, s.sql(`SELECT `+tokenColumns+`, used, @NOW FROM tokens WHERE hash = $1 AND (used = 0 OR used > @NOW - $2)`), hash[:], unused.Microseconds())
	t, err := scanToken(func(to ...any) error { return row.Scan(append(to, &used, &now)...) })
	if errors.Is(err, sql.ErrNoRows) || err == nil && expired(&t, now) {
		return play.Token{}, play.ErrNotFound
	}
	if err == nil && now-used > usedDay.Microseconds() {
		_, err = s.exec(ctx, `UPDATE tokens SET used = @NOW WHERE hash = $1`, hash[:])
	}
	return t, s.failed("looking for a token", err)
}

func expired(t *play.Token, now int64) bool { return !t.Expires.IsZero() && micros(t.Expires) <= now }

// Tokens lists the tokens of a player that have not expired, oldest first.
// Tokens of OAuth apps are left out.
func (s *Store) Tokens(ctx context.Context, player string) ([]play.Token, error) {
	var all []play.Token
	var now int64
	err := s.rows(ctx, "listing tokens", func(rows *sql.Rows) error {
		t, err := scanToken(func(to ...any) error { return rows.Scan(append(to, &now)...) })
		if err == nil && !expired(&t, now) {
			all = append(all, t)
		}
		return err
	}, `SELECT `+tokenColumns+`, @NOW FROM tokens WHERE player = $1 AND (used = 0 OR used > @NOW - $2)
		AND NOT EXISTS (SELECT 1 FROM oauth_grants WHERE access = tokens.hash) ORDER BY created, hash`, player, unused.Microseconds())
	return all, err
}

// DropToken deletes an access token of a player. See play.Tokens.
func (s *Store) DropToken(ctx context.Context, player string, hash [32]byte) error {
	return s.execOne(ctx, "removing a token", play.ErrNotFound, `DELETE FROM tokens WHERE player = $1 AND hash = $2`, player, hash[:])
}
