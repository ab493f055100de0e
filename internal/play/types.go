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
	Account bool // not a guest: may play rated games
	Fair    bool // the client adds its own number to deals: see package fair
	// Address is the IP address to which the limits on engine time, hints and matches between
	// engines apply. It is not stored. If it is empty, these limits do not apply.
	Address string
}

// Deal is the game to play and the settings of the match, without the players.
type Deal struct {
	Game    string
	Start   string            // a position as text; empty is the usual one
	Options map[string]string // of the rules
	Opening []string          // moves played before the game

	Clock     clock.Control
	Extra     [2]time.Duration // odds in time: of a NewMatch for the first and second side, of a Proposal for its owner and the other
	FirstMove time.Duration    // see match.Terms
	Idle      time.Duration    // see match.Terms
	Rated     bool
	Takebacks int  // match.Unlimited, or how many
	KeepSides bool // in a rematch
	Games     int  // of a series; 0 or 1 is one game
}

// NewMatch is a match that is to be started at once. The first seat has the first move. If a seat
// is for a human but names no player, it is for the player who starts the match.
type NewMatch struct {
	Deal
	Seats [2]match.Seat
}

// Proposal is a match that waits for an opponent.
type Proposal struct {
	Deal
	Side  game.Side     // of its owner; NoSide draws it by lot
	Open  bool          // it stands in the lobby; otherwise it is for whoever has its id
	To    string        // the only player who may accept; "" is anybody
	Lasts time.Duration // zero is a usual time
}

// Seek is an offer, open or accepted.
type Seek struct {
	ID        string
	Owner     string
	OwnerName string
	OwnerBot  bool
	OwnerFair bool
	Proposal
	Created time.Time
	Expires time.Time
	Alive   time.Time // until then it stands without its owner
	Match   string    // that it became; "" while it stands
}

// Move is a move as a client sends it.
type Move struct {
	Ply     int
	Code    string
	Arrival *Arrival      // noted where it came in, and ended there; nil: it comes in now
	Lag     time.Duration // of the connection, as the server measured it
}

// Act is a kind of command other than a move.
type Act string

// The acts. Offer, Accept, Decline and Retract use Command.What.
const (
	Resign  Act = "resign"
	Abort   Act = "abort"
	Claim   Act = "claim"
	Redo    Act = "redo" // N: own moves to be played again
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
	Count    int       // of a takeback or redo: own moves
	Side     game.Side // for whom, where one player has both seats; NoSide is the side to move
	Received time.Time // by Service.Now, where it came in; zero is now
}

// Ack confirms that a command is durable.
type Ack struct {
	Seq      int    // events of the match after it, or as known now
	Ply      int    // number of plies after the command, or the number known now
	Repeated bool   // it had been done before
	Next     string // the match that is the rematch, once there is one
}

// Question asks an engine to analyse one position of a match.
type Question struct {
	Ply    int // of the position in question; negative is the present one
	Limits engine.Limits
}

// Presence holds the numbers of nodes, connected players, watched matches and waiting players,
// over all nodes.
type Presence struct {
	Node    string // that counts
	Nodes   int
	Players int
	Matches int            // that are watched
	Waiting map[string]int // for an opponent, by game
}
