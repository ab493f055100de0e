// Package proof proves that a side reaches a goal within a number of moves: a
// win, a draw, or survival. It is a depth-first proof-number search (df-pn) of
// limited depth that tries forcing moves first.
//
// It knows no game. The limit grows move by move, so that the first proof is
// the shortest one by the moves that were tried. Whether a win can be forced
// within a number of moves depends on the position alone, not on the way to it:
// a shortest win never repeats a position, and a win by a ruling on repetitions
// does not count. Only the goal Draw looks at repetitions, and its results are
// stored for their own path only. See docs/adr/0028-prover.md.
package proof

import "kydai/game"

// Goal is what a side wants to reach.
type Goal uint8

// The goals.
const (
	Win     Goal = iota // the other side is mated, or loses by the rules of the board
	Draw                // the game ends, and not with a loss
	Survive             // the other side does not win
)

// Kind is a set of moves that the attacker may use. Each kind contains the one
// before it. The defender may always use every move.
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

// Task is a question about a position.
type Task struct {
	Goal  Goal
	Other bool // the goal is that of the side that is not to move
	Moves int  // moves of the side that attacks; 0 means MaxMoves
	// Nodes limits the search for a proof or a refutation, and also the
	// building of the tree.
	Nodes uint64
	// Verify limits the search for shorter and for second solutions; 0 means
	// that they are not looked for.
	Verify uint64
	Tree   int         // largest number of moves in the answer's tree; 0 means no tree
	Stop   func() bool // polled; may be nil
}

// Result is what is known of a task.
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
	// Moves is the number of moves in which the attacker reaches the goal; if
	// the attack is refuted, the number within which it does not, or MaxMoves
	// if no number is enough.
	Moves int
	// Kind is the set of moves with which the attack was proved, or the set
	// that was refuted. A refuted attack by other kinds than All is Undecided.
	Kind Kind
	// Limit means that a move limit of the game comes before the number of
	// moves asked for.
	Limit bool
	// Shortest means that no way is shorter, by any moves.
	Shortest bool
	// Seconds are other first moves that reach the goal in as many moves.
	// Unique means that every other first move was refuted.
	Seconds []game.Move
	Unique  bool
	// Tree is the solution with all defences, or the refutation: each first
	// move with an answer that holds. For Survive it is that of the attack.
	Tree  *Node
	Nodes uint64
}

// Node is a move in the tree of an answer. Of several moves the first is the
// one that lasts longest.
type Node struct {
	Move  game.Move // NoMove at the root
	Plies int       // moves of both sides until the goal, after this move
	Cut   bool      // what follows was left out
	Next  []*Node
}

// Line is the main line of a tree.
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
