package proof_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kydai/game"
	"kydai/search/proof"
)

// checkTree checks by the rules that a tree proves a win of side: there is one legal move for each
// position of the attacker, and every legal move for each position of the defender. Each line must
// end with the attacker's win after as many plies as the tree says. It returns the number of
// positions checked.
func checkTree(t testing.TB, p game.Position, n *proof.Node, side game.Side) int {
	t.Helper()
	if o := p.Outcome(); o.Over() {
		if o.Winner != side || len(n.Next) > 0 || n.Plies != 0 {
			t.Fatalf("%s: %+v with %d plies and %d moves left", p, o, n.Plies, len(n.Next))
		}
		return 1
	}
	legal := p.Legal()
	if p.Turn() == side {
		legal = legal[:0]
		for _, c := range n.Next {
			if slices.Contains(p.Legal(), c.Move) {
				legal = append(legal, c.Move)
			}
		}
		if len(legal) != 1 {
			t.Fatalf("%s: %d moves of the attacker", p, len(legal))
		}
	}
	if n.Cut || len(n.Next) != len(legal) {
		t.Fatalf("%s: %d of %d defences, cut: %v", p, len(n.Next), len(legal), n.Cut)
	}
	count, most := 1, 0
	for _, c := range n.Next {
		if !slices.Contains(legal, c.Move) {
			t.Fatalf("%s: move %s is not legal", p, p.Encode(c.Move))
		}
		count += checkTree(t, p.Play(c.Move), c, side)
		most = max(most, c.Plies+1)
	}
	if most != n.Plies {
		t.Fatalf("%s: the tree says %d plies, its moves %d", p, n.Plies, most)
	}
	if n.Next[0].Plies+1 != most {
		t.Fatalf("%s: the longest defence is not the first", p)
	}
	return count
}

// TestTreesAreComplete checks by the rules that every tree contains all defences and ends with
// mates.
func TestTreesAreComplete(t *testing.T) {
	for _, name := range []string{"chess", "xiangqi"} {
		r := rand.New(rand.NewPCG(17, 18))
		p := proof.New(4)
		trees, moves := 0, 0
		for range 120 {
			line := late(t, r, name)
			task := proof.Task{Moves: 3, Nodes: 20_000, Tree: 1_000_000, Other: r.IntN(4) == 0}
			ans := solve(t, p, line, task)
			if ans.Result != proof.Proved {
				continue
			}
			trees++
			pos := line.Position()
			side := pos.Turn()
			if task.Other {
				side = side.Other()
			}
			moves += checkTree(t, pos, ans.Tree, side)
		}
		t.Logf("%s: %d trees with %d moves", name, trees, moves)
		if trees < 8 {
			t.Errorf("%s: only %d trees", name, trees)
		}
	}
}
