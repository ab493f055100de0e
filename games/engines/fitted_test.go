package engines_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"kydai/games/engines"
)

// TestFitted: the winning chance of every engine was fitted to the evaluation
// that it has. The bench count of the fit is that of testdata/bench.txt, which
// CI holds against the engine.
func TestFitted(t *testing.T) {
	for _, e := range engines.All() {
		text, err := os.ReadFile(filepath.Join("..", e.Game, "testdata", "bench.txt"))
		if err != nil {
			t.Fatal(err)
		}
		var name string
		var bench uint64
		if _, err := fmt.Sscan(string(text), &name, &bench); err != nil || name != e.Game {
			t.Fatalf("%s: %q, %v", e.Game, text, err)
		}
		if e.Scale <= 0 || e.LevelScale <= 0 {
			t.Errorf("%s: scale %v, of levels %v", e.Game, e.Scale, e.LevelScale)
		}
		if e.Games == 0 {
			t.Logf("%s: the winning chance is a guess; run: make chance ONLY=%s", e.Game, e.Game)
			continue
		}
		if _, err := time.Parse(time.DateOnly, e.Date); err != nil || e.Positions < e.Games || e.Nodes == 0 {
			t.Errorf("%s: %+v", e.Game, e.Fitted)
		}
		if e.BenchNodes != bench {
			t.Errorf("%s: the winning chance was fitted to an engine with the bench count %d, now it is %d; run: make chance ONLY=%s", e.Game, e.BenchNodes, bench, e.Game)
		}
	}
}
