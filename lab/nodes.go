package lab

import (
	"context"
	"math"
	"time"

	"kydai/game"
	engine "kydai/lab/classic"
	"kydai/search/classic"
)

// NodesPlan says what to count.
type NodesPlan struct {
	Eval       classic.Evaluator
	Algorithms []string // names of tree searches in lab/classic
	Depth      int
	Width      int           // moves looked at in each position; 0 means all
	MaxNodes   uint64        // where to give up on one search; 0 means nowhere
	MaxTime    time.Duration // likewise
}

// NodesTable is what the algorithms did at each depth from 1 on.
type NodesTable struct {
	Algorithms []string
	Rows       [][]NodesCell // Rows[depth-1][algorithm]
}

// NodesCell is one search.
type NodesCell struct {
	classic.Counts
	Value     float64
	Time      time.Duration
	Branching float64 // nodes against those of the depth before; 0 at depth 1
	Searched  bool    // false where the depth before was too much already
	Stopped   bool    // it was too much: the counts are lower bounds
}

// TreeSearches lists the algorithms that can be compared by depth.
func TreeSearches() []string {
	return []string{engine.Minimax, engine.AlphaBeta, engine.Ordered, engine.Deepening}
}

// Nodes searches p by each algorithm to each depth. now tells the time. If ctx
// ends, what was counted so far is returned.
func Nodes(ctx context.Context, p game.Position, plan NodesPlan, now func() time.Time) NodesTable {
	t := NodesTable{Algorithms: plan.Algorithms}
	given := make([]bool, len(plan.Algorithms)) // up on it
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

// MinimaxLeaves is how many leaves minimax looks at where every position has
// b moves: b^d.
func MinimaxLeaves(b, depth int) float64 { return math.Pow(float64(b), float64(depth)) }

// BestLeaves is how many alpha-beta looks at in the best order of moves:
// b^⌈d/2⌉ + b^⌊d/2⌋ - 1. (For b = 40 and depth 3 that is 1639; the report on
// which the lab's table is modelled prints 1852 there and agrees elsewhere.)
func BestLeaves(b, depth int) float64 {
	up, down := (depth+1)/2, depth/2
	return math.Pow(float64(b), float64(up)) + math.Pow(float64(b), float64(down)) - 1
}
