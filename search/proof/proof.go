// Package proof proves that a side reaches a goal within a number of moves: a win, a draw, or
// survival. It is a depth-first proof-number search (df-pn) with limited depth that tries
// forcing moves first.
//
// The package knows no game. The depth limit grows move by move, so the first proof found is the
// shortest for the moves that were tried. Whether a win can be forced within a number of moves
// depends only on the position and not on its history: a shortest win never repeats a position,
// and a win by a ruling on repetitions does not count. Only the goal Draw considers repetitions;
// its results are stored only for the path of moves on which they were found. See
// docs/adr/0028-prover.md.
package proof

import "kydai/game"

// Goal is the goal of a proof.
type Goal uint8

// The goals.
const (
	Win     Goal = iota // the other side is mated, or loses by the rules of the board
	Draw                // the game ends, and not with a loss
	Survive             // the other side does not win
)

// Kind is a set of moves that the attacker may use. Each kind contains the previous one. The
// defender may always use all moves.
type Kind uint8

// The kinds, in the order in which they are tried.
const (
	Checks  Kind = iota // moves after which the defender is in check
	Threats             // and moves that threaten a win by two checks
	All
	kinds
)

// MaxMoves is the largest number of moves.
const MaxMoves = 60

// Task describes what to prove about a position.
type Task struct {
	Goal  Goal
	Other bool // the goal is that of the side that is not to move
	Moves int  // moves of the side that attacks; 0 means MaxMoves
	// Nodes limits the search for a proof or a refutation, and also the
	// building of the tree.
	Nodes uint64
	// Verify limits the search for shorter and for second solutions; 0 disables this search.
	Verify uint64
	Tree   int         // largest number of moves in the answer's tree; 0 means no tree
	Stop   func() bool // polled; may be nil
}

// Result is the result of a task.
type Result uint8

// The results.
const (
	Undecided Result = iota
	Proved
	Refuted
)

// Answer is the result of a task.
type Answer struct {
	Result Result
	// Moves is the number of moves in which the attacker reaches the goal. If the attack is
	// refuted, it is the number of moves within which the attacker does not reach it, or
	// MaxMoves if no number of moves suffices.
	Moves int
	// Kind is the set of moves with which the attack was proved or refuted. If the attack is
	// refuted only for a kind other than All, the result is Undecided.
	Kind Kind
	// Limit means that a move limit of the game comes before the number of moves in the task.
	Limit bool
	// Shortest means that no shorter solution exists with any moves.
	Shortest bool
	// Seconds lists other first moves that reach the goal in the same number of moves. Unique
	// means that every other first move was refuted.
	Seconds []game.Move
	Unique  bool
	// Tree is the solution with all defences, or the refutation: each first move with a reply
	// that refutes it. For the goal Survive it is the tree of the attack.
	Tree  *Node
	Nodes uint64
}

// Node is a move in the tree of an answer. Among the moves of a position, the one that delays the
// goal longest comes first.
type Node struct {
	Move  game.Move // NoMove at the root
	Plies int       // moves of both sides until the goal, after this move
	Cut   bool      // what follows was left out
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

// Size is the number of moves in a tree.
func (n *Node) Size() int {
	size := 0
	for _, c := range n.Next {
		size += 1 + c.Size()
	}
	return size
}
