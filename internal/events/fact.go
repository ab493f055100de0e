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
	Created   Kind = "created" // an event is created; fields Settings and By (the organiser)
	Altered   Kind = "altered" // the settings are changed; field Settings (the new settings)
	Opened    Kind = "opened"
	Entered   Kind = "entered"   // an entrant is added or changed; field Entry
	Left      Kind = "left"      // an entrant withdraws; fields Entrant and Round (the first round without the entrant)
	CheckedIn Kind = "checkedin" // an entrant is checked in for a round; fields Entrant, Round and Self
	CheckedUp Kind = "checkedup" // a check-in is cancelled; fields Entrant and Round
	Asked     Kind = "asked"     // a bye is requested; fields Entrant, Round and Bye (its kind; "" cancels the request)
	Forbade   Kind = "forbade"   // two entrants must not be paired with each other; field Pair
	Allowed   Kind = "allowed"   // two entrants may be paired with each other again; field Pair
	Started   Kind = "started"   // the event starts; fields Order, Second and Teams
	Paired    Kind = "paired"    // a round is paired; fields Boards, Byes, Hand and Matches
	Added     Kind = "added"     // boards are added to a paired round; fields Round and Boards
	Undone    Kind = "undone"    // the pairing of a round is removed; field Round
	Claimed   Kind = "claimed"   // a player reports a result; fields Round, Board, Entrant and Result
	Decided   Kind = "decided"   // a board gets its result; fields Round, Board and Result
	Ended     Kind = "ended"
	Taken     Kind = "taken" // an event gets a new organiser; field By
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
	Self     bool        `json:"self,omitempty"` // true if the player checked in; false if an arbiter checked the player in
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
	Through int    `json:"through,omitempty"` // entrant who advances by the arbiter's decision, although nobody has won the tie
	Source  Source `json:"source,omitempty"`
	Reason  string `json:"reason,omitempty"`
	By      string `json:"by,omitempty"` // player id of the arbiter who decided; "" if no arbiter did
}

// Board is a pairing of two entrants with its result.
type Board struct {
	First   int    `json:"first"` // entrant with the first move
	Second  int    `json:"second"`
	Match   string `json:"match,omitempty"` // match id; "" for a physical board
	Tie     int    `json:"tie,omitempty"`   // number of the tie in an elimination, or number of the team match in the round
	Game    int    `json:"game,omitempty"`  // number of the game within a tie, counted from 1; 0 means 1
	Twin    int    `json:"twin,omitempty"`  // number of the board in this round with the same deal; 0 if there is none
	Result         // the latest result of the board (embedded)
	Version int    `json:"version,omitempty"` // number of results so far; a correction must name the version that it corrects
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

// Round is a round whose pairings have been made.
type Round struct {
	Boards  []Board
	Byes    []Bye
	Matches []Encounter // matches between teams, if teams are paired
	Hand    bool
	Fact    int // number of the fact (log entry) that paired the round
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
