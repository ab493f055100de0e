package proof_test

import (
	"math/rand/v2"
	"testing"

	"kydai/game"
	"kydai/games"
	"kydai/games/engines"
	"kydai/search/proof"
)

// lineOf returns a game that starts from the given position.
func lineOf(t testing.TB, name, start string, options map[string]string) *game.Line {
	t.Helper()
	r, ok := games.Find(name)
	if !ok {
		t.Fatal("no game ", name)
	}
	line, err := game.NewLine(r, game.Setup{Start: start, Options: options})
	if err != nil {
		t.Fatal(start, err)
	}
	return line
}

func solve(t testing.TB, p *proof.Prover, line *game.Line, task proof.Task) proof.Answer {
	t.Helper()
	st, err := engines.Proof(line)
	if err != nil {
		t.Fatal(err)
	}
	key := st.Key()
	ans, err := p.Solve(st, task)
	if err != nil {
		t.Fatal(err)
	}
	if st.Key() != key {
		t.Fatal("the state has changed")
	}
	return ans
}

// wins reports whether side, which is to move, wins within n moves. It is a full search by the
// rules of the board that ignores the history; tests compare the prover with it.
func wins(p game.Position, side game.Side, n int) bool {
	for _, m := range p.Legal() {
		if loses(p.Play(m), side, n) {
			return true
		}
	}
	return false
}

// loses reports whether the opponent of side loses after every reply. The side has n moves,
// including the one just played.
func loses(p game.Position, side game.Side, n int) bool {
	if o := p.Outcome(); o.Over() {
		return o.Winner == side
	}
	if n == 1 {
		return false
	}
	for _, m := range p.Legal() {
		next := p.Play(m)
		if o := next.Outcome(); o.Over() || !wins(next, side, n-1) {
			return false
		}
	}
	return true
}

// lateOnes plays a random game and returns its last positions, where mates are frequent, each as
// the start of a new game.
func lateOnes(t testing.TB, r *rand.Rand, name string) []*game.Line {
	t.Helper()
	const last = 8
	line := lineOf(t, name, "", nil)
	var starts []string
	for !line.Position().Outcome().Over() && line.Ply() < 300 {
		starts = append(starts, line.Position().String())
		legal := line.Position().Legal()
		if err := line.Push(legal[r.IntN(len(legal))]); err != nil {
			break
		}
	}
	var lines []*game.Line
	for _, start := range starts[max(len(starts)-last, 0):] {
		lines = append(lines, lineOf(t, name, start, nil))
	}
	return lines
}

// late plays a random game and returns one position from near its end.
func late(t testing.TB, r *rand.Rand, name string) *game.Line {
	t.Helper()
	lines := lateOnes(t, r, name)
	return lines[r.IntN(len(lines))]
}

// TestAgreesWithFullSearch checks that proofs and refutations within two moves agree with a full
// search by the rules.
func TestAgreesWithFullSearch(t *testing.T) {
	count := 300
	if full() {
		count = random() / 2
	}
	for _, name := range []string{"chess", "xiangqi"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(7, 8))
			p := proof.New(4)
			results := map[proof.Result]int{}
			for n := 0; n < count; {
				for _, line := range lateOnes(t, r, name) {
					results[agrees(t, p, line, 1+r.IntN(2))]++
					n++
				}
			}
			t.Log(results)
			if results[proof.Proved] < count/50 || results[proof.Refuted] < count/2 {
				t.Errorf("%v", results)
			}
		})
	}
}

// agrees checks that the prover and a full search find the same result, and returns the result.
func agrees(t *testing.T, p *proof.Prover, line *game.Line, n int) proof.Result {
	t.Helper()
	ans := solve(t, p, line, proof.Task{Moves: n, Nodes: 100_000_000})
	pos := line.Position()
	want := proof.Refuted
	if wins(pos, pos.Turn(), n) {
		want = proof.Proved
	}
	if ans.Result != want && !(ans.Limit && ans.Result == proof.Undecided) {
		t.Fatalf("%s in %d: %+v, want %d", pos, n, ans, want)
	}
	return ans.Result
}
