// Package proof proves that a side reaches a goal within a number of moves: a win, a draw, or
// survival. It uses a depth-first proof-number search (df-pn) with limited depth that tries forcing
// moves first.
//
// The package has no code for particular games. The depth limit grows move by move, so the first
// proof found is the shortest for the moves that were tried. Whether a win can be forced within a
// number of moves depends only on the position and not on its history: a shortest win never repeats
// a position, and a win by a ruling on repetitions does not count. Only the goal Draw considers
// repetitions; its results are stored only for the path of moves on which they were found. See
// docs/adr/0028-prover.md.
package proof

import "kydai/game"

// Goal is the goal that the attacker wants to reach.
type Goal uint8

// The goals.
const (
	Win     Goal = iota // the opponent is mated, or loses by another rule about positions
	Draw                // the game ends with a draw or a win
	Survive             // the attacker avoids a loss: the opponent does not win
)

// Kind is a set of moves that the attacker may use. Each kind contains the previous one. The
// defender may always use all moves.
type Kind uint8

// The kinds, in the order in which the prover tries them.
const (
	Checks  Kind = iota // moves after which the defender is in check
	Threats             // moves of kind Checks, and moves that threaten a win by two checks
	All
	kinds
)

// MaxMoves is the largest number of moves that a task may have.
const MaxMoves = 60

// Task describes what to prove about a position.
type Task struct {
	Goal  Goal
	Other bool // the goal is for the side that is not to move, not for the side to move
	Moves int  // maximum number of moves that the attacker may use; 0 means MaxMoves
	// Nodes limits the number of nodes of the search for a proof or a refutation. If a tree is
	// requested, building the tree may use this number of nodes again.
	Nodes uint64
	// Verify limits the number of nodes that are searched after a proof, for shorter solutions and
	// for other first moves that also reach the goal. 0 disables this search.
	Verify uint64
	Tree   int         // largest number of moves in the tree of the answer; 0 means no tree
	Stop   func() bool // called regularly; true ends the search; may be nil
}

// Result says whether the goal of a task was proved or refuted.
type Result uint8

// Values of Result. Undecided means that a limit was reached before a proof or a refutation.
const (
	Undecided Result = iota
	Proved
	Refuted
)

// Answer is the outcome of a task: the result, the solution and how it was found.
type Answer struct {
	Result Result
	// Moves is the number of moves in which the attacker reaches the goal. If the attack is
	// refuted, it is the number of moves within which the attacker does not reach it, or
	// MaxMoves if no number of moves suffices.
	Moves int
	// Kind is the set of moves with which the attack was proved or refuted. If the attack is
	// refuted only for a kind other than All, the result is Undecided.
	Kind Kind
	// Limit means that the game has a limit of moves, and that this limit ends the game before
	// Task.Moves moves are played.
	Limit bool
	// Shortest means that no shorter solution exists, whatever kind of moves the attacker uses.
	Shortest bool
	// Seconds lists other first moves that reach the goal in the same number of moves. Unique
	// means that every other first move was refuted.
	Seconds []game.Move
	Unique  bool
	// Tree is the tree of a solution with all replies of the defender, or a refutation: each first
	// move of the attacker with one reply that refutes it. For the goal Survive, Tree is the attack
	// of the opponent or its refutation.
	Tree  *Node
	Nodes uint64
}

// Node is a move in the tree of an answer. Next lists the moves that follow; the move that delays
// the goal longest comes first.
type Node struct {
	Move  game.Move // NoMove at the root
	Plies int       // number of plies from the position after this move to the goal
	Cut   bool      // the moves after this move were left out
	Next  []*Node
}

// Line returns the main line of a tree.
func (n *Node) Line() []game.Move {
	var line []game.Move
	for len(n.Next) > 0 {
		n = n.Next[0]
		line = append(line, n.Move)
	}
	return line
}

// Size returns the number of moves in a tree.
func (n *Node) Size() int {
	size := 0
	for _, c := range n.Next {
		size += 1 + c.Size()
	}
	return size
}
