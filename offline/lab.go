//go:build lab || !js

package offline

import (
	"context"
	"math/rand/v2"

	"kydai/engine"
	algorithms "kydai/engine/classic"
	"kydai/engine/engines"
	"kydai/game"
	"kydai/search/classic"
)

// Nothing can interrupt the module, so the algorithms of the lab are bounded
// by what they look at.
const (
	labNodes  = 3_000_000
	treeNodes = 3_000
)

// evaluator is the one that the lab of a game uses.
func evaluator(line *game.Line) classic.Evaluator {
	e, _ := engines.Historic(line.Rules().Info().Name).Evaluator("")
	return e
}

func labOptions(line *game.Line, q Request) classic.Options {
	o := classic.Options{Eval: evaluator(line), Depth: 2, MaxNodes: labNodes, Order: q.Algorithm == algorithms.Ordered}
	o.Width = o.Eval.Width
	if q.Limits != nil {
		o.Depth = max(q.Limits.Depth, 1)
		if q.Limits.Width > 0 {
			o.Width = q.Limits.Width
		}
	}
	return o
}

// count searches the position that the line stands in, as the side to move
// knows it.
func count(line *game.Line, q Request) (*Counted, error) {
	p := line.View(line.Position().Turn()).Position()
	o := labOptions(line, q)
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

// tree records a small search.
func tree(line *game.Line, q Request) (*Branch, *Counted, error) {
	p := line.View(line.Position().Turn()).Position()
	o := labOptions(line, q)
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

// byAlgorithm makes an engine of one of the lab's algorithms.
func byAlgorithm(line *game.Line, q Request) (engine.Engine, error) {
	c := algorithms.Config{Algorithm: q.Algorithm, Eval: evaluator(line), Seed: rand.New(rand.NewPCG(q.Seed, uint64(line.Ply()))).Uint64()}
	if q.Limits != nil {
		c.Depth, c.Sims, c.Width = q.Limits.Depth, q.Limits.Sims, q.Limits.Width
	}
	return algorithms.New(c)
}
