package proof_test

import (
	"math/rand/v2"
	"testing"

	"kydai/game"
	"kydai/search/proof"
)

// repeated plays two moves of each side that lead back to the position of a line, so that the
// position has occurred twice. It returns false if no such moves exist.
func repeated(line *game.Line, r *rand.Rand) bool {
	key := line.Position().Key()
	for range 50 {
		for range 2 {
			legal := line.Legal()
			if len(legal) == 0 || line.Push(legal[r.IntN(len(legal))]) != nil {
				break
			}
		}
		for line.Ply()%4 != 0 && line.Ply() >= 2 {
			m := line.Move(line.Ply() - 2)
			if back := returning(line, m); back == game.NoMove || line.Push(back) != nil {
				break
			}
		}
		if line.Ply() == 4 && line.Position().Key() == key && !line.Outcome().Over() {
			return true
		}
		line.Undo(line.Ply())
	}
	return false
}

// returning returns the move that moves the piece of move m back to its origin, or NoMove if no
// such move is legal or a piece was captured.
func returning(line *game.Line, m game.Move) game.Move {
	for _, back := range line.Legal() {
		if back.From() == m.To() && back.To() == m.From() && m.Taken() == 0 && back.Taken() == 0 {
			return back
		}
	}
	return game.NoMove
}

// TestRepeatedPositions proves wins in positions that have occurred before. The result must be the
// same as before the repetition, and every line of a proof must be a win by the rules when the
// whole history is considered.
func TestRepeatedPositions(t *testing.T) {
	count := 20
	if full() {
		count = 1000
	}
	for _, name := range []string{"chess", "xiangqi"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(47, 48))
			p := proof.New(4)
			won, moves := 0, 0
			for n := 0; n < count; {
				line := late(t, r, name)
				before := solve(t, p, line, proof.Task{Moves: 2, Nodes: 100_000_000}).Result
				if !repeated(line, r) {
					continue
				}
				n++
				ans := solve(t, p, line, proof.Task{Moves: 2, Nodes: 100_000_000, Tree: 100_000})
				if ans.Result != before && !ans.Limit {
					t.Fatalf("%s: %d, and %d before the repetition", line.Position(), ans.Result, before)
				}
				if ans.Result == proof.Proved {
					won++
					moves += playTree(t, line, ans.Tree, line.Position().Turn())
				}
			}
			t.Logf("%d positions, %d wins with %d moves", count, won, moves)
			if won < count/50 {
				t.Errorf("only %d wins", won)
			}
		})
	}
}

// playTree plays every line of a tree after the moves of the parameter line, so that the rules on
// repetitions see the whole history. It returns the number of moves.
func playTree(t testing.TB, line *game.Line, n *proof.Node, side game.Side) (moves int) {
	t.Helper()
	if len(n.Next) == 0 {
		if o := line.Outcome(); o.Winner != side {
			t.Fatalf("%s: %+v at the end of a tree", line.Position(), o)
		}
		return 0
	}
	for _, c := range n.Next {
		next := line.Clone()
		if err := next.Push(c.Move); err != nil {
			t.Fatal(err)
		}
		moves += 1 + playTree(t, next, c, side)
	}
	return moves
}
