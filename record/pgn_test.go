package record_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"kydai/game"
	"kydai/games/chess"
	"kydai/games/xiangqi"
	"kydai/record"
)

// tree writes a tree in a form of its own, so that a fault shared by reader
// and writer does not hide.
func tree(g *record.Game) string {
	var b strings.Builder
	start, err := g.Rules.New(g.Setup)
	if err != nil {
		return err.Error()
	}
	var walk func(n *record.Node, p game.Position)
	walk = func(n *record.Node, p game.Position) {
		fmt.Fprintf(&b, "%s", strings.Join(append([]string{""}, n.After...), "|"))
		for i, next := range n.Next {
			if i > 0 {
				b.WriteString(" <")
			}
			b.WriteString(" " + strings.Join(append(next.Before, ""), "~") + p.Encode(next.Move))
			for _, nag := range next.NAGs {
				fmt.Fprintf(&b, "$%d", nag)
			}
			if i == 0 && len(n.Next) > 1 {
				b.WriteString(" ")
			}
			walk(next, p.Play(next.Move))
			if i > 0 {
				b.WriteString(">")
			}
		}
	}
	walk(&g.Root, start)
	return strings.TrimSpace(b.String())
}

func TestPGNMoveText(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"1. e4 e5 2. Nf3 *", "e2e4 e7e5 g1f3"},
		{"1.e4 e5 2.Nf3", "e2e4 e7e5 g1f3"},
		{"1 e4 1... e5 2... ... Nf3", "e2e4 e7e5 g1f3"},
		{"1. e4 1…e5 *", "e2e4 e7e5"},
		{"e4 e5", "e2e4 e7e5"},
		{"e2e4 e7e5", "e2e4 e7e5"},
		{"1. e4! e5?? $10 2. Nf3 !? $5 $146", "e2e4$1 e7e5$4$10 g1f3$5$146"},
		{"1. e4 ± e5 +-", "e2e4$16 e7e5$18"},
		{"{start} 1. e4 {a} {b} e5 ; to the end } {\n2. Nf3", "|start e2e4|a|b e7e5|to the end } { g1f3"},
		{"1. {before} e4 {after} 1... {b2} e5 {last}", "before~e2e4|after b2~e7e5|last"},
		{"1. e4 {two\n  lines\t} *", "e2e4|two lines"},
		{"1. e4\n% 1. d4 is not read\ne5", "e2e4 e7e5"},
		{"1. e4 (1. d4 d5) e5", "e2e4  e7e5 < d2d4 d7d5>"},
		{"1. e4 (1. d4 (1. c4 {x}) 1... d5 ({y} 1... f5)) ({z}) *", "e2e4 |z < d2d4 d7d5  < y~f7f5>> < c2c4|x>"},
		{"1. e4 e5 1-0 {resigned}", "e2e4 e7e5|resigned"},
		{"1. e4 2. {left over} *", "e2e4|left over"},
		{"1.e4(1.d4)1...e5", "e2e4  e7e5 < d2d4>"},
		{"1. e4 (1. d4 1-0) e5", "e2e4  e7e5 < d2d4>"},
		{"$3 1. e4 () *", "e2e4"},
		{"1. e4 d5 2. e5 f5 3. exf6 e.p.", "e2e4 d7d5 e4e5 f7f5 e5f6"},
	} {
		games := readAll(t, "pgn", c.text, chess.Rules{})
		if len(games) != 1 {
			t.Errorf("%q is %d games", c.text, len(games))
			continue
		}
		if got := tree(games[0]); got != c.want {
			t.Errorf("%q\n is %q\nnot %q", c.text, got, c.want)
		}
	}
}

const annotated = `[Event "A \"quoted\" event"]
[Site "?"]
[Date "2026.01.02"]
[Round "?"]
[White "An"]
[Black "Back\\slash"]
[Result "1-0"]
[ECO "B01"]

{A comment on the start that is long enough to be broken into two lines of text}
1. e4 $1 {best by test} (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) 1... d5 {[%clk
0:10:00]} 2. exd5 1-0

`

func TestPGNWrite(t *testing.T) {
	g := readAll(t, "pgn", annotated, chess.Rules{})[0]
	if got, want := g.Tag("Black"), `Back\slash`; got != want {
		t.Errorf("Black is %q", got)
	}
	if got := g.Tag("Event"); got != `A "quoted" event` {
		t.Errorf("Event is %q", got)
	}
	if g.Tag("Site") != "" || g.Tag("Result") != "" || g.Result != record.FirstWins || len(g.Tags) != 5 {
		t.Errorf("tags %v, result %v", g.Tags, g.Result)
	}
	want := strings.Replace(annotated, "{[%clk\n0:10:00]} 2. exd5 1-0", "{[%clk 0:10:00]}\n2. exd5 1-0", 1)
	want = strings.Replace(want, "1... d5 {[%clk 0:10:00]}\n", "1... d5\n{[%clk 0:10:00]} ", 1)
	if got := write(t, "pgn", record.WriteOptions{}, g); got != want {
		t.Errorf("written as\n%s\nnot\n%s", got, want)
	}
}

func TestPGNSetup(t *testing.T) {
	const fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 17"
	text := "[SetUp \"1\"]\n[FEN \"" + fen + "\"]\n\n17... Kd7 18. e4 *\n"
	g := readAll(t, "pgn", text, chess.Rules{})[0]
	if g.Setup.Start != fen || len(g.Tags) != 0 {
		t.Fatalf("%+v", g)
	}
	if got := write(t, "pgn", record.WriteOptions{}, g); !strings.HasSuffix(got, "[SetUp \"1\"]\n[FEN \""+fen+"\"]\n\n17... Kd7 18. e4 *\n\n") {
		t.Errorf("written as\n%s", got)
	}
	for value, want := range map[string]string{
		"Chess960": "chess960", "chess 960": "chess960", "Fischerandom": "chess960", "960": "chess960",
		"Standard": "standard", "From Position": "standard",
	} {
		g := readAll(t, "pgn", "[Variant \""+value+"\"]\n\n1. e4 *", chess.Rules{})[0]
		if got := g.Setup.Options["variant"]; got != want || len(g.Tags) != 0 {
			t.Errorf("variant %s is %q", value, got)
		}
	}
	r, _ := record.NewReader("pgn", strings.NewReader("[Variant \"Atomic\"]\n\n1. e4 *"), record.ReadOptions{Rules: chess.Rules{}})
	if _, err := r.Next(); err == nil {
		t.Error("read a game of a variant nobody knows")
	}
	x := readAll(t, "pgn", "[Game \"Chinese Chess\"]\n[Red \"An\"]\n\n1. C2=5 H8+7 *", xiangqi.Rules{})[0]
	if x.Tag("Red") != "An" || len(x.Tags) != 1 {
		t.Errorf("tags %v", x.Tags)
	}
	if got := write(t, "pgn", record.WriteOptions{}, x); !strings.HasPrefix(got, "[Game \"Chinese Chess\"]\n") {
		t.Errorf("written as\n%s", got)
	}
}

// next reads one game that must be broken.
func next(t *testing.T, r record.Reader) (*record.Game, *record.Error) {
	t.Helper()
	g, err := r.Next()
	var e *record.Error
	if !errors.As(err, &e) {
		t.Fatalf("error is %v", err)
	}
	return g, e
}

func TestPGNErrors(t *testing.T) {
	for _, c := range []struct {
		text, token string
		line, col   int
		ply         int
		kept        string
	}{
		{"1. e4 e5 2. Nf9 Nc6", "Nf9", 1, 13, 2, "e2e4 e7e5"},
		{"1. e4 e5 2. Ke3", "Ke3", 1, 13, 2, "e2e4 e7e5"},
		{"1. e4\n (1. d4 Zz) e5", "Zz", 2, 9, 1, "e2e4  < d2d4>"},
		{"1. e4 {no end", "{", 1, 7, 1, "e2e4"},
		{"1. e4 e5 )", ")", 1, 10, 2, "e2e4 e7e5"},
		{"( 1. e4", "(", 1, 1, 0, ""},
		{"1. e4 (1. d4", "(", 1, 13, 1, "e2e4  < d2d4>"},
		{"1. e4 $999 e5", "$999", 1, 7, 1, "e2e4"},
		{"1. e4 !?! e5", "!?!", 1, 7, 1, "e2e4"},
		{"1. e4 } e5", "}", 1, 7, 1, "e2e4"},
		{"1. f3 e5 2. g4 Qh4# 3. a3", "a3", 1, 24, 4, "f2f3 e7e5 g2g4 d8h4"},
	} {
		// The broken game stands between two good ones.
		text := "[Event \"1\"]\n\n1. d4 *\n\n" + "[Event \"2\"]\n\n" + c.text + "\n\n[Event \"3\"]\n\n1. c4 *\n"
		r, err := record.NewReader("pgn", strings.NewReader(text), record.ReadOptions{Rules: chess.Rules{}})
		if err != nil {
			t.Fatal(err)
		}
		if g, err := r.Next(); err != nil || tree(g) != "d2d4" {
			t.Fatalf("%q: first game: %v", c.text, err)
		}
		g, e := next(t, r)
		line, col := c.line+6, c.col
		if c.text == "1. e4 (1. d4" { // noticed where the next game begins
			line, col = 9, 1
		}
		if e.Game != 2 || e.Token != c.token || e.Line != line || e.Col != col || e.Ply != c.ply {
			t.Errorf("%q: %+v", c.text, e)
		}
		if got := tree(g); got != c.kept || g.Tag("Event") != "2" {
			t.Errorf("%q: kept %q", c.text, got)
		}
		if l, err := g.Line(); err != nil || c.kept == "e2e4 e7e5" && e.Position != l.Position().String() {
			t.Errorf("%q: position %q", c.text, e.Position)
		}
		if g, err := r.Next(); err != nil || tree(g) != "c2c4" || g.Tag("Event") != "3" {
			t.Errorf("%q: the game after the broken one: %v", c.text, err)
		}
		if _, err := r.Next(); err != io.EOF {
			t.Errorf("%q: after the last game: %v", c.text, err)
		}
	}
}

func TestPGNBrokenTags(t *testing.T) {
	for text, token := range map[string]string{
		"[Event \"open\n\n1. e4 *":                       "[Event ",
		"[Event]\n\n1. e4 *":                             "[Event",
		"[ \"x\"]\n\n1. e4 *":                            "[",
		"[FEN \"nonsense\"]\n\n1. e4 *":                  "nonsense",
		"[Event \"x\" y]\n\n1. e4 *":                     "[Event ",
		"[Variant \"Atomic\"]\n[Event \"x\"]\n\n1. e4 *": "Atomic",
	} {
		r, _ := record.NewReader("pgn", strings.NewReader(text+"\n\n[Event \"good\"]\n\n1. d4 *"), record.ReadOptions{Rules: chess.Rules{}})
		if _, e := next(t, r); e.Token != token || e.Text == "" {
			t.Errorf("%q: %+v", text, e)
		}
		if g, err := r.Next(); err != nil || tree(g) != "d2d4" {
			t.Errorf("%q: the game after: %v", text, err)
		}
	}
}

// TestPGNMany reads games without tags and games without results.
func TestPGNMany(t *testing.T) {
	games := readAll(t, "pgn", "1. e4 * 1. d4 1-0\n\n1. c4 0-1\n[Event \"a\"]\n[Result \"1/2-1/2\"]\n1. b3\n[Event \"b\"]\n{only this}\n[Event \"c\"]\n", chess.Rules{})
	var got []string
	for _, g := range games {
		got = append(got, tree(g)+" "+string(g.Result))
	}
	if want := []string{"e2e4 *", "d2d4 1-0", "c2c4 0-1", "b2b3 1/2-1/2", "|only this *", " *"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := readAll(t, "pgn", " \n% x\n", chess.Rules{}); len(got) != 0 {
		t.Errorf("%d games in nothing", len(got))
	}
}

// endless repeats a text for ever, or up to a number of bytes.
type endless struct {
	text string
	left int
	at   int
}

func (e *endless) Read(b []byte) (int, error) {
	n := 0
	for n < len(b) && e.left > 0 {
		b[n] = e.text[e.at%len(e.text)]
		e.at++
		e.left--
		n++
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// TestHostile feeds each reader much of something; it must end in an error,
// soon, and the game after it must be readable.
func TestHostile(t *testing.T) {
	const good = "\n\n[Event \"good\"]\n\n1. d4 *\n"
	for name, in := range map[string]io.Reader{
		"comment":   io.MultiReader(strings.NewReader("1. e4 {"), &endless{text: "a", left: 10 << 20}, strings.NewReader("}")),
		"lines":     io.MultiReader(strings.NewReader("1. e4 {"), &endless{text: "ab\n", left: 10 << 20}),
		"parens":    io.MultiReader(strings.NewReader("1. e4 "), &endless{text: "(", left: 1_000_000}),
		"deep":      io.MultiReader(strings.NewReader("1. e4 "), &endless{text: "(e4 ", left: 4_000_000}),
		"wide":      io.MultiReader(strings.NewReader("1. e4 "), &endless{text: "(e4)", left: 10 << 20}),
		"symbol":    &endless{text: "x", left: 10 << 20},
		"spaces":    io.MultiReader(strings.NewReader("1. e4"), &endless{text: " ", left: 10 << 20}, strings.NewReader("Zz")),
		"tag":       io.MultiReader(strings.NewReader("[Event \""), &endless{text: "x", left: 10 << 20}),
		"tags":      &endless{text: "[A \"b\"]", left: 10 << 20},
		"truncated": strings.NewReader("[Event \"x\"]\n\n1. e4 (1. d4 {"),
	} {
		r, _ := record.NewReader("pgn", io.MultiReader(in, strings.NewReader(good)), record.ReadOptions{Rules: chess.Rules{}})
		_, e := next(t, r)
		if len(e.Token) > 100 || len(e.Error()) > 400 {
			t.Errorf("%s: a long error: %d bytes", name, len(e.Error()))
		}
		if g, err := r.Next(); err != nil || tree(g) != "d2d4" {
			t.Errorf("%s: the game after: %v", name, err)
		}
		if _, err := r.Next(); err != io.EOF {
			t.Errorf("%s: after the last: %v", name, err)
		}
	}
}

type failing struct{ text string }

var errDisk = errors.New("disk on fire")

func (f *failing) Read(b []byte) (int, error) {
	if f.text == "" {
		return 0, errDisk
	}
	n := copy(b, f.text)
	f.text = f.text[n:]
	return n, nil
}

// TestStreamFails: a stream that fails is told once, with what was read.
func TestStreamFails(t *testing.T) {
	for format, text := range map[string]string{
		"pgn": "1. e4 e5 2. Nf3 ", "json": `{"format":"kydai","version":1,"game":"chess","moves":[{"code":"e2e4"},{"code":"e7e5"},{"code":"g1f3"}`,
		"text": "1. e2e4 e7e5 2. g1f3\n",
	} {
		r, _ := record.NewReader(format, &failing{text}, record.ReadOptions{Rules: chess.Rules{}})
		g, e := next(t, r)
		if !errors.Is(e, errDisk) || tree(g) != "e2e4 e7e5 g1f3" {
			t.Errorf("%s: %v, kept %q", format, e, tree(g))
		}
		if _, err := r.Next(); err != io.EOF {
			t.Errorf("%s: then %v", format, err)
		}
	}
}
