package engine

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestTable compares the table of oversights in docs/strength.md with the levels.
func TestTable(t *testing.T) {
	page, err := os.ReadFile("../docs/strength.md")
	if err != nil {
		t.Fatal(err)
	}
	want := oversightTable()
	if !strings.Contains(string(page), want) {
		t.Errorf("docs/strength.md does not have this table:\n%s", want)
	}
}

func oversightTable() string {
	var b strings.Builder
	b.WriteString("| overlooked, % | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 |\n|---|---|---|---|---|---|---|---|---|\n")
	for i, levels := range [3][Levels]Level{PieceTable(), CoveredTable(), StoneTable()} {
		for o := range Oversights {
			if levels[0].Often[o] == 0 {
				continue
			}
			fmt.Fprintf(&b, "| %s: %s |", [3]string{"piece", "face down", "stone"}[i], o)
			for l := range Levels - 1 {
				fmt.Fprintf(&b, " %.0f |", 100*levels[l].Chance(o))
			}
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "| %s: nodes |", [3]string{"pieces", "face down", "stones"}[i])
		for l := range Levels - 1 {
			fmt.Fprintf(&b, " %d |", levels[l].Nodes)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
