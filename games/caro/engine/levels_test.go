package engine

import (
	"hash/fnv"
	"testing"

	"kydai/engine"
	"kydai/game"
	rules "kydai/games/caro"
)

// TestLevelsAreUnchanged holds the levels below the highest to the moves that they chose when their
// strength was measured. If it fails, measure the levels again (make ladder) or restore them.
func TestLevelsAreUnchanged(t *testing.T) {
	const want = 0xde2da89bda3507e6
	chosen := fnv.New64a()
	for level := 1; level < engine.Levels; level++ {
		for i, b := range BenchPositions {
			line, err := game.NewLine(rules.Rules{}, game.Setup{Options: map[string]string{"rule": b.Rule}})
			if err != nil {
				t.Fatal(err)
			}
			for _, code := range b.Moves {
				if err := line.Play(code); err != nil {
					t.Fatal(err)
				}
			}
			e, err := Entry().AtLevel(New(), level, uint64(i))
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				info, err := e.Think(t.Context(), line, engine.Limits{}, nil)
				if err != nil {
					t.Fatal(err)
				}
				_, _ = chosen.Write([]byte(info.Best() + " "))
				if err := line.Play(info.Best()); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if got := chosen.Sum64(); got != want {
		t.Errorf("check sum of the moves %#x, want %#x", got, uint64(want))
	}
}
