// Package classes implements school classes for children. A teacher pastes names; each child gets
// an account with a nickname and a printed card with a QR code, and signs in with the card. Only
// the teachers see real names, and all data is deleted with the class. Teachers give tasks, play
// against all children at once (simul) and show positions on a demo board. The package does no
// network or database I/O itself; callers pass in time and randomness.
package classes

import (
	"context"
	"crypto/sha256"
	"strings"
	"time"
	"unicode"

	"kydai/account"
	"kydai/game"
)

// Limits of classes.
const (
	MaxClasses = 20 // maximum number of classes of one teacher
	MaxPupils  = 60 // maximum number of children in one class
	MaxName    = 80 // maximum length of the name of a class or of a child, in characters
)

// Error codes.
const (
	NotFound  = "not-found"
	Bad       = "bad-class"
	TooMany   = "too-many"
	BadCard   = "bad-card"
	TooFast   = "too-fast"
	NotForYou = "not-for-you"
)

// Errors of the service and of a Store, for errors.Is.
var (
	ErrNoClass   = game.Err(NotFound, "there is no such class")
	ErrCodeTaken = game.Err(Bad, "another class has this code")

	errNoPupil = game.Err(NotFound, "there is no such child in this class")
	errName    = game.Err(Bad, "the name of a class has 1 to 80 characters")
	errReal    = game.Err(Bad, "the name of a child has 1 to 80 characters")
	errNobody  = game.Err(Bad, "the list has no names")
	errClasses = game.Err(TooMany, "you have as many classes as one may; delete one first")
	errFull    = game.Err(TooMany, "a class has at most 60 children")
	errCard    = game.Err(BadCard, "this card is not valid any more; please ask your teacher for a new one")
	errCode    = game.Err(BadCard, "the code of the class or your own code is wrong")
	errGuesses = game.Err(TooFast, "there were too many wrong codes; please use the QR code of your card, or wait a while")
)

// Hash is the SHA-256 hash of a secret. The store uses the hash to find the row of the secret.
type Hash = [sha256.Size]byte

// Class is a class of a teacher.
type Class struct {
	ID      string // random id of the class
	Name    string
	Teacher string // account id of the owner
	Code    string // class code, which a child types before the child's own code
	Made    time.Time
	Pupils  int      // number of children
	Also    []string // account ids of additional teachers, in the order in which they were added; not set in lists
}

// Pupil is a child of a class.
type Pupil struct {
	Player string // account id
	Class  string
	Real   string // real name, visible only to the teachers
	Nick   string // nickname: the name of the account
	Card   bool   // true if the child has a valid sign-in card
	Made   time.Time
}

// NewPupil is a new child with a new account, to be stored.
type NewPupil struct {
	Pupil
	Name account.Name // nickname as a parsed account name
	Keys Keys
}

// Keys holds the hashes of a sign-in card's secret and code; both are nil if the teacher has
// withdrawn the card.
type Keys struct{ Card, Code []byte }

// Store is the database interface of the package.
type Store interface {
	WorkStore

	// AddClass stores a class with the current time. If the teacher already has the maximum number
	// of classes, given by the parameter most, it stores nothing and returns full = true. It
	// returns ErrCodeTaken if another class has the same code.
	AddClass(ctx context.Context, c *Class, most int) (full bool, err error)
	// Class returns a class; ErrNoClass if the class does not exist.
	Class(ctx context.Context, id string) (Class, error)
	// ClassCoded returns the class with the given class code; ErrNoClass if no class has this code.
	ClassCoded(ctx context.Context, code string) (Class, error)
	// Classes lists the classes that a teacher owns or helps to teach, newest first.
	Classes(ctx context.Context, teacher string) ([]Class, error)
	// RenameClass changes the name of a class.
	RenameClass(ctx context.Context, id, name string) error
	// DropClass deletes a class that has no children, with its tasks, simuls, demo board
	// and additional teachers.
	DropClass(ctx context.Context, id string) error

	// AddPupil stores a child and its account, which has the role Pupil and no password. If the
	// class already has the maximum number of children, given by the parameter most, it stores
	// nothing and returns full = true. It returns people.ErrNameTaken if the nickname is taken.
	AddPupil(ctx context.Context, p *NewPupil, most int) (full bool, err error)
	// Pupils lists the children of a class in the order in which they were added.
	Pupils(ctx context.Context, class string) ([]Pupil, error)
	// Pupil returns a child by account id; ErrNoClass if the account is not a child of a
	// class.
	Pupil(ctx context.Context, player string) (Pupil, error)
	// SetReal changes the real name of a child.
	SetReal(ctx context.Context, player, name string) error
	// SetCard replaces the hashes of a child's sign-in card, so that the old card becomes invalid.
	SetCard(ctx context.Context, player string, k Keys) error
	// CardOf returns the child who owns the card; ErrNoClass if the card is unknown.
	CardOf(ctx context.Context, card Hash) (Pupil, error)
	// CodeOf returns the child with the given short code in a class; ErrNoClass if there is no such
	// child.
	CodeOf(ctx context.Context, class string, code Hash) (Pupil, error)
}

// text normalises a typed name: it collapses white space. ok is false if the name is
// empty, too long or has unprintable characters.
func text(s string) (string, bool) { return line(s, MaxName) }

// ParseNames reads a pasted list of names: one name per line, with or without a number before it,
// or as columns copied from a table.
func ParseNames(list string) ([]string, error) {
	var names []string
	for line := range strings.Lines(list) {
		line = strings.TrimLeftFunc(line, func(r rune) bool {
			return unicode.IsDigit(r) || unicode.IsSpace(r) || strings.ContainsRune(".)-–•*;,", r)
		})
		line = strings.TrimRight(line, " \t\r\n,;")
		if line == "" {
			continue
		}
		name, ok := text(strings.NewReplacer(";", " ", ",", " ").Replace(line))
		if !ok {
			return nil, errReal
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return nil, errNobody
	}
	return names, nil
}
