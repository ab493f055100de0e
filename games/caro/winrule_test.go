package caro

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"kydai/game"
)

// laid creates a position. The parameters black and white are the squares of the stones, as names
// without separators. The parameter next is the colour of the next stone.
func laid(t *testing.T, size int, rule, edge, black, white string, next Stone) *Position {
	t.Helper()
	r := index(ruleNames, rule)
	e := index(edgeNames, edge)
	if r < 0 || e < 0 {
		t.Fatalf("no rule %s %s", rule, edge)
	}
	var c core
	c.init(newState(size, r, e, Free))
	for i, names := range []string{black, white} {
		for _, sq := range squaresOf(t, names, size) {
			c.put(sq, Stone(i+1))
			c.stones++
		}
	}
	c.next = next
	c.turn = c.holder(next)
	return pack(&c)
}

// squaresOf parses square names without separators, such as "h8h9i10".
func squaresOf(t *testing.T, names string, size int) (list []game.Square) {
	t.Helper()
	for names != "" {
		n := 1
		for n < len(names) && names[n] <= '9' {
			n++
		}
		sq, ok := parseSquare(names[:n], size)
		if !ok {
			t.Fatalf("no square %q", names[:n])
		}
		list = append(list, sq)
		names = names[n:]
	}
	return list
}

func mustPlay(t *testing.T, p game.Position, codes ...string) game.Position {
	t.Helper()
	for _, code := range codes {
		m, err := p.Decode(code)
		if err != nil {
			t.Fatalf("%s in %s: %v", code, p, err)
		}
		p = p.Play(m)
	}
	return p
}

// TestWincheckFile checks rules 3 and 4.1 to 4.5: for each position in testdata/wincheck.json, the
// verdict must equal the one in the file.
func TestWincheckFile(t *testing.T) {
	raw, err := os.ReadFile("testdata/wincheck.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name, X, O, Last string
		Size             int
		Win              map[string]bool
	}
	if err := json.Unmarshal(raw, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) != 30 {
		t.Fatalf("%d cases, want 30", len(cases))
	}
	for _, c := range cases {
		if len(c.Win) != 6 {
			t.Errorf("%s: %d rules, want 6", c.Name, len(c.Win))
		}
		for rule, want := range c.Win {
			name, edge := rule, "open"
			if base, ok := strings.CutSuffix(rule, "edge"); ok {
				name, edge = base, "blocks"
			}
			for _, colour := range []Stone{Black, White} {
				own, other := c.X, c.O
				if colour == White {
					own, other = other, own
				}
				p := mustPlay(t, laid(t, c.Size, name, edge, own, other, colour), c.Last)
				out := game.Outcome{}
				if want {
					out = game.Win(p.(*Position).Holder(colour), game.Row)
				}
				if p.Outcome() != out {
					t.Errorf("%s, %s, colour %d: %v, want %v", c.Name, rule, colour, p.Outcome(), out)
				}
			}
		}
	}
}

// TestVerdictTable checks the table of rule 4: the verdict on a run of n stones with open ends, and
// with both ends blocked.
func TestVerdictTable(t *testing.T) {
	const s, w, b, o = Short, Wins, Blocked, Overline
	table := []struct {
		rule          string
		open, blocked [4]Verdict // verdicts on runs of 4, 5, 6 and 9 stones
	}{
		{"freestyle", [4]Verdict{s, w, w, w}, [4]Verdict{s, w, w, w}},
		{"standard", [4]Verdict{s, w, o, o}, [4]Verdict{s, w, o, o}},
		{"caro8", [4]Verdict{s, w, w, w}, [4]Verdict{s, b, w, w}},
		{"caro9", [4]Verdict{s, w, o, o}, [4]Verdict{s, b, o, o}},
		{"caro5plus", [4]Verdict{s, w, w, w}, [4]Verdict{s, b, b, b}},
	}
	if len(table) != len(Presets()) {
		t.Errorf("%d presets are in the table, of %d", len(table), len(Presets()))
	}
	for _, row := range table {
		rule := &presets[index(ruleNames, row.rule)]
		for i, n := range []int{4, 5, 6, 9} {
			if got := rule.Judge(n, false); got != row.open[i] {
				t.Errorf("%s: open run of %d: %d, want %d", row.rule, n, got, row.open[i])
			}
			if got := rule.Judge(n, true); got != row.blocked[i] {
				t.Errorf("%s: blocked run of %d: %d, want %d", row.rule, n, got, row.blocked[i])
			}
		}
	}
}

// reference decides whether the stone on a square wins, independently of the code of Board: it
// writes the four lines through the square as text and searches in the text.
func reference(at func(file, rank int) byte, size, file, rank int, rule string, edgeBlocks bool) bool {
	own := at(file, rank)
	for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		line, here := "#", 0
		for k := -size; k <= size; k++ {
			f, r := file+k*d[0], rank+k*d[1]
			if f < 0 || r < 0 || f >= size || r >= size {
				continue
			}
			if k == 0 {
				here = len(line)
			}
			line += string(at(f, r))
		}
		line += "#"
		left := strings.TrimRight(line[:here], string(own))
		right := strings.TrimLeft(line[here:], string(own))
		n := len(line) - len(left) - len(right)
		guarded := func(c byte) bool { return c != own && c != '.' && (c != '#' || edgeBlocks) }
		both := guarded(left[len(left)-1]) && guarded(right[0])
		wins := map[string]bool{
			"freestyle": n >= 5,
			"standard":  n == 5,
			"caro8":     n > 5 || n == 5 && !both,
			"caro9":     n == 5 && !both,
			"caro5plus": n >= 5 && !both,
		}
		if wins[rule] {
			return true
		}
	}
	return false
}

func TestWinAgainstReference(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 9))
	wins := 0
	for n := range 1500 {
		size := MinSize + n%(MaxSize-MinSize+1)
		rule, edge := n/6%len(presets), n/30%2
		var c core
		c.init(newState(size, rule, edge, Free))
		colour := Stone(1 + rng.IntN(2))
		// Place many stones of one colour and few of the other. Then long runs and blocked runs
		// occur often.
		heavy, light := 35+rng.IntN(45), rng.IntN(30)
		text := make([]byte, size*size)
		for sq := range text {
			text[sq] = '.'
			s := Empty
			switch k := rng.IntN(100); {
			case k < heavy:
				s = colour
			case k < heavy+light:
				s = colour.Other()
			}
			if s != Empty {
				text[sq] = letters[s]
				c.put(game.Square(sq), s)
				c.stones++
			}
		}
		at := func(f, r int) byte { return text[r*size+f] }
		for sq := range text {
			if text[sq] != letters[colour] {
				continue
			}
			got := c.wins(game.Square(sq), colour)
			if want := reference(at, size, sq%size, sq/size, ruleNames[rule], edge == 1); got != want {
				t.Fatalf("%s %s, %s on %s: win %v, want %v\n%s", ruleNames[rule], edgeNames[edge], string(letters[colour]),
					squareName(game.Square(sq), size), got, want, pack(&c))
			}
			if got {
				wins++
			}
		}
	}
	if wins < 5000 {
		t.Errorf("only %d wins seen: the boards test little", wins)
	}
}

// TestMarks checks rule 4.7: a run that is long enough but does not win is marked, together with
// the stones that block it.
func TestMarks(t *testing.T) {
	type mark struct{ kind, squares, because string }
	for _, c := range []struct {
		name, rule, edge, x, o, last string
		want                         []mark
	}{
		{"win", "caro9", "open", "f8g8h8i8", "e8", "j8", []mark{{"row", "f8g8h8i8j8", ""}}},
		{"nothing", "caro9", "open", "f8g8h8", "e8", "j9", nil},
		{"blocked", "caro9", "open", "f8g8i8j8", "e8k8", "h8", []mark{{"blocked", "f8g8h8i8j8", "e8k8"}}},
		{"edge and stone", "caro9", "blocks", "a8b8c8d8", "f8", "e8", []mark{{"blocked", "a8b8c8d8e8", "f8"}}},
		{"edge open", "caro9", "open", "a8b8c8d8", "f8", "e8", []mark{{"row", "a8b8c8d8e8", ""}}},
		{"two edges", "caro8", "blocks", "a5b4c3d2", "", "e1", []mark{{"blocked", "e1d2c3b4a5", ""}}},
		{"overline", "caro9", "open", "e8f8g8i8j8", "d8k8", "h8", []mark{{"overline", "e8f8g8h8i8j8", ""}}},
		{"six blocked", "caro5plus", "open", "e8f8g8i8j8", "d8k8", "h8", []mark{{"blocked", "e8f8g8h8i8j8", "d8k8"}}},
		{"two rows", "freestyle", "open", "f8g8h8i8j4j5j6j7", "", "j8", []mark{{"row", "f8g8h8i8j8", ""}, {"row", "j4j5j6j7j8", ""}}},
		{"one of two", "caro9", "open", "f8g8h8i8j4j5j6j7", "e8k8", "j8", []mark{{"blocked", "f8g8h8i8j8", "e8k8"}, {"row", "j4j5j6j7j8", ""}}},
	} {
		p := mustPlay(t, laid(t, 15, c.rule, c.edge, c.x, c.o, Black), c.last)
		back, err := Rules{}.New(game.Setup{Start: p.String()})
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range []game.Position{p, back} {
			got := game.MarksOf(q)
			if len(got) != len(c.want) {
				t.Errorf("%s: %v, want %v", c.name, got, c.want)
				continue
			}
			for i, w := range c.want {
				if got[i].Kind != w.kind || !slices.Equal(got[i].Squares, squaresOf(t, w.squares, 15)) ||
					!slices.Equal(got[i].Because, squaresOf(t, w.because, 15)) {
					t.Errorf("%s: %v, want %v", c.name, got[i], w)
				}
			}
		}
	}
}

// TestFiveThatDidNotCount checks rule 4.6: a five that did not win when it was completed does not
// win later, even if its ends or other squares change.
func TestFiveThatDidNotCount(t *testing.T) {
	p := mustPlay(t, laid(t, 15, "caro9", "open", "f8g8h8i8", "e8k8", Black), "j8")
	for _, code := range []string{"a1", "l8", "a2", "d8", "a3", "h9"} {
		if p.Outcome().Over() {
			t.Fatalf("over before %s: %s", code, p)
		}
		p = mustPlay(t, p, code)
	}
	if p.Outcome().Over() || len(game.MarksOf(p)) != 0 {
		t.Errorf("the old five counts: %v %v", p.Outcome(), game.MarksOf(p))
	}
}
