// Package tourney holds the table of a tournament and computes scores, standings with
// tie-breaks, and rankings of categories and teams from it. It contains the schedules of round
// robins and the plans of knock-outs; package tourney/swiss pairs the rounds of a Swiss
// tournament.
//
// All results depend only on the table. There is no clock, no random source and no input or
// output: the same table gives the same result everywhere.
package tourney

// Colour is a player's side in a game. White is the side that moves first, whatever a game
// calls it.
type Colour int8

// The colours.
const (
	NoColour Colour = iota
	White
	Black
)

// Other returns the other colour; NoColour stays NoColour.
func (c Colour) Other() Colour {
	switch c {
	case White:
		return Black
	case Black:
		return White
	}
	return NoColour
}

// Kind says how a player got the points of a round.
type Kind uint8

// The kinds of results.
const (
	Absent     Kind = iota // not paired, no points, nothing announced
	Played                 // a game over the board
	Forfeit                // paired, but at least one player did not play
	HalfBye                // requested: the points of a draw
	FullBye                // granted by the organiser: the points of a win
	ZeroBye                // requested: no points
	PairingBye             // given by the pairing to the player who is left over
)

// Result is the result of a game.
type Result uint8

// The results. NobodyWins is a game lost by both players; with Forfeit, neither of them came
// to the game.
const (
	Pending Result = iota
	WhiteWins
	BlackWins
	Draw
	NobodyWins
)

// Game is a pairing with its result. Players are identified by their numbers.
type Game struct {
	White   int    `json:"white"`
	Black   int    `json:"black"`
	Result  Result `json:"result,omitempty"`
	Forfeit bool   `json:"forfeit,omitempty"` // not played: the result is by forfeit
}

// Bye is an entry for a player who has no opponent in a round.
type Bye struct {
	Player int  `json:"player"`
	Kind   Kind `json:"kind"`
}

// Round is a round with its games, ordered by board, and its byes. Players who are in neither
// were absent.
type Round struct {
	Games []Game `json:"games,omitempty"`
	Byes  []Bye  `json:"byes,omitempty"`
}

// Player is a participant. Number is the rank in the starting list (the TPN of the FIDE
// rules): 1 is the highest.
type Player struct {
	Number     int      `json:"number"`
	Rating     int      `json:"rating,omitempty"`
	Title      string   `json:"title,omitempty"`
	Categories []string `json:"categories,omitempty"` // for rankings apart, such as "women" or "juniors"
	Team       string   `json:"team,omitempty"`
	Board      int      `json:"board,omitempty"`  // the order within the team; 0 if there is none
	Enters     int      `json:"enters,omitempty"` // the first round in which the player can be paired; 0 is 1
	Leaves     int      `json:"leaves,omitempty"` // the first round after a withdrawal; 0 if the player stays
}

// In reports whether the player takes part in a round, counted from 1.
func (p Player) In(round int) bool {
	return round >= p.Enters && (p.Leaves == 0 || round < p.Leaves)
}

// Scoring is the value of each result, in units; Unit units are one point.
type Scoring struct {
	Win  int `json:"win"`
	Draw int `json:"draw"`
	Loss int `json:"loss,omitempty"`
	Bye  int `json:"bye"` // of a pairing-allocated bye
	Unit int `json:"unit"`
}

// The common scorings: 1/½/0, 2/1/0 and 3/1/0.
var (
	OneHalf  = Scoring{Win: 2, Draw: 1, Bye: 2, Unit: 2}
	TwoOne   = Scoring{Win: 2, Draw: 1, Bye: 2, Unit: 1}
	ThreeOne = Scoring{Win: 3, Draw: 1, Bye: 3, Unit: 1}
)

// Table is a tournament as far as it has been played.
type Table struct {
	Players   []Player `json:"players"`
	Scoring   Scoring  `json:"scoring"`
	Total     int      `json:"total"`           // rounds planned; pairing treats the last one differently
	First     Colour   `json:"first,omitempty"` // of number 1 in the first round, by lot; NoColour is White
	Rounds    []Round  `json:"rounds,omitempty"`
	Forbidden [][2]int `json:"forbidden,omitempty"` // pairs that must not meet
	All       bool     `json:"all,omitempty"`       // a round robin: in tie-breaks a forfeit counts as a game
}
