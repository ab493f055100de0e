package lab

import (
	"context"
	"math"
	"time"

	"kydai/game"
	engine "kydai/lab/classic"
	"kydai/search/classic"
)

// NodesPlan describes a measurement that counts the nodes of several algorithms.
type NodesPlan struct {
	Eval       classic.Evaluator
	Algorithms []string // names of tree search algorithms in lab/classic
	Depth      int
	Width      int           // moves searched per position; 0 means all
	MaxNodes   uint64        // node limit per search; 0 means no limit
	MaxTime    time.Duration // time limit per search; 0 means no limit
}

// NodesTable holds the node counts of each algorithm at each depth from 1.
type NodesTable struct {
	Algorithms []string
	Rows       [][]NodesCell // results by depth and algorithm: Rows[depth-1][algorithm]
}

// NodesCell is the result of one search.
type NodesCell struct {
	classic.Counts
	Value     float64
	Time      time.Duration
	Branching float64 // number of nodes divided by that of the previous depth; 0 at depth 1
	Searched  bool    // false if a search to a lower depth reached a limit, so this depth was skipped
	Stopped   bool    // the search reached a limit, so the counts are lower bounds
}

// TreeSearches lists the algorithms that search to a fixed depth.
func TreeSearches() []string {
	return []string{engine.Minimax, engine.AlphaBeta, engine.Ordered, engine.Deepening}
}

// Nodes searches the position p with each algorithm to each depth. The function now returns the
// current time. If ctx ends, Nodes returns the counts so far.
func Nodes(ctx context.Context, p game.Position, plan NodesPlan, now func() time.Time) NodesTable {
	t := NodesTable{Algorithms: plan.Algorithms}
	given := make([]bool, len(plan.Algorithms)) // by algorithm: whether it has reached a limit and stops
	for depth := 1; depth <= plan.Depth && ctx.Err() == nil; depth++ {
		row := make([]NodesCell, len(plan.Algorithms))
		for i, name := range plan.Algorithms {
			if given[i] {
				continue
			}
			row[i] = plan.search(ctx, p, name, depth, now)
			given[i] = row[i].Stopped
			if depth > 1 {
				before := t.Rows[depth-2][i].Nodes
				row[i].Branching = float64(row[i].Nodes) / float64(max(before, 1))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (plan NodesPlan) search(ctx context.Context, p game.Position, name string, depth int, now func() time.Time) NodesCell {
	if plan.MaxTime > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, plan.MaxTime)
		defer cancel()
	}
	o := classic.Options{Eval: plan.Eval, Depth: depth, Width: plan.Width, MaxNodes: plan.MaxNodes}
	began := now()
	var r classic.Result
	switch name {
	case engine.Minimax:
		r = classic.Minimax(ctx, p, o)
	case engine.AlphaBeta:
		r = classic.AlphaBeta(ctx, p, o)
	case engine.Deepening:
		o.Order = true
		r = classic.Deepen(ctx, p, o, nil)
	default:
		o.Order = true
		r = classic.AlphaBeta(ctx, p, o)
	}
	return NodesCell{Counts: r.Counts, Value: r.Value, Time: now().Sub(began), Searched: true, Stopped: r.Stopped}
}

// MinimaxLeaves returns the number of leaves that minimax visits if every position has b moves:
// b^depth.
func MinimaxLeaves(b, depth int) float64 { return math.Pow(float64(b), float64(depth)) }

// BestLeaves returns the number of leaves that alpha-beta visits with perfect move ordering:
// b^⌈d/2⌉ + b^⌊d/2⌋ - 1. For b = 40 and depth 3 this is 1639. The project report, after which the
// lab's table is modelled, prints 1852 for this case; its other figures agree.
func BestLeaves(b, depth int) float64 {
	up, down := (depth+1)/2, depth/2
	return math.Pow(float64(b), float64(up)) + math.Pow(float64(b), float64(down)) - 1
}
