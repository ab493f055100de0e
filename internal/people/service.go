package people

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"time"

	"kydai/account"
	"kydai/game"
)

// Limits of sessions.
const (
	SessionFor   = 400 * 24 * time.Hour // maximum duration of a session; browsers keep cookies no longer
	IdleFor      = 90 * 24 * time.Hour  // a session ends after this time without a visit
	seenEvery    = time.Hour            // precision of the stored time of the last visit
	mostSessions = 50                   // maximum number of sessions of an account; a further session ends the least recently seen one
	maxAgent     = 200                  // maximum stored length of a browser's User-Agent header, in bytes
)

// BadSession is the error code for a session that has ended.
const BadSession = "bad-session"

// ErrSession means that a session is unknown or has ended.
var ErrSession = game.Err(BadSession, "this session has ended; please sign in again")

// Options configure a Service. All fields are required unless their comment says
// otherwise.
type Options struct {
	Store  Store
	Hasher account.Hasher
	Random io.Reader // source of random bytes for salts, sessions, codes and links
	// Ended notifies all nodes that a session has ended. With a GuestHash, it notifies
	// them that the cookie of a guest has become invalid.
	Ended func(Hash)
	// Named notifies all nodes that the name of a player has changed or was deleted. If Named is
	// nil, no notification is sent.
	Named func(player string)
	// Deleted is called after an account was deleted, before the request is answered. It may be
	// nil.
	Deleted func(ctx context.Context)
	// Deleting is called before an account is deleted, to delete other data that must be deleted
	// first. It may be nil.
	Deleting func(ctx context.Context, id string) error
	// Site is the name of the site. CheckPassword rejects it as a password.
	Site string
}

// Service implements the operations on accounts. It is safe for concurrent use.
type Service struct {
	opts  Options
	brake brake
}

// New makes a service.
func New(o Options) *Service {
	if o.Named == nil {
		o.Named = func(string) {}
	}
	if o.Deleted == nil {
		o.Deleted = func(context.Context) {}
	}
	if o.Deleting == nil {
		o.Deleting = func(context.Context, string) error { return nil }
	}
	return &Service{opts: o}
}

// Device describes the device that sent a request.
type Device struct {
	Address string
	Agent   string
	// Familiar reports whether this device has been signed in to an account before. If Familiar is
	// nil, it has not.
	Familiar func(account string) bool
}

// Signed is a new session.
type Signed struct {
	Account Account
	Secret  string // secret value of the session cookie
	Session Session
}

// Visitor is a signed-in user.
type Visitor struct {
	Account Account
	Session Session
	Also    []string // ids of the guests that belong to the account
}

// SessionHash returns the hash by which a session is stored and found.
func SessionHash(secret string) Hash { return sha256.Sum256([]byte("kydai/session/" + secret)) }

// GuestHash returns the hash that stands for the cookie of a guest in a call of Options.Ended.
func GuestHash(player string) Hash { return sha256.Sum256([]byte("kydai/guest/" + player)) }

// Register turns a guest into an account. From then on the guest's cookie is invalid. The
// returned recovery codes are shown once.
func (s *Service) Register(ctx context.Context, guest, name, password string, d Device, now time.Time) (Signed, []string, error) {
	n, err := account.ParseName(name)
	if err != nil {
		return Signed{}, nil, err
	}
	hash, err := s.newPassword(ctx, password, n.Shown)
	if err != nil {
		return Signed{}, nil, err
	}
	codes, hashes, err := account.NewRecoveryCodes(s.opts.Random)
	if err != nil {
		return Signed{}, nil, err
	}
	a := Account{ID: guest, Name: n, Password: hash, Role: account.Player, Created: now}
	if err := s.opts.Store.AddAccount(ctx, a, hashes); err != nil {
		return Signed{}, nil, err
	}
	s.opts.Ended(GuestHash(guest))
	s.opts.Named(guest)
	signed, err := s.open(ctx, a, d, now)
	return signed, codes, err
}

func (s *Service) newPassword(ctx context.Context, password, name string) (string, error) {
	if err := account.CheckPassword(password, name, s.opts.Site); err != nil {
		return "", err
	}
	return s.opts.Hasher.Hash(ctx, password, s.opts.Random)
}

// open creates a session with a new random secret.
func (s *Service) open(ctx context.Context, a Account, d Device, now time.Time) (Signed, error) {
	var raw [sha256.Size]byte
	if _, err := io.ReadFull(s.opts.Random, raw[:]); err != nil {
		return Signed{}, err
	}
	secret := base64.RawURLEncoding.EncodeToString(raw[:])
	one := Session{Hash: SessionHash(secret), Account: a.ID, Created: now, Seen: now, Agent: cut(d.Agent, maxAgent), Address: d.Address}
	have, err := s.opts.Store.Sessions(ctx, a.ID)
	if err != nil {
		return Signed{}, err
	}
	for i := mostSessions - 1; i < len(have); i++ {
		if err := s.end(ctx, a.ID, have[i].Hash); err != nil {
			return Signed{}, err
		}
	}
	if err := s.opts.Store.AddSession(ctx, one); err != nil {
		return Signed{}, err
	}
	return Signed{Account: a, Secret: secret, Session: one}, nil
}

// SignIn opens a session by name and password. An unknown name gets the same response as a wrong
// password, after the same time, so that nobody can find out which names exist.
func (s *Service) SignIn(ctx context.Context, name, password string, d Device, now time.Time) (Signed, error) {
	a, err := s.named(ctx, name)
	if err != nil && !errors.Is(err, ErrNoAccount) {
		return Signed{}, err
	}
	known := err == nil && a.Role != account.Pupil // children's accounts have no password
	release, err := s.brake.pass(keysOf(name, a.ID, d), now)
	if err != nil {
		return Signed{}, err
	}
	if !known {
		return Signed{}, s.opts.Hasher.Waste(ctx, password)
	}
	again, err := s.opts.Hasher.Check(ctx, a.Password, password)
	if err != nil {
		return Signed{}, err
	}
	release()
	if again {
		if hash, err := s.opts.Hasher.Hash(ctx, password, s.opts.Random); err == nil {
			a.Password = hash
			_ = s.opts.Store.SetAccount(ctx, a) // an error does no harm: the old hash, made at an earlier cost, remains valid
		}
	}
	return s.open(ctx, a, d, now)
}

// named finds an account by a typed name; ErrNoAccount if there is no such account.
func (s *Service) named(ctx context.Context, name string) (Account, error) {
	n, err := account.ParseName(name)
	if err != nil {
		return Account{}, ErrNoAccount
	}
	return s.opts.Store.AccountNamed(ctx, n.Key)
}

// Find returns the id of the account with the given name, or ErrNoAccount.
func (s *Service) Find(ctx context.Context, name string) (id string, err error) {
	a, err := s.named(ctx, name)
	return a.ID, err
}

// Recover opens a session by name and recovery code and sets a new password. The code
// becomes invalid, and all other sessions end.
func (s *Service) Recover(ctx context.Context, name, code, password string, d Device, now time.Time) (Signed, error) {
	wrong := game.Err(account.BadToken, "the name or the recovery code is wrong, or the code was used already")
	// Codes have 120 random bits, so guesses are slowed down only by IP address. A limit per
	// account would let an attacker lock the owner out.
	release, err := s.brake.pass([]brakeKey{{"recovery " + d.Address, addressRule}}, now)
	if err != nil {
		return Signed{}, err
	}
	a, err := s.named(ctx, name)
	if errors.Is(err, ErrNoAccount) {
		return Signed{}, wrong
	}
	if err != nil {
		return Signed{}, err
	}
	have, err := s.opts.Store.Codes(ctx, a.ID)
	if err != nil {
		return Signed{}, err
	}
	left, err := account.UseRecoveryCode(have, code)
	if err != nil {
		return Signed{}, wrong
	}
	release()
	if a.Password, err = s.newPassword(ctx, password, a.Name.Shown); err != nil {
		return Signed{}, err
	}
	if err := s.opts.Store.UseCode(ctx, a.ID, missing(have, left)); err != nil {
		return Signed{}, wrong
	}
	if err := s.opts.Store.SetAccount(ctx, a); err != nil {
		return Signed{}, err
	}
	if err := s.EndAll(ctx, a.ID, Hash{}); err != nil {
		return Signed{}, err
	}
	return s.open(ctx, a, d, now)
}

// missing returns the one recovery hash that is in the first list but not in the second. The second
// list must be the first list without one hash.
func missing(all, left []account.RecoveryHash) account.RecoveryHash {
	for i := range left {
		if all[i] != left[i] {
			return all[i]
		}
	}
	return all[len(all)-1]
}

// Visit returns the user who is signed in with the secret of a cookie, or ErrSession.
func (s *Service) Visit(ctx context.Context, secret, address string, now time.Time) (Visitor, error) {
	one, a, err := s.opts.Store.FindSession(ctx, SessionHash(secret), now.Add(-SessionFor), now.Add(-IdleFor))
	if errors.Is(err, ErrNoAccount) {
		return Visitor{}, ErrSession
	}
	if err != nil {
		return Visitor{}, err
	}
	if now.Sub(one.Seen) > seenEvery {
		if one.Seen = now; a.Role != account.Pupil { // the address of a child's device is not stored
			one.Address = address
		}
		if err := s.opts.Store.SeeSession(ctx, one); err != nil && !errors.Is(err, ErrNoAccount) {
			return Visitor{}, err
		}
	}
	also, err := s.opts.Store.Belonging(ctx, a.ID)
	return Visitor{Account: a, Session: one, Also: also}, err
}

// Alive reports whether the session with the given hash has not ended.
func (s *Service) Alive(ctx context.Context, hash Hash, now time.Time) (bool, error) {
	_, _, err := s.opts.Store.FindSession(ctx, hash, now.Add(-SessionFor), now.Add(-IdleFor))
	if errors.Is(err, ErrNoAccount) {
		return false, nil
	}
	return true, err
}

// IsGuest reports whether a player is still a guest: the player has no account and belongs to no
// account. The guest's cookie is valid only as long as this is the case.
func (s *Service) IsGuest(ctx context.Context, player string) (bool, error) {
	owners, err := s.opts.Store.Owners(ctx, []string{player})
	return len(owners) == 0, err
}

func cut(text string, most int) string {
	clean := make([]rune, 0, len(text))
	for _, r := range text {
		if r >= ' ' && r != '\uFFFD' && r != 0x7f {
			clean = append(clean, r)
		}
	}
	for len(string(clean)) > most {
		clean = clean[:len(clean)-1]
	}
	return string(clean)
}
