// Package play implements matches that are played on a site: which player may do what with a match,
// what is stored, and which players are notified. It does no network or database I/O itself; it
// defines the interfaces that it needs.
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
	Conflict = "conflict"  // the match has changed; the caller must load it again
	NotFound = "not-found" // the row does not exist, or no longer exists
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
	// ErrUnavailable means that the database is unreachable. Changes of matches return
	// ErrUnknown instead.
	ErrUnavailable = game.Err(Unavailable, "the database cannot be reached now; please try again")
	// ErrBusy, ErrNoRoom and ErrDamaged mean that a change was definitely not stored.
	ErrBusy    = game.Err(Busy, "the server is overloaded; please try again in a second")
	ErrNoRoom  = game.Err(NoRoom, "the disk of the server is full; nothing was changed")
	ErrDamaged = game.Err(Damaged, "the database of the server is damaged; nothing was changed")
)

// Row is a stored match. The store does not interpret the terms and events. Printing a Row shows
// only its id and number of events, because it contains secrets.
type Row struct {
	ID      string
	Game    string
	Players [2]string   // ids of the first and the second player; "" for an engine
	Seq     int         // number of events; a change is stored only if Seq is still the same (compare-and-set)
	Ply     int         // number of plies
	Over    bool        // the match is over
	Result  string      // set once the match is over
	Created time.Time   // time of creation, by the clock of the database
	Ended   time.Time   // time of the end, by the clock of the database; zero while the match is in progress
	CheckAt time.Time   // time of the next background check (sweep); zero means never
	Terms   []byte      // encoded terms; never changed; contains no secret and no name of a person
	Names   []Called    // for a new match: names to store; for a match from Load: current names of the players
	Secret  game.Secret // the deal of hidden pieces, stored in a separate column
	Events  []Event
	// Started lists the players who get a stored notice about the new match. Load does not set it.
	Started []string
	// Ceremony is the completed exchange of numbers for the deal, stored together with a new match.
	// Load does not set it.
	Ceremony *Ceremony
}

// Ceremony is the stored form of a deal's ceremony (the commit-and-reveal exchange). The store does
// not interpret the body. Printing a Ceremony shows only its id and number of events.
type Ceremony struct {
	ID      string // id of the match; a separate id if the ceremony deals for two matches
	Game    string
	Twins   [2]string   // ids of the two matches with this deal; "" if there is only one match
	Players [4]string   // player ids by role; the last two are the players at the second table
	Seq     int         // number of events; a change is stored only if Seq is still the same (compare-and-set)
	CheckAt time.Time   // deadline of the current phase; zero means none
	Body    []byte      // encoded ceremony, which contains no secret
	Nonce   game.Secret // the server's secret number, stored in a separate column
	Terms   []byte      // terms of the matches that have not started yet
	Absent  [4]bool     // by role: players who were late, if this step aborted the ceremony; not stored
	Names   []Called    // names to store with a new ceremony
}

// Tables lists the ids of the one or two matches for which the ceremony deals.
func (c *Ceremony) Tables() []string {
	if c.Twins[0] == "" {
		return []string{c.ID}
	}
	return c.Twins[:]
}

// table returns the index, 0 or 1, of a match among the matches for which the ceremony deals.
func (c *Ceremony) table(id string) int {
	if c.Twins[1] != "" && c.Twins[1] == id {
		return 1
	}
	return 0
}

// Format prints only the id and the number of events.
func (c Ceremony) Format(f fmt.State, _ rune) {
	_, _ = fmt.Fprintf(f, "ceremony %s at %d", c.ID, c.Seq)
}

// Event is one stored event of a match.
type Event struct {
	Body  []byte
	Began time.Time // database time of the statement that wrote the event
}

// Change is one compare-and-set: it appends events to a match that still has Seq events.
type Change struct {
	ID     string
	Seq    int      // number of events before this change
	Ply    int      // number of plies after this change
	Events [][]byte // encoded events to append; at least one
	Over   bool     // the match is over after this change
	Result string   // for a match that is over: the result as lists show it
	// Winner, Reason and Rated are written to the row of the ended match, from which
	// ratings and statistics are computed.
	Winner, Reason string
	Rated          bool
	Facts          Facts // facts about the match, set only if the match is over; see the type Facts
	// CheckAt is the time of the next background check (sweep); zero means never. The store
	// replaces the stored time only by an earlier time, so a check may come too early but never too
	// late.
	CheckAt time.Time
	// Rearm stores CheckAt even if it is later than the stored time of the next check. Only the
	// sweep (background check) that has leased the match may set it.
	Rearm bool
	// Turn is the notice to store, which tells a player that it is their turn; nil stores no notice.
	Turn *Turn
	// Slow marks a correspondence game: its changes are few, and write notices and plans too, so the
	// match stays in the home database even if its id has the letter of a shard.
	Slow bool
}

// Format prints only the id and the number of events.
func (r Row) Format(f fmt.State, _ rune) { _, _ = fmt.Fprintf(f, "match %s at %d", r.ID, r.Seq) }

// Format prints only the length of the body.
func (e Event) Format(f fmt.State, _ rune) { _, _ = fmt.Fprintf(f, "event of %d bytes", len(e.Body)) }

// Format prints only the id and the numbers of events.
func (c Change) Format(f fmt.State, _ rune) {
	_, _ = fmt.Fprintf(f, "%d events for match %s at %d", len(c.Events), c.ID, c.Seq)
}

// Summary is a match in a list.
type Summary struct {
	ID      string
	Game    string
	Players [2]string
	Terms   []byte        // encoded terms as stored; Service decodes the field Seats from them
	Seats   [2]match.Seat // set by Service, not by the store
	Ply     int
	Over    bool
	Result  string
	Created time.Time
	Ended   time.Time // zero while the match is in progress
}

// Filter selects finished matches of a player. An empty field matches all matches.
type Filter struct {
	Game     string
	Result   string // Won, Drawn or Lost
	Opponent string // player id; for an account this includes its guests
	Against  string // kind of opponent, as in Facts.Kinds
	Speed    string // speed class; NoSpeed for games without a clock
	Side     string // the player's side: "first" or "second"
	Rated    string // "true" or "false"
}

// Values of a Filter.
const (
	Won     = "won"
	Drawn   = "drawn"
	Lost    = "lost"
	NoSpeed = "none"
)

// Offer is a proposed match: public in the lobby, or only for players who know its id.
type Offer struct {
	ID      string // for a challenge the id cannot be guessed
	Owner   string
	Open    bool   // shown in the lobby
	To      string // the only player who may accept; "" means every player
	Game    string
	Body    []byte // terms, encoded by the caller
	Created time.Time
	Expires time.Time // end of the offer's lifetime
	Match   string    // id of the match that the offer became; "" while the offer is open
}

// Node is a server process with a heartbeat.
type Node = cluster.Node

// Token is an access token with which a bot acts for a player. Only the token's hash is
// stored.
type Token struct {
	Hash    [32]byte
	Player  string
	Name    string
	Created time.Time
	Scopes  []string  // what the token may be used for; empty means everything
	Expires time.Time // zero means that the token never expires
}

// Names is the part of the store for the names of players. The names of guests and bots are stored
// with matches and with the exchanges of numbers for deals. If an account is renamed or deleted,
// its stored name changes too.
type Names interface {
	// Called returns the names of players and of their bots. It leaves out players without a stored
	// name.
	Called(ctx context.Context, players []string) ([]Called, error)
}

// Matches is the part of the store for matches. An acknowledged change survives a crash of any
// process, including the database.
type Matches interface {
	Names
	StoredPlans
	StoredReviews
	Reminders
	Leftovers
	// Create stores a new match with its first events, if any, and returns the database time at
	// which they were written (Event.Began). It returns ErrExists if the id is in use.
	Create(ctx context.Context, r Row) (began time.Time, err error)
	// Load returns a consistent state of a match, whether it is in progress or archived.
	Load(ctx context.Context, id string) (Row, error)
	// Commit appends events. Once they are durable, it returns the database time at which they were
	// written (Event.Began). ErrConflict means that the match no longer has c.Seq events and
	// nothing was changed. ErrUnknown means that the database could not be reached in time. If ctx
	// ends, Commit returns the error of ctx, joined with ErrUnknown unless the change was
	// definitely not stored.
	Commit(ctx context.Context, c Change) (began time.Time, err error)
	// Arm sets the time of the next check of a match. It returns ErrConflict if the match no longer
	// has seq events.
	Arm(ctx context.Context, id string, seq int, at time.Time) error
	// Due leases up to n matches in progress, of each database that holds matches, whose CheckAt has passed: no other caller receives
	// them until the lease ends. The parameter now is the caller's time. The lease starts at now or
	// at the database's time, whichever is earlier. Otherwise the lease would last too long if the
	// database's clock was set forward.
	Due(ctx context.Context, now time.Time, n int, lease time.Duration) ([]string, error)
	// Seqs returns the number of events of each match. Unknown ids are missing from the map. If a
	// database does not answer that holds some of the matches, they are missing too, and Seqs returns
	// the others together with an error. A call
	// may contain up to 10,000 ids.
	Seqs(ctx context.Context, ids []string) (map[string]int, error)
	// Watched stores for each match that spectators watch it, from now until the given duration has
	// passed.
	Watched(ctx context.Context, ids []string, lasts time.Duration) error
	// WatchedUntil returns the time until which a match is recorded as watched. It returns zero if
	// the match is not watched.
	WatchedUntil(ctx context.Context, id string) (time.Time, error)
	// CountWatched returns the number of matches currently recorded by Watched.
	CountWatched(ctx context.Context) (int, error)
	// Playing lists a player's matches in progress, newest first.
	Playing(ctx context.Context, player string) ([]Summary, error)
	// Played lists up to n of a player's finished matches after a cursor, latest first.
	// Matches that ended at the same time are ordered by id.
	Played(ctx context.Context, player string, after Cursor, n int) ([]Summary, error)
	// Find is like Played, for matches that pass the filter f. The parameter players contains all
	// ids of one person. A match may be missing for some seconds after its end.
	Find(ctx context.Context, players []string, f Filter, after Cursor, n int) ([]Summary, error)
}

// Offers is the part of the store for lobby offers and challenges.
type Offers interface {
	// Propose stores an offer. It returns ErrExists if the id is in use.
	Propose(ctx context.Context, o Offer) error
	// Lobby lists the 1,000 newest open lobby offers, oldest first.
	Lobby(ctx context.Context) ([]Offer, error)
	// Standing returns the number of the owner's open offers: lobby offers if the parameter open is
	// true, otherwise challenges.
	Standing(ctx context.Context, owner string, open bool) (int, error)
	// Offer returns an offer, open or accepted, until it expires.
	Offer(ctx context.Context, id string) (Offer, error)
	// Accept turns an offer into a match in one transaction. If several callers accept, exactly one
	// succeeds; the other callers get ErrNotFound, as for any offer that is no longer open.
	Accept(ctx context.Context, id string, r Row) (began time.Time, err error)
	// Withdraw deletes an open offer of owner. It returns ErrNotFound if owner has no such open
	// offer.
	Withdraw(ctx context.Context, id, owner string) error
	// Addressed lists the open challenges to a player, oldest first.
	Addressed(ctx context.Context, player string) ([]Offer, error)
	// Renew extends the expiry of offers. It ignores closed offers.
	Renew(ctx context.Context, ids []string, expires time.Time) error
	// Expire deletes expired offers, tickets, notices and other expired rows. It returns the number
	// of deleted offers.
	Expire(ctx context.Context) (int, error)
}

// Ceremonies is the part of the store for the ceremonies (commit-and-reveal exchanges) in which the
// players and the server deal hidden pieces.
type Ceremonies interface {
	// BeginCeremony stores a ceremony (the exchange of numbers for a deal) before its match starts.
	// If offer is not "", the offer is accepted in the same transaction; BeginCeremony returns
	// ErrNotFound if the offer is no longer open.
	BeginCeremony(ctx context.Context, offer string, c Ceremony) error
	// Ceremony returns the ceremony (exchange of numbers for the deal) of a match, whether the
	// match has started or not. id may also be the id of the ceremony.
	Ceremony(ctx context.Context, id string) (Ceremony, error)
	// StepCeremony stores the new state of a ceremony that had seq events before. It returns
	// ErrConflict if the ceremony has changed since. In the same transaction it starts the matches
	// in rows; it returns ErrNotFound if one of them is on an event board that was cancelled. If
	// the ceremony was aborted, an event board with a player who was late ends without a match. An
	// event board whose players were both in time waits until a node starts its match again.
	StepCeremony(ctx context.Context, seq int, c Ceremony, rows []Row) (began []time.Time, err error)
	// ShutCeremony ends the ceremony (exchange of numbers for a deal) of a match that will not be
	// played, if the ceremony is in progress. If the ceremony also deals for a match at a second
	// table, the event board of the second match waits until a node starts its match again.
	ShutCeremony(ctx context.Context, match string) error
	// Sealed reports whether this match and another match are played with the same deal and at
	// least one of the two is not over.
	Sealed(ctx context.Context, match string) (bool, error)
	// DueCeremonies leases up to n ceremonies (exchanges of numbers for deals) whose CheckAt has
	// passed; see Matches.Due.
	DueCeremonies(ctx context.Context, now time.Time, n int, lease time.Duration) ([]string, error)
}

// Nodes is the part of the store for the heartbeats of nodes.
type Nodes interface {
	// Beat writes a node's heartbeat.
	Beat(ctx context.Context, id string, body []byte) error
	// Alive lists the nodes whose last heartbeat is not older than the given duration. It deletes
	// nodes that have been silent for a day.
	Alive(ctx context.Context, within time.Duration) ([]Node, error)
}

// Tokens is the part of the store for the access tokens of bots.
type Tokens interface {
	AddToken(ctx context.Context, t Token) error
	FindToken(ctx context.Context, hash [32]byte) (Token, error)
	Tokens(ctx context.Context, player string) ([]Token, error)
	// DropToken deletes a token of a player. It returns ErrNotFound if the player has no such
	// token.
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

// Clock is the site's time, which all nodes share: the time of the database plus a correction,
// which keeps the site's time continuous if the database's clock is changed.
type Clock interface {
	// Reading returns the site's time and the correction that is included in it.
	Reading(ctx context.Context) (now time.Time, correction time.Duration, err error)
	// Uncorrected returns what the database's clock showed at a Reading. A database without a clock
	// of its own returns now.
	Uncorrected(now time.Time, correction time.Duration) time.Time
	// Correct replaces the stored correction. It returns ErrConflict if the stored correction is
	// not equal to the parameter old.
	Correct(ctx context.Context, old, correction time.Duration) error
	// Rebase waits for the given duration. If no node sends a heartbeat in this time, it sets the
	// site's time to the system clock. Call Rebase only if no other node is running.
	Rebase(ctx context.Context, within time.Duration) error
}
