// Package ties implements relations between players: following, blocking, and reports to the
// moderators. It uses no network and no database; the caller passes the time.
package ties

import (
	"context"
	"slices"
	"time"

	"kydai/game"
)

// Limits of the rows stored for one player.
const (
	MaxFollows = 200
	MaxBlocks  = 500
	MaxReports = 10             // maximum number of reports within ReportsIn
	ReportsIn  = 24 * time.Hour // the time in which reports are counted
)

// Error codes.
const (
	NoPlayer  = "no-player"   // no player has this id
	Yourself  = "yourself"    // the other player is the caller
	NotForYou = "not-for-you" // one of the two players has blocked the other
	TooMany   = "too-many"    // the player has reached a limit
	BadReport = "bad-report"  // the reason, the text or the match of the report is invalid
	NotFound  = "not-found"   // there is no such report
	Changed   = "changed"     // another moderator has changed the report in the meantime
)

// Errors of the service and of a Store. Use errors.Is to compare them.
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

// Person is the human behind a player id. The ids of an account and of the guests who belong to it
// stand for the same person.
type Person struct {
	ID      string // id of the account; for a guest without an account, the guest's id
	Account bool
	Known   bool // true for a person with an account that is not deleted, or who has played a match
}

// Tie is a player whom another player follows or blocks.
type Tie struct {
	Player string
	Name   string // "" if the account is deleted
	Since  time.Time
}

// Store stores follows, blocks and reports. Players are ids of persons, unless
// a method says otherwise. A guest who belongs to an account is the same person
// as the account.
type Store interface {
	// Person returns the person behind a player id.
	Person(ctx context.Context, player string) (Person, error)
	// Follow stores that a player follows another player. If the player already follows the maximum
	// number of others, given by the parameter most, Follow stores nothing and returns full = true.
	// Calling Follow again for the same pair changes nothing.
	Follow(ctx context.Context, player, other string, most int, now time.Time) (full bool, err error)
	Unfollow(ctx context.Context, player, other string) error
	// Following lists the players whom a player follows, by name.
	Following(ctx context.Context, player string) ([]Tie, error)
	// Block stores that a player blocks another player. The parameter most and the result full have
	// the same meaning as for Follow. Block also ends following between the two players, in both
	// directions.
	Block(ctx context.Context, player, other string, most int, now time.Time) (full bool, err error)
	Unblock(ctx context.Context, player, other string) error
	// Blocks lists the players whom a player blocks, the latest first.
	Blocks(ctx context.Context, player string) ([]Tie, error)
	// Blocked lists the pairs of ids from the parameter players in which the first player has
	// blocked the second. An id may also be the id of a guest who belongs to an account.
	Blocked(ctx context.Context, players []string) ([][2]string, error)

	Reports
}

// Options configure a Service. All fields are required.
type Options struct {
	Store Store
	// Plays reports whether a person plays in a match.
	Plays func(ctx context.Context, match, person string) (bool, error)
}

// Service implements following, blocking and reporting. It is safe for concurrent use.
type Service struct{ opts Options }

// New creates a Service.
func New(o Options) *Service { return &Service{opts: o} }

// other returns the person with the player id `player`. It returns an error if there is no such
// person, or if this person is `by`, the player who made the request.
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

// Follow makes an account follow another account. It fails if one of the two has blocked the other;
// the error does not tell which of them has.
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

// Unfollow ends following. It returns no error if the account does not follow the player.
func (s *Service) Unfollow(ctx context.Context, by, player string) error {
	p, err := s.opts.Store.Person(ctx, player)
	if err != nil {
		return err
	}
	return s.opts.Store.Unfollow(ctx, by, p.ID)
}

// Following lists the players whom an account follows, by name.
func (s *Service) Following(ctx context.Context, by string) ([]Tie, error) {
	return s.opts.Store.Following(ctx, by)
}

// Block keeps two players apart: the server does not pair them, neither can challenge the other,
// and the blocking player gets no messages from the other.
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

// Unblock ends a block. It returns no error if the player is not blocked.
func (s *Service) Unblock(ctx context.Context, by, player string) error {
	p, err := s.opts.Store.Person(ctx, player)
	if err != nil {
		return err
	}
	return s.opts.Store.Unblock(ctx, by, p.ID)
}

// Blocks lists the players whom a player blocks, the latest first.
func (s *Service) Blocks(ctx context.Context, by string) ([]Tie, error) {
	return s.opts.Store.Blocks(ctx, by)
}

// Between reports whether an account follows a player, and whether it blocks the player.
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

// HasBlocked reports whether the first player has blocked the second.
func (s *Service) HasBlocked(ctx context.Context, player, other string) (bool, error) {
	pairs, err := s.opts.Store.Blocked(ctx, []string{player, other})
	return slices.Contains(pairs, [2]string{player, other}), err
}
