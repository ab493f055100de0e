package proof_test

import (
	"math/rand/v2"
	"testing"

	"kydai/search/proof"
)

// TestGoals checks positions with known answers. Each case lists the goal, the number of moves and
// the expected result.
func TestGoals(t *testing.T) {
	const (
		perpetual = "7k/5p1p/8/6Q1/8/7P/1r4PK/r7 w - - 0 1"
		chased    = "3k5/9/9/9/9/9/9/4p4/3p5/R3K4 w - - 0 1"
	)
	for _, c := range []struct {
		about, game, start string
		task               proof.Task
		want               proof.Result
		moves              int
	}{
		{"mate in one", "chess", "6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1", proof.Task{Moves: 3}, proof.Proved, 1},
		{"a back rank that is guarded", "chess", "r5k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1", proof.Task{Moves: 2}, proof.Refuted, 2},
		{"a quiet first move", "chess", "8/8/8/8/8/3k4/1r6/3K4 b - - 0 1", proof.Task{Moves: 1}, proof.Proved, 1},
		{"mate by king and rook, two moves", "chess", "k7/8/1K6/8/8/8/8/7R b - - 0 1", proof.Task{Moves: 1, Other: true}, proof.Proved, 1},
		{"the other side survives no move", "chess", "6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1", proof.Task{Moves: 1, Goal: proof.Survive, Other: true}, proof.Refuted, 1},
		{"a side that is to move survives", "chess", "6k1/5ppp/8/8/8/8/5PPP/4R1K1 b - - 0 1", proof.Task{Moves: 2, Goal: proof.Survive}, proof.Proved, 2},
		{"perpetual check", "chess", perpetual, proof.Task{Moves: 4, Goal: proof.Draw}, proof.Proved, 3},
		{"perpetual check takes its time", "chess", perpetual, proof.Task{Moves: 2, Goal: proof.Draw}, proof.Refuted, 2},
		{"the last pawn is captured", "chess", "8/8/8/8/8/2k5/3p4/K1B5 w - - 0 1", proof.Task{Moves: 2, Goal: proof.Draw}, proof.Proved, 1},
		{"the limit comes first", "chess", "8/8/8/8/8/3k4/7r/3K4 w - - 99 90", proof.Task{Moves: 3, Other: true}, proof.Undecided, 0},
		{"perpetual check is forbidden", "xiangqi", "r2k5/9/9/n7n/p7p/9/9/4R4/9/5K3 w - - 0 1", proof.Task{Moves: 3, Goal: proof.Draw}, proof.Refuted, 3},
		{"no win", "xiangqi", chased, proof.Task{Moves: 2}, proof.Refuted, 2},
	} {
		if c.task.Nodes == 0 {
			c.task.Nodes = 10_000_000
		}
		ans := solve(t, proof.New(16), lineOf(t, c.game, c.start, nil), c.task)
		if ans.Result != c.want || ans.Moves != c.moves {
			t.Errorf("%s: result %d in %d moves, want %d in %d (%+v)", c.about, ans.Result, ans.Moves, c.want, c.moves, ans)
		}
	}
}

// TestSecondSolutions checks that the prover finds all second solutions: the first moves in its
// answer are exactly the first moves that win in a full search by the rules.
func TestSecondSolutions(t *testing.T) {
	count := 20
	if full() {
		count = 500
	}
	for _, name := range []string{"chess", "xiangqi"} {
		r := rand.New(rand.NewPCG(27, 28))
		p := proof.New(4)
		planted, seconds := 0, 0
		for planted < count/2 {
			line := late(t, r, name)
			ans := solve(t, p, line, proof.Task{Moves: 2, Nodes: 200_000, Verify: 30_000_000, Tree: 1000})
			if ans.Result != proof.Proved {
				continue
			}
			pos := line.Position()
			if n := checkFirstMoves(t, pos, ans); n > 0 {
				planted++
				seconds += n
			}
		}
		t.Logf("%s: %d positions with %d second solutions", name, planted, seconds)
	}
}
