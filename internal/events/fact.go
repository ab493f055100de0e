package events

import (
	"encoding/json"
	"time"
)

// Kind is the kind of a fact.
type Kind string

// The kinds of facts. The strings are stored in the database and must never change.
const (
	Created   Kind = "created" // Settings; By is the organiser
	Altered   Kind = "altered" // Settings
	Opened    Kind = "opened"
	Entered   Kind = "entered"   // Entry: a new entrant, or a changed one
	Left      Kind = "left"      // Entrant, Round: the first one without the entrant
	CheckedIn Kind = "checkedin" // Entrant, Round, Self
	CheckedUp Kind = "checkedup" // Entrant, Round: the check-in is taken back
	Asked     Kind = "asked"     // Entrant, Round, Bye: a requested bye; "" takes it back
	Forbade   Kind = "forbade"   // Pair
	Allowed   Kind = "allowed"   // Pair
	Started   Kind = "started"   // Order, Second, Teams
	Paired    Kind = "paired"    // Boards, Byes, Hand, Matches
	Added     Kind = "added"     // Round, Boards: more boards of a round
	Undone    Kind = "undone"    // Round: its pairing is taken back
	Claimed   Kind = "claimed"   // Round, Board, Entrant, Result: what a player says
	Decided   Kind = "decided"   // Round, Board, Result
	Ended     Kind = "ended"
	Taken     Kind = "taken" // By is the organiser from now on
)

// Fact is one entry in the log of an event. Facts are never changed: to correct a fact, another
// fact is added.
type Fact struct {
	Number int       `json:"-"` // from 1 on
	At     time.Time `json:"-"` // database time
	By     string    `json:"-"` // player id; "" is the server
	Kind   Kind      `json:"-"`

	Settings *Settings   `json:"settings,omitempty"`
	Entry    *Entrant    `json:"entry,omitempty"`
	Entrant  int         `json:"entrant,omitempty"`
	Self     bool        `json:"self,omitempty"` // the entrant has checked in, not an arbiter
	Round    int         `json:"round,omitempty"`
	Board    int         `json:"board,omitempty"`
	Bye      string      `json:"bye,omitempty"`
	Pair     [2]int      `json:"pair,omitzero"`
	Order    []int       `json:"order,omitempty"`   // entrants by lot or seed; not of a Swiss event
	Teams    []string    `json:"teams,omitempty"`   // in their order, where teams are paired
	Matches  []Encounter `json:"matches,omitempty"` // of teams
	Second   bool        `json:"second,omitempty"`  // the first of the starting list begins with the second side
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

// The sources.
const (
	ByMatch   Source = "match"   // the row of an ended match
	ByBoth    Source = "both"    // both players of a wooden board
	ByArbiter Source = "arbiter" // with a reason
	ByAbsence Source = "absence" // a player was not there when a fixed plan was paired
	ByDeal    Source = "deal"    // a player was not there for the deal before the match
)

// Result is the result of a board and how it came about.
type Result struct {
	Result  string `json:"result,omitempty"` // "" while there is none
	Forfeit bool   `json:"forfeit,omitempty"`
	Through int    `json:"through,omitempty"` // entrant who goes on after a tie of an elimination without a winner
	Source  Source `json:"source,omitempty"`
	Reason  string `json:"reason,omitempty"`
	By      string `json:"by,omitempty"` // player id of the arbiter
}

// Board is a pairing of two entrants with its result.
type Board struct {
	First   int    `json:"first"` // entrant who has the first move
	Second  int    `json:"second"`
	Match   string `json:"match,omitempty"` // "" for a wooden board
	Tie     int    `json:"tie,omitempty"`   // of the plan of an elimination, or match of teams
	Game    int    `json:"game,omitempty"`  // of a series, from 1 on; 0 is 1
	Twin    int    `json:"twin,omitempty"`  // board of the round with the same deal; 0 if there is none
	Result         // the last one
	Version int    `json:"version,omitempty"` // number of results so far; a correction names the one that it replaces
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
	FullBye    = "full"    // granted by the arbiter
	PairingBye = "pairing" // left over by the pairing
	Absent     = "absent"
)

// Round is a paired round.
type Round struct {
	Boards  []Board
	Byes    []Bye
	Matches []Encounter // of teams
	Hand    bool
	Fact    int // number of the fact that paired it
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
