package xiangqi

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kydai/game"
)

// ownCase is a repetition from our own collection, with the expected result under each rule set.
type ownCase struct {
	Name, Source     string
	FEN, Cycle       string
	WXF, CXA, Online string
}

func ownCases(t *testing.T) []ownCase {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []ownCase
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	return cases
}

// carryOn repeats a cycle of moves until the game ends or a move is barred, for at most 200 plies.
// It returns the line and the result as text.
func carryOn(t *testing.T, law, fen, cycle string) (*game.Line, string) {
	t.Helper()
	l, err := game.NewLine(Rules{}, game.Setup{Start: fen, Options: map[string]string{LawOption: law}})
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	codes := strings.Fields(cycle)
	for l.Ply() < 200 && !l.Outcome().Over() {
		side := sideNames[l.Position().Turn().Index()]
		err := l.Play(codes[l.Ply()%len(codes)])
		var e *game.Error
		if errors.As(err, &e) && e.Code == game.MustVary {
			return l, fmt.Sprintf("%s varies after %d", side, l.Ply()/2)
		}
		if err != nil {
			t.Fatalf("%s: %v", fen, err)
		}
	}
	out := l.Outcome()
	switch {
	case !out.Over():
		return l, "undecided"
	case out.Winner == game.NoSide:
		return l, "draw"
	}
	return l, sideNames[out.Winner.Other().Index()] + " loses"
}

// TestOwnCases checks rules 4.5, 4.12 and 4.14 with our own test cases: the result of each case
// must be as expected under each rule set.
func TestOwnCases(t *testing.T) {
	cases := ownCases(t)
	if len(cases) < 30 {
		t.Errorf("only %d cases", len(cases))
	}
	var golden strings.Builder
	for _, c := range cases {
		fmt.Fprintf(&golden, "%s\n  %s\n", c.Name, c.FEN)
		for _, want := range []struct{ law, result string }{{"wxf", c.WXF}, {"cxa", c.CXA}, {"online", c.Online}} {
			l, got := carryOn(t, want.law, c.FEN, c.Cycle)
			if got != want.result {
				t.Errorf("%s, %s: %s, want %s\n%s %s", want.law, c.Name, got, want.result, c.FEN, c.Cycle)
			}
			if want.law == "wxf" {
				golden.WriteString(inWords(t, LawOf(l.Setup()), l))
			}
		}
	}
	hold(t, "cases.txt", golden.String())
}
