package xiangqi

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kydai/game"
)

var update = flag.Bool("update", false, "write the golden files again")

// unjudged implements Rules without a judge. It also accepts positions that cannot arise in a game,
// because one diagram of the manual has a soldier behind its start point.
type unjudged struct{}

func (unjudged) Info() game.Info { return Rules{}.Info() }

func (unjudged) New(s game.Setup) (game.Position, error) {
	p, err := readFEN(s.Start)
	if err != nil {
		return nil, err
	}
	b := p.Board()
	p.key, p.inCheck = b.Key(), b.InCheck()
	return p, nil
}

// federation is a test case from the xiangqi federation's manual of repetition rules, or from a
// smaller collection.
type federation struct {
	Label, FEN    string
	Moves, Moves3 []string
	Expect        *int // expected result for the side to move; nil: the result is disputed
}

// federationCases reads test cases from the directory KYDAI_TEST_DATA. They are not in the
// repository, because we may not publish them.
func federationCases(t *testing.T, name string) []federation {
	t.Helper()
	dir := os.Getenv("KYDAI_TEST_DATA")
	if dir == "" {
		t.Skip("KYDAI_TEST_DATA is not set")
	}
	text, err := os.ReadFile(filepath.Join(dir, "xiangqi", name))
	if err != nil {
		t.Fatal(err)
	}
	var cases []federation
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	return cases
}

// third returns the line of a test case up to the third occurrence of its position. tens says that
// the codes have ranks from 1 to 10.
func (c federation) third(t *testing.T, tens bool) *game.Line {
	t.Helper()
	fen := strings.Replace(c.FEN, "[]", "", 1)
	l, err := game.NewLine(unjudged{}, game.Setup{Start: fen})
	if err != nil {
		t.Fatal(err)
	}
	moves := c.Moves3
	if len(moves) == 0 {
		moves = c.Moves
	}
	if strings.HasPrefix(c.Label, "diagram 81.") {
		// Rule 4.16: the given moves continue for two plies after the second occurrence. Play the
		// first round again instead.
		moves = append(append([]string{}, c.Moves[:13]...), c.Moves[1:13]...)
	}
	for i, code := range moves {
		if tens {
			code, _ = FromTen(code)
		}
		if err := l.Play(code); err != nil {
			t.Fatalf("%s: %s: move %d %s: %v", c.Label, c.FEN, i+1, code, err)
		}
	}
	return l
}

// result returns an outcome as a score for the side turn.
func result(out game.Outcome, turn game.Side) int {
	switch out.Winner {
	case game.NoSide:
		return 0
	case turn:
		return 1
	}
	return -1
}

// TestFederationCases judges every case of the manual and of the smaller collection, and compares
// the texts of the rulings with a golden file. The golden file contains no positions, because we
// may not publish them.
func TestFederationCases(t *testing.T) {
	var golden strings.Builder
	law := LawOf(game.Setup{})
	for _, file := range []string{"wxf-cases.json", "chase-cases.json"} {
		cases := federationCases(t, file)
		if len(cases) < 33 {
			t.Fatalf("only %d cases", len(cases))
		}
		for i, c := range cases {
			l := c.third(t, file == "chase-cases.json")
			out := law.Judge(l)
			if !out.Over() {
				t.Errorf("%s %d, %s: %s: no verdict", file, i, c.Label, c.FEN)
			}
			if got := result(out, l.Position().Turn()); c.Expect != nil && got != *c.Expect {
				t.Errorf("%s %d, %s: %s %v: %v, want %d", file, i, c.Label, c.FEN, c.Moves, out, *c.Expect)
			}
			fmt.Fprintf(&golden, "%s %d\n%s", strings.TrimSuffix(file, "-cases.json"), i, inWords(t, law, l))
		}
	}
	hold(t, "federation.txt", golden.String())
}

// inWords returns the text of the ruling in both languages, with the acts of the moves of the last
// round.
func inWords(t *testing.T, law *Law, l *game.Line) string {
	t.Helper()
	var text strings.Builder
	for _, lang := range []string{"vi", "en"} {
		r, ok := law.Explain(l, lang)
		if !ok {
			t.Errorf("%s: nothing to say", l.Position())
		}
		fmt.Fprintf(&text, "  %s\n", r.Text)
		if lang == "en" {
			break
		}
		round, _ := back(l, 2)
		for _, m := range r.Remarks[round-r.From:] {
			fmt.Fprintf(&text, "    %s\n", m.Text)
		}
	}
	return text.String()
}

// hold compares the text in the parameter got with a golden file in testdata. With the flag -update
// it writes the file instead.
func hold(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	a, b := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			t.Fatalf("%s, line %d:\n got %s\nwant %s\n(go test -run %s -update writes it again)", name, i+1, a[i], b[i], t.Name())
		}
	}
	t.Fatalf("%s: %d lines, want %d", name, len(a), len(b))
}
