package proof_test

import (
	"math/rand/v2"
	"testing"

	"kydai/game"
	"kydai/games"
	"kydai/games/engines"
	"kydai/search/proof"
)

// lineOf is a game that begins with a position.
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

// wins is the oracle: whether side, to move, wins within n moves by the rules,
// whatever the history.
func wins(p game.Position, side game.Side, n int) bool {
	for _, m := range p.Legal() {
		if loses(p.Play(m), side, n) {
			return true
		}
	}
	return false
}

// loses reports whether every answer loses to side, which has n-1 moves left.
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

// late is a position shortly before the end of a random game, where there are
// mates.
func late(t testing.TB, r *rand.Rand, name string) *game.Line {
	for {
		line := lineOf(t, name, "", nil)
		for !line.Position().Outcome().Over() && line.Ply() < 300 {
			legal := line.Position().Legal()
			if err := line.Push(legal[r.IntN(len(legal))]); err != nil {
				break
			}
		}
		line.Undo(1 + r.IntN(8))
		if line.Ply() > 0 {
			return lineOf(t, name, line.Position().String(), nil)
		}
	}
}

// What is proved and what is refuted within two moves agrees with a search of
// all moves by the rules.
func TestAgreesWithFullSearch(t *testing.T) {
	for _, name := range []string{"chess", "xiangqi"} {
		r := rand.New(rand.NewPCG(7, 8))
		p := proof.New(4)
		count := map[proof.Result]int{}
		for range 300 {
			line := late(t, r, name)
			n := 1 + r.IntN(2)
			ans := solve(t, p, line, proof.Task{Moves: n, Nodes: 1_000_000})
			pos := line.Position()
			want := proof.Refuted
			if wins(pos, pos.Turn(), n) {
				want = proof.Proved
			}
			count[ans.Result]++
			if ans.Result != want && !(ans.Limit && ans.Result == proof.Undecided) {
				t.Fatalf("%s %s in %d: %+v, want %d", name, pos, n, ans, want)
			}
		}
		t.Log(name, count)
		if count[proof.Proved] < 10 || count[proof.Refuted] < 10 {
			t.Errorf("%s: %v", name, count)
		}
	}
}
