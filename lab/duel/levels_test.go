package duel

import (
	"strconv"
	"testing"

	"kydai/engine"
	"kydai/game"
	"kydai/games"
	"kydai/games/engines"
	"kydai/lab/player"
)

// TestLowLevels plays engine levels against the random player. Level 1 must win all ten games with
// each colour, and each other level that is limited by nodes must win all four games. Level 3 must
// score more than half against level 1.
func TestLowLevels(t *testing.T) {
	for _, e := range engines.All() {
		t.Run(e.Game, func(t *testing.T) {
			t.Parallel()
			r, ok := games.Find(e.Game)
			if !ok {
				t.Fatal("no such game")
			}
			meet := func(first, second string, pairs int) Tally {
				plan := Plan{Rules: r, Pairs: pairs, Concurrency: 1, Seed: 4, Openings: &Random{Rules: r, Setup: game.Setup{}, Plies: 4, Seed: 4}}
				for i, text := range [2]string{first, second} {
					p, err := player.DefaultKinds().Make(r, text)
					if err != nil {
						t.Fatal(err)
					}
					plan.Players[i] = p
				}
				tally, err := Run(t.Context(), plan)
				if err != nil {
					t.Fatal(err)
				}
				return tally
			}
			if tally := meet("kydai:level=1,hash=1", "random", 10); tally.Wins != 20 {
				t.Errorf("level 1 against random: %+v", tally)
			}
			if testing.Short() {
				return
			}
			for level := 2; level < engine.Levels; level++ {
				if tally := meet("kydai:hash=1,level="+strconv.Itoa(level), "random", 2); tally.Wins != 4 {
					t.Errorf("level %d against random: %+v", level, tally)
				}
			}
			if tally := meet("kydai:level=3", "kydai:level=1", 5); tally.Score() <= 0.5 {
				t.Errorf("level 3 against level 1: %+v", tally)
			}
		})
	}
}
