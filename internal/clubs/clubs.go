// Package clubs implements clubs: members with roles, a calendar of events, and leagues that add up
// the events of a season. A league is computed from the results of events and never stored
// (docs/adr/0052). Results from other servers arrive as signed files. The package does no network
// or database I/O itself; callers pass in time and randomness.
package clubs

import (
	"context"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"kydai/game"
	"kydai/internal/events"
)

// Limits of clubs.
const (
	MaxClubs      = 5  // maximum number of clubs of one owner
	MaxJoined     = 50 // maximum number of clubs of one account, including clubs that it asks to join
	MaxMembers    = 1000
	MaxAsking     = 100 // maximum number of unanswered requests to join one club
	MaxOrganisers = 20
	MaxEvents     = 500 // maximum number of events in the calendar of one club
	MaxSeasons    = 24
	MaxResults    = 200 // maximum number of imported events of other servers in one club
	MaxFile       = 512 << 10
	MaxName       = 60
	MaxPlace      = 120
	MaxAbout      = 2000
	MaxBest       = 100
)

// Error codes.
const (
	NotFound   = "not-found"   // there is no such club, member, event or season
	Bad        = "bad-club"    // the name, place, text, season or date is invalid
	NotForYou  = "not-for-you" // only the owner or the organisers may do this
	TooMany    = "too-many"    // a limit is reached
	WrongLink  = "wrong-link"  // the link to join is no longer valid
	Taken      = "taken"       // the event is in the calendar of another club
	KeyChanged = "key-changed" // a server's file is signed with a different key than its earlier files
	OwnFile    = "own-results" // the file was signed by this server
	OldFile    = "old-results" // a newer file of the same event was already imported
	BadResults = "bad-results" // the tournament report in the file cannot be read
	NeedsOwner = "needs-owner" // the last person who can lead the club cannot leave it
)

// Errors of the service and of a Store, for errors.Is.
var (
	ErrNoClub   = game.Err(NotFound, "there is no such club")
	ErrNoMember = game.Err(NotFound, "there is no such member in this club")
	ErrNoEntry  = game.Err(NotFound, "there is no such event in the calendar of this club")
	ErrNoSeason = game.Err(NotFound, "there is no such season of this club")
	ErrTaken    = game.Err(Taken, "the event is in the calendar of another club")

	errOwner     = game.Err(NotForYou, "only the owner of the club may do this")
	errOrganiser = game.Err(NotForYou, "only the organisers of the club may do this")
	errNotYours  = game.Err(NotForYou, "only the organiser of the event can put it into the calendar of a club")
	errLink      = game.Err(WrongLink, "this link is not valid any more; please ask the club for a new one, or ask to join")
	errName      = game.Err(Bad, "the name of a club has 2 to 60 characters")
	errPlace     = game.Err(Bad, "the place of a club has at most 120 characters")
	errAbout     = game.Err(Bad, "the text about a club has at most 2,000 characters")
	errRole      = game.Err(Bad, "a member is owner, organiser or member")
	errDate      = game.Err(Bad, "the date of an event is between 2000 and 2100")
	errSeason    = game.Err(Bad, "a season has a name of 1 to 60 characters, begins before it ends and takes at most three years")
	errRule      = game.Err(Bad, "a league counts by score or by place, and at most the best 100 events")
	errClubs     = game.Err(TooMany, "you lead as many clubs as one may; close one first")
	errFull      = game.Err(TooMany, "the club has no more places, or you are in as many clubs as one may be")
	errEvents    = game.Err(TooMany, "the calendar of the club is full")
	errSeasons   = game.Err(TooMany, "the club has as many seasons as one may have; delete one first")
	errResults   = game.Err(TooMany, "the club has as many events of other servers as one may have; delete one first")
	errStay      = game.Err(NeedsOwner, "you are the owner: make somebody else the owner first, or close the club")
)

// Role determines what a member may do in a club.
type Role string

// The roles. An account with the role Asked has asked to join and has no answer yet. An account
// with the role None has no row for the club in the store.
const (
	None      Role = ""
	Asked     Role = "asked"
	Ordinary  Role = "member"
	Organiser Role = "organiser"
	Owner     Role = "owner"
)

// Runs reports whether a role may run the events of the club.
func (r Role) Runs() bool { return r == Owner || r == Organiser }

// Club is a club with the data that its organisers enter.
type Club struct {
	ID      string
	Name    string
	Place   string // free text, such as a town and a street
	About   string
	Link    string // secret link to join the club; set only for organisers and the owner
	Made    time.Time
	Members int // number of members, without the accounts that ask to join
}

// Member is an account in a club.
type Member struct {
	Player string
	Name   string
	Role   Role
	Since  time.Time
}

// Entry is an event in the calendar of a club. For an event on this server, Event is set. For an
// event from another server, Result is set.
type Entry struct {
	Starts time.Time
	Event  events.Head // event on this server; its ID is "" if the entry is an event from another server
	Result Result      // event from another server; its ID is "" if the entry is an event on this server
}

// Result is an event of another server, imported from a signed file.
type Result struct {
	ID     string
	Name   string
	Server string // name of the other server, according to the file
	Key    []byte // public key that signed the file
	Signed string // time of signing according to the file, in RFC 3339 format
	Starts time.Time
	Added  time.Time
	File   []byte // content of the signed file; only the method Store.Result sets it
}

// Query selects and pages a list of clubs.
type Query struct {
	Player string // list only the clubs of this member; "" means all clubs
	Before Club   // last club of the previous page (Made and ID); zero for the first page
}

// Person is the person behind a player id.
type Person struct {
	Player string // account id; for a guest who belongs to an account, the id of that account
	Name   string // name of the account; "" if the account is deleted
	Pupil  bool   // true for a child of a class
}

// Store is the database interface of the package.
type Store interface {
	// AddClub stores a club and its owner. If the owner already has the maximum number of clubs,
	// given by the parameter most, it stores nothing and returns full = true.
	AddClub(ctx context.Context, c *Club, owner string, most int) (full bool, err error)
	// Club returns a club; ErrNoClub if the club does not exist.
	Club(ctx context.Context, id string) (Club, error)
	// Clubs lists up to n clubs, the newest first.
	Clubs(ctx context.Context, q Query, n int) ([]Club, error)
	// SetClub changes the name, place, description and link of a club.
	SetClub(ctx context.Context, c *Club) error
	// DropClub deletes a club and all its data. Its events are kept.
	DropClub(ctx context.Context, id string) error

	// ClubRole returns the role of a player in a club; None if the player has no row in the club.
	ClubRole(ctx context.Context, club, player string) (Role, error)
	// ClubMembers lists the owner, the organisers, the members, and the accounts that have asked to
	// join. Each of these groups is sorted by the time of joining or asking.
	ClubMembers(ctx context.Context, club string) ([]Member, error)
	// JoinClub stores a member, or a request to join, for an account that has no row in the club.
	// It stores nothing and returns full = true if the club already has the maximum number of
	// members (for role Asked: of requests), given by the parameter most, or if the player already
	// has mostOwn rows in clubs.
	JoinClub(ctx context.Context, club, player string, role Role, most, mostOwn int) (full bool, err error)
	// SetClubRole changes the role of a player in a club from the given old role to the given new
	// role. If the club already has the maximum number of members with the new role, given by the
	// parameter most, SetClubRole changes nothing and returns full = true. It returns ErrNoMember
	// if the player does not have the old role.
	SetClubRole(ctx context.Context, club, player string, was, role Role, most int) (full bool, err error)
	// HandOver makes a member the owner, and the owner an organiser.
	HandOver(ctx context.Context, club, owner, player string) error
	// LeaveClub deletes the row of a member or of a request to join. It returns ErrNoMember if
	// there is no such row, or if the player is the owner.
	LeaveClub(ctx context.Context, club, player string) error

	// PutClubEvent puts an event into the calendar of a club or changes its date. If the calendar
	// already has the maximum number of events, given by the parameter most, it adds nothing and
	// returns full = true. It returns ErrTaken if the event is in the calendar of another club.
	PutClubEvent(ctx context.Context, club, event string, starts time.Time, most int) (full bool, err error)
	// DropClubEvent removes an event from the calendar of a club. The event itself is
	// kept.
	DropClubEvent(ctx context.Context, club, event string) error
	// ClubEvents lists the events of this server in the calendar of a club, sorted by
	// date.
	ClubEvents(ctx context.Context, club string) ([]Entry, error)
	// ClubOf returns the club whose calendar has an event; ErrNoClub if no club's calendar has it.
	ClubOf(ctx context.Context, event string) (Club, error)
	// RunsEvent reports whether a player may run an event as an organiser or the owner of the club
	// that the event belongs to.
	RunsEvent(ctx context.Context, player, event string) (bool, error)

	// PutSeason stores a season. If s.Number is 0, the season is new and gets a number; if the club
	// already has the maximum number of seasons, given by the parameter most, it stores nothing and
	// returns full = true.
	PutSeason(ctx context.Context, club string, s *Season, most int) (full bool, err error)
	// DropSeason deletes a season.
	DropSeason(ctx context.Context, club string, number int) error
	// Seasons lists the seasons of a club, the newest first.
	Seasons(ctx context.Context, club string) ([]Season, error)

	// ServerKey returns the public key that a club has stored for a server; nil if it has stored no
	// key.
	ServerKey(ctx context.Context, club, server string) ([]byte, error)
	// PutResult stores an event from another server and the key of that server. It replaces an
	// earlier file for the same event.
	PutResult(ctx context.Context, club string, r *Result, most int) (full bool, err error)
	// Results lists the imported events of other servers, without their files.
	Results(ctx context.Context, club string) ([]Result, error)
	// Result returns one imported event with its file; ErrNoEntry if the club has no such event.
	Result(ctx context.Context, club, id string) (Result, error)
	// DropResult deletes an imported event.
	DropResult(ctx context.Context, club, id string) error

	// PutClubName stores a tie, which says to whom a name belongs. If the name is already tied to
	// the same member, PutClubName combines the confirmations of the old and the new tie. A tie
	// that an organiser confirms replaces a tie to another member. Without an organiser's
	// confirmation, PutClubName returns ErrNameTaken instead.
	PutClubName(ctx context.Context, club string, t *Tie, most int) (full bool, err error)
	// ClubNames lists the ties of a club, the newest first. A tie says to whom a name belongs.
	ClubNames(ctx context.Context, club string) ([]Tie, error)
	// DropClubName deletes the tie between a name and a member; ErrNoName if the club has no such
	// tie.
	DropClubName(ctx context.Context, club, id string) error
	// TrustKey adds a server's key to the keys that a club trusts, or removes it. source is the key
	// in hexadecimal.
	TrustKey(ctx context.Context, club, source string, trusted bool) error
	// TrustedKeys lists the keys that a club trusts, in hexadecimal.
	TrustedKeys(ctx context.Context, club string) ([]string, error)

	// Persons returns the person behind each player id. For the id of a guest who belongs to an
	// account, this is the owner of the account.
	Persons(ctx context.Context, ids []string) (map[string]Person, error)
}

// line normalises one line of text: it replaces each run of white space with one space. ok is false
// if the number of characters is not in the given range, or if there are unprintable characters.
func line(s string, least, most int) (string, bool) {
	s = strings.Join(strings.Fields(s), " ")
	n := utf8.RuneCountInString(s)
	return s, n >= least && n <= most && utf8.ValidString(s) && strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
}

// text normalises a text of several lines. ok is false if the text is too long or has
// unprintable characters.
func text(s string, most int) (string, bool) {
	s = strings.TrimSpace(strings.ReplaceAll(s, "\r\n", "\n"))
	return s, utf8.RuneCountInString(s) <= most && utf8.ValidString(s) &&
		strings.IndexFunc(s, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }) < 0
}

// check normalises the texts of a club and returns an error if a text is invalid.
func (c *Club) check() error {
	var ok bool
	if c.Name, ok = line(c.Name, 2, MaxName); !ok {
		return errName
	}
	if c.Place, ok = line(c.Place, 0, MaxPlace); !ok {
		return errPlace
	}
	if c.About, ok = text(c.About, MaxAbout); !ok {
		return errAbout
	}
	return nil
}
