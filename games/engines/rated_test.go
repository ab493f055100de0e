package engines_test

import (
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"kydai/games/engines"
	"kydai/lab/tune"
)

// TestSteps checks that Dialect.Steps agrees with the table of levels in docs/strength.md.
func TestSteps(t *testing.T) {
	text, err := os.ReadFile("../../docs/strength.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| 8 v 7 |\n")
	number := regexp.MustCompile(`([0-9.]+) %`)
	for _, d := range engines.Dialects() {
		if d.UCI == "" {
			continue
		}
		_, row, _ := strings.Cut(table, "| "+d.Game+" |")
		row, _, _ = strings.Cut(row, "\n")
		var steps []string
		row, _, _ = strings.Cut(row, "–") // levels above the first dash have no measured score
		for _, m := range number.FindAllStringSubmatch(row, -1) {
			steps = append(steps, m[1])
		}
		var got []string
		for _, s := range d.Steps {
			got = append(got, strconv.FormatFloat(s, 'f', 1, 64))
		}
		if len(steps) == 0 || strings.Join(steps, " ") != strings.Join(got, " ") {
			t.Errorf("%s: %v, docs/strength.md has %v", d.Game, got, steps)
		}
	}
}

// TestTerms checks that the terms of an evaluation have names, and that their sum is the value that
// the tuner computes.
func TestTerms(t *testing.T) {
	for name, m := range tuners(t) {
		rng := rand.New(rand.NewPCG(8, 8))
		for range 20 {
			position := somewhere(t, name, rng).Position().String()
			terms, sum, err := tune.Terms(m, position)
			if err != nil || len(terms) < 2 {
				t.Fatalf("%s: %s: %+v, %v", name, position, terms, err)
			}
			sample, err := tune.NewSample(m, position, 0.5)
			if err != nil {
				t.Fatal(err)
			}
			if want := sample.Value(m.Vector()); math.Abs(want-sum) > 0.05 {
				t.Errorf("%s: %s: the terms make %.2f, not %.2f", name, position, sum, want)
			}
			seen := map[string]bool{}
			for _, x := range terms {
				if x.Name == "" || seen[x.Name] {
					t.Errorf("%s: the term %q comes twice or has no name", name, x.Name)
				}
				seen[x.Name] = true
			}
		}
	}
}
