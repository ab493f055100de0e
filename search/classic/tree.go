package classic

import (
	"context"
	"math"

	"kydai/game"
)

// Node is a position in a search tree recorded for display. Values and bounds are from the point of
// view of the side to move at the root; a nil bound is infinite.
type Node struct {
	Move     string   `json:"move,omitempty"` // move that leads to this node; empty at the root
	Kind     string   `json:"kind"`           // "max", "min", "chance" or "leaf"
	Alpha    *float64 `json:"alpha,omitempty"`
	Beta     *float64 `json:"beta,omitempty"`
	Value    float64  `json:"value"`
	Over     string   `json:"over,omitempty"`    // reason why the game is over at this node; empty if it is not over
	Skipped  int      `json:"skipped,omitempty"` // number of moves cut off after the moves in Children
	Best     bool     `json:"best,omitempty"`    // whether the node is part of the principal variation
	Children []*Node  `json:"children,omitempty"`
}

// Values of Node.Kind.
const (
	KindMax    = "max"
	KindMin    = "min"
	KindChance = "chance"
	KindLeaf   = "leaf"
)

// Tree records a search by alpha-beta, or by minimax if prune is false. The number of nodes grows
// quickly with the depth, so set Options.MaxNodes.
func Tree(ctx context.Context, p game.Position, o Options, prune bool) (*Node, Result) {
	s := newSearcher(ctx, p, o)
	s.value = s.minimax
	if prune {
		s.value = s.alphaBeta
	}
	s.tree = &Node{Kind: KindMax, Best: true}
	r := s.root(p, s.rootMoves(p))
	s.tree.Value = r.Value
	s.tree.finish()
	s.tree.markBest(p, r.Line)
	return s.tree, r
}

// finish marks a node without children as a leaf.
func (n *Node) finish() {
	if len(n.Children) == 0 {
		n.Kind = KindLeaf
	}
	for _, c := range n.Children {
		c.finish()
	}
}

func (n *Node) markBest(p game.Position, line []game.Move) {
	for _, m := range line {
		var next *Node
		for _, c := range n.Children {
			if c.Move == p.Encode(m) {
				next = c
			}
		}
		if next == nil {
			return
		}
		next.Best = true
		ways := game.CompletionsOf(p, m)
		if len(ways) != 1 {
			return
		}
		n, p = next, p.Play(ways[0].Move)
	}
}

// The search calls the methods of Node below at every step to record itself. If the search is not
// recorded, n is nil and the methods do nothing.

func (n *Node) child(p game.Position, m game.Move, next game.Position, me game.Side, alpha, beta float64) *Node {
	if n == nil {
		return nil
	}
	kind := KindMin
	if next.Turn() == me {
		kind = KindMax
	}
	return n.add(p.Encode(m), kind, alpha, beta)
}

func (n *Node) chance(p game.Position, m game.Move, alpha, beta float64) *Node {
	if n == nil {
		return nil
	}
	return n.add(p.Encode(m), KindChance, alpha, beta)
}

func (n *Node) add(code, kind string, alpha, beta float64) *Node {
	c := &Node{Move: code, Kind: kind, Alpha: bound(alpha), Beta: bound(beta)}
	n.Children = append(n.Children, c)
	return c
}

func bound(v float64) *float64 {
	if math.IsInf(v, 0) {
		return nil
	}
	return &v
}

func (n *Node) is(v float64) {
	if n != nil && !math.IsInf(v, 0) {
		n.Value = v
	}
}

func (n *Node) over(o game.Outcome) {
	if n != nil {
		n.Over = string(o.Why)
	}
}

func (n *Node) cut(skipped int) {
	if n != nil {
		n.Skipped = skipped
	}
}
