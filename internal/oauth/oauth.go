// Package oauth lets players give apps of others a part of their rights: the
// authorization code grant of OAuth 2.1 with PKCE, for public clients.
//
// An app is registered by an account, with the addresses that players are sent back
// to. What a player allows is a grant, one row with everything that follows from it:
// the code, the access token, which is a token of the API, and the refresh token. A
// code or refresh token that comes a second time was stolen, and ends the grant.
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

// Scopes are those that an app can be given. A webhook would end with the access
// token that made it, after an hour.
var Scopes = []string{string(account.ScopePlay), string(account.ScopeRead), string(account.ScopeTalk)}

// Codes of refusals of the API.
const (
	BadRedirect = "bad-redirect"
	NoApp       = "no-app"
	NoGrant     = "no-grant"
	TooMany     = "too-many"
)

var (
	// ErrRedirect means that players cannot be sent back to an address.
	ErrRedirect = game.Err(BadRedirect, "an address must be https, http at 127.0.0.1 or [::1], or of a scheme with a dot, without user and fragment")
	// ErrNoApp means that there is no such app.
	ErrNoApp = game.Err(NoApp, "there is no such app")
	// ErrNoGrant means that the player has allowed no such thing.
	ErrNoGrant = game.Err(NoGrant, "there is no such grant")
	// ErrTooMany means that an account has the most apps.
	ErrTooMany = game.Err(TooMany, "an account has 10 apps at most")
)

// App is a program of somebody else.
type App struct {
	ID        string
	Owner     string // account
	Name      string // under which it plays, too
	Redirects []string
	Created   time.Time
}

// Grant is what a player has allowed an app.
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

// Store keeps apps and grants. Ended are the hashes of access tokens that were
// deleted.
type Store interface {
	// AddApp stores an app; ErrTooMany if its owner has the most.
	AddApp(ctx context.Context, a App, most int) error
	// App returns an app, or ErrNoApp.
	App(ctx context.Context, id string) (App, error)
	// Apps lists the apps of an account, oldest first.
	Apps(ctx context.Context, owner string) ([]App, error)
	// DropApp deletes an app with its grants; ErrNoApp if the owner has none such.
	DropApp(ctx context.Context, owner, id string) (ended [][32]byte, err error)
	// AddGrant stores a grant and deletes all but the newest of its player.
	AddGrant(ctx context.Context, g Grant, most int) (ended [][32]byte, err error)
	// Grant returns a grant that has not ended, or ErrNoGrant.
	Grant(ctx context.Context, id string) (Grant, error)
	// GrantOf returns the grant of an access token, or ErrNoGrant.
	GrantOf(ctx context.Context, access [32]byte) (Grant, error)
	// Grants lists the grants of a player that have a refresh token, newest first.
	Grants(ctx context.Context, player string) ([]Grant, error)
	// Issue stores new tokens of a grant in place of the old ones. It changes
	// nothing and returns false if the grant is not as it was read.
	Issue(ctx context.Context, was Grant, access play.Token, refresh [32]byte, until time.Time) (bool, error)
	// DropGrant deletes a grant with its tokens. An empty player is any.
	DropGrant(ctx context.Context, player, id string) (ended [][32]byte, err error)
}

// Options configure a Service. All but Random are required.
type Options struct {
	Store Store
	// Mint makes an access token and its hash.
	Mint func() (text string, hash [32]byte)
	// Hash is the hash of an access token; false if the text is none.
	Hash func(text string) ([32]byte, bool)
	// Ended closes what an access token has open.
	Ended  func(hash [32]byte)
	Now    func() time.Time
	Random io.Reader // nil means crypto/rand
}

// Service is the apps and grants of all players.
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

// secret returns a random id or secret.
func (s *Service) secret(n int) (string, error) {
	raw := make([]byte, n)
	_, err := io.ReadFull(s.options.Random, raw)
	return b64.EncodeToString(raw), err
}

// AddApp registers an app. The name was checked.
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

// DropApp deletes an app; what it has open closes.
func (s *Service) DropApp(ctx context.Context, owner, id string) error {
	return s.ended(s.options.Store.DropApp(ctx, owner, id))
}

// Grants lists what a player has allowed.
func (s *Service) Grants(ctx context.Context, player string) ([]Grant, error) {
	return s.options.Store.Grants(ctx, player)
}

// DropGrant takes back what a player has allowed; what the app has open closes.
func (s *Service) DropGrant(ctx context.Context, player, id string) error {
	return s.ended(s.options.Store.DropGrant(ctx, player, id))
}

func (s *Service) ended(hashes [][32]byte, err error) error {
	for _, h := range hashes {
		s.options.Ended(h)
	}
	return err
}

// tokenOf joins the id of a grant and a secret; parts is its inverse. The id lets a
// secret be found that was used before.
func tokenOf(prefix, id, secret string) string { return prefix + id + "." + secret }

func parts(prefix, text string) (id string, hash [32]byte, ok bool) {
	rest, ok := strings.CutPrefix(text, prefix)
	id, secret, found := strings.Cut(rest, ".")
	return id, sha256.Sum256([]byte(secret)), ok && found && id != "" && len(secret) == b64.EncodedLen(secretBytes)
}

func same(a, b [32]byte) bool { return subtle.ConstantTimeCompare(a[:], b[:]) == 1 }

// scopesOf reads a list of scopes; without one it is "read".
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
