package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"time"

	"kydai/game"
	"kydai/internal/oauth"
	"kydai/internal/play"
)

// AddApp stores an OAuth app, unless its owner has reached the limit of apps. See oauth.Store.
func (s *Store) AddApp(ctx context.Context, a oauth.App, most int) error {
	if !plain(a.Name) || !plain(strings.Join(a.Redirects, "")) {
		return game.Err(play.BadRow, "an app cannot be stored")
	}
	return s.execOne(ctx, "storing an app", oauth.ErrTooMany, `INSERT INTO oauth_apps (id, owner, name, redirects, created)
		SELECT $1, CAST($2 AS TEXT), $3, $4, CAST($5 AS BIGINT) WHERE (SELECT COUNT(*) FROM oauth_apps WHERE owner = $2) < CAST($6 AS BIGINT)`,
		a.ID, a.Owner, a.Name, strings.Join(a.Redirects, " "), micros(a.Created), most)
}

func (s *Store) apps(ctx context.Context, where, arg string) (all []oauth.App, err error) {
	err = s.rows(ctx, "reading apps", func(rows *sql.Rows) error {
		var a oauth.App
		var redirects string
		var created int64
		err := rows.Scan(&a.ID, &a.Owner, &a.Name, &redirects, &created)
		a.Redirects, a.Created = strings.Fields(redirects), fromMicros(created)
		all = append(all, a)
		return err
	}, `SELECT id, owner, name, redirects, created FROM oauth_apps WHERE `+where+` = $1 ORDER BY created, id`, arg)
	return all, err
}

// App returns an OAuth app by its id, or oauth.ErrNoApp. See oauth.Store.
func (s *Store) App(ctx context.Context, id string) (oauth.App, error) {
	if !plain(id) {
		return oauth.App{}, oauth.ErrNoApp
	}
	all, err := s.apps(ctx, "id", id)
	if err == nil && len(all) == 0 {
		err = oauth.ErrNoApp
	}
	if err != nil {
		return oauth.App{}, err
	}
	return all[0], nil
}

// Apps lists the OAuth apps that an account owns, oldest first. See oauth.Store.
func (s *Store) Apps(ctx context.Context, owner string) ([]oauth.App, error) {
	return s.apps(ctx, "owner", owner)
}

// DropApp deletes an OAuth app and its grants. It returns the hashes of the access tokens that
// ended. See oauth.Store.
func (s *Store) DropApp(ctx context.Context, owner, id string) ([][32]byte, error) {
	if err := s.execOne(ctx, "deleting an app", oauth.ErrNoApp, `DELETE FROM oauth_apps WHERE owner = $1 AND id = $2`, owner, id); err != nil {
		return nil, err
	}
	return s.dropGrants(ctx, `app = $1`, id)
}

// AddGrant stores a grant: a player's permission for an OAuth app. It deletes the player's oldest
// grants if there are more than the parameter most, and grants that have expired. It returns the
// hashes of the access tokens of the deleted grants. See oauth.Store.
func (s *Store) AddGrant(ctx context.Context, g oauth.Grant, most int) ([][32]byte, error) {
	_, err := s.exec(ctx, `INSERT INTO oauth_grants (id, app, player, scopes, redirect, challenge, code, code_until, code_used, access, refresh, created, until)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, FALSE, $9, $9, $10, $11)`,
		g.ID, g.App, g.Player, strings.Join(g.Scopes, " "), g.Redirect, g.Challenge, g.Code[:], micros(g.CodeUntil), []byte{}, micros(g.Created), micros(g.Until))
	if err != nil {
		return nil, s.failed("storing a grant", err)
	}
	return s.dropGrants(ctx, `player = $1 AND id NOT IN (SELECT id FROM oauth_grants WHERE player = $1 ORDER BY created DESC, id LIMIT $2)
		OR until < CAST($3 AS BIGINT)`, g.Player, most, micros(g.Created))
}

const grantColumns = `g.id, g.app, g.player, g.scopes, g.redirect, g.challenge, g.code, g.code_until, g.code_used, g.access, g.refresh, g.created, g.until, a.name`

func (s *Store) grants(ctx context.Context, where string, args ...any) (all []oauth.Grant, err error) {
	err = s.rows(ctx, "reading grants", func(rows *sql.Rows) error {
		var g oauth.Grant
		var scopes string
		var code, access, refresh []byte
		var codeUntil, created, until int64
		err := rows.Scan(&g.ID, &g.App, &g.Player, &scopes, &g.Redirect, &g.Challenge, &code, &codeUntil, &g.CodeUsed, &access, &refresh, &created, &until, &g.AppName)
		copy(g.Code[:], code)
		copy(g.Access[:], access)
		copy(g.Refresh[:], refresh)
		g.Scopes, g.CodeUntil, g.Created, g.Until = strings.Fields(scopes), fromMicros(codeUntil), fromMicros(created), fromMicros(until)
		all = append(all, g)
		return err
	}, `SELECT `+grantColumns+` FROM oauth_grants g JOIN oauth_apps a ON a.id = g.app WHERE g.until > @NOW AND `+where+` ORDER BY g.created DESC, g.id`, args...)
	return all, err
}

func oneGrant(all []oauth.Grant, err error) (oauth.Grant, error) {
	if err == nil && len(all) == 0 {
		err = oauth.ErrNoGrant
	}
	if err != nil {
		return oauth.Grant{}, err
	}
	return all[0], nil
}

// Grant returns a player's grant (permission) for an OAuth app by its id. See oauth.Store.
func (s *Store) Grant(ctx context.Context, id string) (oauth.Grant, error) {
	if !plain(id) {
		return oauth.Grant{}, oauth.ErrNoGrant
	}
	return oneGrant(s.grants(ctx, `g.id = $1`, id))
}

// GrantOf returns the grant that an access token belongs to. See oauth.Store.
func (s *Store) GrantOf(ctx context.Context, access [32]byte) (oauth.Grant, error) {
	return oneGrant(s.grants(ctx, `g.access = $1`, access[:]))
}

// Grants lists the grants that a player has given to OAuth apps, newest first. See oauth.Store.
func (s *Store) Grants(ctx context.Context, player string) ([]oauth.Grant, error) {
	return s.grants(ctx, `g.player = $1 AND length(g.refresh) > 0`, player)
}

// Issue replaces the access token and the refresh token of the grant `was`. It returns false if the
// stored grant has changed meanwhile. See oauth.Store.
func (s *Store) Issue(ctx context.Context, was oauth.Grant, access play.Token, refresh [32]byte, until time.Time) (bool, error) {
	const doing = "storing tokens of a grant"
	old := []byte{}
	if was.Refresh != [32]byte{} {
		old = was.Refresh[:]
	}
	err := s.inTx(ctx, doing, func(tx *sql.Tx) error {
		t := &Tx{s, tx}
		err := t.ExecOne(ctx, `UPDATE oauth_grants SET code_used = TRUE, access = $4, refresh = $5, until = $6 WHERE id = $1 AND code_used = $2 AND refresh = $3`,
			was.ID, was.CodeUsed, old, access.Hash[:], refresh[:], micros(until))
		if err != nil {
			return err
		}
		if err := t.Exec(ctx, `DELETE FROM tokens WHERE hash = $1 AND player = $2`, was.Access[:], was.Player); err != nil {
			return err
		}
		return t.Exec(ctx, `INSERT INTO tokens (hash, player, name, created, used, limits) VALUES ($1, $2, $3, @NOW, @NOW, $4)`,
			access.Hash[:], access.Player, access.Name, writeLimits(&access))
	})
	if errors.Is(err, errProgress) {
		return false, nil
	}
	return err == nil, s.failed(doing, err)
}

// DropGrant deletes a grant and its tokens. It returns the hash of the access token that ended. See
// oauth.Store.
func (s *Store) DropGrant(ctx context.Context, player, id string) ([][32]byte, error) {
	g, err := s.Grant(ctx, id)
	if err != nil {
		return nil, err
	}
	if player != "" && g.Player != player {
		return nil, oauth.ErrNoGrant
	}
	return s.dropGrants(ctx, `id = $1`, id)
}

// dropGrants deletes grants with their tokens. It returns the hashes of the deleted access tokens.
func (s *Store) dropGrants(ctx context.Context, where string, args ...any) (ended [][32]byte, err error) {
	const doing = "deleting grants"
	err = s.inTx(ctx, doing, func(tx *sql.Tx) error {
		ended = nil
		rows, err := tx.QueryContext(ctx, s.sql(`DELETE FROM oauth_grants WHERE `+where+` RETURNING access`), args...)
		if err != nil {
			return s.failed(doing, err)
		}
		defer func() { _ = rows.Close() }()
		for rows.Next() {
			var hash []byte
			if err := rows.Scan(&hash); err != nil {
				return s.failed(doing, err)
			}
			if len(hash) == 32 {
				ended = append(ended, [32]byte(hash))
			}
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			return s.failed(doing, err)
		}
		for _, hash := range ended {
			if _, err := tx.ExecContext(ctx, s.sql(`DELETE FROM tokens WHERE hash = $1`), hash[:]); err != nil {
				return s.failed(doing, err)
			}
		}
		return nil
	})
	return ended, err
}
