package opponents_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"kydai/engine"
	"kydai/engine/character"
	"kydai/games/engines"
	"kydai/lab/duel"
)

// TestStrength measures how much a character changes the strength of its level, and prints a table
// for docs/opponents.md. KYDAI_TEST_STRENGTH_PAIRS is the number of openings per level; without it
// the test is skipped. KYDAI_TEST_GAMES lists the games; the default is all games.
func TestStrength(t *testing.T) {
	pairs, err := strconv.Atoi(os.Getenv("KYDAI_TEST_STRENGTH_PAIRS"))
	if err != nil {
		t.Skip("KYDAI_TEST_STRENGTH_PAIRS is not the number of pairs")
	}
	names := strings.Fields(os.Getenv("KYDAI_TEST_GAMES"))
	if len(names) == 0 {
		for _, e := range engines.All() {
			names = append(names, e.Game)
		}
	}
	for _, name := range names {
		_, book, err := character.Of(os.DirFS("../.."), name)
		if err != nil {
			t.Fatal(err)
		}
		var all duel.Tally
		var levels []string
		for level := 1; level < engine.Levels; level++ {
			got, err := trial(t, name, level, pairs).Match(t.Context(), book)
			if err != nil {
				t.Fatal(err)
			}
			all = sum(all, got)
			levels = append(levels, fmt.Sprintf("%.0f", 100*got.Score()))
		}
		low, high := all.Interval()
		fmt.Printf("| %s | %.1f %% | %.1f–%.1f | %d | +%d =%d −%d | %s |\n", name, 100*all.Score(), 100*low, 100*high, all.Games(),
			all.Wins, all.Draws, all.Losses, strings.Join(levels, ", "))
	}
}

// sum returns the sum of two tallies.
func sum(a, b duel.Tally) duel.Tally {
	a.Wins, a.Draws, a.Losses = a.Wins+b.Wins, a.Draws+b.Draws, a.Losses+b.Losses
	for i, n := range b.Pairs {
		a.Pairs[i] += n
	}
	return a
}
