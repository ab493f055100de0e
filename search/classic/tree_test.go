package classic_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"kydai/search/classic"
)

// TestTreeIsTheSearch checks that a recorded tree describes the search: it has the same number of
// nodes, every value follows from the values of the children, and the bounds justify every cut.
func TestTreeIsTheSearch(t *testing.T) {
	for name, start := range setups() {
		p := walk(start(), 12, rand.New(rand.NewPCG(2, 2)))
		o := classic.Options{Eval: scatter(), Depth: 3, Width: 4}
		for _, prune := range []bool{false, true} {
			root, r := classic.Tree(context.Background(), p, o, prune)
			plain := classic.Minimax(context.Background(), p, o)
			if root.Value != plain.Value || r.Value != plain.Value || root.Kind != classic.KindMax {
				t.Errorf("%s: root %v, search %v, minimax %v", name, root.Value, r.Value, plain.Value)
			}
			var seen classic.Counts
			for _, c := range root.Children {
				look(t, c, &seen)
			}
			if seen != r.Counts {
				t.Errorf("%s prune %v: the tree has %+v, the search counted %+v", name, prune, seen, r.Counts)
			}
			best := 0
			for n := root; n != nil; {
				var next *classic.Node
				for _, c := range n.Children {
					if c.Best {
						next, best = c, best+1
					}
				}
				n = next
			}
			if best != len(r.Line) {
				t.Errorf("%s: %d nodes on the best line of %d moves", name, best, len(r.Line))
			}
		}
	}
}

func look(t *testing.T, n *classic.Node, seen *classic.Counts) {
	t.Helper()
	if n.Kind != classic.KindChance {
		seen.Nodes++
	}
	if n.Move == "" {
		t.Error("a node without a move")
	}
	if n.Kind == classic.KindLeaf {
		seen.Leaves++
		return
	}
	best, sum := math.Inf(-1), 0.0
	if n.Kind == classic.KindMin {
		best = math.Inf(1)
	}
	for _, c := range n.Children {
		look(t, c, seen)
		sum += c.Value
		switch n.Kind {
		case classic.KindMax:
			best = max(best, c.Value)
		case classic.KindMin:
			best = min(best, c.Value)
		}
	}
	if n.Kind == classic.KindChance {
		return // the value is a weighted mean, but the tree does not contain the weights
	}
	if best != n.Value {
		t.Errorf("%s is worth %v, the best of its children %v", n.Move, n.Value, best)
	}
	if n.Skipped > 0 {
		seen.Cuts++
		if n.Kind == classic.KindMax && (n.Beta == nil || best < *n.Beta) || n.Kind == classic.KindMin && (n.Alpha == nil || best > *n.Alpha) {
			t.Errorf("%s was cut off without reason: %v", n.Move, best)
		}
	}
}
