package record_test

import (
	"errors"
	"strings"
	"testing"

	"kydai/game"
	"kydai/games/caro"
	"kydai/games/jieqi"
	"kydai/games/xiangqi"
	"kydai/record"
)

const dhtmlUsual = "8979695949392919097717866646260600102030405060708012720323436383"

// block is a DhtmlXQ text of fields: name, value, name, value …
func block(fields ...string) string {
	var b strings.Builder
	b.WriteString("[DhtmlXQ]")
	for i := 0; i < len(fields); i += 2 {
		b.WriteString("[DhtmlXQ_" + fields[i] + "]" + fields[i+1] + "[/DhtmlXQ_" + fields[i] + "]\n")
	}
	return b.String() + "[/DhtmlXQ]"
}

// TestDhtmlXQ reads what people have on their pages.
func TestDhtmlXQ(t *testing.T) {
	page := "<html>[b]x[/b]" + block("title", "A \\u4e00", "red", "An", "result", "黑胜", "binit", dhtmlUsual,
		"movelist", "774770627967", "move_0_2_1", "10227967", "move_1_3_2", "1927", "move_0_2_3", "6665",
		"comment0", "start", "comment2", "a||!!", "comment1_3", "b", "hits", "7", "open", "C0") +
		"</html>\n" + block("binit", "89"+strings.Repeat("99", 3)+"39"+strings.Repeat("99", 15)+"40"+strings.Repeat("99", 11), "movelist", "4041")
	page = strings.Replace(page, "[DhtmlXQ_move_0_2_3]6665", "[DhtmlXQ_move_0_2_3]1222", 1)
	games := readAll(t, "dhtmlxq", page, xiangqi.Rules{})
	if len(games) != 2 {
		t.Fatalf("%d games", len(games))
	}
	g := games[0]
	const want = "|start h2e2 h9g7$3 |a h0g2 < b9c7 h0g2 |b < b0c2>> < b7c7>"
	if got := tree(g); got != want {
		t.Errorf("read %s\nwant %s", got, want)
	}
	if g.Result != record.SecondWins || g.Setup.Start != "" || g.Tag("Title") != "A 一" || g.Tag("Red") != "An" || g.Tag("open") != "C0" || len(g.Tags) != 3 {
		t.Errorf("%v %q %v", g.Result, g.Setup.Start, g.Tags)
	}
	if g = games[1]; g.Setup.Start != "4k4/9/9/9/9/9/9/9/9/3K4R b - - 0 1" || tree(g) != "e9e8" {
		t.Errorf("%q %s", g.Setup.Start, tree(g))
	}
}

// TestDhtmlXQErrors: each names its place and keeps what was read.
func TestDhtmlXQErrors(t *testing.T) {
	for _, c := range []struct{ text, token, kept string }{
		{block("movelist", "77477062796"), "796", "h2e2 h9g7"},
		{block("movelist", "774777479999"), "7747", "h2e2"},
		{block("movelist", "7747", "move_0_5_1", "7062"), "1", "h2e2"},
		{block("movelist", "7747", "move_2_1_2", "1747"), "2", "h2e2"},
		{block("movelist", "77477062", "move_0_2_1", "7747"), "7747", "h2e2 h9g7"},
		{block("movelist", "7747", "move_0_1_1", "1747", "move_0_1_1", "1747"), "1747", ""},
		{block("binit", "12", "movelist", "7747"), "12", ""},
		{block("binit", strings.Replace(dhtmlUsual, "89", "79", 1)), strings.Replace(dhtmlUsual, "89", "79", 1), ""},
		{"[DhtmlXQ][DhtmlXQ_movelist]7747", "DhtmlXQ_movelist", "h2e2"},
	} {
		g, e := next(t, reader(t, "dhtmlxq", c.text, xiangqi.Rules{}))
		if e.Token != c.token || e.Line == 0 || c.kept != "" && tree(g) != c.kept || e.Offset == 0 || e.Offset > int64(len(c.text)) {
			t.Errorf("%s: %v at byte %d, kept %s", c.text, e, e.Offset, tree(g))
		}
	}
	if _, err := record.NewReader("dhtmlxq", nil, record.ReadOptions{Rules: caro.Rules{}}); err == nil {
		t.Error("stones in a format of pieces")
	}
}

// TestSGF reads what other programs write.
func TestSGF(t *testing.T) {
	const text = `junk (;FF[4]GM[4]SZ[15]PB[An]PW[Binh]BR[1800]RE[W+R]EV[Cup\]x]
C[first

second];B[hh]TE[2];W[gg]BM[1]WL[61.5](;B[hi]IT[])(;B[ii]C[other]))
(;GM[4]SZ[19]PB[Chi]AB[aa][bb]AW[cc]PL[W];W[dd])`
	games := readAll(t, "sgf", text, caro.Rules{})
	if len(games) != 2 {
		t.Fatalf("%d games", len(games))
	}
	g := games[0]
	if got := tree(g); got != "|first|second h8$3 g9$2|[%clk 0:01:01] h7$5  < i7|other>" {
		t.Errorf("read %s", got)
	}
	if g.Result != record.SecondWins || g.Tag("X") != "An" || g.Tag("O") != "Binh" || g.Tag("XElo") != "1800" || g.Tag("Event") != "Cup]x" {
		t.Errorf("%v %v", g.Result, g.Tags)
	}
	g = games[1]
	if p, err := g.Rules.New(g.Setup); err != nil || !strings.HasPrefix(p.String(), "x18/1x17/2o16/19/") || tree(g) != "d16" || g.Tag("X") != "Chi" {
		t.Errorf("%v %v %s", p, err, tree(g))
	}
	for _, c := range []struct{ text, token, code, kept string }{
		{"(;GM[4];B[hh];W[hh])", "hh", game.IllegalMove, "h8"},
		{"(;GM[4];B[hh];B[hi])", "hi", game.IllegalMove, "h8"},
		{"(;GM[4];B[hh];W[])", "", game.BadMove, "h8"},
		{"(;GM[4];B[zz])", "zz", game.BadMove, ""},
		{"(;GM[1];B[hh])", "1", record.WrongGame, ""},
		{"(;GM[4];B[hh](;W[hi]", "", record.BadRecord, "h8 h7"},
		{"(;GM[4];B[hh]C[x", "C", record.BadRecord, "h8"},
		{"(;GM[4];B;W[hi])", "B", record.BadRecord, ""},
		{"(;GM[4]SZ[99];B[hh])", "99", record.BadRecord, ""},
		{"(;GM[4];B[hh];AB[ii])", "ii", record.BadRecord, "h8"},
	} {
		g, e := next(t, reader(t, "sgf", c.text, caro.Rules{}))
		var cause *game.Error
		if !errors.As(e, &cause) || cause.Code != c.code || e.Token != c.token || c.kept != "" && tree(g) != c.kept {
			t.Errorf("%s: %v, kept %s", c.text, e, tree(g))
		}
	}
}

// TestSGFColours: who chose black in the opening is black in the file.
func TestSGFColours(t *testing.T) {
	const text = "Game: caro\nOption opening: swap2\nX: An\nO: Binh\n\nh8 h9 i8 black g7 1-0\n"
	g := readAll(t, "text", text, nil)[0]
	out := write(t, "sgf", record.WriteOptions{}, g)
	for _, want := range []string{"PB[Binh]", "PW[An]", "RE[W+]", "ACT[black]", "W[gi]"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s in\n%s", want, out)
		}
	}
	if back := readAll(t, "sgf", out, caro.Rules{})[0]; !back.Equal(g) {
		t.Errorf("came back as\n%s", write(t, "text", record.WriteOptions{}, back))
	}
}

// TestBox reads both orders of a position, and what is wrong.
func TestBox(t *testing.T) {
	const board = "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX"
	const shown = "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X2R4/9/XXXXKXXXX"
	doc := func(moves string) string {
		return `{"metadata":{"event":"e","white":"An","result":"1-0","initialFen":"` + board + ` R2r2N2n2B2b2A2a2C2c2P5p5 w - - 0 1"},"moves":[` + moves + `]}`
	}
	const first = `{"type":"move","data":"h2e2","fen":"` + shown + ` x b - - 1 1","comment":"good\n!","engineScore":5}`
	g := readAll(t, "box", doc(`{"type":"adjust","data":"R-1","fen":""},`+first), jieqi.Rules{})[0]
	if tree(g) != "h2e2r$1|good" || g.Setup.Start != "" || g.Result != record.FirstWins || g.Tag("Red") != "An" {
		t.Errorf("%s %v %v", tree(g), g.Setup, g.Tags)
	}
	for _, c := range []struct{ moves, token, kept string }{
		{first + `,{"type":"move","data":"h2e2","fen":""}`, "h2e2", "h2e2r$1|good"},
		{`{"type":"move","data":"h2e2","fen":"x"}`, "h2e2", ""},
		{`{"type":"move","data":"h2e2","fen":"` + board + `"}`, "h2e2", ""},
		{first + `,{"type":"mo`, "", "h2e2r$1|good"},
		{first + `,5`, "", "h2e2r$1|good"},
	} {
		g, e := next(t, reader(t, "box", doc(c.moves), jieqi.Rules{}))
		if g == nil || e.Token != c.token || tree(g) != c.kept || e.Position == "" || e.Offset == 0 {
			t.Errorf("%s: %v", c.moves, e)
		}
	}
}
