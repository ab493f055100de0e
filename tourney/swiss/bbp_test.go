package swiss_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"kydai/tourney"
)

// TestAgainstReference plays random tournaments and lets the checker (-c) of the reference program
// pair every round again. KYDAI_TEST_BBP is the path of this program.
func TestAgainstReference(t *testing.T) {
	program := os.Getenv("KYDAI_TEST_BBP")
	if program == "" {
		t.Skip("needs KYDAI_TEST_BBP, the path of the reference program")
	}
	count := number(os.Getenv("KYDAI_TEST_TOURNAMENTS"), 100)
	from := number(os.Getenv("KYDAI_TEST_SEED"), 1)
	different, rounds, wrong := 0, 0, 0
	compare := func(name string, table *tourney.Table) {
		rounds += len(table.Rounds)
		file := filepath.Join(t.TempDir(), "t.trf")
		if err := os.WriteFile(file, []byte(trf(table)), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(program, "--dutch", file, "-c").CombinedOutput()
		found := strings.Count(string(out), "Checker pairings")
		if err != nil || found > 0 {
			different++
			wrong += found
			kept := filepath.Join(os.TempDir(), "swiss-"+name+".trf")
			_ = os.WriteFile(kept, []byte(trf(table)), 0o600)
			t.Logf("tournament %s: %d players, %d rounds, %v, see %s\n%s", name, len(table.Players), len(table.Rounds), err, kept, out)
		}
	}
	for i, table := range golden(t) {
		compare("golden-"+strconv.Itoa(i), table)
	}
	if different > 0 {
		t.Errorf("%d stored tournaments differ", different)
	}
	for seed := from; seed < from+count; seed++ {
		r := rand.New(rand.NewPCG(uint64(seed), 26))
		p := draw(r, 200)
		compare(strconv.Itoa(seed), p.play(t, r, nil))
		if (seed-from+1)%100 == 0 {
			t.Logf("%d tournaments, %d rounds: %d tournaments and %d rounds differ", seed-from+1, rounds, different, wrong)
		}
	}
	t.Logf("%d tournaments, %d rounds: %d tournaments and %d rounds differ", count, rounds, different, wrong)
	if different*500 > count {
		t.Errorf("more than 10 in 5,000 tournaments differ")
	}
}

func number(text string, otherwise int) int {
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	return otherwise
}

// trf formats a table as a FIDE tournament report for the reference program.
func trf(t *tourney.Table) string {
	var b strings.Builder
	b.WriteString("012 Test\n")
	points := func(n int) float64 { return float64(n) / float64(t.Scoring.Unit) }
	for _, line := range t.Lines() {
		fmt.Fprintf(&b, "001 %4d      %-33s %4d %3s %11s %10s %4.1f %4d", line.Player.Number, fmt.Sprintf("Player %d", line.Player.Number),
			line.Player.Rating, "", "", "", points(line.Score), line.Player.Number)
		for _, e := range line.Entries {
			b.WriteString(cell(e))
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "XXR %d\n", t.Total)
	if t.First == tourney.Black {
		b.WriteString("XXC black1\n")
	} else {
		b.WriteString("XXC white1\n")
	}
	for _, pair := range t.Forbidden {
		fmt.Fprintf(&b, "XXP %d %d\n", pair[0], pair[1])
	}
	if t.Scoring != tourney.OneHalf {
		fmt.Fprintf(&b, "BBW %4.1f\nBBD %4.1f\nBBU %4.1f\n", points(t.Scoring.Win), points(t.Scoring.Draw), points(t.Scoring.Bye))
	}
	return b.String()
}

func cell(e tourney.Entry) string {
	colour := "w"
	if e.Colour == tourney.Black {
		colour = "b"
	}
	switch e.Kind {
	case tourney.Played:
		return fmt.Sprintf("  %4d %s %s", e.Opponent, colour, map[tourney.Outcome]string{tourney.Won: "1", tourney.Drew: "=", tourney.Lost: "0"}[e.Outcome])
	case tourney.Forfeit:
		return fmt.Sprintf("  %4d %s %s", e.Opponent, colour, map[tourney.Outcome]string{tourney.Won: "+", tourney.Lost: "-"}[e.Outcome])
	}
	return "  0000 - " + map[tourney.Kind]string{tourney.HalfBye: "H", tourney.FullBye: "F", tourney.ZeroBye: "Z", tourney.Absent: "Z", tourney.PairingBye: "U"}[e.Kind]
}
