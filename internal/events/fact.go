package events

import (
	"encoding/json"
	"time"
)

// Kind is the kind of a fact (an entry in the log of an event).
type Kind string

// The kinds of facts, with the fields of Fact that each kind uses. The strings are stored in the
// database and must never change.
const (
	Created   Kind = "created" // Settings; By: the organiser
	Altered   Kind = "altered" // Settings: the new settings
	Opened    Kind = "opened"
	Entered   Kind = "entered"   // Entry: a new or changed entrant
	Left      Kind = "left"      // Entrant; Round: the first round without the entrant
	CheckedIn Kind = "checkedin" // Entrant, Round, Self: an entrant is checked in for a round
	CheckedUp Kind = "checkedup" // Entrant, Round: the check-in is cancelled
	Asked     Kind = "asked"     // Entrant, Round, Bye: the kind of bye requested; "" cancels the request
	Forbade   Kind = "forbade"   // Pair: two entrants who must not be paired
	Allowed   Kind = "allowed"   // Pair: two entrants who may be paired again
	Started   Kind = "started"   // Order, Second, Teams: the event starts
	Paired    Kind = "paired"    // Boards, Byes, Hand, Matches: a round is paired
	Added     Kind = "added"     // Round, Boards: boards added to a paired round
	Undone    Kind = "undone"    // Round: the pairing of the round is removed
	Claimed   Kind = "claimed"   // Round, Board, Entrant, Result: the result that a player reports
	Decided   Kind = "decided"   // Round, Board, Result: the result of a board
	Ended     Kind = "ended"
	Taken     Kind = "taken" // By: the new organiser
)

// Fact is one entry in the log of an event. Facts are never changed: to correct a fact, another
// fact is added.
type Fact struct {
	Number int       `json:"-"` // position of the fact in the log, counted from 1
	At     time.Time `json:"-"` // time of the database when the fact was stored
	By     string    `json:"-"` // player id of the author; "" means the server
	Kind   Kind      `json:"-"`

	Settings *Settings   `json:"settings,omitempty"`
	Entry    *Entrant    `json:"entry,omitempty"`
	Entrant  int         `json:"entrant,omitempty"`
	Self     bool        `json:"self,omitempty"` // the entrant checked in personally; false if an arbiter did it
	Round    int         `json:"round,omitempty"`
	Board    int         `json:"board,omitempty"`
	Bye      string      `json:"bye,omitempty"`
	Pair     [2]int      `json:"pair,omitzero"`
	Order    []int       `json:"order,omitempty"`   // ids of the entrants in starting order, by lot or rating; not used in Swiss events
	Teams    []string    `json:"teams,omitempty"`   // names of the teams in starting order, if teams are paired
	Matches  []Encounter `json:"matches,omitempty"` // matches between teams
	Second   bool        `json:"second,omitempty"`  // the first entrant of the starting list has the second side in round 1
	Boards   []Board     `json:"boards,omitempty"`
	Byes     []Bye       `json:"byes,omitempty"`
	Hand     bool        `json:"hand,omitempty"`
	Result   *Result     `json:"result,omitempty"`
}

// Encode returns the stored body of a fact as JSON.
func (f *Fact) Encode() (string, error) {
	text, err := json.Marshal(f)
	return string(text), err
}

// Decode restores a fact from its database row.
func Decode(number int, at time.Time, by, kind, body string) (Fact, error) {
	f := Fact{Number: number, At: at, By: by, Kind: Kind(kind)}
	err := json.Unmarshal([]byte(body), &f)
	return f, err
}

// Results of a board.
const (
	FirstWins  = "first"
	SecondWins = "second"
	Drawn      = "draw"
	NobodyWins = "none"
)

// BothAbsent is the value of DueBoard.Loser if neither player took part in dealing the hidden
// pieces.
const BothAbsent = "both"

// Source says where a result comes from.
type Source string

// The sources of results.
const (
	ByMatch   Source = "match"   // a match on screen has ended
	ByBoth    Source = "both"    // both players of a physical board reported the same result
	ByArbiter Source = "arbiter" // an arbiter decided and gave a reason
	ByAbsence Source = "absence" // an entrant was absent when a round with a fixed schedule was paired
	ByDeal    Source = "deal"    // a player did not take part in dealing the hidden pieces before the match
)

// Result is the result of a board and the source of the result.
type Result struct {
	Result  string `json:"result,omitempty"` // "" while the board has no result
	Forfeit bool   `json:"forfeit,omitempty"`
	Through int    `json:"through,omitempty"` // entrant who advances although the tie has no winner; decided by an arbiter
	Source  Source `json:"source,omitempty"`
	Reason  string `json:"reason,omitempty"`
	By      string `json:"by,omitempty"` // player id of the arbiter who decided; "" if no arbiter did
}

// Board is a pairing of two entrants with its result.
type Board struct {
	First   int    `json:"first"` // entrant with the first move
	Second  int    `json:"second"`
	Match   string `json:"match,omitempty"` // match id; "" for a physical board
	Tie     int    `json:"tie,omitempty"`   // number of the tie in an elimination, or of the match of teams in the round
	Game    int    `json:"game,omitempty"`  // number of the game within a tie, counted from 1; 0 means 1
	Twin    int    `json:"twin,omitempty"`  // number of the board in this round with the same deal; 0 if there is none
	Result         // the latest result
	Version int    `json:"version,omitempty"` // number of results so far; a correction must name the version that it replaces
	// Claims are the results that the first and the second player of a physical board have reported
	// themselves.
	Claims [2]string `json:"-"`
}

// Bye records that an entrant has no opponent in a round.
type Bye struct {
	Entrant int    `json:"entrant"`
	Kind    string `json:"kind"`
}

// Kinds of byes.
const (
	HalfBye    = "half"
	ZeroBye    = "zero"
	FullBye    = "full"    // a full point, granted by an arbiter
	PairingBye = "pairing" // for the entrant who is left without an opponent when a round is paired
	Absent     = "absent"
)

// Round is a paired round.
type Round struct {
	Boards  []Board
	Byes    []Bye
	Matches []Encounter // matches between teams, if teams are paired
	Hand    bool
	Fact    int // number of the fact that paired the round
	At      time.Time
}

// Done reports whether all boards have results.
func (r *Round) Done() bool {
	for i := range r.Boards {
		if r.Boards[i].Result.Result == "" {
			return false
		}
	}
	return true
}
