package play

import (
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/game/clock"
	"kydai/match"
)

// Player is the user who sends a command or watches a match. An empty ID means an
// anonymous spectator.
type Player struct {
	ID, Name string
	// Also lists the ids under which the same person has played as a guest. Matches under these ids
	// count as the player's own.
	Also    []string
	Bot     bool
	Account bool // the player has an account, is not a guest, and may play rated games
	Fair    bool // the client contributes its own number to deals; see package fair
	// Address is the IP address to which the limits on engine time, hints and matches between
	// engines apply. It is not stored. If it is empty, these limits do not apply.
	Address string
}

// Deal is the game to play and the settings of the match, without the players.
type Deal struct {
	Game    string
	Start   string            // start position as text; empty means the game's default position
	Options map[string]string // options of the rules, by name
	Opening []string          // codes of moves that are played before the game starts

	Clock     clock.Control
	Extra     [2]time.Duration // time odds of the first and the second side; in a Proposal: of the owner and the opponent
	FirstMove time.Duration    // time limit of each side's first move; see match.Terms
	Idle      time.Duration    // time without events after which the match is abandoned; see match.Terms
	Rated     bool
	Takebacks int  // number of takebacks per side, or match.Unlimited
	KeepSides bool // the players keep their sides in a rematch
	Games     int  // number of games of the series; 0 means 1
}

// NewMatch is a match to start at once. The first seat has the first move. A human seat without a
// player is for the player who starts the match.
type NewMatch struct {
	Deal
	Seats [2]match.Seat
}

// Proposal is a match that waits for an opponent.
type Proposal struct {
	Deal
	Side  game.Side     // side of the owner; NoSide means a random side
	Open  bool          // the offer is shown in the lobby; otherwise only players who know its id can accept it
	To    string        // the only player who may accept; "" means every player
	Lasts time.Duration // lifetime of the offer; zero means the default
}

// Seek is a stored offer, open or accepted.
type Seek struct {
	ID        string
	Owner     string
	OwnerName string
	OwnerBot  bool
	OwnerFair bool
	Proposal
	Created time.Time
	Expires time.Time
	Alive   time.Time // a lobby offer expires at this time unless a node renews it for its connected owner
	Match   string    // id of the match that the offer became; "" while the offer is open
}

// Move is a move as a client sends it.
type Move struct {
	Ply     int
	Code    string
	Arrival *Arrival      // record of the move's arrival, which its receiver ends; nil means that the move arrives now
	Lag     time.Duration // network lag of the connection, measured by the server
}

// Act is a kind of command other than a move.
type Act string

// The kinds of commands. For Propose, Accept, Decline and Retract, the field Command.What is the
// kind of offer.
const (
	Resign  Act = "resign"
	Abort   Act = "abort"
	Claim   Act = "claim"
	Redo    Act = "redo" // play own moves again that were taken back; Command.Count is their number
	Propose Act = "offer"
	Accept  Act = "accept"
	Decline Act = "decline"
	Retract Act = "withdraw"
	// ClaimLeft ends the game because the opponent has left: with a win, or with
	// a draw if What is match.Draw.
	ClaimLeft Act = "left"
)

// Command is an action of a player other than a move.
type Command struct {
	Kind     Act
	What     match.What
	Count    int       // for takeback and redo: number of own moves
	Side     game.Side // the side that acts if one player has both seats; NoSide means the side to move
	Received time.Time // time at which the command arrived, by Service.Now; zero means now
}

// Ack confirms that a command was executed and its result is stored.
type Ack struct {
	Seq      int    // number of events of the match after the command; for a repeated command, the current number
	Ply      int    // number of plies after the command; for a repeated command, the current number
	Repeated bool   // the command had already been executed before
	Next     string // id of the rematch; "" while there is no rematch
}

// Question asks an engine to analyse one position of a match.
type Question struct {
	Ply    int // number of plies before the position to analyse; negative means the current position
	Limits engine.Limits
}

// Presence holds the numbers of nodes, connected players, watched matches and waiting players,
// over all nodes.
type Presence struct {
	Node    string // name of the node that counted
	Nodes   int
	Players int
	Matches int            // number of watched matches
	Waiting map[string]int // number of players who wait for an opponent, by game
}
