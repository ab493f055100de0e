package main

import (
	"os"
	"strings"
	"testing"
)

// TestTable checks that docs/scaling.md contains the table that the program prints.
func TestTable(t *testing.T) {
	text, err := os.ReadFile("../../docs/scaling.md")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	write(&out, assumptions{pause: 5, mean: 0.4, spare: 2}, prices{core: 6, memory: 2, disk: 50, traffic: 1})
	for line := range strings.Lines(out.String()) {
		if !strings.Contains(string(text), strings.TrimSpace(line)) {
			t.Errorf("docs/scaling.md has not the line\n%s", line)
		}
	}
}

// TestProportions checks that twice the pause between moves halves the cores of the nodes and the
// archive, and that costs are proportional to prices.
func TestProportions(t *testing.T) {
	a := assumptions{pause: 5, mean: 0.4, spare: 2}
	n := needs(100_000, a)
	if n.moves != 10_000 {
		t.Errorf("%v moves a second", n.moves)
	}
	a.pause = 10
	if half := needs(100_000, a); half.nodes != n.nodes/2 || half.archive != n.archive/2 || half.memory != n.memory {
		t.Errorf("%+v and %+v", half, n)
	}
	if got, want := n.euros(prices{core: 1}), n.nodes+n.database; got != want {
		t.Errorf("%v euros for %v cores", got, want)
	}
}
