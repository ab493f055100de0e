package oauth

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"net/url"
	"slices"
	"strings"

	"kydai/internal/play"
)

// codePrefix and refreshPrefix are the first characters of every authorization code and refresh
// token. Programs that search published files for leaked secrets recognise the tokens by them.
const (
	codePrefix    = "kydai_code_"
	refreshPrefix = "kydai_refresh_"
)

// Error is an OAuth protocol error: an error code from the OAuth standard and a description.
type Error struct{ Code, Text string }

func (r *Error) Error() string { return r.Code + ": " + r.Text }

// Error codes that the OAuth standard defines.
const (
	InvalidRequest     = "invalid_request"
	InvalidClient      = "invalid_client"
	InvalidGrant       = "invalid_grant"
	InvalidScope       = "invalid_scope"
	UnsupportedType    = "unsupported_response_type"
	UnsupportedGrant   = "unsupported_grant_type"
	AccessDenied       = "access_denied"
	maxState           = 500
	leastVerifier      = 43
	mostVerifier       = 128
	verifierCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
)

func refuse(code, text string) error { return &Error{code, text} }

// errGrant is the error for every invalid code or token. Its text does not tell the exact reason,
// because this would help an attacker who tries stolen codes.
var errGrant = refuse(InvalidGrant, "the code or token is unknown, was used, has ended, or belongs to another request")

// Ask holds the parameters of an authorization request that has not been checked yet.
type Ask struct {
	Client, Redirect, Type, Challenge, Method, Scope, State string
}

// Asked is an authorization request that Check has accepted.
type Asked struct {
	Ask
	App    App
	Scopes []string
}

// Check validates an authorization request. If the error is ErrNoApp or ErrRedirect, the caller
// must show it to the player and must not redirect. If the error is an *Error, the caller must send
// it to the app by a redirect.
func (s *Service) Check(ctx context.Context, ask Ask) (Asked, error) {
	a, err := s.options.Store.App(ctx, ask.Client)
	if err != nil {
		return Asked{}, err
	}
	if !a.matches(ask.Redirect) {
		return Asked{}, ErrRedirect
	}
	asked := Asked{Ask: ask, App: a}
	raw, bad := b64.DecodeString(ask.Challenge)
	switch {
	case len(ask.State) > maxState:
		asked.State = ""
		return asked, refuse(InvalidRequest, "state has 500 bytes at most")
	case ask.Type != "code":
		return asked, refuse(UnsupportedType, "response_type must be code")
	case ask.Method != "S256" || bad != nil || len(raw) != sha256.Size:
		return asked, refuse(InvalidRequest, "code_challenge with code_challenge_method=S256 is required")
	}
	var ok bool
	if asked.Scopes, ok = scopesOf(ask.Scope); !ok {
		return asked, refuse(InvalidScope, "a scope is unknown")
	}
	return asked, nil
}

// Origin returns the origin of the redirect address, as a source for a Content-Security-Policy
// header.
func (a *Asked) Origin() string { return origin(a.Redirect) }

// Back returns the redirect address with the answer as query parameters, or "" if the address is
// invalid.
func (a *Asked) Back(issuer string, answer map[string]string) string {
	u, err := url.Parse(a.Redirect)
	if err != nil {
		return ""
	}
	q := u.Query()
	for name, value := range answer {
		q.Set(name, value)
	}
	if a.State != "" {
		q.Set("state", a.State)
	}
	q.Set("iss", issuer)
	u.RawQuery = q.Encode()
	return u.String()
}

// Allow stores the player's grant for a checked request and returns the authorization code.
func (s *Service) Allow(ctx context.Context, asked Asked, player string) (string, error) {
	id, err := s.secret(idBytes)
	if err != nil {
		return "", err
	}
	secret, err := s.secret(secretBytes)
	if err != nil {
		return "", err
	}
	now := s.options.Now()
	g := Grant{
		ID: id, App: asked.App.ID, Player: player, Scopes: asked.Scopes, Redirect: asked.Redirect, Challenge: asked.Challenge,
		Code: sha256.Sum256([]byte(secret)), CodeUntil: now.Add(CodeFor), Created: now, Until: now.Add(CodeFor),
	}
	return tokenOf(codePrefix, id, secret), s.ended(s.options.Store.AddGrant(ctx, g, MostGrants))
}

// Tokens is the response of the token endpoint to an authorization code or a refresh token.
type Tokens struct {
	Access  string `json:"access_token"`
	Type    string `json:"token_type"`
	Expires int    `json:"expires_in"` // lifetime of the access token in seconds
	Refresh string `json:"refresh_token"`
	Scope   string `json:"scope"`
}

// grant finds the grant that a code or a refresh token belongs to. It also returns the hash of the
// secret part of the code or token.
func (s *Service) grant(ctx context.Context, prefix, text, client string) (g Grant, hash [32]byte, err error) {
	id, hash, ok := parts(prefix, text)
	if !ok {
		return g, hash, errGrant
	}
	g, err = s.options.Store.Grant(ctx, id)
	if errors.Is(err, ErrNoGrant) || err == nil && g.App != client {
		return g, hash, errGrant
	}
	return g, hash, err
}

// Exchange exchanges an authorization code for tokens. A second use of the code ends the grant.
func (s *Service) Exchange(ctx context.Context, client, code, redirect, verifier string) (Tokens, error) {
	g, hash, err := s.grant(ctx, codePrefix, code, client)
	if err != nil {
		return Tokens{}, err
	}
	switch {
	case !same(hash, g.Code):
		return Tokens{}, errGrant
	case g.CodeUsed:
		return Tokens{}, s.stolen(ctx, g)
	case !g.CodeUntil.After(s.options.Now()) || g.Redirect != redirect || !proves(verifier, g.Challenge):
		return Tokens{}, errGrant
	}
	return s.issue(ctx, g)
}

// end deletes a grant and its tokens. It returns no error if the grant no longer exists.
func (s *Service) end(ctx context.Context, g Grant) error {
	if err := s.ended(s.options.Store.DropGrant(ctx, "", g.ID)); err != nil && !errors.Is(err, ErrNoGrant) {
		return err
	}
	return nil
}

// stolen ends a grant whose code or refresh token was used twice: one of the two uses must have
// been by a thief. It always returns an error, errGrant unless ending the grant fails.
func (s *Service) stolen(ctx context.Context, g Grant) error {
	if err := s.end(ctx, g); err != nil {
		return err
	}
	return errGrant
}

// proves reports whether a PKCE verifier matches a code challenge.
func proves(verifier, challenge string) bool {
	if len(verifier) < leastVerifier || len(verifier) > mostVerifier || strings.Trim(verifier, verifierCharacters) != "" {
		return false
	}
	sum := sha256.Sum256([]byte(verifier))
	return subtle.ConstantTimeCompare([]byte(b64.EncodeToString(sum[:])), []byte(challenge)) == 1
}

// Refresh exchanges a refresh token for new tokens with the same scopes. A parameter scope with
// other scopes is an error.
func (s *Service) Refresh(ctx context.Context, client, token, scope string) (Tokens, error) {
	g, hash, err := s.grant(ctx, refreshPrefix, token, client)
	if err != nil {
		return Tokens{}, err
	}
	if !same(hash, g.Refresh) {
		return Tokens{}, s.stolen(ctx, g)
	}
	if scope != "" {
		asked, ok := scopesOf(scope)
		if !ok || !slices.Equal(asked, g.Scopes) {
			return Tokens{}, refuse(InvalidScope, "the scopes must be those that the player allowed")
		}
	}
	return s.issue(ctx, g)
}

// issue replaces the tokens of a grant with new ones.
func (s *Service) issue(ctx context.Context, g Grant) (Tokens, error) {
	a, err := s.options.Store.App(ctx, g.App)
	if errors.Is(err, ErrNoApp) {
		return Tokens{}, errGrant
	}
	if err != nil {
		return Tokens{}, err
	}
	secret, err := s.secret(secretBytes)
	if err != nil {
		return Tokens{}, err
	}
	now := s.options.Now()
	text, hash := s.options.Mint()
	access := play.Token{Hash: hash, Player: g.Player, Name: a.Name, Scopes: g.Scopes, Created: now, Expires: now.Add(AccessFor)}
	ok, err := s.options.Store.Issue(ctx, g, access, sha256.Sum256([]byte(secret)), now.Add(RefreshFor))
	if err != nil {
		return Tokens{}, err
	}
	if !ok { // another request used the same code or token at the same time
		return Tokens{}, s.stolen(ctx, g)
	}
	if g.Access != [32]byte{} {
		s.options.Ended(g.Access)
	}
	return Tokens{
		Access: text, Type: "Bearer", Expires: int(AccessFor.Seconds()), Refresh: tokenOf(refreshPrefix, g.ID, secret), Scope: strings.Join(g.Scopes, " "),
	}, nil
}

// Revoke ends the grant that a refresh token or an access token belongs to. It returns no error for
// an unknown token.
func (s *Service) Revoke(ctx context.Context, client, token string) error {
	g, hash, err := s.grant(ctx, refreshPrefix, token, client)
	if err == nil && same(hash, g.Refresh) {
		return s.end(ctx, g)
	}
	if err != nil && !errors.Is(err, errGrant) {
		return err
	}
	if hash, ok := s.options.Hash(token); ok {
		g, err := s.options.Store.GrantOf(ctx, hash)
		if errors.Is(err, ErrNoGrant) || err == nil && g.App != client {
			return nil
		}
		if err != nil {
			return err
		}
		return s.end(ctx, g)
	}
	return nil
}
