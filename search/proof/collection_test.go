package proof_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"kydai/search/proof"
)

// asked returns the number in an environment variable; 0 if the variable is not set. The command
// `make proof` sets these variables.
func asked(name string) int {
	n, err := strconv.Atoi(os.Getenv(name))
	if err != nil {
		return 0
	}
	return n
}

// random returns the number of random positions to test, as set by `make proof`; 0 in a short run.
func random() int { return asked("KYDAI_TEST_PROOF") }

func full() bool { return random() > 0 }

type puzzle struct {
	ID, FEN, Title      string
	ChecksOnlyMatePlies *int
}

// puzzles reads the collection of mate puzzles. It skips the test if KYDAI_TEST_DATA is not set.
func puzzles(t *testing.T) []puzzle {
	dir := os.Getenv("KYDAI_TEST_DATA")
	if dir == "" {
		t.Skip("KYDAI_TEST_DATA is not set")
	}
	text, err := os.ReadFile(filepath.Join(dir, "xiangqi", "mates.json"))
	if err != nil {
		t.Skip(err)
	}
	var file struct{ Puzzles []puzzle }
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	return file.Puzzles
}

// TestMatesByChecks checks that the prover finds the mates by continuous checks in the collection,
// and that no mate is longer than the file says.
func TestMatesByChecks(t *testing.T) {
	every := 20
	if full() {
		every = 1
	}
	p := proof.New(64)
	var took []time.Duration
	missed, longer, shorter, moves, count := 0, 0, 0, 0, 0
	for _, z := range puzzles(t) {
		if z.ChecksOnlyMatePlies == nil {
			continue
		}
		if count++; count%every != 0 {
			continue
		}
		want := (*z.ChecksOnlyMatePlies + 1) / 2
		line := lineOf(t, "xiangqi", z.FEN, nil)
		began := cpu()
		ans := solve(t, p, line, proof.Task{Nodes: 3_000_000})
		cost := cpu() - began
		took = append(took, cost)
		switch {
		case ans.Result != proof.Proved || cost > time.Second:
			missed++
			t.Logf("%s (mate in %d): %+v in %v", z.ID, want, ans, cost)
		case ans.Moves > want:
			longer++
			t.Errorf("%s %s: mate in %d, the file says %d", z.ID, z.FEN, ans.Moves, want)
		case ans.Moves < want:
			shorter++
		}
		if ans.Result == proof.Proved {
			tree := solve(t, p, line, proof.Task{Nodes: 30_000_000, Tree: 1_000_000}).Tree
			moves += checkTree(t, line.Position(), tree, line.Position().Turn())
		}
	}
	slices.Sort(took)
	n := len(took)
	t.Logf("%d mates by checks: median %v, 99 %% within %v, longest %v; %d not proved within 1 s, %d longer, %d shorter than in the file; %d moves of the trees checked by the rules",
		n, took[n/2], took[n*99/100], took[n-1], missed, longer, shorter, moves)
	if missed*100 > n {
		t.Errorf("%d of %d mates were not proved within 1 s", missed, n)
	}
}

// TestOtherPositions counts how many positions of the collection the prover decides within 10 s of
// CPU time. It uses only positions without a mate by continuous checks; the number of moves comes
// from their titles.
func TestOtherPositions(t *testing.T) {
	most := asked("KYDAI_TEST_PROOF_OTHERS")
	if most == 0 {
		t.Skip("KYDAI_TEST_PROOF_OTHERS is not set")
	}
	const limit = 10 * time.Second
	var others []puzzle
	for _, z := range puzzles(t) {
		if z.ChecksOnlyMatePlies == nil {
			others = append(others, z)
		}
	}
	p := proof.New(256)
	proved, refuted, open, count := map[proof.Kind]int{}, 0, 0, 0
	for i := 0; i < len(others); i += max(len(others)/most, 1) {
		z := others[i]
		n := 0 // 0: the title does not state the number of moves
		if _, err := fmt.Sscanf(z.Title, "Mate in %d", &n); err != nil {
			n = 0
		}
		count++
		line := lineOf(t, "xiangqi", z.FEN, nil)
		began := cpu()
		ans := solve(t, p, line, proof.Task{Moves: n, Nodes: 1 << 40, Stop: func() bool { return cpu()-began > limit }})
		switch ans.Result {
		case proof.Proved:
			proved[ans.Kind]++
			tree := solve(t, p, line, proof.Task{Moves: ans.Moves, Nodes: 1 << 40, Tree: 1_000_000}).Tree
			checkTree(t, line.Position(), tree, line.Position().Turn())
		case proof.Refuted:
			refuted++
		default:
			open++
		}
		t.Logf("%s %s: result %d in %d of %d moves, kind %d, %d nodes in %v", z.ID, z.FEN, ans.Result, ans.Moves, n, ans.Kind, ans.Nodes, cpu()-began)
	}
	t.Logf("%d positions: %d proved by checks, %d by threats, %d by all moves; %d refuted for the moves of the title; %d open",
		count, proved[proof.Checks], proved[proof.Threats], proved[proof.All], refuted, open)
}
