package engines_test

import (
	"hash/fnv"
	"math/rand/v2"
	"testing"

	"kydai/engine"
	"kydai/game"
	"kydai/games"
	"kydai/games/engines"
)

// TestLevelsAreUnchanged holds the levels below the highest to the moves that they chose when their
// strength was measured. If it fails, restore the levels, or measure them again (make ladder) and
// set the new check sum. Caro has a test of its own.
func TestLevelsAreUnchanged(t *testing.T) {
	for name, want := range map[string]uint64{
		"chess": 0x79810c8eae33a938, "xiangqi": 0x3815026a2b4aeebc, "jieqi": 0xc39017e517fe5e03,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, ok := engines.Find(name)
			if !ok {
				t.Fatal("no such engine")
			}
			chosen := fnv.New64a()
			inner := e.New()
			if err := inner.(engine.Adjustable).SetOption("Hash", "4"); err != nil {
				t.Fatal(err)
			}
			for level := 1; level < engine.Levels; level++ {
				at, err := e.AtLevel(inner, level, uint64(level))
				if err != nil {
					t.Fatal(err)
				}
				for n := range uint64(6) {
					at.(engine.Forgetful).NewGame()
					line := randomGame(t, name, n, int(10*n))
					for range 2 {
						info, err := at.Think(t.Context(), line.View(line.Position().Turn()), engine.Limits{}, nil)
						if err != nil {
							t.Fatal(err)
						}
						_, _ = chosen.Write([]byte(info.Best() + " "))
						if err := line.Play(info.Best()); err != nil {
							t.Fatal(err)
						}
						if line.Outcome().Over() {
							break
						}
					}
				}
			}
			if got := chosen.Sum64(); got != want {
				t.Errorf("check sum of the moves %#x, want %#x", got, want)
			}
		})
	}
}

// randomGame returns a game that begins with the given number of random moves. A game that ends
// earlier is taken back by two moves.
func randomGame(t *testing.T, name string, seed uint64, plies int) *game.Line {
	t.Helper()
	rules, ok := games.Find(name)
	if !ok {
		t.Fatal("no such game")
	}
	rng := rand.New(rand.NewPCG(seed, 5))
	var setup game.Setup
	if d, ok := rules.(game.Dealer); ok {
		setup.Secret = d.Deal(rng.IntN)
	}
	line, err := game.NewLine(rules, setup)
	if err != nil {
		t.Fatal(err)
	}
	for range plies {
		legal := line.Legal()
		if err := line.Push(legal[rng.IntN(len(legal))]); err != nil {
			t.Fatal(err)
		}
		if line.Outcome().Over() {
			line.Undo(2)
			break
		}
	}
	return line
}
