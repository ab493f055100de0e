package words

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"

	"kydai/engine"
	"kydai/reason"
)

// ideaNodes is the node limit of the search with which a hint finds the idea of a move.
const ideaNodes = 30_000

// TestIdeas prints in how many positions a hint can state an idea of the best move.
// KYDAI_TEST_IDEAS is the number of positions per game, KYDAI_TEST_SEED the seed of the games.
func TestIdeas(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("KYDAI_TEST_IDEAS"))
	if err != nil {
		t.Skip("measures: make ideas")
	}
	seed, _ := strconv.ParseUint(os.Getenv("KYDAI_TEST_SEED"), 10, 64)
	for _, name := range names() {
		if only := os.Getenv("KYDAI_TEST_GAME"); only != "" && only != name {
			continue
		}
		t.Run(name, func(t *testing.T) { ideas(t, name, n, seed) })
	}
}

func ideas(t *testing.T, name string, n int, seed uint64) {
	p := newPlayer(t, name, seed)
	asked, answered := 0, 0
	codes := map[string]int{}
	for asked < n {
		l := p.line()
		for l.Ply() < 120 && !l.Outcome().Over() && asked < n {
			if p.rng.IntN(4) == 0 {
				asked++
				view := l.View(l.Position().Turn())
				q, err := reason.Ask(context.Background(), p.eng, view, "", engine.Limits{Nodes: ideaNodes})
				if err != nil {
					t.Fatal(err)
				}
				if list := reason.Explain(p.words, q); len(list) > 0 {
					answered++
					codes[list[0].Code]++
				}
			}
			p.step(l)
		}
	}
	var counts []string
	for code, n := range codes {
		counts = append(counts, fmt.Sprintf("%s %d", code, n))
	}
	slices.Sort(counts)
	fmt.Printf("%s: %d of %d positions have an idea (%d %%); %v\n", name, answered, asked, 100*answered/asked, counts)
}
