package record_test

import (
	"io"
	"strings"
	"testing"

	"kydai/game"
	"kydai/games/caro"
	"kydai/games/chess"
	"kydai/games/jieqi"
	"kydai/games/xiangqi"
	"kydai/record"
)

// reader opens a reader on text.
func reader(t *testing.T, format, text string, rules game.Rules) record.Reader {
	t.Helper()
	r, err := record.NewReader(format, strings.NewReader(text), record.ReadOptions{Rules: rules, Find: find})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestWXF(t *testing.T) {
	// As one site writes it: a point for sideways, black in small letters.
	const text = `FORMAT  WXF
RED     An ; 1200 ;;
BLACK   Binh ; 1240 ;;
RESULT  0-1
DATE    2020-02-02 02:02:02
EVENT   An open ; 10m+0s
OPENING central cannon
START{
 1. C2.5! h8+7   2. H2+3 {a remark} r9.8
 3. P7+1 p7+1 }END

FORMAT	WXF
GAME
RED	;;;
BLACK	;;;
FEN		4k4/9/9/9/9/9/9/9/4A4/R3K4 b

START{
  1. ... K5+1
}END
`
	games := readAll(t, "wxf", text, xiangqi.Rules{})
	if len(games) != 2 {
		t.Fatalf("%d games", len(games))
	}
	g := games[0]
	if got := tree(g); got != "h2e2$1 h9g7 h0g2|a remark i9h9 c3c4 g6g5" {
		t.Errorf("moves %q", got)
	}
	for tag, want := range map[string]string{
		"Red": "An", "RedElo": "1200", "Black": "Binh", "BlackElo": "1240",
		"Date": "2020-02-02 02:02:02", "Event": "An open ; 10m+0s", "OPENING": "central cannon",
	} {
		if got := g.Tag(tag); got != want {
			t.Errorf("%s is %q", tag, got)
		}
	}
	if g.Result != record.SecondWins || len(g.Tags) != 7 {
		t.Errorf("result %v, tags %v", g.Result, g.Tags)
	}
	if g = games[1]; len(g.Tags) != 0 || tree(g) != "e9e8" {
		t.Errorf("second game: %v %q", g.Tags, tree(g))
	}
	if got := write(t, "wxf", record.WriteOptions{}, g); !strings.Contains(got, "\n  1. ... K5+1\n}END") {
		t.Errorf("second game written as\n%s", got)
	}
	if got, want := write(t, "wxf", record.WriteOptions{}, games[0]), `FORMAT	WXF
EVENT	An open ; 10m+0s
DATE	2020-02-02 02:02:02
RED	An ; 1200 ;;
BLACK	Binh ; 1240 ;;
RESULT	0-1
OPENING	central cannon
COMMENT	3 a remark

START{
  1. C2=5! H8+7
  2. H2+3 R9=8
  3. P7+1 P7+1
}END

`; got != want {
		t.Errorf("written as\n%s", got)
	}
}

func TestWXFErrors(t *testing.T) {
	const good = "\nFORMAT WXF\nRED good\nSTART{\n1. C2=5\n}END\n"
	for _, c := range []struct {
		text, token string
		line, col   int
		ply         int
	}{
		{"FORMAT WXF\nRED An\nSTART{\n1. C2=5 H8+7\n2. Q9+9 }END", "Q9+9", 5, 4, 2},
		{"FORMAT WXF\nRED An\nSTART{\n1. C2=5 H8+7", "", 4, 13, 2},
		{"FORMAT WXF\nRED An\n", "", 0, 1, 0},
		{"FORMAT WXF\nRED An\nFEN nonsense\nSTART{\n}END", "nonsense", 4, 1, 0},
		{"FORMAT WXF\nRED An\nSTART{\n1. C2=5 {open\nH8+7 }END", "{", 4, 9, 1},
	} {
		tail := good
		if c.text[len(c.text)-1] == '7' {
			tail = "" // breaks off at the end of the stream
		}
		r := reader(t, "wxf", c.text+tail, xiangqi.Rules{})
		g, e := next(t, r)
		if e.Token != c.token || c.line > 0 && e.Line != c.line || e.Col != c.col || e.Ply != c.ply || g.Tag("Red") != "An" || len(g.Main()) != c.ply {
			t.Errorf("%q: %+v", c.text, e)
		}
		if tail == "" {
			continue
		}
		if g, err := r.Next(); err != nil || g.Tag("Red") != "good" || tree(g) != "h2e2" {
			t.Errorf("%q: the game after: %v", c.text, err)
		}
	}
	if _, err := record.NewReader("wxf", nil, record.ReadOptions{Rules: chess.Rules{}}); err == nil {
		t.Error("WXF for a game that has no such notation")
	}
}

func TestPSQ(t *testing.T) {
	const text = "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n8,7,1015\r\n9,8,3\r\nAn\r\nBinh\r\n-1\r\n"
	games := readAll(t, "psq", text+"Piskvorky 20x20, 0:0, 1\n1,1,0\n20,20,0\n-1\n", caro.Rules{})
	if len(games) != 2 {
		t.Fatalf("%d games", len(games))
	}
	g := games[0]
	if got := tree(g); got != "h8 h9|[%emt 0:00:01.015] i8|[%emt 0:00:00.003]" {
		t.Errorf("moves %q", got)
	}
	if g.Tag("X") != "An" || g.Tag("O") != "Binh" || len(g.Tags) != 2 || len(g.Setup.Options) != 0 {
		t.Errorf("%v %v", g.Tags, g.Setup)
	}
	if got := write(t, "psq", record.WriteOptions{}, g); got != strings.ReplaceAll(text, "\r", "") {
		t.Errorf("written as\n%s", got)
	}
	if g = games[1]; tree(g) != "a20 t1" || g.Setup.Options["size"] != "20" || g.Tag("Psq") != "0:0, 1" {
		t.Errorf("%v %v %q", g.Tags, g.Setup, tree(g))
	}
}

func TestPSQErrors(t *testing.T) {
	const good = "\nPiskvorky 15x15, 11:11, 0\n8,8,0\n"
	for _, c := range []struct {
		text, token string
		line, ply   int
	}{
		{"Piskvorky 15x15, 11:11, 0\n8,8,0\n8,8,0", "8,8,0", 3, 1},
		{"Piskvorky 15x15, 11:11, 0\n8,8,0\n16,8,0", "16,8,0", 3, 1},
		{"Piskvorky 14x14, 11:11, 0\n8,8,0", "Piskvorky 14x14, 11:11, 0", 1, 0},
		{"Piskvorky 15x16, 11:11, 0\n8,8,0", "Piskvorky 15x16, 11:11, 0", 1, 0},
		{"8,8,0", "8,8,0", 1, 0},
	} {
		r := reader(t, "psq", c.text+good, caro.Rules{})
		g, e := next(t, r)
		if e.Token != c.token || e.Line != c.line || e.Ply != c.ply || g != nil && len(g.Main()) != c.ply {
			t.Errorf("%q: %+v", c.text, e)
		}
		if g, err := r.Next(); err != nil || tree(g) != "h8" {
			t.Errorf("%q: the game after: %v", c.text, err)
		}
	}
	w, _ := record.NewWriter("psq", io.Discard, record.WriteOptions{})
	swap := readAll(t, "text", "Game: caro\nOption opening: swap\n\nh8 h9 i8 black", caro.Rules{})[0]
	if err := w.Write(swap); err == nil || !strings.Contains(err.Error(), "move 4 is black") {
		t.Errorf("a choice in psq: %v", err)
	}
	if err := w.Write(readAll(t, "pgn", "1. e4", chess.Rules{})[0]); err == nil {
		t.Error("a game of moving pieces in psq")
	}
}

func TestText(t *testing.T) {
	const written = `Game: caro
Option rule: freestyle
X: An
Result: 1-0

1. h8 h9 2. i8 i9 1-0

`
	for _, text := range []string{
		written, "Game: caro\nX: An\nOption rule: freestyle\n\n1.h8 h9\n2. i8 i9\n1-0",
		"Game: caro\nX: An\nOption rule: freestyle\nResult: 1-0\nh8h9i8i9", "# by hand\nGame: Caro\nX: An\nOption rule: Free style\n\nh8h9 i8i9 1-0",
	} {
		games := readAll(t, "text", text, caro.Rules{})
		if len(games) != 1 {
			t.Fatalf("%q: %d games", text, len(games))
		}
		if got := write(t, "text", record.WriteOptions{}, games[0]); got != written {
			t.Errorf("%q is written as\n%s", text, got)
		}
	}
	games := readAll(t, "text", "h8\n\nh8h9\n\nX: An\n\nX: Binh\nh8 * i8", caro.Rules{})
	var got []string
	for _, g := range games {
		got = append(got, g.Tag("X")+"/"+tree(g))
	}
	if s := strings.Join(got, " "); s != "/h8 /h8 h9 An/ Binh/h8 /i8" {
		t.Errorf("games %q", s)
	}
	if g := readAll(t, "text", "1. e4 e5 2. g1f3", chess.Rules{})[0]; tree(g) != "e2e4 e7e5 g1f3" {
		t.Errorf("notation in text: %q", tree(g))
	}
	if g := readAll(t, "text", "Game: xiangqi\n\nh2e2", nil)[0]; g.Rules.Info().Name != "xiangqi" {
		t.Errorf("found %s", g.Rules.Info().Name)
	}
}

func TestTextErrors(t *testing.T) {
	for _, c := range []struct {
		text, token string
		line, col   int
		ply         int
	}{
		{"Game: caro\n\nh8 h9 z99", "z99", 3, 7, 2},
		{"h8h9h8", "h8", 1, 1, 2},
		{"X: An\nStart: nonsense\n\nh8", "nonsense", 4, 1, 0},
		{"Game: chess\n\ne4", "Game: chess", 1, 1, 0},
		{"Option rule: nonsense\n\nh8", "Option rule: nonsense", 1, 1, 0},
	} {
		r := reader(t, "text", c.text+"\n\nX: good\nh8\n", caro.Rules{})
		g, e := next(t, r)
		if e.Token != c.token || e.Line != c.line || e.Col != c.col || e.Ply != c.ply || g != nil && len(g.Main()) != c.ply {
			t.Errorf("%q: %+v", c.text, e)
		}
		for {
			g, err := r.Next()
			if err == io.EOF {
				t.Errorf("%q: no game after", c.text)
			}
			if err == io.EOF || err == nil && g.Tag("X") == "good" {
				break
			}
		}
	}
}

func TestJSON(t *testing.T) {
	const line = `{"format":"kydai","version":1,"game":"chess","start":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1","tags":[{"name":"White","value":"An <&>"}],"comments":["c"],"moves":[{"code":"e2e4","comments":["a","b"],"nags":[1],"variations":[[{"code":"e2e3","before":["d"]},{"code":"e8e7"}]]},{"code":"e8d7"}],"result":"1-0"}` + "\n"
	games := readAll(t, "json", line+line, nil)
	if len(games) != 2 {
		t.Fatalf("%d games", len(games))
	}
	if got := tree(games[0]); got != "|c e2e4$1 |a|b e8d7 < d~e2e3 e8e7>" {
		t.Errorf("tree %q", got)
	}
	if got := write(t, "json", record.WriteOptions{}, games...); got != line+line {
		t.Errorf("written as\n%s", got)
	}
	spread := "\n" + strings.NewReplacer(",", ",\n ", "{", "{\n  ").Replace(line)
	spread = strings.Replace(spread, `"version"`, `"later":{"x":[1,{"y":"}"}]},"version"`, 1)
	if g := readAll(t, "json", spread, chess.Rules{})[0]; !g.Equal(games[0]) {
		t.Errorf("laid out otherwise it is another game: %q", tree(g))
	}
}

func TestJSONErrors(t *testing.T) {
	const good = "\n" + `{"format":"kydai","version":1,"game":"chess","moves":[{"code":"d2d4"}],"result":"*"}`
	const head = `{"format":"kydai","version":1,"game":"chess","moves":[`
	for _, c := range []struct {
		text, token string
		line, col   int
		ply         int
		kept        string
	}{
		{head + `{"code":"e2e4"},{"code":"e2e4"}]}`, "e2e4", 1, len(head) + 17, 1, "e2e4"},
		{head + `{"code":"e2e4","variations":[[{"code":"x"}]]},{"code":"e7e5"}]}`, "x", 1, len(head) + 31, 0, "e2e4"},
		{head + `{"code":"e2e4"},{"code":"e7e5"`, "", 1, len(head) + 31, 2, "e2e4 e7e5"},
		{head + `{"code":"e2e4"},{"co`, "", 1, 0, 1, "e2e4"},
		{head + `{"code":"e2e4"},{]}`, "", 1, 0, 1, "e2e4"},
		{head + "{\"code\":\"e2e4\",\n\"nags\":[256]}]}", "256", 1, len(head) + 1, 1, "e2e4"},
		{head + `],"result":"2-0"}`, "2-0", 1, 0, 0, ""},
		{head + `],"start":"nonsense"}`, "nonsense", 1, 0, 0, "?"},
		{`{"format":"kydai","version":2,"game":"chess","moves":[]}`, "2", 1, 0, 0, "-"},
		{`{"format":"other","version":1,"game":"chess","moves":[]}`, "other", 1, 0, 0, "-"},
		{`{"format":"kydai","version":1,"game":"go","moves":[]}`, "go", 1, 0, 0, "-"},
		{`{"format":"kydai","moves":[]}`, "0", 1, 0, 0, "-"},
		{`garbage`, "", 1, 0, 0, "-"},
	} {
		r := reader(t, "json", c.text+good, nil)
		g, e := next(t, r)
		if e.Token != c.token || e.Line != c.line || c.col > 0 && e.Col != c.col || e.Ply != c.ply {
			t.Errorf("%s: %+v", c.text, e)
		}
		if c.kept == "-" != (g == nil) {
			t.Errorf("%s: kept %v", c.text, g)
		}
		if g != nil && c.kept != "?" && tree(g) != c.kept && !strings.HasPrefix(tree(g), c.kept+"  <") {
			t.Errorf("%s: kept %q", c.text, tree(g))
		}
		if g, err := r.Next(); err != nil || tree(g) != "d2d4" {
			t.Errorf("%s: the game after: %v", c.text, err)
		}
	}
}

func TestHostileLines(t *testing.T) {
	const jsonGood = `{"format":"kydai","version":1,"game":"caro","moves":[{"code":"h8"}],"result":"*"}`
	for name, c := range map[string]struct {
		format, head, body, tail string
	}{
		"json string": {"json", `{"format":"kydai","tags":"`, "x", "\n" + jsonGood},
		"json moves":  {"json", `{"format":"kydai","version":1,"game":"caro","moves":[`, `{"code":"h8","variations":[[`, "\n" + jsonGood},
		"json depth":  {"json", `{"format":`, `[`, "\n" + jsonGood},
		"text line":   {"text", "", "x", "\n\nh8"},
		"text header": {"text", "X: ", "x", "\n\nh8"},
		"text tags":   {"text", "", "A1: x\nB: y\n", "\n\nh8"},
		"psq names":   {"psq", "Piskvorky 15x15, 11:11, 0\n", "name\n", "\nPiskvorky 15x15, 11:11, 0\n8,8,0\n"},
		"psq stones":  {"psq", "Piskvorky 15x15, 11:11, 0\n", "8,8,0\n", "\nPiskvorky 15x15, 11:11, 0\n8,8,0\n"},
	} {
		in := io.MultiReader(strings.NewReader(c.head), &endless{text: c.body, left: 6 << 20}, strings.NewReader(c.tail))
		r, err := record.NewReader(c.format, in, record.ReadOptions{Rules: caro.Rules{}})
		if err != nil {
			t.Fatal(err)
		}
		failed := 0
		for {
			g, err := r.Next()
			if err == io.EOF {
				t.Errorf("%s: the good game is lost", name)
				break
			}
			if err == nil && tree(g) == "h8" {
				break
			}
			if err != nil {
				failed++
			}
		}
		if failed == 0 {
			t.Errorf("%s: no error", name)
		}
	}
	wxf := io.MultiReader(strings.NewReader("FORMAT WXF\n"), &endless{text: "A x\n", left: 6 << 20}, strings.NewReader("\nFORMAT WXF\nSTART{\n1. C2=5\n}END"))
	r, _ := record.NewReader("wxf", wxf, record.ReadOptions{Rules: xiangqi.Rules{}})
	if _, e := next(t, r); e.Err == nil {
		t.Errorf("WXF: %v", e)
	}
	if g, err := r.Next(); err != nil || tree(g) != "h2e2" {
		t.Errorf("WXF: the game after: %v", err)
	}
}

func TestFormats(t *testing.T) {
	for text, want := range map[string]string{
		"\ufeff[Event \"x\"]":        "pgn",
		"  {\"format\":\"kydai\"}":   "json",
		"{a comment} 1. e4":          "pgn",
		"1. e4 (1. d4) *":            "pgn",
		"FORMAT WXF\n":               "wxf",
		"RED x\nSTART{\n":            "wxf",
		"Piskvorky 15x15, 11:11, 0":  "psq",
		"h8h9":                       "text",
		"Game: caro\n\nh8":           "text",
		"":                           "",
		"XQ\x00\x01":                 "",
		"% escape\n[Event \"x\"]\n ": "pgn",
	} {
		if got, ok := record.Detect([]byte(text)); got != want || ok != (want != "") {
			t.Errorf("%q is %q", text, got)
		}
	}
	for file, want := range map[string]string{"a.PGN": "pgn", "b/c.jsonl": "json", "x.txt": "text", "pgn": "", "x.doc": ""} {
		if got, ok := record.BySuffix(file); got != want || ok != (want != "") {
			t.Errorf("%s is %q", file, got)
		}
	}
	if _, err := record.NewReader("doc", nil, record.ReadOptions{}); err == nil {
		t.Error("a format nobody knows")
	}
	if _, err := record.NewWriter("doc", nil, record.WriteOptions{}); err == nil {
		t.Error("a format nobody knows")
	}
	for _, f := range record.Formats() {
		if _, err := record.NewReader(f.Name, strings.NewReader(""), record.ReadOptions{}); err == nil {
			t.Errorf("%s read without rules", f.Name)
		}
	}
}

// TestDeal: a deal is read back, in letters or in hexadecimal.
func TestDeal(t *testing.T) {
	m := maker{Rand: newRand(11), rules: jieqi.Rules{}}
	g := record.FromLine(m.line(t, m.setup(), 20))
	for _, format := range []string{"pgn", "json", "wxf", "text"} {
		text := write(t, format, record.WriteOptions{OpenSecret: true}, g)
		if back := readAll(t, format, text, jieqi.Rules{})[0]; back.Setup.Secret != g.Setup.Secret {
			t.Errorf("%s: the deal changed:\n%s", format, text)
		}
	}
	r := reader(t, "pgn", "[Deal \"0xzz\"]\n\n*", jieqi.Rules{})
	if _, e := next(t, r); e.Token != "0xzz" {
		t.Errorf("%+v", e)
	}
	r = reader(t, "pgn", "[Deal \"much too short\"]\n\n*", jieqi.Rules{})
	if _, e := next(t, r); e.Ply != 0 {
		t.Errorf("%+v", e)
	}
}
