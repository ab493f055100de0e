package main

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestLabNodes runs lab nodes and checks its table and chart. The measured times differ between
// runs, so this command has no transcript in testdata.
func TestLabNodes(t *testing.T) {
	dir := t.TempDir()
	table, chart := filepath.Join(dir, "n.csv"), filepath.Join(dir, "n.svg")
	got := kydai("", "lab", "nodes", "chess", "--depth", "3", "--csv", table, "--svg", chart)
	if got.code != 0 || got.err != "" {
		t.Fatalf("%+v", got)
	}
	for _, line := range []string{
		`3 +9,322 +\d,\d+ +\d,\d+ +\d+$`, // node counts
		`3 +8,902 +\d,\d+ +\d,\d+ +\d+$`, // leaf counts
		`2 +21\.00 `,                     // branching factors
		`3 +64,000 +1,639$`,              // theoretical leaf counts
	} {
		if !regexp.MustCompile(`(?m)^ +` + line).MatchString(got.out) {
			t.Errorf("no line like %q in\n%s", line, got.out)
		}
	}
	for _, line := range strings.Split(got.out, "\n") {
		if len([]rune(line)) > 80 {
			t.Errorf("too wide for a terminal: %q", line)
		}
	}
	f, err := os.Open(table)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // read-only
	if records, err := csv.NewReader(f).ReadAll(); err != nil || len(records) != 13 {
		t.Errorf("%v, %v", records, err)
	}
	picture, err := os.ReadFile(chart)
	if err != nil || xml.Unmarshal(picture, new(struct{})) != nil || !strings.Contains(string(picture), `role="img"`) {
		t.Errorf("%s, %v", picture, err)
	}
}

func TestLabGivesUp(t *testing.T) {
	got := kydai("", "lab", "nodes", "xiangqi", "--depth", "4", "--limit", "1000", "--algorithms", "minimax")
	if got.code != 0 || !strings.Contains(got.out, "> 1,001") || !regexp.MustCompile(`(?m)^ +4 +-$`).MatchString(got.out) {
		t.Errorf("%+v", got)
	}
}

// TestLabEveryGame checks that lab commands work with every game, including the game with
// hidden pieces.
func TestLabEveryGame(t *testing.T) {
	for _, name := range gameNames() {
		if got := kydai("", "lab", "nodes", name, "--depth", "1"); got.code != 0 {
			t.Errorf("%s: %+v", name, got)
		}
		args := []string{"lab", "tree", name, "--depth", "2", "--width", "2"}
		got := kydai("", args...)
		if got.code != 0 || !json.Valid([]byte(got.out)) {
			t.Errorf("%s: %+v", name, got)
		}
		if got := kydai("", "lab", "tournament", name, "random", "greedy", "--plies", "12", "--seed", "3"); got.code != 0 {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if got := kydai("", "lab", "tree", "jieqi", "--seed", "4", "--depth", "1", "--width", "2"); got.code != 0 {
		t.Errorf("%+v", got)
	}
}

// TestLabCrossTableFits checks that a table of many players with long names is not wider than a
// terminal.
func TestLabCrossTableFits(t *testing.T) {
	args := []string{"lab", "tournament", "othello", "--plies", "2", "--games", "1"}
	for i := range 6 {
		args = append(args, "classic:ordered,depth=1,width=1,name="+strings.Repeat("long ", 9)+string(rune('a'+i)))
	}
	got := kydai("", args...)
	lines := strings.Split(strings.TrimSpace(got.out), "\n")
	if got.code != 0 || len(lines) != 7 {
		t.Fatalf("%+v", got)
	}
	for _, line := range lines {
		if n := len([]rune(line)); n > 80 || n < 70 {
			t.Errorf("%d columns: %q", n, line)
		}
	}
}
