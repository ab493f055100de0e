// Package tourney holds the table of a tournament. From the table it computes scores, standings
// with tie-breaks, and rankings of categories and teams. It also contains the schedules of round
// robins and the plans of knock-outs. Package tourney/swiss pairs the rounds of a Swiss tournament.
//
// All results depend only on the table. The package uses no clock, no random source and no input or
// output, so the same table gives the same result everywhere.
package tourney

// Colour is a player's side in a game. White is the side that moves first, even if the game has
// other names for its sides.
type Colour int8

// The values of Colour.
const (
	NoColour Colour = iota
	White
	Black
)

// Other returns the opposite colour. The opposite of NoColour is NoColour.
func (c Colour) Other() Colour {
	switch c {
	case White:
		return Black
	case Black:
		return White
	}
	return NoColour
}

// Kind says how a player got the points of a round: by a game, a forfeit or a kind of bye.
type Kind uint8

// The kinds of results in a round.
const (
	Absent     Kind = iota // not paired, without notice; no points
	Played                 // a game was played over the board
	Forfeit                // paired, but at least one player did not come to the game
	HalfBye                // bye that the player requested; the points of a draw
	FullBye                // bye that the organiser granted; the points of a win
	ZeroBye                // bye that the player requested; no points
	PairingBye             // pairing-allocated bye for the player who is left over when the number of players is odd
)

// Result is the result of a game.
type Result uint8

// The possible results. With NobodyWins, both players lose the game. With NobodyWins and Forfeit,
// neither player came to the game.
const (
	Pending Result = iota
	WhiteWins
	BlackWins
	Draw
	NobodyWins
)

// Game is a pairing of two players with its result. Players are identified by their numbers.
type Game struct {
	White   int    `json:"white"`
	Black   int    `json:"black"`
	Result  Result `json:"result,omitempty"`
	Forfeit bool   `json:"forfeit,omitempty"` // the game was not played, because at least one player did not come
}

// Bye is the entry of a player who has no opponent in a round.
type Bye struct {
	Player int  `json:"player"`
	Kind   Kind `json:"kind"`
}

// Round is a round with its games, ordered by board, and its byes. A player who has neither a game
// nor a bye was absent.
type Round struct {
	Games []Game `json:"games,omitempty"`
	Byes  []Bye  `json:"byes,omitempty"`
}

// Player is a participant of a tournament. Number is the rank in the starting list (the tournament
// pairing number of the FIDE rules): 1 is the highest.
type Player struct {
	Number     int      `json:"number"`
	Rating     int      `json:"rating,omitempty"`
	Title      string   `json:"title,omitempty"`
	Categories []string `json:"categories,omitempty"` // categories such as "women" or "juniors" in which the player is ranked separately
	Team       string   `json:"team,omitempty"`
	Board      int      `json:"board,omitempty"`  // position in the board order of the team; 0 if there is none
	Enters     int      `json:"enters,omitempty"` // first round in which the player can be paired; 0 means round 1
	Leaves     int      `json:"leaves,omitempty"` // first round that the player does not play after a withdrawal; 0 if the player stays
}

// In reports whether the player takes part in a round, counted from 1.
func (p Player) In(round int) bool {
	return round >= p.Enters && (p.Leaves == 0 || round < p.Leaves)
}

// Scoring is the number of points for each result, in units. The field Unit says how many units
// make one point.
type Scoring struct {
	Win  int `json:"win"`
	Draw int `json:"draw"`
	Loss int `json:"loss,omitempty"`
	Bye  int `json:"bye"` // value of a pairing-allocated bye
	Unit int `json:"unit"`
}

// The common scorings: 1/½/0, 2/1/0 and 3/1/0 points for a win, a draw and a loss.
var (
	OneHalf  = Scoring{Win: 2, Draw: 1, Bye: 2, Unit: 2}
	TwoOne   = Scoring{Win: 2, Draw: 1, Bye: 2, Unit: 1}
	ThreeOne = Scoring{Win: 3, Draw: 1, Bye: 3, Unit: 1}
)

// Table is a tournament with the rounds that have been played or paired so far.
type Table struct {
	Players   []Player `json:"players"`
	Scoring   Scoring  `json:"scoring"`
	Total     int      `json:"total"`           // planned number of rounds; the last round is paired by special rules
	First     Colour   `json:"first,omitempty"` // colour of player 1 in the first round, drawn by lot; NoColour means White
	Rounds    []Round  `json:"rounds,omitempty"`
	Forbidden [][2]int `json:"forbidden,omitempty"` // pairs of players who must not meet
	All       bool     `json:"all,omitempty"`       // the tournament is a round robin, in which tie-breaks count a forfeit as a game
}
