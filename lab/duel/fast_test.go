package duel_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"kydai/game"
	"kydai/lab/duel"
	"kydai/lab/player"
)

// TestFastGames lets the program play against itself over each of its protocols, with a tenth of a
// second for the whole game. A loss on time or by an illegal move fails the test.
//
// By default the test plays a few games and allows a grace period, because other tests load the
// machine. If KYDAI_TEST_FAST_GAMES sets the number of games, there is no grace period, and a pause
// after each game lets other processes run.
func TestFastGames(t *testing.T) {
	count, rest, c := 6, time.Duration(0), duel.Conditions{Grace: 500 * time.Millisecond}
	if text := os.Getenv("KYDAI_TEST_FAST_GAMES"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 2 {
			t.Fatalf("KYDAI_TEST_FAST_GAMES has to be a number of games, not %q", text)
		}
		count, rest, c.Grace = n, 50*time.Millisecond, 0
	}
	path := filepath.Join(t.TempDir(), "kydai")
	if out, err := exec.Command("go", "build", "-o", path, "kydai/cmd/kydai").CombinedOutput(); err != nil {
		t.Skipf("the program does not build: %v\n%s", err, out)
	}
	for _, by := range []struct{ game, protocol string }{
		{"chess", "uci"}, {"xiangqi", "uci"}, {"xiangqi", "ucci"}, {"caro", "gomocup"},
	} {
		t.Run(by.game+" by "+by.protocol, func(t *testing.T) {
			r := rules(t, by.game)
			spec := by.protocol + ":" + path + "?args=" + by.protocol + "&clock=100ms&name="
			plan := duel.Plan{Rules: r, Pairs: (count + 1) / 2, Seed: 11, Conditions: c, Openings: &duel.Random{Rules: r, Plies: 6, Seed: 11}}
			for i, name := range []string{"one", "other"} {
				p, err := player.DefaultKinds().Make(r, spec+name)
				if err != nil {
					t.Fatal(err)
				}
				plan.Players[i] = p
			}
			ends := map[game.Reason]int{}
			longest, least := 0, plan.Players[0].Base
			plan.Finished = func(f duel.Finished) {
				time.Sleep(rest)
				ends[f.Outcome.Why]++
				longest = max(longest, f.Line.Ply())
				for i := range f.Spent {
					least = min(least, plan.Players[0].Base-f.Spent[i])
				}
				switch f.Outcome.Why {
				case game.ByTime, duel.Illegal, duel.Failure:
					t.Errorf("pair %d: %s", f.Pair+1, f.Note)
				}
			}
			tally, err := duel.Run(context.Background(), plan)
			if err != nil {
				t.Fatal(err)
			}
			if tally.Games() < count {
				t.Errorf("%d games of %d", tally.Games(), count)
			}
			t.Logf("%d games, ends %v, the longest of %d moves; least time left %v", tally.Games(), ends, longest, least)
		})
	}
}
