// Package people implements the use cases of accounts: a guest becomes an
// account, signs in and out, changes name and password, and takes all data along
// or deletes it. It knows no network and no database; time and randomness are
// arguments.
package people

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"kydai/account"
	"kydai/game"
)

// Hash is the SHA-256 of a secret, by which its row is found.
type Hash = [sha256.Size]byte

// Error codes of a Store.
const (
	NameTaken  = "name-taken"  // another account has this name, or one that looks like it
	HasAccount = "has-account" // this player has an account already, or belongs to one
	NoAccount  = "no-account"  // there is no such account, session, code or link
	Changed    = "changed"     // the account was changed by somebody else in between
)

// Errors of a Store, for errors.Is.
var (
	ErrNameTaken  = game.Err(NameTaken, "another player has this name, or one that looks like it")
	ErrHasAccount = game.Err(HasAccount, "this player has an account already; please sign in")
	ErrNoAccount  = game.Err(NoAccount, "there is no such account")
	ErrChanged    = game.Err(Changed, "the account was changed elsewhere; please load the page again")
)

// Account is a player with a name of their own. An Account prints as its id.
type Account struct {
	ID       string // the id that the player had as a guest
	Name     account.Name
	Password string // argon2id in PHC form
	Role     account.Role
	Created  time.Time
	Renamed  time.Time // zero: never
	Deleted  time.Time // zero: it is not; a deleted account has no name and no password
	Version  int       // every change is a compare-and-set on it
}

// Format prints only the id.
func (a Account) Format(f fmt.State, _ rune) { _, _ = fmt.Fprintf(f, "account %s", a.ID) }

// Session is a browser that is signed in.
type Session struct {
	Hash    Hash
	Account string
	Created time.Time
	Seen    time.Time // to the hour
	Agent   string    // the browser, as it names itself
	Address string    // where it was seen last
}

// Passkey is a key pair of a device whose public half is stored.
type Passkey struct {
	ID      []byte // drawn by the authenticator
	Account string
	Data    []byte // webauthn.Credential as JSON
	Agent   string // the browser that made it, as it names itself
	Created time.Time
	Used    time.Time // zero: never
}

// Store keeps the rows of accounts. A change that is given rows of the audit log
// stores them in the same transaction.
type Store interface {
	// AddAccount stores a new account with its recovery codes. ErrNameTaken or
	// ErrHasAccount if that is not possible.
	AddAccount(ctx context.Context, a Account, codes []account.RecoveryHash) error
	// Account returns an account, deleted ones too. ErrNoAccount for a guest.
	Account(ctx context.Context, id string) (Account, error)
	// AccountNamed returns the account with a key of a name.
	AccountNamed(ctx context.Context, key string) (Account, error)
	// SetAccount stores name, password, role and renamed of an account if it has
	// still the version of a; otherwise ErrChanged.
	SetAccount(ctx context.Context, a Account, log ...Entry) error
	// SetRole stores the role of an account if it has still the role of a;
	// otherwise ErrChanged. ErrLastAdmin if no administrator would be left.
	SetRole(ctx context.Context, a Account, role account.Role, log Entry) error
	// DeleteAccount removes name, password, sessions, codes, links, tokens, offers
	// and texts of an account, and the names of the guests who belong to it. The
	// row and its id stay. With rows of the audit log it is ErrLastAdmin if no
	// administrator would be left.
	DeleteAccount(ctx context.Context, id string, now time.Time, log ...Entry) error
	// Users lists up to n accounts that are not deleted.
	Users(ctx context.Context, f UserFilter, n int) ([]User, error)
	// Audit lists up to n rows of the audit log after a place, latest first: all,
	// or those whose actor or subject is about.
	Audit(ctx context.Context, about string, after After, n int) ([]Entry, error)
	// AddEntry adds a row to the audit log that belongs to no other change.
	AddEntry(ctx context.Context, log Entry) error
	// CountAccounts counts the accounts with a role that are not deleted.
	CountAccounts(ctx context.Context, role account.Role) (int, error)

	// Owners maps each of the player ids that is an account, or belongs to one,
	// to the id of the account. Guests are left out.
	Owners(ctx context.Context, players []string) (map[string]string, error)
	// Names maps those of the player ids that have an account, or belong to one,
	// to its name; to "" if the account is deleted.
	Names(ctx context.Context, players []string) (map[string]string, error)
	// Belong lets a guest belong to an account from now on. ErrHasAccount if the
	// guest is or belongs to another account.
	Belong(ctx context.Context, guest, account string, now time.Time) error
	// Belonging lists the guests that belong to an account.
	Belonging(ctx context.Context, account string) ([]string, error)

	AddSession(ctx context.Context, s Session) error
	// FindSession returns a session and its account. ErrNoAccount if there is
	// none that was created after born and seen after seen.
	FindSession(ctx context.Context, hash Hash, born, seen time.Time) (Session, Account, error)
	// SeeSession stores when and where a session was seen last.
	SeeSession(ctx context.Context, s Session) error
	// Sessions lists the sessions of an account, the last seen first.
	Sessions(ctx context.Context, account string) ([]Session, error)
	// DropSession ends a session of an account; ErrNoAccount if there is none.
	DropSession(ctx context.Context, account string, hash Hash, log ...Entry) error

	// SetCodes replaces the recovery codes of an account.
	SetCodes(ctx context.Context, account string, codes []account.RecoveryHash) error
	// Codes returns the recovery codes of an account that are not used yet.
	Codes(ctx context.Context, account string) ([]account.RecoveryHash, error)
	// UseCode removes a recovery code; ErrNoAccount if it is not there.
	UseCode(ctx context.Context, account string, code account.RecoveryHash) error

	// AddPasskey stores a passkey; ErrChanged if it is there already.
	AddPasskey(ctx context.Context, p Passkey) error
	// Passkeys lists the passkeys of an account, the oldest first.
	Passkeys(ctx context.Context, account string) ([]Passkey, error)
	// UsePasskey stores data and used of a passkey; ErrNoAccount if it is gone.
	UsePasskey(ctx context.Context, p Passkey) error
	// DropPasskey removes a passkey of an account; ErrNoAccount if it is gone.
	DropPasskey(ctx context.Context, account string, id []byte) error

	// AddLink stores a one-time link, and removes those that are long expired.
	AddLink(ctx context.Context, t account.Token, now time.Time, log ...Entry) error
	// Link returns a one-time link.
	Link(ctx context.Context, hash Hash) (account.Token, error)
	// UseLink marks a link as used at t.Used if it is not used yet; otherwise
	// ErrChanged.
	UseLink(ctx context.Context, t account.Token) error
}
