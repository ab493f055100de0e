// Package classes implements classes of children: a teacher pastes names, each
// becomes an account with a nickname and a card, and a child signs in by the card.
// Real names are for the teachers only, and everything goes with the class. Teachers
// give tasks, play all children at once and show a demo board. It knows no network
// and no database; time and randomness are arguments.
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
	MaxClasses = 20 // of a teacher
	MaxPupils  = 60 // of a class
	MaxName    = 80 // characters of the name of a class or of a child
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

// Hash is the SHA-256 of a secret, by which its row is found.
type Hash = [sha256.Size]byte

// Class is a class of a teacher.
type Class struct {
	ID      string // random
	Name    string
	Teacher string // account id of the owner
	Code    string // what a child types before its own code
	Made    time.Time
	Pupils  int      // number of children
	Also    []string // account ids of further teachers, in the order in which they came; not in lists
}

// Pupil is a child of a class.
type Pupil struct {
	Player string // account id
	Class  string
	Real   string // for the teacher only
	Nick   string // name of the account
	Card   bool   // has a card that is valid
	Made   time.Time
}

// NewPupil is a child with its account, to be stored.
type NewPupil struct {
	Pupil
	Name account.Name // the nickname
	Keys Keys
}

// Keys are the hashes of a card; nil if it was withdrawn.
type Keys struct{ Card, Code []byte }

// Store keeps the rows.
type Store interface {
	WorkStore

	// AddClass stores a class with the current time. full is true, and nothing is
	// stored, if the teacher has as many as allowed; ErrCodeTaken if another class
	// has its code.
	AddClass(ctx context.Context, c *Class, most int) (full bool, err error)
	// Class returns a class; ErrNoClass if there is none.
	Class(ctx context.Context, id string) (Class, error)
	// ClassCoded returns the class with a code; ErrNoClass if there is none.
	ClassCoded(ctx context.Context, code string) (Class, error)
	// Classes lists the classes that a teacher has or teaches, the newest first.
	Classes(ctx context.Context, teacher string) ([]Class, error)
	// RenameClass changes the name of a class.
	RenameClass(ctx context.Context, id, name string) error
	// DropClass deletes a class without children, with its tasks, simuls, demo board
	// and further teachers.
	DropClass(ctx context.Context, id string) error

	// AddPupil stores a child and its account, which has the role of a pupil and no
	// password. full is true, and nothing is stored, if the class has as many as
	// allowed; people.ErrNameTaken if the nickname is not free.
	AddPupil(ctx context.Context, p *NewPupil, most int) (full bool, err error)
	// Pupils lists the children of a class in the order in which they came.
	Pupils(ctx context.Context, class string) ([]Pupil, error)
	// Pupil returns a child by its account; ErrNoClass if it is none.
	Pupil(ctx context.Context, player string) (Pupil, error)
	// SetReal changes the real name of a child.
	SetReal(ctx context.Context, player, name string) error
	// SetCard replaces the card of a child.
	SetCard(ctx context.Context, player string, k Keys) error
	// CardOf returns the child with a card; ErrNoClass if there is none.
	CardOf(ctx context.Context, card Hash) (Pupil, error)
	// CodeOf returns the child of a class with a short code; ErrNoClass if there
	// is none.
	CodeOf(ctx context.Context, class string, code Hash) (Pupil, error)
}

// text cleans a name as typed: single spaces, nothing that cannot be printed.
func text(s string) (string, bool) { return line(s, MaxName) }

// ParseNames reads names as they were pasted: one on each line, with or without
// numbers before them, or with columns as a table has them.
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
