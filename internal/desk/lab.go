//go:build lab || !js

package desk

import (
	"context"
	"math/rand/v2"

	"kydai/engine"
	"kydai/game"
	algorithms "kydai/lab/classic"
	"kydai/search/classic"
)

// The module cannot be interrupted, so the algorithms of the lab have node
// limits.
const (
	labNodes  = 3_000_000
	treeNodes = 3_000
)

// evaluator returns the evaluator of a game's lab.
func (g Game) evaluator() classic.Evaluator {
	if g.Evaluator == nil {
		return classic.Evaluator{}
	}
	return g.Evaluator()
}

func labOptions(g Game, q Request) classic.Options {
	o := classic.Options{Eval: g.evaluator(), Depth: 2, MaxNodes: labNodes, Order: q.Algorithm == algorithms.Ordered}
	o.Width = o.Eval.Width
	if q.Limits.Depth != 0 {
		o.Depth = max(q.Limits.Depth, 1)
	}
	if q.Width > 0 {
		o.Width = q.Width
	}
	return o
}

// count searches the current position of the line, in the view of the side to
// move.
func count(g Game, line *game.Line, q Request) (*Counted, error) {
	p := line.View(line.Position().Turn()).Position()
	o := labOptions(g, q)
	var r classic.Result
	switch q.Algorithm {
	case algorithms.Minimax:
		r = classic.Minimax(context.Background(), p, o)
	case algorithms.AlphaBeta, algorithms.Ordered:
		r = classic.AlphaBeta(context.Background(), p, o)
	default:
		return nil, game.Err(algorithms.BadAlgorithm, "there is no tree search ", q.Algorithm)
	}
	return counted(p, o, r), nil
}

func counted(p game.Position, o classic.Options, r classic.Result) *Counted {
	c := &Counted{Nodes: r.Nodes, Leaves: r.Leaves, Cuts: r.Cuts, Value: units(r.Value, o), Stopped: r.Stopped}
	if m := r.Best(); m != game.NoMove {
		c.Best = p.Encode(m)
	}
	return c
}

func units(v float64, o classic.Options) int {
	if o.Eval.Unit > 0 {
		v /= o.Eval.Unit
	}
	return int(v * 100)
}

// tree records a small search tree.
func tree(g Game, line *game.Line, q Request) (*Branch, *Counted, error) {
	p := line.View(line.Position().Turn()).Position()
	o := labOptions(g, q)
	o.MaxNodes = treeNodes
	root, r := classic.Tree(context.Background(), p, o, q.Algorithm != algorithms.Minimax)
	if r.Stopped {
		return nil, nil, game.Err("tree-too-large", "the tree has too many nodes to draw; choose a smaller depth or width")
	}
	b := branch(root, o)
	return &b, counted(p, o, r), nil
}

func branch(n *classic.Node, o classic.Options) Branch {
	b := Branch{Move: n.Move, Kind: n.Kind, Value: units(n.Value, o), Skipped: n.Skipped, Best: n.Best}
	for _, c := range n.Children {
		b.Children = append(b.Children, branch(c, o))
	}
	return b
}

// byAlgorithm creates an engine from an algorithm of the lab.
func byAlgorithm(g Game, line *game.Line, q Request) (engine.Engine, error) {
	return algorithms.New(algorithms.Config{
		Algorithm: q.Algorithm, Eval: g.evaluator(), Seed: rand.New(rand.NewPCG(q.Seed, uint64(line.Ply()))).Uint64(),
		Depth: q.Limits.Depth, Sims: q.Sims, Width: q.Width,
	})
}
