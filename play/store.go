// Package play holds the use cases of live play: who may do what with a match,
// what is written, and who is told of it. It knows no network and no database;
// what it needs of them it names as interfaces.
package play

import (
	"context"
	"fmt"
	"time"

	"kydai/game"
)

// Codes of the errors of a Store.
const (
	Conflict = "conflict"  // the match has gone on; load it again
	NotFound = "not-found" // there is no such thing, or not any more
	Exists   = "exists"    // the name is taken
	Unknown  = "unknown"   // the database did not say whether it was done
	BadRow   = "bad-row"   // what was given cannot be stored
)

// Errors of a Store, to be compared with errors.Is.
var (
	ErrConflict = game.Err(Conflict, "the match has gone on since; load it again")
	ErrNotFound = game.Err(NotFound, "there is no such thing")
	ErrExists   = game.Err(Exists, "there is one by this name already")
	// ErrUnknown says that a change may or may not have been made. Whoever
	// gets it must load the match before saying anything about it.
	ErrUnknown = game.Err(Unknown, "it is not known whether the change was made")
	// ErrUnavailable says that the database is away. Unlike ErrUnknown it is
	// not meant for changes of matches.
	ErrUnavailable = game.Err(Unavailable, "what is kept here cannot be reached now; please try again")
)

// Row is a match as stored. The store knows nothing of games: terms and events
// are bytes to it. A Row prints as its id, for it holds what is secret.
type Row struct {
	ID      string
	Game    string
	Players [2]string   // first and second; "" is nobody who would look for his games
	Seq     int         // events so far: every change is a compare-and-set on it
	Ply     int         //
	Over    bool        //
	Result  string      // of a match that is over
	Created time.Time   // in database time
	Ended   time.Time   // likewise; zero while under way
	CheckAt time.Time   // when a sweeper must look again; zero: never
	Terms   []byte      // written once; holds no secret
	Secret  game.Secret // in its own column
	Events  []Event
	// Ceremony is how the deal came about, if that was settled at once: it is
	// stored together with a new match. Load leaves it out.
	Ceremony *Ceremony
}

// Ceremony is how the deal of a match comes about, as stored. The store knows
// nothing of it: the body is bytes to it. A Ceremony prints as its id.
type Ceremony struct {
	ID      string // of the match
	Game    string
	Players [2]string
	Seq     int         // events so far: every change is a compare-and-set on it
	CheckAt time.Time   // when somebody is late; zero: never
	Body    []byte      // holds no secret
	Nonce   game.Secret // the server's number, in its own column
	Terms   []byte      // of the match, while it has not begun
}

// Format prints the id of a ceremony and no more.
func (c Ceremony) Format(f fmt.State, _ rune) {
	_, _ = fmt.Fprintf(f, "ceremony %s at %d", c.ID, c.Seq)
}

// Event is one event of a match as stored.
type Event struct {
	Body  []byte
	Began time.Time // database time of the statement that wrote it
}

// Change is one compare-and-set: the events that follow the first Seq ones.
type Change struct {
	ID     string
	Seq    int      // events before this change
	Ply    int      // plies after it
	Events [][]byte // at least one
	Over   bool     // the match is over now: it goes to the archive, or is there already
	Result string   // of a match that is over
	// CheckAt is when a sweeper must look again; zero is never. The stored
	// time only ever moves forward to an earlier one, so a match may be swept
	// too early but never too late.
	CheckAt time.Time
	// Rearm stores CheckAt as it is, even if it is later: for the sweeper that
	// has leased the match.
	Rearm bool
}

// Format prints the id of a row and no more.
func (r Row) Format(f fmt.State, _ rune) { _, _ = fmt.Fprintf(f, "match %s at %d", r.ID, r.Seq) }

// Format prints the length of an event and no more.
func (e Event) Format(f fmt.State, _ rune) { _, _ = fmt.Fprintf(f, "event of %d bytes", len(e.Body)) }

// Format prints what a change is for and no more.
func (c Change) Format(f fmt.State, _ rune) {
	_, _ = fmt.Fprintf(f, "%d events for match %s at %d", len(c.Events), c.ID, c.Seq)
}

// Summary is a match as a list of games shows it.
type Summary struct {
	ID      string
	Game    string
	Players [2]string
	Ply     int
	Over    bool
	Result  string
	Created time.Time
	Ended   time.Time // zero while under way
}

// Offer is a game that somebody proposes: a seek in the lobby, or a challenge
// for whoever has its id.
type Offer struct {
	ID      string // of a challenge: not to be guessed
	Owner   string
	Open    bool   // stands in the lobby
	To      string // the only player who may accept; "" is anybody
	Game    string
	Body    []byte // the terms as the caller writes them
	Created time.Time
	Expires time.Time // after that it is as if it were not there
	Match   string    // the match it became; "" while it stands
}

// Node is a server that says it is alive.
type Node struct {
	ID   string
	Body []byte    // what the others should know of it
	Beat time.Time // database time of its last word
}

// Token lets a bot act for a player. Only its hash is kept.
type Token struct {
	Hash    [32]byte
	Player  string
	Name    string
	Created time.Time
}

// Matches keeps matches. A change that was acknowledged survives the end of
// any process, the database's included.
type Matches interface {
	// Create stores a new match with the events it begins with, if any, and
	// returns their Began. ErrExists if the id is taken.
	Create(ctx context.Context, r Row) (began time.Time, err error)
	// Load returns a match, live or archived, as of one moment.
	Load(ctx context.Context, id string) (Row, error)
	// Commit adds events and returns their Began. It answers after the change
	// is durable. ErrConflict if the match is not at c.Seq any more: nothing
	// was changed then. ErrUnknown if the database could not be asked in time.
	// When ctx ends the answer is its error, joined with ErrUnknown unless
	// the change was certainly not made.
	Commit(ctx context.Context, c Change) (began time.Time, err error)
	// Arm says when a sweeper must look at a match again, if it is still at
	// seq; ErrConflict otherwise.
	Arm(ctx context.Context, id string, seq int, at time.Time) error
	// Due leases up to n live matches whose CheckAt has passed: nobody else
	// is given them before the lease ends.
	Due(ctx context.Context, n int, lease time.Duration) ([]string, error)
	// Seqs says how many events each match has. What does not exist is left
	// out. It is made for ten thousand ids at once.
	Seqs(ctx context.Context, ids []string) (map[string]int, error)
	// Playing lists a player's live matches, the newest first.
	Playing(ctx context.Context, player string) ([]Summary, error)
	// Played lists up to n of a player's finished matches that ended before a
	// time, the latest first.
	Played(ctx context.Context, player string, before time.Time, n int) ([]Summary, error)
}

// Offers keeps seeks and challenges.
type Offers interface {
	// Propose stores an offer. ErrExists if the id is taken.
	Propose(ctx context.Context, o Offer) error
	// Lobby lists the open offers that stand, the oldest first.
	Lobby(ctx context.Context) ([]Offer, error)
	// Standing counts the offers of owner that stand: those in the lobby, or
	// the challenges.
	Standing(ctx context.Context, owner string, open bool) (int, error)
	// Offer returns an offer, also one that became a match, until it expires.
	Offer(ctx context.Context, id string) (Offer, error)
	// Accept makes an offer into a match, in one transaction. ErrNotFound if
	// it does not stand any more: exactly one of many who accept succeeds.
	Accept(ctx context.Context, id string, r Row) (began time.Time, err error)
	// Withdraw removes an offer of owner that stands; ErrNotFound otherwise.
	Withdraw(ctx context.Context, id, owner string) error
	// Expire removes what has expired and says how many.
	Expire(ctx context.Context) (int, error)
}

// Ceremonies keeps how deals come about.
type Ceremonies interface {
	// BeginCeremony stores a ceremony whose match has not begun. If there is
	// an offer it becomes that match, in the same transaction: ErrNotFound if
	// it does not stand any more.
	BeginCeremony(ctx context.Context, offer string, c Ceremony) error
	// Ceremony returns the ceremony of a match, also of one that has begun.
	Ceremony(ctx context.Context, id string) (Ceremony, error)
	// StepCeremony stores a ceremony that had seq events; ErrConflict if it
	// has not any more. With a row the match begins, in the same transaction.
	StepCeremony(ctx context.Context, seq int, c Ceremony, r *Row) (began time.Time, err error)
	// DueCeremonies leases up to n ceremonies whose CheckAt has passed.
	DueCeremonies(ctx context.Context, n int, lease time.Duration) ([]string, error)
}

// Nodes keeps the heartbeats of servers.
type Nodes interface {
	// Beat says that a node is alive.
	Beat(ctx context.Context, id string, body []byte) error
	// Alive lists the nodes heard of within a time, and forgets those that
	// were silent for a day.
	Alive(ctx context.Context, within time.Duration) ([]Node, error)
}

// Tokens keeps what bots show at the door.
type Tokens interface {
	AddToken(ctx context.Context, t Token) error
	FindToken(ctx context.Context, hash [32]byte) (Token, error)
	Tokens(ctx context.Context, player string) ([]Token, error)
	// DropToken removes a token of a player; ErrNotFound if he has none such.
	DropToken(ctx context.Context, player string, hash [32]byte) error
}

// Store is everything that must survive.
type Store interface {
	Matches
	Offers
	Ceremonies
	Nodes
	Tokens
	// Now is the time by the database's clock.
	Now(ctx context.Context) (time.Time, error)
}
