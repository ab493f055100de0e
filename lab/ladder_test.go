package lab_test

import (
	"slices"
	"strings"
	"testing"

	"kydai/engine"
	"kydai/lab"
	"kydai/lab/duel"
)

const ladderPage = `# Strength

| | 2 v 1 | 3 v 2 |
|---|---|---|
| go | 70.0 % | – |
| nim | – | – |

Matches:

| game | step | score | 95 % | games | results | nodes | date | seed | command |
|---|---|---|---|---|---|---|---|---|---|
| go | 2 v 1 | 70.0 % | 60.0–80.0 | 10 | +7 =0 −3 | 2, 1 | 2026-01-01 | 1 | x |

The end.
`

// TestStepIsWritten checks that a step is written into the summary and into the table of matches.
// If the step is written again, it must replace its old row, and the rest of the page must not
// change.
func TestStepIsWritten(t *testing.T) {
	s := lab.Step{
		Game: "nim", Level: 1, Date: "2026-11-18", Seed: 5, Command: "make it",
		Tally:  duel.Tally{Wins: 6, Draws: 2, Losses: 2, Pairs: [5]int{0, 1, 1, 1, 2}},
		Limits: [2]engine.Level{{Nodes: 100}, {}},
	}
	page, err := s.Write(ladderPage)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\n| nim | 70.0 % | – |\n", "\n| go | 70.0 % | – |\n", "\n\nThe end.\n", "| 10 | +7 =0 −3 |",
		"| nim | 2 v 1 | 70.0 % | ", " | 10 | +6 =2 −2 | all, 100 | 2026-11-18 | 5 | `make it` |\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not in the page:\n%s", want, page)
		}
	}
	if again, err := s.Write(page); err != nil || again != page {
		t.Errorf("written twice, %v:\n%s", err, again)
	}
	s.Tally.Wins, s.Level = 4, 2
	if page, err = s.Write(page); err != nil || strings.Count(page, "| nim |") != 3 || !strings.Contains(page, "\n| nim | 70.0 % | 62.5 % |\n") {
		t.Errorf("another step, %v:\n%s", err, page)
	}
	if got, err := lab.Steps(page, "nim"); err != nil || !slices.Equal(got, []float64{70, 62.5}) {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := lab.Steps(page, "go"); err != nil || !slices.Equal(got, []float64{70}) {
		t.Errorf("up to what was not measured: %v, %v", got, err)
	}
	if src := lab.StepsSource([]float64{70, 62.5}); !strings.Contains(src, "{70, 62.5}") {
		t.Error(src)
	}
	// The highest level is limited by time, so its strength depends on the machine. Its match must
	// be in the table of matches, but not in the summary, because the summary is used to compute
	// ratings.
	last := s
	last.Level = engine.Levels - 1
	if got, err := last.Write(page); err != nil || !strings.Contains(got, "| nim | 9 v 8 |") || !strings.Contains(got, "\n| nim | 70.0 % | 62.5 % |\n") {
		t.Errorf("the last step, %v:\n%s", err, got)
	}
	s.Game = "checkers"
	if _, err := s.Write(page); err == nil {
		t.Error("a game without a row was written")
	}
	s.Game, s.Level = "go", 3
	if _, err := s.Write(page); err == nil {
		t.Error("a step without a column was written")
	}
	if _, err := s.Write("no table"); err == nil {
		t.Error("a page without tables was written")
	}
}
