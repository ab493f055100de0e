//go:build lab || !js

package desk

import (
	"cmp"
	"context"

	"kydai/game"
	algorithms "kydai/lab/classic"
	"kydai/search/classic"
)

// Limits for counting and drawing search trees, used if the request sets no limit. A running
// WebAssembly module cannot be interrupted; to stop a search, the page ends the Web Worker.
const (
	labNodes  = 3_000_000
	treeNodes = 3_000
)

func (g Game) family() classic.Family {
	if g.Family == nil {
		return classic.Family{}
	}
	return g.Family()
}

// labTexts answers op "lab" (algorithms for experiments). The field Code of the request selects the
// answer: the visits of a tree search, the result of learning, or the names of the evaluators and
// players.
func labTexts(d *Desk, line *game.Line, q Request) ([]string, error) {
	g := d.find(line.Rules().Info().Name)
	switch q.Code {
	case "visits":
		return visits(d, line, q)
	case "learn":
		return learn(g, q)
	}
	return labNames(g), nil
}

// labNames lists the evaluators and the players that the lab has for a game, as "eval NAME" and
// "player NAME SPEC".
func labNames(g Game) []string {
	var list []string
	for _, name := range g.family().Names() {
		list = append(list, "eval "+name)
	}
	for _, p := range g.family().Players {
		list = append(list, "player "+p.Name+" "+p.Spec)
	}
	return list
}

// labConfig returns the configuration of the algorithm that a request names. For settings that
// Algorithm does not contain, the fields of the request apply.
func labConfig(g Game, q Request) (algorithms.Config, error) {
	family, err := withLearnt(g, q.Text)
	if err != nil {
		return algorithms.Config{}, err
	}
	c, err := algorithms.Read(q.Algorithm, family)
	c.Depth = cmp.Or(c.Depth, max(q.Limits.Depth, 0))
	c.Sims = cmp.Or(c.Sims, q.Sims)
	c.Width = cmp.Or(c.Width, q.Width)
	return c, err
}

func labOptions(c algorithms.Config, q Request) classic.Options {
	return classic.Options{
		Eval: c.Eval, Depth: cmp.Or(c.Depth, 2), MaxNodes: cmp.Or(q.Limits.Nodes, labNodes), Width: max(cmp.Or(c.Width, c.Eval.Width), 0),
		Order: c.Algorithm == algorithms.Ordered,
	}
}

// count searches the current position of the line, as the side to move sees it, and returns the
// statistics of the search.
func count(g Game, line *game.Line, q Request) (*Counted, error) {
	p := line.View(line.Position().Turn()).Position()
	config, err := labConfig(g, q)
	if err != nil {
		return nil, err
	}
	o := labOptions(config, q)
	var r classic.Result
	switch config.Algorithm {
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

// tree searches the current position of the line, as the side to move sees it, and returns the
// search tree. It returns an error if the tree has more than treeNodes nodes.
func tree(g Game, line *game.Line, q Request) (*Branch, *Counted, error) {
	p := line.View(line.Position().Turn()).Position()
	config, err := labConfig(g, q)
	if err != nil {
		return nil, nil, err
	}
	o := labOptions(config, q)
	o.MaxNodes = treeNodes
	root, r := classic.Tree(context.Background(), p, o, config.Algorithm != algorithms.Minimax)
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
