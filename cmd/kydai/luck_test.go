package main

import (
	"strings"
	"testing"
)

// TestLuckReport checks that the luck report names both players, and that its sums match
// the listed moves.
func TestLuckReport(t *testing.T) {
	got := kydai("", "luck", "../../data/fair/good.jsonl", "--depth", "1", "--least", "0")
	if got.code != exitOK {
		t.Fatalf("%+v", got)
	}
	// In each of the two games, the first move reveals a piece.
	if n := strings.Count(got.out, "\n     1  red "); n != 2 {
		t.Errorf("%d first moves:\n%s", n, got.out)
	}
	for _, want := range []string{"  mistakes  red ", "  luck      red ", "2 games\n", " points at the start for "} {
		if !strings.Contains(got.out, want) {
			t.Errorf("no %q in\n%s", want, got.out)
		}
	}
}
