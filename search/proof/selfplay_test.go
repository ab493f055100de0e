package proof_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/games/engines"
	"kydai/search/proof"
)

// mate is a position in which the engine announced a mate in a number of moves.
type mate struct {
	line  *game.Line
	moves int
}

const (
	playNodes   = 1000 // node limit for each move of the engine
	playOpening = 8    // number of random plies at the start
	playMates   = 8    // longest announced mate to test, in moves
)

// played plays a game of the engine against itself. It returns the positions in which the
// engine announces a mate, one for each length of mate.
func played(t testing.TB, r *rand.Rand, e engine.Engine, name string) []mate {
	t.Helper()
	line := lineOf(t, name, "", nil)
	for range playOpening {
		if legal := line.Legal(); len(legal) > 0 {
			if err := line.Push(legal[r.IntN(len(legal))]); err != nil {
				t.Fatal(err)
			}
		}
	}
	var seen [playMates + 1]bool
	var found []mate
	for line.Ply() < 200 && !line.Outcome().Over() {
		info, err := e.Think(context.Background(), line, engine.Limits{Nodes: playNodes}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if n := info.Lines[0].Score.Mate; n > 0 && n <= playMates && !seen[n] {
			seen[n] = true
			found = append(found, mate{lineOf(t, name, line.Position().String(), nil), n})
		}
		if err := line.Play(info.Best()); err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// TestMatesOfSelfPlay lets the prover search for the mates that the engine announces in games
// against itself. It checks the proofs by the rules and logs how many mates were not proved.
func TestMatesOfSelfPlay(t *testing.T) {
	count := 2
	if full() {
		count = asked("KYDAI_TEST_PROOF_MATES")
	}
	for _, name := range []string{"xiangqi", "chess"} {
		t.Run(name, func(t *testing.T) { provesMates(t, name, count) })
	}
}

// provesMates tests mates that the engine announces in a game, until it has tested at least the
// given number of mates. The prover gets 1 s of CPU time for each mate.
func provesMates(t *testing.T, name string, count int) {
	t.Helper()
	r := rand.New(rand.NewPCG(57, 58))
	e, err := engines.New(name)
	if err != nil {
		t.Fatal(err)
	}
	p := proof.New(64)
	var took []time.Duration
	missed, longer, shorter, tried := [playMates + 1]int{}, 0, 0, [playMates + 1]int{}
	trees, moves, compared := 0, 0, 0
	report := func() {
		slices.Sort(took)
		n := len(took)
		t.Logf("%d mates, by moves %v: median %v, 99 %% within %v, all within %v; not decided within 1 s %v, refuted %d, shorter %d",
			n, tried[1:], took[n/2], took[n*99/100], took[n-1], missed[1:], longer, shorter)
		t.Logf("%d trees with %d moves follow the rules; %d mates in at most 2 moves agree with a full search", trees, moves, compared)
	}
	for reported := 0; len(took) < count; {
		if len(took) >= reported+500 {
			reported = len(took)
			report()
		}
		for _, m := range played(t, r, e, name) {
			began := cpu()
			ans := solve(t, p, m.line, proof.Task{Moves: m.moves, Nodes: 1 << 40, Stop: func() bool { return cpu()-began > time.Second }})
			took = append(took, cpu()-began)
			if n := checkMate(t, p, m, ans); n > 0 {
				moves += n
				trees++
			}
			// A full search takes long, so the test compares only every tenth mate.
			if pos := m.line.Position(); m.moves <= 2 && tried[m.moves]%10 == 0 {
				compared++
				if won := wins(pos, pos.Turn(), m.moves); won != (ans.Result == proof.Proved) {
					t.Errorf("%s: mate in %d is %v by a full search, but %+v", pos, m.moves, won, ans)
				}
			}
			tried[m.moves]++
			switch {
			case ans.Result == proof.Refuted && !ans.Limit:
				longer++
				t.Logf("%s: the engine announced mate in %d, which is refuted", m.line.Position(), m.moves)
			case ans.Result != proof.Proved:
				missed[m.moves]++
			case ans.Moves < m.moves:
				shorter++
			}
		}
	}
	report()
}

// cut reports whether some part of the tree was left out.
func cut(n *proof.Node) bool { return n.Cut || slices.ContainsFunc(n.Next, cut) }

// checkMate checks the tree of a proved mate by the rules. It returns the number of moves in the
// tree; 0 if the tree is too large to check.
func checkMate(t testing.TB, p *proof.Prover, m mate, ans proof.Answer) int {
	t.Helper()
	if ans.Result != proof.Proved {
		return 0
	}
	whole := solve(t, p, m.line, proof.Task{Moves: ans.Moves, Nodes: 100_000, Tree: 5_000})
	if whole.Result == proof.Undecided || whole.Result == proof.Proved && cut(whole.Tree) {
		return 0
	}
	if whole.Result != proof.Proved || whole.Moves != ans.Moves {
		t.Errorf("%s: %+v, before %+v", m.line.Position(), whole, ans)
		return 0
	}
	return checkTree(t, m.line.Position(), whole.Tree, m.line.Position().Turn())
}
