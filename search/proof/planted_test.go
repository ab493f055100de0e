package proof_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kydai/game"
	"kydai/games"
	"kydai/search/proof"
)

// keys returns the first moves with which the side to move wins within n moves. It finds them with
// a full search, without the prover.
func keys(p game.Position, n int) []game.Move {
	var found []game.Move
	for _, m := range p.Legal() {
		if loses(p.Play(m), p.Turn(), n) {
			found = append(found, m)
		}
	}
	return found
}

// with returns a position text with one more piece on a random empty square.
func with(r *rand.Rand, text string, piece byte) string {
	board, rest, _ := strings.Cut(text, " ")
	var cells []byte
	for i := 0; i < len(board); i++ {
		if n, err := strconv.Atoi(board[i : i+1]); err == nil {
			cells = append(cells, strings.Repeat(".", n)...)
			continue
		}
		cells = append(cells, board[i])
	}
	for {
		if at := r.IntN(len(cells)); cells[at] == '.' {
			cells[at] = piece
			break
		}
	}
	var b strings.Builder
	for i := 0; i < len(cells); {
		n := 0
		for i+n < len(cells) && cells[i+n] == '.' {
			n++
		}
		if n > 0 {
			b.WriteString(strconv.Itoa(n))
			i += n
			continue
		}
		b.WriteByte(cells[i])
		i++
	}
	return b.String() + " " + rest
}

// plant adds a piece of the attacker to a problem with one solution, so that the problem has
// further solutions of the same length. It returns nil if it finds no such piece.
func plant(r *rand.Rand, name string, line *game.Line, n int) (*game.Line, []game.Move) {
	pieces := map[string]string{"chess": "QRBNP", "xiangqi": "RCNPA"}[name]
	for range 60 {
		piece := pieces[r.IntN(len(pieces))]
		if line.Position().Turn() == game.Second {
			piece += 'a' - 'A'
		}
		rules, _ := games.Find(name)
		other, err := game.NewLine(rules, game.Setup{Start: with(r, line.Position().String(), piece)})
		if err != nil || other.Position().Outcome().Over() {
			continue
		}
		p := other.Position()
		if n > 1 && len(keys(p, n-1)) > 0 {
			continue // skip, because the added piece makes a shorter solution possible
		}
		if all := keys(p, n); len(all) > 1 {
			return other, all
		}
	}
	return nil, nil
}

// TestPlantedSeconds adds a piece to problems that have one solution, so that other first moves
// also win in the same number of moves. The prover must find exactly these moves.
func TestPlantedSeconds(t *testing.T) {
	count := 3
	if full() {
		count = 250
	}
	for _, name := range []string{"chess", "xiangqi"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(97, 98))
			p := proof.New(4)
			planted, seconds, byMoves := 0, 0, [3]int{}
			for planted < count {
				line, n := late(t, r, name), 1+r.IntN(2)
				if line.Position().Outcome().Over() || n == 2 && len(keys(line.Position(), 1)) > 0 || len(keys(line.Position(), n)) != 1 {
					continue
				}
				if ans := solve(t, p, line, proof.Task{Moves: n, Nodes: 100_000_000, Verify: 100_000_000}); !ans.Unique || ans.Moves != n {
					t.Fatalf("%s: a problem with one solution: %+v", line.Position(), ans)
				}
				other, want := plant(r, name, line, n)
				if other == nil {
					continue
				}
				ans := solve(t, p, other, proof.Task{Moves: n, Nodes: 100_000_000, Verify: 100_000_000, Tree: 1_000_000})
				if ans.Result != proof.Proved || ans.Moves != n || ans.Unique || !ans.Shortest {
					t.Fatalf("%s: %+v", other.Position(), ans)
				}
				got := append(slices.Clone(ans.Seconds), ans.Tree.Next[0].Move)
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Fatalf("%s: first moves %v instead of %v", other.Position(), got, want)
				}
				planted++
				seconds += len(want) - 1
				byMoves[n]++
			}
			t.Logf("%d problems in 1 and 2 moves %v with %d planted second solutions", planted, byMoves[1:], seconds)
		})
	}
}
