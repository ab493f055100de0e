package opponents_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"kydai/engine"
	"kydai/engine/character"
	"kydai/games"
	"kydai/games/engines"
	"kydai/lab/duel"
	"kydai/lab/opponents"
)

// trial returns the trial with which the table in docs/opponents.md was measured.
func trial(t *testing.T, name string, level, pairs int) opponents.Trial {
	t.Helper()
	r, ok := games.Find(name)
	e, ok2 := engines.Find(name)
	set, _, err := character.Of(os.DirFS("../.."), name)
	if !ok || !ok2 || err != nil {
		t.Fatal(name, err)
	}
	judge := e.New()
	t.Cleanup(func() { _ = judge.Close() }) // ignore the error: the engine holds no file
	return opponents.Trial{
		Rules: r, Entry: e, Set: set, Level: level, Pairs: pairs, Plies: 60, Nodes: 8000, Seed: 59,
		Openings: &duel.Random{Rules: r, Plies: 4, Seed: 59, Judge: judge, Limits: engine.Limits{Nodes: 3000}, Balance: 150},
	}
}

// TestCharacters measures the traits of the opponents and prints a table. KYDAI_TEST_CHARACTERS is
// the number of pairs of games; without it the test is skipped. KYDAI_TEST_GAMES lists the games
// and KYDAI_TEST_LEVELS the levels; the default is all.
func TestCharacters(t *testing.T) {
	pairs, err := strconv.Atoi(os.Getenv("KYDAI_TEST_CHARACTERS"))
	if err != nil {
		t.Skip("KYDAI_TEST_CHARACTERS is not the number of pairs")
	}
	names := strings.Fields(os.Getenv("KYDAI_TEST_GAMES"))
	levels := strings.Fields(os.Getenv("KYDAI_TEST_LEVELS"))
	if len(levels) == 0 {
		levels = strings.Fields("1 2 3 4 5 6 7 8")
	}
	if len(names) == 0 {
		for _, e := range engines.All() {
			names = append(names, e.Game)
		}
	}
	for _, name := range names {
		for _, level := range levels {
			n, err := strconv.Atoi(level)
			if err != nil {
				t.Fatal(err)
			}
			got, err := trial(t, name, n, pairs).Measure(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			fmt.Printf("| %s | %d | %s | %s | %.1f ± %.1f | %.1f ± %.1f | %+.1f ± %.1f | %.1f | %.1f |\n", name, n, got.Name, got.Fact,
				got.With.Value, got.With.Margin, got.Plain.Value, got.Plain.Margin, got.Lead.Value, got.Lead.Margin, got.Gone.Value, got.Before.Value)
			if got.Lead.Value <= got.Lead.Margin {
				t.Errorf("%s, level %d: %s does not show", name, n, got.Name)
			}
		}
	}
}

// TestTraitShows measures the trait of one character with few games. It fails if the character's
// preference is missing or has the wrong sign.
func TestTraitShows(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds")
	}
	few := trial(t, "xiangqi", 8, 4)
	few.Plies, few.Nodes = 40, 3000
	got, err := few.Measure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got.Lead.Value <= got.Lead.Margin {
		t.Errorf("%s: %.1f ± %.1f per 100 moves more than without a character", got.Name, got.Lead.Value, got.Lead.Margin)
	}
}
