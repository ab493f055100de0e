package engine_test

import (
	"os"
	"strconv"
	"testing"
	"time"

	"kydai/engine"
	"kydai/games/jieqi"
	us "kydai/games/jieqi/engine"
	"kydai/lab/duel"
	"kydai/lab/player"
)

// rival creates a player from an engine.
func rival(name string, lim engine.Limits, fresh func() engine.Engine) player.Player {
	return player.Player{Name: name, Limits: lim, New: func(uint64) (engine.Engine, error) { return fresh(), nil }}
}

// TestStrength plays the engine against weaker and stronger players. By default it plays a few fast
// games and requires only scores that the engine practically always reaches.
// KYDAI_TEST_STRENGTH=400 plays 400 games with 100 ms a move, or with the time in
// KYDAI_TEST_STRENGTH_TIME, and prints the scores.
func TestStrength(t *testing.T) {
	lim, games, least := engine.Limits{Nodes: 400}, 8, map[string]float64{"random": 1, "greedy": 0.75}
	if text := os.Getenv("KYDAI_TEST_STRENGTH"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		lim, games = engine.Limits{MoveTime: 100 * time.Millisecond}, n
		if d, err := time.ParseDuration(os.Getenv("KYDAI_TEST_STRENGTH_TIME")); err == nil {
			lim.MoveTime = d
		}
		least = map[string]float64{"random": 0.99, "greedy": 0.95}
	}
	usual := rival("engine", lim, func() engine.Engine { return us.New() })
	pairs := [][2]player.Player{
		{usual, rival("averaging", lim, func() engine.Engine { return us.Averaging() })},
		{usual, rival("staying", lim, func() engine.Engine { return us.Staying() })},
		{rival("knowing", lim, func() engine.Engine { return us.NewKnower() }), usual},
	}
	for _, text := range []string{"greedy", "random"} {
		p, err := player.DefaultKinds().Make(jieqi.Rules{}, text)
		if err != nil {
			t.Fatal(err)
		}
		pairs = append(pairs, [2]player.Player{usual, p})
	}
	for _, players := range pairs {
		t.Run(players[0].Name+" v "+players[1].Name, func(t *testing.T) {
			tally, err := duel.Run(t.Context(), duel.Plan{
				Rules: jieqi.Rules{}, Players: players, Pairs: games / 2, Concurrency: 1, Seed: 7,
				Openings:   &duel.Random{Rules: jieqi.Rules{}, Plies: 4, Seed: 7},
				Conditions: duel.Conditions{Grace: 10 * time.Second},
				Finished: func(f duel.Finished) {
					if f.Note != "" {
						t.Error(f.Note)
					}
					if f.Swapped && f.Pair%10 == 9 {
						t.Logf("%d games: %.1f %%", f.Tally.Games(), 100*f.Tally.Score())
					}
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			elo, low, high := tally.Elo()
			t.Logf("+%d =%d -%d of %d: %.1f %%, %+.0f [%+.0f, %+.0f]", tally.Wins, tally.Draws, tally.Losses,
				tally.Games(), 100*tally.Score(), elo, low, high)
			if tally.Score() < least[players[1].Name] {
				t.Errorf("scored %.1f %%, wanted %.1f %%", 100*tally.Score(), 100*least[players[1].Name])
			}
		})
	}
}
