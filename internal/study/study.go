// Package study implements studies that players share by a link. A study's content is too long for
// a URL, so the server stores it. The browser compresses the content, and the server does not read
// it. The package does no network or database I/O itself; callers pass in randomness.
package study

import (
	"context"
	"encoding/base64"
	"io"
	"strings"
	"time"

	"kydai/game"
)

// Limits of shared studies. The callers of Service limit how many studies a user may share per
// time.
const (
	MaxBody    = 48 << 10            // maximum length of a compressed study, in characters
	MaxGuest   = 20                  // maximum number of studies of a guest
	MaxAccount = 200                 // maximum number of studies of an account
	KeptFor    = 90 * 24 * time.Hour // a guest's study is deleted this long after it was last opened
)

// Error codes.
const (
	NotFound = "not-found" // there is no such study
	Bad      = "bad-study" // the text or the game of a study is invalid
	TooMany  = "too-many"  // the player has reached a limit
)

// Errors of the service and of a Store, for errors.Is.
var (
	ErrNoStudy = game.Err(NotFound, "there is no such study; it may have been deleted, or nobody has opened it for 90 days")

	errText = game.Err(Bad, "a study is compressed text in base64url")
	errGame = game.Err(Bad, "there is no such game")
	errFull = game.Err(TooMany, "you have shared as many studies as one may; delete one first")
)

// Study is a study that a player has shared by a link.
type Study struct {
	ID    string // random id
	Owner string // id of the player who shared it
	Game  string
	Body  string // compressed content, as the browser sent it; "" in lists
	Made  time.Time
	Seen  time.Time // when the study was last opened, to within a day
}

// Store is the database interface of the package.
type Store interface {
	// AddStudy stores a study with the current time. If its owner has already shared the same
	// study, AddStudy returns the id of the stored study. If the owner has reached the limit
	// (mostGuest, or mostAccount for an account), it stores nothing and returns full = true.
	AddStudy(ctx context.Context, s *Study, mostGuest, mostAccount int) (id string, full bool, err error)
	// Study returns a study and records the time at which it was opened. It returns ErrNoStudy if
	// there is no such study.
	Study(ctx context.Context, id string) (Study, error)
	// Studies lists the studies of the given owners, newest first, without bodies.
	Studies(ctx context.Context, owners []string) ([]Study, error)
	// DropStudy deletes a study of one of the given owners. It returns ErrNoStudy if there is no
	// such study.
	DropStudy(ctx context.Context, owners []string, id string) error
}

// Options configure a Service. All fields are required.
type Options struct {
	Store  Store
	Random io.Reader
	// Known reports whether the site has a game with this name.
	Known func(game string) bool
}

// Service implements the operations on studies. It is safe for concurrent use.
type Service struct{ opts Options }

// New makes a service.
func New(o Options) *Service { return &Service{opts: o} }

// idBytes is the number of random bytes in a study's id. Ids of this length cannot be guessed.
const idBytes = 12

// Share stores a study and returns its id.
func (s *Service) Share(ctx context.Context, owner, gameName, body string) (string, error) {
	if !isPacked(body) {
		return "", errText
	}
	if !s.opts.Known(gameName) {
		return "", errGame
	}
	var random [idBytes]byte
	if _, err := io.ReadFull(s.opts.Random, random[:]); err != nil {
		return "", err
	}
	one := Study{ID: base64.RawURLEncoding.EncodeToString(random[:]), Owner: owner, Game: gameName, Body: body}
	id, full, err := s.opts.Store.AddStudy(ctx, &one, MaxGuest, MaxAccount)
	if full {
		return "", errFull
	}
	return id, err
}

// Open returns a study. A guest's study is kept until KeptFor after it was last opened.
func (s *Service) Open(ctx context.Context, id string) (Study, error) {
	return s.opts.Store.Study(ctx, id)
}

// List lists the studies of a player, newest first. The parameter owners contains the player's
// account id and the ids of the guests who belong to the account.
func (s *Service) List(ctx context.Context, owners []string) ([]Study, error) {
	return s.opts.Store.Studies(ctx, owners)
}

// Drop deletes a study of a player.
func (s *Service) Drop(ctx context.Context, owners []string, id string) error {
	return s.opts.Store.DropStudy(ctx, owners, id)
}

// isPacked reports whether a text has the form of a compressed study.
func isPacked(body string) bool {
	if body == "" || len(body) > MaxBody {
		return false
	}
	return strings.IndexFunc(body, func(c rune) bool {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		return !letter && (c < '0' || c > '9') && c != '-' && c != '_'
	}) < 0
}
