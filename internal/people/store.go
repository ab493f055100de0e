// Package people implements accounts: a guest becomes an account, signs in and out,
// changes name and password, exports all data or deletes it. The package does no network
// or database I/O itself; callers pass in time and randomness.
package people

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"kydai/account"
	"kydai/game"
)

// Hash is the SHA-256 hash of a secret. The store uses the hash to find the row of the secret.
type Hash = [sha256.Size]byte

// Error codes of a Store.
const (
	NameTaken  = "name-taken"  // another account has this name or a name that looks like it
	HasAccount = "has-account" // this player already has an account or belongs to one
	NoAccount  = "no-account"  // there is no such account, session, code or link
	Changed    = "changed"     // another request has changed the account in the meantime
)

// Errors of a Store, for errors.Is.
var (
	ErrNameTaken  = game.Err(NameTaken, "another player has this name, or one that looks like it")
	ErrHasAccount = game.Err(HasAccount, "this player has an account already; please sign in")
	ErrNoAccount  = game.Err(NoAccount, "there is no such account")
	ErrChanged    = game.Err(Changed, "the account was changed elsewhere; please load the page again")
)

// Account is a registered player. An Account prints only as its id, so that logs contain
// no personal data.
type Account struct {
	ID       string // id of the player; the same id that the player had as a guest
	Name     account.Name
	Password string // argon2id hash in PHC form
	Role     account.Role
	Created  time.Time
	Renamed  time.Time // time of the last rename; zero if the account was never renamed
	Deleted  time.Time // time of deletion; zero if not deleted. A deleted account has no name and no password
	Version  int       // version of the row; a change is stored only if the row still has this version
}

// Format prints only the id, with any formatting verb.
func (a Account) Format(f fmt.State, _ rune) { _, _ = fmt.Fprintf(f, "account %s", a.ID) }

// Session is a signed-in browser.
type Session struct {
	Hash    Hash
	Account string
	Created time.Time
	Seen    time.Time // time of the last visit, precise to an hour
	Agent   string    // User-Agent header of the browser
	Address string    // IP address of the last visit
}

// Passkey is a key pair on a user's device. Only its public key is stored.
type Passkey struct {
	ID      []byte // credential id, chosen by the authenticator
	Account string
	Data    []byte // webauthn.Credential as JSON
	Agent   string // User-Agent header of the browser that created the passkey
	Created time.Time
	Used    time.Time // time of the last use; zero if never used
}

// Store is the database interface of the package. A method that takes rows of the audit log writes
// them in the same transaction as its change.
type Store interface {
	// AddAccount stores a new account with its recovery codes. It returns ErrNameTaken if
	// the name is taken, and ErrHasAccount if the player already has an account or
	// belongs to one.
	AddAccount(ctx context.Context, a Account, codes []account.RecoveryHash) error
	// Account returns an account, even a deleted one. It returns ErrNoAccount for a
	// guest.
	Account(ctx context.Context, id string) (Account, error)
	// AccountNamed returns the account whose account.Name.Key is key.
	AccountNamed(ctx context.Context, key string) (Account, error)
	// SetAccount stores the name, password, role and rename time of an account. If the stored
	// version differs from a.Version, it returns ErrChanged.
	SetAccount(ctx context.Context, a Account, log ...Entry) error
	// SetRole changes the role of an account. If the stored role differs from a.Role, it returns
	// ErrChanged. It returns ErrLastAdmin if no administrator would be left.
	SetRole(ctx context.Context, a Account, role account.Role, log Entry) error
	// DeleteAccount deletes the name, password, sessions, codes, links, tokens, offers
	// and texts of an account, and the names of the guests that belong to it. The row
	// with its id stays. If rows of the audit log are given and no administrator would be
	// left, it returns ErrLastAdmin.
	DeleteAccount(ctx context.Context, id string, now time.Time, log ...Entry) error
	// Users lists up to n accounts. Deleted accounts are left out.
	Users(ctx context.Context, f UserFilter, n int) ([]User, error)
	// Audit lists up to n rows of the audit log after a position, latest first. If the given
	// account id is not "", only rows with this account as actor or subject are listed.
	Audit(ctx context.Context, about string, after After, n int) ([]Entry, error)
	// AddEntry adds a row to the audit log without any other change.
	AddEntry(ctx context.Context, log Entry) error
	// CountAccounts returns the number of accounts with a role. Deleted accounts are not
	// counted.
	CountAccounts(ctx context.Context, role account.Role) (int, error)

	// Owners returns a map from player ids to account ids. The account is the player's own account
	// or, for a guest, the account that the guest belongs to. Guests who belong to no account are
	// missing from the map.
	Owners(ctx context.Context, players []string) (map[string]string, error)
	// Names returns a map from player ids to the names of their accounts. The account is the
	// player's own account or, for a guest, the account that the guest belongs to. The name is ""
	// if the account is deleted.
	Names(ctx context.Context, players []string) (map[string]string, error)
	// Belong assigns a guest to an account. It returns ErrHasAccount if the guest is an account or
	// already belongs to another account.
	Belong(ctx context.Context, guest, account string, now time.Time) error
	// Belonging lists the guests that belong to an account.
	Belonging(ctx context.Context, account string) ([]string, error)

	AddSession(ctx context.Context, s Session) error
	// FindSession returns a session and its account. It returns ErrNoAccount if the session was
	// created before the time in the parameter born, or was last seen before the time in the
	// parameter seen.
	FindSession(ctx context.Context, hash Hash, born, seen time.Time) (Session, Account, error)
	// SeeSession stores the time and the IP address of the last visit in a session.
	SeeSession(ctx context.Context, s Session) error
	// Sessions lists the sessions of an account, the most recently used first.
	Sessions(ctx context.Context, account string) ([]Session, error)
	// DropSession ends a session of an account; ErrNoAccount if there is no such session.
	DropSession(ctx context.Context, account string, hash Hash, log ...Entry) error

	// SetCodes replaces the recovery codes of an account.
	SetCodes(ctx context.Context, account string, codes []account.RecoveryHash) error
	// Codes returns the unused recovery codes of an account.
	Codes(ctx context.Context, account string) ([]account.RecoveryHash, error)
	// UseCode removes a recovery code; ErrNoAccount if there is no such code.
	UseCode(ctx context.Context, account string, code account.RecoveryHash) error

	// AddPasskey stores a passkey; ErrChanged if it is already stored.
	AddPasskey(ctx context.Context, p Passkey) error
	// Passkeys lists the passkeys of an account, the oldest first.
	Passkeys(ctx context.Context, account string) ([]Passkey, error)
	// UsePasskey stores the data and the time of last use of a passkey; ErrNoAccount if
	// it was removed.
	UsePasskey(ctx context.Context, p Passkey) error
	// DropPasskey removes a passkey of an account; ErrNoAccount if there is no such
	// passkey.
	DropPasskey(ctx context.Context, account string, id []byte) error

	// AddLink stores a one-time link and deletes links that expired long ago.
	AddLink(ctx context.Context, t account.Token, now time.Time, log ...Entry) error
	// Link returns the one-time link with the given hash.
	Link(ctx context.Context, hash Hash) (account.Token, error)
	// UseLink marks a link as used at t.Used. If it is already used, it returns
	// ErrChanged.
	UseLink(ctx context.Context, t account.Token) error
}
