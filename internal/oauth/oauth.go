// Package oauth lets players give third-party apps a part of their rights: the authorization code grant
// of OAuth 2.1 with PKCE, for public clients.
//
// An account registers an app with its redirect addresses. What a player allows is a grant, one row
// that holds everything derived from it: the authorization code, the access token, which is a token of
// the API, and the refresh token. A code or refresh token that is used a second time must have been
// stolen, so its grant ends.
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

// Limits.
const (
	CodeFor      = 60 * time.Second
	AccessFor    = time.Hour
	RefreshFor   = 90 * 24 * time.Hour // without use
	MostApps     = 10                  // of an account
	MostGrants   = 20                  // of a player; the oldest makes room
	MostRedirect = 5                   // of an app
)

// Scopes are the scopes that an app can be given. The scope for webhooks is not
// among them: a webhook would end with the access token that created it, after
// an hour.
var Scopes = []string{string(account.ScopePlay), string(account.ScopeRead), string(account.ScopeTalk)}

// Error codes of the API.
const (
	BadRedirect = "bad-redirect"
	NoApp       = "no-app"
	NoGrant     = "no-grant"
	TooMany     = "too-many"
)

var (
	// ErrRedirect means that an address cannot be used as a redirect address.
	ErrRedirect = game.Err(BadRedirect, "an address must be https, http at 127.0.0.1 or [::1], or of a scheme with a dot, without user and fragment")
	// ErrNoApp means that no app has this id.
	ErrNoApp = game.Err(NoApp, "there is no such app")
	// ErrNoGrant means that the player has no such grant.
	ErrNoGrant = game.Err(NoGrant, "there is no such grant")
	// ErrTooMany means that an account already has MostApps apps.
	ErrTooMany = game.Err(TooMany, "an account has 10 apps at most")
)

// App is a third-party program that is registered for OAuth.
type App struct {
	ID        string
	Owner     string // account
	Name      string // under which it plays, too
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
	Redirect  string // of the request
	Challenge string
	Code      [32]byte // hash
	CodeUntil time.Time
	CodeUsed  bool
	Access    [32]byte // hash of the access token; zero: none
	Refresh   [32]byte // hash of the refresh token; zero: none
	Created   time.Time
	Until     time.Time
}

// Store keeps apps and grants. The results named ended are the hashes of the
// access tokens that were deleted.
type Store interface {
	// AddApp stores an app; ErrTooMany if its owner already has most apps.
	AddApp(ctx context.Context, a App, most int) error
	// App returns an app, or ErrNoApp.
	App(ctx context.Context, id string) (App, error)
	// Apps lists the apps of an account, oldest first.
	Apps(ctx context.Context, owner string) ([]App, error)
	// DropApp deletes an app and its grants; ErrNoApp if the owner has no such app.
	DropApp(ctx context.Context, owner, id string) (ended [][32]byte, err error)
	// AddGrant stores a grant. It keeps the newest grants of the player, at most
	// most of them, and deletes the others.
	AddGrant(ctx context.Context, g Grant, most int) (ended [][32]byte, err error)
	// Grant returns a grant that has not ended, or ErrNoGrant.
	Grant(ctx context.Context, id string) (Grant, error)
	// GrantOf returns the grant that an access token belongs to, or ErrNoGrant.
	GrantOf(ctx context.Context, access [32]byte) (Grant, error)
	// Grants lists the grants of a player that have a refresh token, newest first.
	Grants(ctx context.Context, player string) ([]Grant, error)
	// Issue replaces the tokens of a grant by new ones. was is the grant as the
	// caller read it; if the stored grant has changed since, Issue changes
	// nothing and returns false.
	Issue(ctx context.Context, was Grant, access play.Token, refresh [32]byte, until time.Time) (bool, error)
	// DropGrant deletes a grant with its tokens. An empty player matches every player.
	DropGrant(ctx context.Context, player, id string) (ended [][32]byte, err error)
}

// Options configure a Service. All fields except Random are required.
type Options struct {
	Store Store
	// Mint creates an access token and returns its text and hash.
	Mint func() (text string, hash [32]byte)
	// Hash returns the hash of an access token; false if the text is not an access token.
	Hash func(text string) ([32]byte, bool)
	// Ended closes everything that was opened with an access token, such as streams.
	Ended  func(hash [32]byte)
	Now    func() time.Time
	Random io.Reader // nil means crypto/rand
}

// Service manages the apps and grants of all players.
type Service struct{ options Options }

// New returns a service.
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

// AddApp registers an app. The caller has checked the name.
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

// Apps lists the apps of an account.
func (s *Service) Apps(ctx context.Context, owner string) ([]App, error) {
	return s.options.Store.Apps(ctx, owner)
}

// DropApp deletes an app and closes everything that its tokens have opened.
func (s *Service) DropApp(ctx context.Context, owner, id string) error {
	return s.ended(s.options.Store.DropApp(ctx, owner, id))
}

// Grants lists the grants of a player.
func (s *Service) Grants(ctx context.Context, player string) ([]Grant, error) {
	return s.options.Store.Grants(ctx, player)
}

// DropGrant revokes a grant of a player and closes everything that its tokens have opened.
func (s *Service) DropGrant(ctx context.Context, player, id string) error {
	return s.ended(s.options.Store.DropGrant(ctx, player, id))
}

func (s *Service) ended(hashes [][32]byte, err error) error {
	for _, h := range hashes {
		s.options.Ended(h)
	}
	return err
}

// tokenOf joins the id of a grant and a secret; parts is its inverse. With the
// id, the grant is found even if its secret was already used and replaced.
func tokenOf(prefix, id, secret string) string { return prefix + id + "." + secret }

func parts(prefix, text string) (id string, hash [32]byte, ok bool) {
	rest, ok := strings.CutPrefix(text, prefix)
	id, secret, found := strings.Cut(rest, ".")
	return id, sha256.Sum256([]byte(secret)), ok && found && id != "" && len(secret) == b64.EncodedLen(secretBytes)
}

func same(a, b [32]byte) bool { return subtle.ConstantTimeCompare(a[:], b[:]) == 1 }

// scopesOf parses a list of scopes; an empty list means the scope "read".
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
