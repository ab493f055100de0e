package engine

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	rules "kydai/games/caro"
)

// ruleNamed returns the preset with a name.
func ruleNamed(t testing.TB, name string) rules.WinRule {
	t.Helper()
	for _, r := range rules.Presets() {
		if r.Name == name {
			return r
		}
	}
	t.Fatalf("no rule %s", name)
	return rules.WinRule{}
}

// lay creates a board from the cells of the black stones and of the white stones.
func lay(size int, rule rules.WinRule, black, white []cell, turn int) *board {
	b := newBoard(size, rule, learnt())
	for colour, stones := range [][]cell{black, white} {
		for _, c := range stones {
			b.turn = colour
			b.make(c)
		}
	}
	b.turn, b.won = turn, false
	b.key = b.freshKey()
	b.depth, b.changes = 0, b.changes[:0]
	return b
}

// vcfCase is one position of the collection. Its rows are counted from the top.
type vcfCase struct {
	name         string
	black, white []cell
	turn         int
}

const vcfSize = 15

func fromTop(t testing.TB, s string) cell {
	t.Helper()
	n, err := strconv.Atoi(s[1:])
	if err != nil {
		t.Fatal(err)
	}
	return (vcfSize-n)<<rowShift | int(s[0]-'a')
}

func nameFromTop(c cell) string {
	if c == noCell {
		return "-"
	}
	return string(rune('a'+c&rowMask)) + strconv.Itoa(vcfSize-c>>rowShift)
}

func readVCF(t testing.TB) []vcfCase {
	t.Helper()
	dir := os.Getenv("KYDAI_TEST_DATA")
	if dir == "" {
		t.Skip("KYDAI_TEST_DATA is not set: it names the folder with other people's positions")
	}
	text, err := os.ReadFile(filepath.Join(dir, "caro", "vcf-positions.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var all []vcfCase
	for _, l := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		f := strings.Fields(l)
		c := vcfCase{name: f[0]}
		for _, s := range strings.Split(f[1], ",") {
			c.black = append(c.black, fromTop(t, s))
		}
		for _, s := range strings.Split(f[2], ",") {
			c.white = append(c.white, fromTop(t, s))
		}
		c.turn = len(c.black) - len(c.white) // black moves first, so white is to move if black has one stone more
		all = append(all, c)
	}
	return all
}

// vcfWins holds, by rule, the first move of the win by fours in each position that has such a win.
var vcfWins = map[string]map[int]string{
	"freestyle": {0: "i9", 1: "g8", 2: "l8", 3: "j8", 4: "i7", 8: "j5", 9: "m3"},
	"standard":  {0: "i9", 1: "g8", 2: "l8", 3: "j8", 4: "i7", 8: "j5", 9: "m3"},
	"caro8":     {0: "i9", 9: "m3"},
	"caro9":     {0: "i9"},
}

func TestPublishedWinsByFours(t *testing.T) {
	for i, c := range readVCF(t) {
		for name, wins := range vcfWins {
			rule := ruleNamed(t, name)
			tableFor(rule)
			b := lay(vcfSize, rule, c.black, c.white, c.turn)
			s := newFourSolver(b, rootMemory)
			began := time.Now()
			plies, m, sure := s.solve(2_000_000)
			t.Logf("%-9s %-12s %3d plies, first %s, %6d stones, %v", name, c.name, plies, nameFromTop(m), s.nodes, time.Since(began))
			if !sure {
				t.Errorf("%s, %s: no verdict", name, c.name)
			}
			// The test limits the number of stones that the solver tries, not the time, which
			// depends on the load of the machine. At about a microsecond per stone, 5,000 stones
			// take less than 10 ms and 200,000 stones less than half a second.
			if plies > 0 && s.nodes > 5_000 || s.nodes > 200_000 {
				t.Errorf("%s, %s: %d stones tried", name, c.name, s.nodes)
			}
			if want, ok := wins[i]; ok != (plies > 0) || ok && nameFromTop(m) != want {
				t.Errorf("%s, %s: %d plies by %s, want %q", name, c.name, plies, nameFromTop(m), want)
			}
		}
	}
}

func BenchmarkMakeUndo(b *testing.B) {
	for _, name := range []string{"caro9", "freestyle"} {
		b.Run(name, func(b *testing.B) {
			bd := newBoard(15, ruleNamed(b, name), learnt())
			var line []cell
			x := uint64(7)
			for range 40 {
				n := bd.nearby()
				cs := bd.list(&n, nil)
				c := 7<<rowShift | 7
				if len(cs) > 0 {
					x = scramble(x)
					c = cs[x%uint64(len(cs))]
				}
				line = append(line, c)
				bd.make(c)
			}
			for range line {
				bd.undo()
			}
			b.ResetTimer()
			for i := 0; i < b.N; i += len(line) {
				for _, c := range line {
					bd.make(c)
				}
				for range line {
					bd.undo()
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "M/s")
		})
	}
}
