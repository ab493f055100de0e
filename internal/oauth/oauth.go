// Package oauth lets players give third-party apps a part of their rights. It implements the
// authorization code grant of OAuth 2.1 with PKCE, for public clients.
//
// An account registers an app with its redirect addresses. The permission that a player gives to an
// app is called a grant. One database row holds the grant and everything derived from it: the
// authorization code, the access token, which is a token of the API, and the refresh token. If a
// code or refresh token is used a second time, it must have been stolen, so its grant ends.
package oauth

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"io"
	"slices"
	"strings"
	"time"

	"kydai/account"
	"kydai/game"
	"kydai/internal/play"
)

// Lifetimes of codes and tokens, and limits on the numbers of apps, grants and addresses.
const (
	CodeFor      = 60 * time.Second
	AccessFor    = time.Hour
	RefreshFor   = 90 * 24 * time.Hour // lifetime of a refresh token that is not used
	MostApps     = 10                  // maximum number of apps per account
	MostGrants   = 20                  // maximum number of grants per player; one more grant replaces the oldest
	MostRedirect = 5                   // maximum number of redirect addresses per app
)

// Scopes are the scopes that an app can get. The scope for webhooks is missing because a webhook
// ends with the access token that created it, and an access token lasts only an hour.
var Scopes = []string{string(account.ScopePlay), string(account.ScopeRead), string(account.ScopeTalk)}

// Error codes that the REST API returns.
const (
	BadRedirect = "bad-redirect"
	NoApp       = "no-app"
	NoGrant     = "no-grant"
	TooMany     = "too-many"
)

var (
	// ErrRedirect means that the app may not use this address as its redirect address.
	ErrRedirect = game.Err(BadRedirect, "an address must be https, http at 127.0.0.1 or [::1], or of a scheme with a dot, without user and fragment")
	// ErrNoApp means that no app has the requested id.
	ErrNoApp = game.Err(NoApp, "there is no such app")
	// ErrNoGrant means that the player has no grant with the requested id.
	ErrNoGrant = game.Err(NoGrant, "there is no such grant")
	// ErrTooMany means that an account already has MostApps apps, the maximum.
	ErrTooMany = game.Err(TooMany, "an account has 10 apps at most")
)

// App is a third-party program that is registered for OAuth.
type App struct {
	ID        string
	Owner     string // id of the account that registered the app
	Name      string // name of the app; also the name under which the app plays
	Redirects []string
	Created   time.Time
}

// Grant is the permission that a player has given to an app.
type Grant struct {
	ID        string
	App       string
	AppName   string
	Player    string
	Scopes    []string
	Redirect  string // redirect address of the authorization request
	Challenge string
	Code      [32]byte // hash of the authorization code
	CodeUntil time.Time
	CodeUsed  bool
	Access    [32]byte // hash of the access token; all zero if there is no access token
	Refresh   [32]byte // hash of the refresh token; all zero if there is no refresh token
	Created   time.Time
	Until     time.Time
}

// Store stores apps and grants. Methods that delete access tokens return the hashes of the deleted
// tokens in the result ended.
type Store interface {
	// AddApp stores an app. It returns ErrTooMany if the owner already has the given maximum number
	// of apps.
	AddApp(ctx context.Context, a App, most int) error
	// App returns an app, or ErrNoApp.
	App(ctx context.Context, id string) (App, error)
	// Apps lists the apps that an account owns, oldest first.
	Apps(ctx context.Context, owner string) ([]App, error)
	// DropApp deletes an app and its grants. It returns ErrNoApp if the owner has no app with this
	// id.
	DropApp(ctx context.Context, owner, id string) (ended [][32]byte, err error)
	// AddGrant stores a grant. The last parameter is the limit of grants per player: AddGrant
	// deletes the oldest grants beyond this limit.
	AddGrant(ctx context.Context, g Grant, most int) (ended [][32]byte, err error)
	// Grant returns the grant with this id, or ErrNoGrant if it does not exist or has ended.
	Grant(ctx context.Context, id string) (Grant, error)
	// GrantOf returns the grant that an access token belongs to, or ErrNoGrant.
	GrantOf(ctx context.Context, access [32]byte) (Grant, error)
	// Grants lists the grants of a player that have a refresh token, newest first.
	Grants(ctx context.Context, player string) ([]Grant, error)
	// Issue replaces the tokens of a grant. The parameter was is the grant as the caller has read
	// it. If the stored grant has changed since then, Issue changes nothing and returns false.
	Issue(ctx context.Context, was Grant, access play.Token, refresh [32]byte, until time.Time) (bool, error)
	// DropGrant deletes a grant and its tokens. If player is empty, the grant may belong to any
	// player.
	DropGrant(ctx context.Context, player, id string) (ended [][32]byte, err error)
}

// Options configure a Service. All fields except Random are required.
type Options struct {
	Store Store
	// Mint creates a random access token and returns its text and the hash of the text.
	Mint func() (text string, hash [32]byte)
	// Hash returns the hash of an access token. It returns false if the text does not have the form
	// of an access token.
	Hash func(text string) ([32]byte, bool)
	// Ended is called with the hash of a deleted access token. It closes all connections that were
	// opened with the token, such as streams.
	Ended  func(hash [32]byte)
	Now    func() time.Time
	Random io.Reader // nil means crypto/rand.Reader
}

// Service manages the apps and grants of all players.
type Service struct{ options Options }

// New returns a Service that uses the given options.
func New(o Options) *Service {
	if o.Random == nil {
		o.Random = rand.Reader
	}
	return &Service{options: o}
}

var b64 = base64.RawURLEncoding

const (
	idBytes     = 12
	secretBytes = 32
)

// secret returns n random bytes in base64url, for an id or a secret.
func (s *Service) secret(n int) (string, error) {
	raw := make([]byte, n)
	_, err := io.ReadFull(s.options.Random, raw)
	return b64.EncodeToString(raw), err
}

// AddApp registers an app. The caller must have checked the name.
func (s *Service) AddApp(ctx context.Context, owner, name string, redirects []string) (App, error) {
	if len(redirects) == 0 || len(redirects) > MostRedirect || !allRedirects(redirects) {
		return App{}, ErrRedirect
	}
	id, err := s.secret(idBytes)
	if err != nil {
		return App{}, err
	}
	a := App{ID: id, Owner: owner, Name: name, Redirects: slices.Clone(redirects), Created: s.options.Now()}
	return a, s.options.Store.AddApp(ctx, a, MostApps)
}

func allRedirects(list []string) bool {
	return !slices.ContainsFunc(list, func(text string) bool { return !validRedirect(text) })
}

// Apps lists the apps that an account owns, oldest first.
func (s *Service) Apps(ctx context.Context, owner string) ([]App, error) {
	return s.options.Store.Apps(ctx, owner)
}

// DropApp deletes an app and its grants, and closes all connections that were opened with their
// tokens.
func (s *Service) DropApp(ctx context.Context, owner, id string) error {
	return s.ended(s.options.Store.DropApp(ctx, owner, id))
}

// Grants lists the grants of a player that have a refresh token, newest first.
func (s *Service) Grants(ctx context.Context, player string) ([]Grant, error) {
	return s.options.Store.Grants(ctx, player)
}

// DropGrant revokes a grant of a player and closes all connections that were opened with its access
// token.
func (s *Service) DropGrant(ctx context.Context, player, id string) error {
	return s.ended(s.options.Store.DropGrant(ctx, player, id))
}

func (s *Service) ended(hashes [][32]byte, err error) error {
	for _, h := range hashes {
		s.options.Ended(h)
	}
	return err
}

// tokenOf builds a token from a prefix, the id of a grant and a secret. The function parts splits
// the token again. The token contains the id, so the grant is found even if another secret has
// replaced this one.
func tokenOf(prefix, id, secret string) string { return prefix + id + "." + secret }

func parts(prefix, text string) (id string, hash [32]byte, ok bool) {
	rest, ok := strings.CutPrefix(text, prefix)
	id, secret, found := strings.Cut(rest, ".")
	return id, sha256.Sum256([]byte(secret)), ok && found && id != "" && len(secret) == b64.EncodedLen(secretBytes)
}

func same(a, b [32]byte) bool { return subtle.ConstantTimeCompare(a[:], b[:]) == 1 }

// scopesOf parses a space-separated list of scopes. An empty list means the scope "read".
func scopesOf(text string) ([]string, bool) {
	words := strings.Fields(text)
	if len(words) == 0 {
		words = []string{string(account.ScopeRead)}
	}
	slices.Sort(words)
	words = slices.Compact(words)
	for _, w := range words {
		if !slices.Contains(Scopes, w) {
			return nil, false
		}
	}
	return words, true
}
