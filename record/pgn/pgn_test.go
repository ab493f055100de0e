package pgn_test

import (
	"io"
	"slices"
	"strings"
	"testing"

	"kydai/games/caro"
	"kydai/games/chess"
	"kydai/games/jieqi"
	"kydai/games/xiangqi"
	"kydai/record"
	"kydai/record/formats"
	"kydai/record/recordtest"
)

func FuzzPGN(f *testing.F) {
	f.Add(byte(0), []byte(annotated))
	f.Add(byte(0), []byte("1. e4 ; x } y\n({b} 1. d4 $3 (1. c4 1-0)) 1... {c} e5 !? * 1.d4"))
	f.Add(byte(0), []byte("[Variant \"Chess960\"]\n[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]\n\n9. O-O *"))
	f.Add(byte(1), []byte("[Format \"vietnamese\"]\n[Red \"\\\\\\\"\"]\n\n1. P2-5 M8.7 15.6 *"))
	recordtest.Seeds(f, "pgn", chess.Rules{}, xiangqi.Rules{}, jieqi.Rules{}, caro.Rules{})
	recordtest.Fuzz(f, "pgn", chess.Rules{}, xiangqi.Rules{}, jieqi.Rules{}, caro.Rules{})
}

// TestNumberOrMove checks that a token that begins with digits and a full stop may be a whole move.
func TestNumberOrMove(t *testing.T) {
	const fen = "[FEN \"rnbakabnr/9/1c5c1/p1p1P1p1p/4P4/9/P3P3P/1C5C1/9/RNBAKABNR w - - 0 1\"]\n\n"
	for _, text := range []string{"1. 15.6 *", "1.15.6 *", "15.6 *", "1. 15=6 *"} {
		if g := recordtest.ReadAll(t, "pgn", fen+text, xiangqi.Rules{})[0]; recordtest.Tree(g) != "e6d6" {
			t.Errorf("%q is %q", text, recordtest.Tree(g))
		}
	}
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
		games := recordtest.ReadAll(t, "pgn", c.text, chess.Rules{})
		if len(games) != 1 {
			t.Errorf("%q is %d games", c.text, len(games))
			continue
		}
		if got := recordtest.Tree(games[0]); got != c.want {
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
	g := recordtest.ReadAll(t, "pgn", annotated, chess.Rules{})[0]
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
	if got := recordtest.Write(t, "pgn", record.WriteOptions{}, g); got != want {
		t.Errorf("written as\n%s\nnot\n%s", got, want)
	}
}

func TestPGNSetup(t *testing.T) {
	const fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 17"
	text := "[SetUp \"1\"]\n[FEN \"" + fen + "\"]\n\n17... Kd7 18. e4 *\n"
	g := recordtest.ReadAll(t, "pgn", text, chess.Rules{})[0]
	if g.Setup.Start != fen || len(g.Tags) != 0 {
		t.Fatalf("%+v", g)
	}
	if got := recordtest.Write(t, "pgn", record.WriteOptions{}, g); !strings.HasSuffix(got, "[SetUp \"1\"]\n[FEN \""+fen+"\"]\n\n17... Kd7 18. e4 *\n\n") {
		t.Errorf("written as\n%s", got)
	}
	for value, want := range map[string]string{
		"Chess960": "chess960", "chess 960": "chess960", "Fischerandom": "chess960", "960": "chess960",
		"Standard": "standard", "From Position": "standard",
	} {
		g := recordtest.ReadAll(t, "pgn", "[Variant \""+value+"\"]\n\n1. e4 *", chess.Rules{})[0]
		if got := g.Setup.Options["variant"]; got != want || len(g.Tags) != 0 {
			t.Errorf("variant %s is %q", value, got)
		}
	}
	r, _ := formats.NewReader("pgn", strings.NewReader("[Variant \"Atomic\"]\n\n1. e4 *"), record.ReadOptions{Rules: chess.Rules{}})
	if _, err := r.Next(); err == nil {
		t.Error("read a game of a variant nobody knows")
	}
	x := recordtest.ReadAll(t, "pgn", "[Game \"Chinese Chess\"]\n[Red \"An\"]\n\n1. C2=5 H8+7 *", xiangqi.Rules{})[0]
	if x.Tag("Red") != "An" || len(x.Tags) != 1 {
		t.Errorf("tags %v", x.Tags)
	}
	if got := recordtest.Write(t, "pgn", record.WriteOptions{}, x); !strings.HasPrefix(got, "[Game \"Chinese Chess\"]\n") {
		t.Errorf("written as\n%s", got)
	}
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
		// The test puts the broken game between two valid games.
		text := "[Event \"1\"]\n\n1. d4 *\n\n" + "[Event \"2\"]\n\n" + c.text + "\n\n[Event \"3\"]\n\n1. c4 *\n"
		r, err := formats.NewReader("pgn", strings.NewReader(text), record.ReadOptions{Rules: chess.Rules{}})
		if err != nil {
			t.Fatal(err)
		}
		if g, err := r.Next(); err != nil || recordtest.Tree(g) != "d2d4" {
			t.Fatalf("%q: first game: %v", c.text, err)
		}
		g, e := recordtest.Next(t, r)
		line, col := c.line+6, c.col
		if c.text == "1. e4 (1. d4" { // this error is detected only at the first line of the next game
			line, col = 9, 1
		}
		if e.Game != 2 || e.Token != c.token || e.Line != line || e.Col != col || e.Ply != c.ply {
			t.Errorf("%q: %+v", c.text, e)
		}
		if got := recordtest.Tree(g); got != c.kept || g.Tag("Event") != "2" {
			t.Errorf("%q: kept %q", c.text, got)
		}
		if l, err := g.Line(); err != nil || c.kept == "e2e4 e7e5" && e.Position != l.Position().String() {
			t.Errorf("%q: position %q", c.text, e.Position)
		}
		if g, err := r.Next(); err != nil || recordtest.Tree(g) != "c2c4" || g.Tag("Event") != "3" {
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
		r, _ := formats.NewReader("pgn", strings.NewReader(text+"\n\n[Event \"good\"]\n\n1. d4 *"), record.ReadOptions{Rules: chess.Rules{}})
		if _, e := recordtest.Next(t, r); e.Token != token || e.Text == "" {
			t.Errorf("%q: %+v", text, e)
		}
		if g, err := r.Next(); err != nil || recordtest.Tree(g) != "d2d4" {
			t.Errorf("%q: the game after: %v", text, err)
		}
	}
}

// TestPGNMany reads several games, some without tags and some without results.
func TestPGNMany(t *testing.T) {
	games := recordtest.ReadAll(t, "pgn", "1. e4 * 1. d4 1-0\n\n1. c4 0-1\n[Event \"a\"]\n[Result \"1/2-1/2\"]\n1. b3\n[Event \"b\"]\n{only this}\n[Event \"c\"]\n", chess.Rules{})
	var got []string
	for _, g := range games {
		got = append(got, recordtest.Tree(g)+" "+string(g.Result))
	}
	if want := []string{"e2e4 *", "d2d4 1-0", "c2c4 0-1", "b2b3 1/2-1/2", "|only this *", " *"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := recordtest.ReadAll(t, "pgn", " \n% x\n", chess.Rules{}); len(got) != 0 {
		t.Errorf("%d games in nothing", len(got))
	}
}

// TestHostile puts very long or truncated text before a valid PGN game. The reader must return a
// short error for this text and must then read the valid game.
func TestHostile(t *testing.T) {
	const good = "\n\n[Event \"good\"]\n\n1. d4 *\n"
	for name, in := range map[string]io.Reader{
		"comment":   io.MultiReader(strings.NewReader("1. e4 {"), &recordtest.Endless{Text: "a", Left: 10 << 20}, strings.NewReader("}")),
		"lines":     io.MultiReader(strings.NewReader("1. e4 {"), &recordtest.Endless{Text: "ab\n", Left: 10 << 20}),
		"parens":    io.MultiReader(strings.NewReader("1. e4 "), &recordtest.Endless{Text: "(", Left: 1_000_000}),
		"deep":      io.MultiReader(strings.NewReader("1. e4 "), &recordtest.Endless{Text: "(e4 ", Left: 4_000_000}),
		"wide":      io.MultiReader(strings.NewReader("1. e4 "), &recordtest.Endless{Text: "(e4)", Left: 10 << 20}),
		"symbol":    &recordtest.Endless{Text: "x", Left: 10 << 20},
		"spaces":    io.MultiReader(strings.NewReader("1. e4"), &recordtest.Endless{Text: " ", Left: 10 << 20}, strings.NewReader("Zz")),
		"tag":       io.MultiReader(strings.NewReader("[Event \""), &recordtest.Endless{Text: "x", Left: 10 << 20}),
		"tags":      &recordtest.Endless{Text: "[A \"b\"]", Left: 10 << 20},
		"truncated": strings.NewReader("[Event \"x\"]\n\n1. e4 (1. d4 {"),
	} {
		r, _ := formats.NewReader("pgn", io.MultiReader(in, strings.NewReader(good)), record.ReadOptions{Rules: chess.Rules{}})
		_, e := recordtest.Next(t, r)
		if len(e.Token) > 100 || len(e.Error()) > 400 {
			t.Errorf("%s: a long error: %d bytes", name, len(e.Error()))
		}
		if g, err := r.Next(); err != nil || recordtest.Tree(g) != "d2d4" {
			t.Errorf("%s: the game after: %v", name, err)
		}
		if _, err := r.Next(); err != io.EOF {
			t.Errorf("%s: after the last: %v", name, err)
		}
	}
}
