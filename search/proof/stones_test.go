package proof_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kydai/game"
	"kydai/search/proof"
)

const boardSize = 15

// crowded returns a game with at most 14 empty cells in which neither side has won and the side to
// move does not win immediately. Far from the empty cells, the stones form a pattern without rows
// of three. Around the empty cells, most stones have the same colour.
func crowded(t testing.TB, r *rand.Rand, rule string) *game.Line {
	t.Helper()
	for {
		var colours [2][]game.Square
		x0, y0, most := 3+r.IntN(boardSize-6), 3+r.IntN(boardSize-6), r.IntN(2)
		empty := 0
		for _, sq := range r.Perm(boardSize * boardSize) {
			x, y := sq%boardSize, sq/boardSize
			colour := (x + 2*y) % 4 / 2
			if max(x-x0, x0-x, y-y0, y0-y) <= 3 {
				if empty < 12 && r.IntN(3) == 0 {
					empty++
					continue
				}
				if colour = most; r.IntN(100) < 38 {
					colour = 1 - most
				}
				colours[colour] = append([]game.Square{game.Square(sq)}, colours[colour]...)
				continue
			}
			colours[colour] = append(colours[colour], game.Square(sq))
		}
		for len(colours[0]) > len(colours[1])+1 { // equalise the numbers of stones by changing the colour of distant stones
			colours[0], colours[1] = turned(colours[0], colours[1])
		}
		for len(colours[1]) > len(colours[0]) {
			colours[1], colours[0] = turned(colours[1], colours[0])
		}
		if line := laid(t, rule, colours); line != nil && !wins(line.Position(), line.Position().Turn(), 1) {
			return line
		}
	}
}

// turned moves the last square of the first list to the second list. It returns both lists.
func turned(from, to []game.Square) (left, more []game.Square) {
	last := len(from) - 1
	return from[:last], append(to, from[last])
}

// laid places the stones of both colours in alternation and returns a game that starts from the
// resulting position. It returns nil if a side wins before all stones are placed.
func laid(t testing.TB, rule string, colours [2][]game.Square) *game.Line {
	t.Helper()
	p := lineOf(t, "caro", "", map[string]string{"rule": rule, "size": "15"}).Position()
	for i := range len(colours[0]) + len(colours[1]) {
		p = p.Play(game.NewMove(game.NoSquare, colours[i%2][i/2], 0, 0, 0))
		if p.Outcome().Over() {
			return nil
		}
	}
	return lineOf(t, "caro", p.String(), nil)
}

// TestRowsAgreeWithFullSearch checks the prover on crowded boards: proofs, refutations, numbers of
// moves and first moves must agree with a full search by the rules.
func TestRowsAgreeWithFullSearch(t *testing.T) {
	count, most := 4, 8
	if full() {
		count, most = 200, 60
	}
	for _, rule := range []string{"caro9", "caro8", "caro5plus", "freestyle", "standard"} {
		r := rand.New(rand.NewPCG(37, 38))
		p := proof.New(4)
		results, longest, seconds := map[proof.Result]int{}, 0, 0
		for i := range count {
			line := crowded(t, r, rule)
			n := 2 + r.IntN(2)
			task := proof.Task{Moves: n, Nodes: 100_000_000, Verify: 100_000_000, Tree: 1_000_000}
			ans := solve(t, p, line, task)
			// for every other board, try several boards until a win is proved
			for tries := 0; i%2 == 1 && ans.Result != proof.Proved && tries < most; tries++ {
				line = crowded(t, r, rule)
				ans = solve(t, p, line, task)
			}
			pos := line.Position()
			results[ans.Result]++
			want := 0
			for k := 1; k <= n && want == 0; k++ {
				if wins(pos, pos.Turn(), k) {
					want = k
				}
			}
			if ans.Result == proof.Undecided || (ans.Result == proof.Proved) != (want > 0) || want > 0 && ans.Moves != want {
				t.Fatalf("%s: %s: %+v, want a win in %d", rule, pos, ans, want)
			}
			longest = max(longest, want)
			seconds += len(ans.Seconds)
			if want > 0 {
				checkFirstMoves(t, pos, ans)
			}
		}
		t.Logf("%s: %v, the longest win %d moves, %d second solutions", rule, results, longest, seconds)
	}
}

// checkFirstMoves compares the first moves of an answer with those that a full search finds. It
// returns the number of second solutions.
func checkFirstMoves(t *testing.T, pos game.Position, ans proof.Answer) (seconds int) {
	t.Helper()
	var want []game.Move
	for _, m := range pos.Legal() {
		if loses(pos.Play(m), pos.Turn(), ans.Moves) {
			want = append(want, m)
		}
	}
	got := append(slices.Clone(ans.Seconds), ans.Tree.Next[0].Move)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) || ans.Unique != (len(want) == 1) || !ans.Shortest {
		t.Fatalf("%s: %d first moves in %d, want %d: %+v", pos, len(got), ans.Moves, len(want), ans)
	}
	return len(want) - 1
}
