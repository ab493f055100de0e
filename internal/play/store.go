// Package play implements the use cases of live play: who may do what with a
// match, what is stored, and who is notified. It knows no network and no
// database; it defines the interfaces it needs.
package play

import (
	"context"
	"fmt"
	"time"

	"kydai/game"
	"kydai/internal/cluster"
	"kydai/match"
)

// Error codes of a Store.
const (
	Conflict = "conflict"  // the match has changed; load it again
	NotFound = "not-found" // it does not exist, or no longer
	Exists   = "exists"    // the id is already in use
	Unknown  = "unknown"   // it is unknown whether the change was stored
	BadRow   = "bad-row"   // the value cannot be stored
	Busy     = "busy"      // too many changes are waiting; nothing was changed, retry in a second
	NoRoom   = "no-room"   // the database is not writable; nothing was changed
	Damaged  = "damaged"   // the database file is damaged; nothing was changed
)

// Errors of a Store, for errors.Is.
var (
	ErrConflict = game.Err(Conflict, "the match has changed since; load it again")
	ErrNotFound = game.Err(NotFound, "it does not exist")
	ErrExists   = game.Err(Exists, "it already exists")
	// ErrUnknown means that a change may or may not have been stored. The
	// caller must load the match to find out.
	ErrUnknown = game.Err(Unknown, "it is not known whether the change was saved")
	// ErrUnavailable means that the database is unreachable. It is not used for
	// changes of matches.
	ErrUnavailable = game.Err(Unavailable, "the database cannot be reached now; please try again")
	// ErrBusy, ErrNoRoom and ErrDamaged mean that a change was certainly not
	// stored.
	ErrBusy    = game.Err(Busy, "the server is overloaded; please try again in a second")
	ErrNoRoom  = game.Err(NoRoom, "the disk of the server is full; nothing was changed")
	ErrDamaged = game.Err(Damaged, "the database of the server is damaged; nothing was changed")
)

// Row is a stored match. Terms and events are opaque bytes to the store. A Row
// prints as its id, because it contains secrets.
type Row struct {
	ID      string
	Game    string
	Players [2]string   // first and second; "" is nobody who would look for his games
	Seq     int         // number of events; every change is a compare-and-set on it
	Ply     int         //
	Over    bool        //
	Result  string      // set once the match is over
	Created time.Time   // database time
	Ended   time.Time   // database time; zero while in progress
	CheckAt time.Time   // time of the next check by a sweeper; zero means never
	Terms   []byte      // written once; contains no secret and no name of a person
	Names   []Called    // names to store with a new match; names of the players now from Load
	Secret  game.Secret // in its own column
	Events  []Event
	// Started lists the players who are told that a new match has started, each
	// by a row of notices. Load leaves it out.
	Started []string
	// Ceremony is the settled ceremony of the deal, stored together with a new
	// match. Load leaves it out.
	Ceremony *Ceremony
}

// Ceremony is a stored ceremony of a deal. The body is opaque to the store. A
// Ceremony prints as its id.
type Ceremony struct {
	ID      string // of the match, or an id of its own if it is for two
	Game    string
	Twins   [2]string   // the two matches with this deal; "" if there is one
	Players [4]string   // by role; the last two are those of the second table
	Seq     int         // number of events; every change is a compare-and-set on it
	CheckAt time.Time   // deadline of the current phase; zero means none
	Body    []byte      // contains no secret
	Nonce   game.Secret // the server's number, in its own column
	Terms   []byte      // terms of what has not started
	Absent  [4]bool     // who was late, if it was aborted now; not stored
	Names   []Called    // names to store with a new ceremony
}

// Tables lists the matches of a ceremony.
func (c *Ceremony) Tables() []string {
	if c.Twins[0] == "" {
		return []string{c.ID}
	}
	return c.Twins[:]
}

// table is the place of a match: 0 or 1.
func (c *Ceremony) table(id string) int {
	if c.Twins[1] != "" && c.Twins[1] == id {
		return 1
	}
	return 0
}

// Format prints only the id.
func (c Ceremony) Format(f fmt.State, _ rune) {
	_, _ = fmt.Fprintf(f, "ceremony %s at %d", c.ID, c.Seq)
}

// Event is one stored event of a match.
type Event struct {
	Body  []byte
	Began time.Time // database time of the statement that wrote it
}

// Change is one compare-and-set: it appends events to a match with Seq events.
type Change struct {
	ID     string
	Seq    int      // number of events before this change
	Ply    int      // number of plies after it
	Events [][]byte // at least one
	Over   bool     // the match is over, by this change or an earlier one
	Result string   // result of a match that is over, for lists
	// Winner, Reason and Rated go to the row that is written once, at the end
	// of a match, for ratings and statistics.
	Winner, Reason string
	Rated          bool
	Facts          Facts // of a match that is over
	// CheckAt is the time of the next check by a sweeper; zero means never. The
	// stored time only moves to an earlier one, so a check may be too early but
	// never too late.
	CheckAt time.Time
	// Rearm stores CheckAt even if it is later: for the sweeper that has leased
	// the match.
	Rearm bool
	// Turn tells a player of their turn by a row of notices; nil if there is
	// nobody to tell.
	Turn *Turn
}

// Format prints only the id.
func (r Row) Format(f fmt.State, _ rune) { _, _ = fmt.Fprintf(f, "match %s at %d", r.ID, r.Seq) }

// Format prints only the length.
func (e Event) Format(f fmt.State, _ rune) { _, _ = fmt.Fprintf(f, "event of %d bytes", len(e.Body)) }

// Format prints only the id and numbers.
func (c Change) Format(f fmt.State, _ rune) {
	_, _ = fmt.Fprintf(f, "%d events for match %s at %d", len(c.Events), c.ID, c.Seq)
}

// Summary is a match in a list.
type Summary struct {
	ID      string
	Game    string
	Players [2]string
	Terms   []byte        // as stored; Seats is decoded from it
	Seats   [2]match.Seat // set by Service
	Ply     int
	Over    bool
	Result  string
	Created time.Time
	Ended   time.Time // zero while in progress
}

// Filter chooses finished matches of a player. What is empty lets all through.
type Filter struct {
	Game     string
	Result   string // Won, Drawn or Lost
	Opponent string // player id; the guests of an account are meant too
	Against  string // kind of opponent: Facts.Kinds
	Speed    string // NoSpeed for games without a clock
	Side     string // first or second, of the player
	Rated    string // "true" or "false"
}

// Values of a Filter.
const (
	Won     = "won"
	Drawn   = "drawn"
	Lost    = "lost"
	NoSpeed = "none"
)

// Offer is a proposed match: public in the lobby, or open to those who know its
// id.
type Offer struct {
	ID      string // unguessable for a challenge
	Owner   string
	Open    bool   // shown in the lobby
	To      string // the only player who may accept; "" is anybody
	Game    string
	Body    []byte // terms, encoded by the caller
	Created time.Time
	Expires time.Time // after this time the offer does not exist
	Match   string    // the match it became; "" while it stands
}

// Node is a server with a heartbeat.
type Node = cluster.Node

// Token lets a bot act for a player. Only its hash is stored.
type Token struct {
	Hash    [32]byte
	Player  string
	Name    string
	Created time.Time
	Scopes  []string  // what it may be used for; empty means everything
	Expires time.Time // zero means never
}

// Names stores the names of players. The rows of matches and ceremonies bring the
// names of guests and bots; those of accounts change with the account.
type Names interface {
	// Called returns the names of players and of their bots. Players without a
	// row are left out.
	Called(ctx context.Context, players []string) ([]Called, error)
}

// Matches stores matches. An acknowledged change survives a crash of any
// process, including the database.
type Matches interface {
	Names
	StoredPlans
	StoredReviews
	Reminders
	Leftovers
	// Create stores a new match with its first events, if any, and returns
	// their Began. ErrExists if the id is in use.
	Create(ctx context.Context, r Row) (began time.Time, err error)
	// Load returns a consistent state of a match, live or archived.
	Load(ctx context.Context, id string) (Row, error)
	// Commit appends events and returns their Began, after the change is
	// durable. ErrConflict: the match is no longer at c.Seq and nothing was
	// changed. ErrUnknown: the database could not be reached in time. When ctx
	// ends, the error is that of ctx, joined with ErrUnknown unless the change
	// was certainly not stored.
	Commit(ctx context.Context, c Change) (began time.Time, err error)
	// Arm sets the next check of a match if it is still at seq; otherwise
	// ErrConflict.
	Arm(ctx context.Context, id string, seq int, at time.Time) error
	// Due leases up to n live matches whose CheckAt has passed: no other caller
	// receives them until the lease ends. now is the caller's time; a lease by
	// a database clock that was set forward would last too long.
	Due(ctx context.Context, now time.Time, n int, lease time.Duration) ([]string, error)
	// Seqs returns the number of events of each match; unknown ids are left
	// out. It handles ten thousand ids at once.
	Seqs(ctx context.Context, ids []string) (map[string]int, error)
	// Watched records that matches are watched for some time from now on.
	Watched(ctx context.Context, ids []string, lasts time.Duration) error
	// WatchedUntil returns until when a match is recorded as watched; zero if
	// it is not.
	WatchedUntil(ctx context.Context, id string) (time.Time, error)
	// CountWatched counts the matches recorded by Watched.
	CountWatched(ctx context.Context) (int, error)
	// Playing lists a player's live matches, newest first.
	Playing(ctx context.Context, player string) ([]Summary, error)
	// Played lists up to n of a player's finished matches after a cursor,
	// latest first, and by id if they ended together.
	Played(ctx context.Context, player string, after Cursor, n int) ([]Summary, error)
	// Find lists like Played what a filter lets through, of players who are ids
	// of one person. A match may be missing for some seconds after its end.
	Find(ctx context.Context, players []string, f Filter, after Cursor, n int) ([]Summary, error)
}

// Offers stores lobby offers and challenges.
type Offers interface {
	// Propose stores an offer. ErrExists if the id is in use.
	Propose(ctx context.Context, o Offer) error
	// Lobby lists the newest 1,000 open lobby offers, oldest first.
	Lobby(ctx context.Context) ([]Offer, error)
	// Standing counts the open offers of owner: those in the lobby, or the
	// challenges.
	Standing(ctx context.Context, owner string, open bool) (int, error)
	// Offer returns an offer, open or accepted, until it expires.
	Offer(ctx context.Context, id string) (Offer, error)
	// Accept turns an offer into a match in one transaction. ErrNotFound if it
	// is no longer open: exactly one of several callers succeeds.
	Accept(ctx context.Context, id string, r Row) (began time.Time, err error)
	// Withdraw deletes an open offer of owner; ErrNotFound if there is none.
	Withdraw(ctx context.Context, id, owner string) error
	// Addressed lists the open challenges to a player, oldest first.
	Addressed(ctx context.Context, player string) ([]Offer, error)
	// Renew extends the expiry of offers; closed ones are ignored.
	Renew(ctx context.Context, ids []string, expires time.Time) error
	// Expire deletes expired rows and returns their number.
	Expire(ctx context.Context) (int, error)
}

// Ceremonies stores the ceremonies of deals.
type Ceremonies interface {
	// BeginCeremony stores the ceremony of a match that has not started. If an
	// offer is given, it is accepted in the same transaction: ErrNotFound if it
	// is no longer open.
	BeginCeremony(ctx context.Context, offer string, c Ceremony) error
	// Ceremony returns the ceremony of a match, started or not. Its own id is as
	// good.
	Ceremony(ctx context.Context, id string) (Ceremony, error)
	// StepCeremony stores a ceremony that had seq events; ErrConflict if it has
	// changed. With rows the matches start in the same transaction; ErrNotFound
	// if the board of an event that one of them belongs to was cancelled. If it
	// was aborted, boards of events whose players were late end with that, and
	// the others wait to be seated again.
	StepCeremony(ctx context.Context, seq int, c Ceremony, rows []Row) (began []time.Time, err error)
	// ShutCeremony ends the ceremony of a match that is not to be played, if it is
	// under way. At another table with the same ceremony the board waits again.
	ShutCeremony(ctx context.Context, match string) error
	// Sealed reports whether a match has a twin, and not both are over.
	Sealed(ctx context.Context, match string) (bool, error)
	// DueCeremonies leases up to n ceremonies whose CheckAt has passed. See Due.
	DueCeremonies(ctx context.Context, now time.Time, n int, lease time.Duration) ([]string, error)
}

// Nodes stores the heartbeats of nodes.
type Nodes interface {
	// Beat writes a node's heartbeat.
	Beat(ctx context.Context, id string, body []byte) error
	// Alive lists the nodes with a heartbeat within a given time, and deletes
	// those silent for a day.
	Alive(ctx context.Context, within time.Duration) ([]Node, error)
}

// Tokens stores the access tokens of bots.
type Tokens interface {
	AddToken(ctx context.Context, t Token) error
	FindToken(ctx context.Context, hash [32]byte) (Token, error)
	Tokens(ctx context.Context, player string) ([]Token, error)
	// DropToken deletes a token of a player; ErrNotFound if there is none.
	DropToken(ctx context.Context, player string, hash [32]byte) error
}

// Store is the persistent storage of the service.
type Store interface {
	Matches
	Offers
	Ceremonies
	Nodes
	Tokens
	Ends
	Ratings
	Live
	Tickets
	Blocks
	Clock
}

// Clock is the site's time, shared by all nodes: the database's clock plus a
// correction, so that time continues evenly if that clock is changed.
type Clock interface {
	// Reading returns the site's time and the correction included in it.
	Reading(ctx context.Context) (now time.Time, correction time.Duration, err error)
	// Correct replaces the correction; ErrConflict if it is no longer old.
	Correct(ctx context.Context, old, correction time.Duration) error
	// Rebase drops the correction unless a heartbeat arrives within a given
	// time: for use when no other node is running.
	Rebase(ctx context.Context, within time.Duration) error
}
