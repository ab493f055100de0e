package lab

import (
	"context"
	"encoding/json"
	"io"

	"kydai/game"
	engine "kydai/lab/classic"
	"kydai/search/classic"
)

// TreeDump is a recorded search tree in its JSON form. Values are from the point of view of the
// side to move in Position.
type TreeDump struct {
	Format    string        `json:"format"`
	Game      string        `json:"game"`
	Position  string        `json:"position"`
	Side      string        `json:"side"`
	Algorithm string        `json:"algorithm"`
	Evaluator string        `json:"evaluator"`
	Depth     int           `json:"depth"`
	Width     int           `json:"width,omitempty"`
	Nodes     uint64        `json:"nodes"`
	Leaves    uint64        `json:"leaves"`
	Cuts      uint64        `json:"cuts"`
	Value     float64       `json:"value"`
	Best      []string      `json:"best"` // move codes of the principal variation
	Root      *classic.Node `json:"root"`
}

// TreeFormat is the name and version of the JSON form of a recorded search tree.
const TreeFormat = "kydai-tree-1"

// TreePlan describes which search tree to record.
type TreePlan struct {
	Algorithm string // "minimax", "alphabeta" or "ordered"
	Eval      classic.Evaluator
	Depth     int
	Width     int
	MaxNodes  uint64 // a tree with more nodes is an error
}

// TreeTooLarge is the error code for a tree with more than MaxNodes nodes.
const TreeTooLarge = "tree-too-large"

// Tree searches a position and records the search tree. A tree with more than MaxNodes nodes is an
// error.
func Tree(ctx context.Context, r game.Rules, p game.Position, plan TreePlan) (*TreeDump, error) {
	o := classic.Options{
		Eval: plan.Eval, Depth: plan.Depth, Width: plan.Width, MaxNodes: plan.MaxNodes,
		Order: plan.Algorithm == engine.Ordered,
	}
	root, res := classic.Tree(ctx, p, o, plan.Algorithm != engine.Minimax)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if res.Stopped {
		return nil, game.Err(TreeTooLarge, "the tree has too many nodes to draw; choose a smaller depth or width")
	}
	info := r.Info()
	return &TreeDump{
		Format: TreeFormat, Game: info.Name, Position: p.String(), Side: info.Sides[p.Turn().Index()],
		Algorithm: plan.Algorithm, Evaluator: plan.Eval.Name, Depth: res.Depth, Width: plan.Width,
		Nodes: res.Nodes, Leaves: res.Leaves, Cuts: res.Cuts, Value: res.Value,
		Best: codes(p, res.Line), Root: root,
	}, nil
}

func codes(p game.Position, line []game.Move) []string {
	list := []string{}
	for _, m := range line {
		list = append(list, p.Encode(m))
		ways := game.CompletionsOf(p, m)
		if len(ways) != 1 {
			break
		}
		p = p.Play(ways[0].Move)
	}
	return list
}

// WriteJSON writes the recorded tree as JSON.
func (d *TreeDump) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(d)
}
