package proof_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"kydai/search/proof"
)

// full is set by make proof: all positions of the collections, and more random
// ones.
func full() bool { return os.Getenv("KYDAI_TEST_PROOF") == "full" }

type puzzle struct {
	ID, FEN, Title      string
	ChecksOnlyMatePlies *int
}

// puzzles reads the collection of mates.
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

// The mates by checks of the collection are proved, none longer than the file
// says.
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
		ans := solve(t, p, line, proof.Task{Nodes: 300_000})
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
			tree := solve(t, p, line, proof.Task{Nodes: 3_000_000, Tree: 1_000_000}).Tree
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
