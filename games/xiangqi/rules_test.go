package xiangqi

import (
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kydai/game"
	"kydai/game/gametest"
)

func TestConformance(t *testing.T) {
	games := 6
	if testing.Short() {
		games = 1
	}
	gametest.Run(t, Rules{}, gametest.Plan{
		Setups: []game.Setup{
			{},
			{Start: "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1"},
			{Start: "5k3/9/3P5/3P1P1P1/5P3/9/9/9/9/4K4 w - - 0 1"},
			{Start: "3k5/4a4/9/9/9/9/9/4p4/9/4K4 b - - 115 80"},
		},
		Games: games, Plies: 200, Seed: 1,
	})
}

// TestMovement checks the movement of single pieces, one rule at a time. Each case lists the
// targets of the piece on the point from.
func TestMovement(t *testing.T) {
	for _, c := range []struct{ rule, fen, from, to string }{
		{"2.1", "3k5/9/9/9/9/9/9/9/4K4/9 w", "e1", "e0 e2 f1"}, // on d1 the general would face the other general
		{"2.1", "4k4/9/9/9/9/9/9/5K3/9/9 w", "f2", "f1"},
		{"2.2", "4k4/9/9/9/9/9/9/9/4A4/3K5 w", "e1", "d2 f0 f2"},
		{"2.2", "3k5/9/9/9/9/9/9/3A5/9/4K4 w", "d2", "e1"},
		{"2.3", "3k5/9/9/9/9/2B6/9/9/9/4K4 w", "c4", "a2 e2"},
		{"2.3", "3k5/9/9/9/9/2B6/3p5/9/9/4K4 w", "c4", "a2"},
		{"2.4", "3k5/9/9/9/9/4N4/9/9/9/4K4 w", "e4", "c3 c5 d2 d6 f2 f6 g3 g5"},
		{"2.4", "3k5/9/9/9/4p4/4N4/9/9/9/4K4 w", "e4", "c3 c5 d2 f2 g3 g5"},
		{"2.4", "3k5/9/9/9/9/N8/9/9/9/4K4 w", "a4", "b2 b6 c3 c5"},
		{"2.5", "5k3/9/9/9/9/2p1R1P2/9/9/4p4/3K5 w", "e4", "c4 d4 e1 e2 e3 e5 e6 e7 e8 e9 f4"},
		{"2.6", "3k5/4n4/9/4p4/9/p1P1C1P1n/9/4B4/9/4K4 w", "e4", "a4 d4 e3 e5 e8 f4 i4"},
		{"2.6", "3k5/9/9/9/9/4C1ppn/9/9/9/4K4 w", "e4", "a4 b4 c4 d4 e1 e2 e3 e5 e6 e7 e8 e9 f4 h4"},
		{"2.7", "3k5/9/9/9/9/4P4/9/9/9/4K4 w", "e4", "e5"},
		{"2.7", "3k5/9/9/9/4P4/9/9/9/9/4K4 w", "e5", "d5 e6 f5"},
		{"2.7", "8P/3k5/9/9/9/9/9/9/9/4K4 w", "i9", "h9"},
		{"2.7", "3k5/9/9/9/4p4/9/9/9/9/4K4 b", "e5", "e4"},
		{"2.7", "3k5/9/9/9/9/4p4/9/9/9/4K4 b", "e4", "d4 e3 f4"},
		{"2.8", "4k4/9/9/9/4N4/9/9/9/9/4K4 w", "e5", ""}, // the horse must stay between the generals
		{"2.8", "4k4/9/9/9/4C4/9/9/9/9/4K4 w", "e5", "e1 e2 e3 e4 e6 e7 e8"},
		{"2.9", "3k5/9/9/4r4/9/9/9/4N4/9/4K4 w", "e2", ""},   // the horse shields its general from a rook
		{"2.9", "3k5/4c4/9/4p4/9/9/9/4N4/9/4K4 w", "e2", ""}, // without the horse, the cannon would have exactly one screen
		{"2.9", "3k5/4c4/9/4p4/9/4p4/9/4N4/9/4K4 w", "e2", "c1 c3 d0 d4 f0 f4 g1 g3"},
		// e4 is missing, because the horse would become the cannon's screen; e0 holds its own
		// general
		{"2.9", "3k5/9/9/4c4/9/9/9/3N5/9/4K4 w", "d2", "b1 b3 c0 c4 f1 f3"},
		{"2.9", "3k5/9/9/4c4/9/9/4C4/9/9/4K4 w", "e3", "a3 b3 c3 d3 f3 g3 h3 i3"}, // the cannon is the screen and may leave the file
		{"2.9", "3k5/9/9/9/9/9/9/5n3/5R3/4K4 w", "f1", "f2"},                      // the rook blocks the horse's leg and must continue to do so
		{"2.9", "3k5/9/9/9/9/9/9/6n2/5R3/4K4 w", "f1", "a1 b1 c1 d1 e1 f0 f2 f3 f4 f5 f6 f7 f8 f9 g1 h1 i1"},
	} {
		p, err := Rules{}.New(game.Setup{Start: c.fen})
		if err != nil {
			t.Errorf("rule %s: %v", c.rule, err)
			continue
		}
		var to []string
		for _, m := range p.(*Position).Board().Legal(nil) {
			if code := p.Encode(m); strings.HasPrefix(code, c.from) {
				to = append(to, code[2:])
			}
		}
		slices.Sort(to)
		if got := strings.Join(to, " "); got != c.to {
			t.Errorf("rule %s: %s from %s\n got %s\nwant %s", c.rule, c.fen, c.from, got, c.to)
		}
	}
}

func TestOutcome(t *testing.T) {
	for _, c := range []struct {
		rule, fen string
		want      game.Outcome
	}{
		{"1.4", Start, game.Outcome{}},
		{"3.1", "3kR4/4R4/9/9/9/9/9/9/9/5K3 b", game.Win(game.First, game.Checkmate)},
		{"3.1", "4k4/9/9/9/9/9/9/9/r8/3r1K3 w", game.Win(game.Second, game.Checkmate)},
		{"3.2", "3k5/4P4/9/9/9/9/9/9/9/4K4 b", game.Win(game.First, game.Stalemate)},
		{"3.2", "4k4/9/9/9/9/9/9/9/4p4/3K5 w", game.Win(game.Second, game.Stalemate)},
		{"3.3", "4ka3/4a4/4b4/9/9/9/9/9/4A4/3K1A3 w", game.Draw(game.Material)},
		{"3.3", "4k4/9/9/9/9/9/9/9/9/3K5 b", game.Draw(game.Material)},
		{"3.3", "4k4/9/9/9/9/9/P8/9/9/3K5 w", game.Outcome{}},
		{"3.3", "2b1k4/9/4b4/9/9/9/9/C8/9/3K2B2 w", game.Draw(game.Material)},
		{"3.3", "4k4/4a4/9/9/9/9/9/4C4/9/3K5 b", game.Draw(game.Material)},
		{"3.3", "3ak4/4a4/9/9/9/9/9/4C4/9/3K5 b", game.Outcome{}},
		{"3.3", "4k4/9/9/9/9/9/9/4C4/4A4/3K5 w", game.Outcome{}},
		{"3.3", "4k4/9/1c7/9/9/9/9/4C4/9/3K5 w", game.Draw(game.Material)},
		{"3.3", "4ka3/9/1c7/9/9/9/9/4C4/9/3K5 w", game.Outcome{}},
		{"3.3", "4k4/9/1c7/9/9/9/9/4C4/9/3K2B2 w", game.Outcome{}},
		{"3.3", "9/9/4ka3/9/9/9/9/3KB4/4C4/9 b", game.Win(game.First, game.Checkmate)},
		{"3.3", "9/9/4ka3/9/9/9/9/3KB4/1C7/9 w", game.Outcome{}},
		{"3.3", "4k4/9/5a3/9/9/9/9/3KB4/1C7/9 w", game.Draw(game.Material)},
	} {
		p, err := Rules{}.New(game.Setup{Start: c.fen})
		if err != nil {
			t.Errorf("rule %s: %v", c.rule, err)
			continue
		}
		if got := p.Outcome(); got != c.want {
			t.Errorf("rule %s: %s is %v, want %v", c.rule, c.fen, got, c.want)
		}
		if over := p.Outcome().Over(); over != (len(p.Legal()) == 0) {
			t.Errorf("rule %s: %s: over %v, moves %v", c.rule, c.fen, over, p.Legal())
		}
	}
}

func TestMarks(t *testing.T) {
	if m := start(t).Marks(); m != nil {
		t.Errorf("marks at the start: %v", m)
	}
	p := position(t, "3k5/9/9/9/9/3p5/9/3R5/3C5/4K4 b")
	if m := p.Marks(); m != nil {
		t.Errorf("two screens, but marks %v", m)
	}
	p = position(t, "3k5/9/4N4/9/9/9/9/3R5/9/4K4 b")
	marks := p.Marks()
	if len(marks) != 1 || marks[0].Kind != "check" || !slices.Equal(marks[0].Squares, []game.Square{84}) ||
		!slices.Equal(marks[0].Because, []game.Square{21, 67}) {
		t.Errorf("marks %v", marks)
	}
}

// TestRefusals checks rules 1.2, 1.3 and 5.3: invalid position texts must be refused.
func TestRefusals(t *testing.T) {
	for fen, want := range map[string]string{
		"":                                         "",
		"  ":                                       "empty",
		"4k4/9/9/9/9/9/9/9/9 w":                    "9 ranks",
		"4k4/9/9/9/9/9/9/9/9/4K4/9 w":              "11 ranks",
		"4k4/9/9/9/9/9/9/9/9/3K4 w":                "rank 0 has 8 files",
		"4k4/9/9/9/9/9/9/9/9/3K5R w":               "rank 0 has 10 files",
		"4k4/9/9/9/9/9/9/9/9/3K6 w":                "rank 0 has 10 files",
		"4k4/9/9/9/9/9/9/9/9/3Q5 w":                "no piece 'Q'",
		"4k4/0/9/9/9/9/9/9/9/3K5 w":                "no piece '0'",
		"4k4/9/9/9/9/9/9/9/9/9 w":                  "red has no general",
		"9/9/9/9/9/9/9/9/9/3K5 w":                  "black has no general",
		"4k4/9/9/9/9/9/9/9/3K5/3K5 w":              "red has 2 pieces of the kind general",
		"4k4/9/9/9/9/9/9/9/9/2K6 w":                "general on c0",
		"9/9/9/4k4/9/9/9/9/9/3K5 w":                "general on e6",
		"3k5/9/9/9/9/9/9/9/9/3KA4 w":               "adviser on e0",
		"3ka4/9/9/9/9/9/9/9/9/4K4 w":               "adviser on e9",
		"3k5/9/9/9/9/9/9/9/9/1B2K4 w":              "elephant on b0",
		"3k5/9/9/9/9/9/9/9/9/3KB4 w":               "elephant on e0",
		"3k5/9/9/2B6/9/9/9/9/9/4K4 w":              "elephant on c6",
		"3k5/9/9/9/9/2b6/9/9/9/4K4 w":              "elephant on c4",
		"3k5/9/9/9/9/9/9/P8/9/4K4 w":               "soldier on a2",
		"3k5/9/9/9/9/1P7/9/9/9/4K4 w":              "soldier on b4",
		"3k5/9/p8/9/9/9/9/9/9/4K4 w":               "soldier on a7",
		"3k5/9/9/9/RRR6/9/9/9/9/4K4 w":             "red has 3 pieces of the kind rook",
		"3k5/9/9/9/9/pppppp3/9/9/9/4K4 w":          "black has 6 pieces of the kind soldier",
		"4k4/9/9/9/9/9/9/9/9/4K4 w":                "face each other",
		"4k4/9/9/9/9/9/9/9/9/4K4 b":                "face each other",
		"4k4/4R4/9/9/9/9/9/9/9/3K5 w":              "black is in check",
		"4k4/9/9/9/9/9/9/9/4r4/4K4 b":              "red is in check",
		"4k4/9/9/9/9/9/9/9/9/3K4P w":               "soldier on i0",
		"4k4/9/9/9/9/9/9/9/9/3K5 x":                "side to move is x",
		"4k4/9/9/9/9/9/9/9/9/3K5 w - - x":          "counter x",
		"4k4/9/9/9/9/9/9/9/9/3K5 w - - -1":         "counter -1",
		"4k4/9/9/9/9/9/9/9/9/3K5 w - - +1":         "counter +1",
		"4k4/9/9/9/9/9/9/9/9/3K5 w - - 1 99999999": "counter 99999999",
		"4k4/9/9/9/9/9/9/9/9/3K5 w - - 1 1 1":      "more parts",
	} {
		_, err := Rules{}.New(game.Setup{Start: fen})
		if fen == "" {
			if err != nil {
				t.Error(err)
			}
			continue
		}
		var coded *game.Error
		if !errors.As(err, &coded) || coded.Code != game.BadPosition || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q (rule 5.3)", fen, err, want)
		}
	}
	if _, err := (Rules{}).New(game.Setup{Options: map[string]string{"x": "y"}}); err == nil {
		t.Error("an option that does not exist was accepted")
	}
}

// TestPositionText checks rules 1.1, 5.1 and 5.2: how position texts are read and written back in
// standard form.
func TestPositionText(t *testing.T) {
	const board = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
	for _, c := range []struct{ in, out string }{
		{"", Start},
		{board, Start},
		{board + " r", Start},
		{board + " b", board + " b - - 0 1"},
		{board + " w 7 12", board + " w - - 7 12"},
		{board + " w - - 7", board + " w - - 7 1"},
		{board + " w - - 0 0", Start},
		{strings.NewReplacer("n", "h", "b", "e", "N", "H", "B", "E").Replace(board), Start},
		{"3k5/9/9/9/9/9/8P/9/9/4K4 b - - 3 4", "3k5/9/9/9/9/9/8P/9/9/4K4 b - - 3 4"},
		{"3k5/9/9/9/9/9/44P/9/9/4K4 b", "3k5/9/9/9/9/9/8P/9/9/4K4 b - - 0 1"},
	} {
		if got := position(t, c.in).String(); got != c.out {
			t.Errorf("%q reads as %q, want %q", c.in, got, c.out)
		}
	}
	p := start(t)
	for i, want := range []string{
		"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1",
		"rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2",
		"rnbakab1r/9/1c4nc1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2",
	} {
		m, err := p.Decode([]string{"h2e2", "H9-G7", "e2-e6"}[i])
		if err != nil {
			t.Fatal(err)
		}
		p = p.Play(m).(*Position)
		if p.String() != want {
			t.Errorf("%s, want %s", p, want)
		}
	}
}

// TestDecode checks rule 6.1: which move codes are accepted and which are refused.
func TestDecode(t *testing.T) {
	p := start(t)
	for code, want := range map[string]string{
		"h2e2": "", "H2E2": "", "h2-e2": "", "H2-E2": "",
		"h3e3": game.IllegalMove, "h2h2": game.IllegalMove, "e0e2": game.IllegalMove,
		"h2e2c": game.BadMove, "h2--e2": game.BadMove, "h2": game.BadMove, "": game.BadMove,
		"j2e2": game.BadMove, "h2e": game.BadMove, " h2e2": game.BadMove, "a10a9": game.BadMove,
	} {
		_, err := p.Decode(code)
		var coded *game.Error
		if (want == "") != (err == nil) || (want != "" && (!errors.As(err, &coded) || coded.Code != want)) {
			t.Errorf("%q: %v, want %q", code, err, want)
		}
	}
}

func TestRanksToTen(t *testing.T) {
	for from := range Points {
		for to := range Points {
			code := pointName(from) + pointName(to)
			ten, ok := ToTen(code)
			back, ok2 := FromTen(ten)
			if !ok || !ok2 || back != code {
				t.Fatalf("%s -> %s -> %s", code, ten, back)
			}
		}
	}
	for ten, want := range map[string]string{
		"h3e3": "h2e2", "a10a9": "a9a8", "a9a10": "a8a9", "i1i10": "i0i9", "h3e3c": "h2e2c",
		"": "", "a0a1": "", "a1": "", "h2e": "", "a11b1": "", "j1a1": "", "A1A2": "",
	} {
		if got, ok := FromTen(ten); got != want || ok != (want != "") {
			t.Errorf("FromTen(%q) = %q, %v", ten, got, ok)
		}
	}
	for _, code := range []string{"", "h2", "h2e", "h2k2", "x", "h2-e2"} {
		if got, ok := ToTen(code); ok {
			t.Errorf("ToTen(%q) = %q", code, got)
		}
	}
}

// TestRulesAreCited checks that every numbered rule is cited by some test.
func TestRulesAreCited(t *testing.T) {
	text, err := os.ReadFile("rules.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var tests strings.Builder
	for _, f := range files {
		if strings.HasSuffix(f.Name(), "_test.go") {
			b, err := os.ReadFile(f.Name())
			if err != nil {
				t.Fatal(err)
			}
			tests.Write(b)
		}
	}
	rules := regexp.MustCompile(`(?:\*\*|### )(\d\.\d+)`).FindAllStringSubmatch(string(text), -1)
	if len(rules) < 20 {
		t.Fatalf("only %d rules found", len(rules))
	}
	for _, r := range rules {
		if !regexp.MustCompile(`\b` + regexp.QuoteMeta(r[1]) + `\b`).MatchString(tests.String()) {
			t.Errorf("no test cites rule %s", r[1])
		}
	}
}

// TestFaults checks that errors carry a code and values, from which programs can create a message
// in the user's language.
func TestFaults(t *testing.T) {
	for fen, want := range map[string]string{
		"4k4/9/9/9/9/9/9/9/9 w":           "ranks 9 10",
		"4k4/9/9/9/9/9/9/9/9/3K4 w":       "rank 0 8 9",
		"4k4/9/9/9/9/9/9/9/9/3Q5 w":       "letter Q",
		"4k4/9/9/9/9/9/9/9/9/9 w":         "one K",
		"9/9/9/9/9/9/9/9/9/3K5 w":         "one k",
		"4k4/9/9/9/9/9/9/9/9/2K6 w":       "place K c0",
		"3k5/9/9/9/9/pppppp3/9/9/9/4K4 w": "most p 6 5",
		"4k4/9/9/9/9/9/9/9/9/4K4 w":       "facing",
		"4k4/4R4/9/9/9/9/9/9/9/3K5 w":     "check black",
		"4k4/9/9/9/9/9/9/9/9/3K5 x":       "turn",
		"4k4/9/9/9/9/9/9/9/9/3K5 w - - x": "",
	} {
		_, err := Rules{}.New(game.Setup{Start: fen})
		var e *game.Error
		if !errors.As(err, &e) {
			t.Fatalf("%s: %v", fen, err)
		}
		if got := strings.Join(append([]string{e.Why}, e.Values...), " "); got != want {
			t.Errorf("%s: %q, want %q", fen, got, want)
		}
	}
}
