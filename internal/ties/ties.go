// Package ties implements what players want of each other: whom they follow,
// whom they block, and what they report to the moderators. It knows no network
// and no database; time is an argument.
package ties

import (
	"context"
	"slices"
	"time"

	"kydai/game"
)

// Limits of the rows of one player.
const (
	MaxFollows = 200
	MaxBlocks  = 500
	MaxReports = 10             // within ReportsIn
	ReportsIn  = 24 * time.Hour // the time in which reports are counted
)

// Error codes.
const (
	NoPlayer  = "no-player"   // no player has this id
	Yourself  = "yourself"    // the other player is the caller
	NotForYou = "not-for-you" // one of the two has blocked the other
	TooMany   = "too-many"    // the player has reached a limit
	BadReport = "bad-report"  // the reason, the text or the match of a report
	NotFound  = "not-found"   // there is no such report
	Changed   = "changed"     // another moderator was faster
)

// Errors of the service and of a Store, for errors.Is.
var (
	ErrNoPlayer  = game.Err(NoPlayer, "there is no such player")
	ErrNoAccount = game.Err(NoPlayer, "only players with an account can be followed")
	ErrNoReport  = game.Err(NotFound, "there is no such report")
	ErrChanged   = game.Err(Changed, "the report was changed by somebody else; please load the list again")

	errYourself = game.Err(Yourself, "this player is yourself")
	errApart    = game.Err(NotForYou, "you cannot follow this player")
	errFollows  = game.Err(TooMany, "you follow as many players as one may")
	errBlocks   = game.Err(TooMany, "you have blocked as many players as one may")
	errReports  = game.Err(TooMany, "you have reported often today; please wait until tomorrow")
	errReason   = game.Err(BadReport, "a report needs one of the reasons of the list")
	errMatch    = game.Err(BadReport, "the player has no seat in this match")
	errState    = game.Err(BadReport, "a report is open or closed")
)

// Person is the one who has a player id.
type Person struct {
	ID      string // of the account, if there is one; otherwise of the guest
	Account bool
	Known   bool // has an account that is not deleted, or has played a match
}

// Tie is a player whom somebody follows or blocks.
type Tie struct {
	Player string
	Name   string // "" if the account is deleted
	Since  time.Time
}

// Store keeps the rows. Players are ids of persons, unless a method says
// otherwise. Guests who belong to an account are the same person.
type Store interface {
	// Person returns who has a player id.
	Person(ctx context.Context, player string) (Person, error)
	// Follow stores that a player follows another. full is true, and nothing is
	// stored, if the player follows most others already. Repeating it changes
	// nothing.
	Follow(ctx context.Context, player, other string, most int, now time.Time) (full bool, err error)
	Unfollow(ctx context.Context, player, other string) error
	// Following lists whom a player follows, by name.
	Following(ctx context.Context, player string) ([]Tie, error)
	// Block is Follow for a block. It ends that one of the two follows the other.
	Block(ctx context.Context, player, other string, most int, now time.Time) (full bool, err error)
	Unblock(ctx context.Context, player, other string) error
	// Blocks lists whom a player blocks, the latest first.
	Blocks(ctx context.Context, player string) ([]Tie, error)
	// Blocked lists, for any player ids, the pairs of which the first has blocked
	// the second.
	Blocked(ctx context.Context, players []string) ([][2]string, error)

	Reports
}

// Options configure a Service. All are required.
type Options struct {
	Store Store
	// Plays reports whether a person has a seat in a match.
	Plays func(ctx context.Context, match, person string) (bool, error)
}

// Service holds the use cases. It is safe for concurrent use.
type Service struct{ opts Options }

// New makes a service.
func New(o Options) *Service { return &Service{opts: o} }

// other returns the person whom a player names, who is somebody else.
func (s *Service) other(ctx context.Context, by, player string) (Person, error) {
	p, err := s.opts.Store.Person(ctx, player)
	switch {
	case err != nil:
		return p, err
	case p.ID == by:
		return p, errYourself
	case !p.Known:
		return p, ErrNoPlayer
	}
	return p, nil
}

// Follow lets an account follow another. It is refused, without a word who did
// it, if one has blocked the other.
func (s *Service) Follow(ctx context.Context, by, player string, now time.Time) error {
	p, err := s.other(ctx, by, player)
	if err != nil {
		return err
	}
	if !p.Account {
		return ErrNoAccount
	}
	apart, err := s.opts.Store.Blocked(ctx, []string{by, p.ID})
	if err != nil {
		return err
	}
	if len(apart) > 0 {
		return errApart
	}
	full, err := s.opts.Store.Follow(ctx, by, p.ID, MaxFollows, now)
	if full {
		return errFollows
	}
	return err
}

// Unfollow ends that an account follows another; nothing happens if it does not.
func (s *Service) Unfollow(ctx context.Context, by, player string) error {
	p, err := s.opts.Store.Person(ctx, player)
	if err != nil {
		return err
	}
	return s.opts.Store.Unfollow(ctx, by, p.ID)
}

// Following lists whom an account follows, by name.
func (s *Service) Following(ctx context.Context, by string) ([]Tie, error) {
	return s.opts.Store.Following(ctx, by)
}

// Block keeps two players apart: they are not paired, neither can challenge the
// other, and the one who blocks hears nothing of the other.
func (s *Service) Block(ctx context.Context, by, player string, now time.Time) error {
	p, err := s.other(ctx, by, player)
	if err != nil {
		return err
	}
	full, err := s.opts.Store.Block(ctx, by, p.ID, MaxBlocks, now)
	if full {
		return errBlocks
	}
	return err
}

// Unblock ends a block; nothing happens if there is none.
func (s *Service) Unblock(ctx context.Context, by, player string) error {
	p, err := s.opts.Store.Person(ctx, player)
	if err != nil {
		return err
	}
	return s.opts.Store.Unblock(ctx, by, p.ID)
}

// Blocks lists whom a player blocks, the latest first.
func (s *Service) Blocks(ctx context.Context, by string) ([]Tie, error) {
	return s.opts.Store.Blocks(ctx, by)
}

// Between tells whether a player follows and blocks another.
func (s *Service) Between(ctx context.Context, by, player string) (follows, blocks bool, err error) {
	p, err := s.opts.Store.Person(ctx, player)
	if err != nil {
		return false, false, err
	}
	all, err := s.opts.Store.Following(ctx, by)
	if err != nil {
		return false, false, err
	}
	follows = slices.ContainsFunc(all, func(t Tie) bool { return t.Player == p.ID })
	blocks, err = s.HasBlocked(ctx, by, p.ID)
	return follows, blocks, err
}

// HasBlocked reports whether a player has blocked another.
func (s *Service) HasBlocked(ctx context.Context, player, other string) (bool, error) {
	pairs, err := s.opts.Store.Blocked(ctx, []string{player, other})
	return slices.Contains(pairs, [2]string{player, other}), err
}
