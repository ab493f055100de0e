package dhtmlxq_test

import (
	"strings"
	"testing"

	"kydai/games/caro"
	"kydai/games/xiangqi"
	"kydai/record"
	"kydai/record/formats"
	"kydai/record/recordtest"
)

func FuzzDhtmlXQ(f *testing.F) {
	f.Add(byte(0), []byte("<p>[DhtmlXQ][DhtmlXQ_title]x\\u4e00[/DhtmlXQ_title][DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]"+
		"[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1][DhtmlXQ_comment1_2]a||!![/DhtmlXQ_comment1_2][/DhtmlXQ]"))
	f.Add(byte(0), []byte("[DhtmlXQ_fen]4k4/9/9/9/9/9/9/9/9/3RK4 b[/DhtmlXQ_fen][DhtmlXQ_movelist]4041[/DhtmlXQ_movelist][DhtmlXQ_binit]x"))
	recordtest.Seeds(f, "dhtmlxq", xiangqi.Rules{})
	recordtest.Fuzz(f, "dhtmlxq", xiangqi.Rules{})
}

const dhtmlUsual = "8979695949392919097717866646260600102030405060708012720323436383"

// block formats a DhtmlXQ text from alternating names and values of fields.
func block(fields ...string) string {
	var b strings.Builder
	b.WriteString("[DhtmlXQ]")
	for i := 0; i < len(fields); i += 2 {
		b.WriteString("[DhtmlXQ_" + fields[i] + "]" + fields[i+1] + "[/DhtmlXQ_" + fields[i] + "]\n")
	}
	return b.String() + "[/DhtmlXQ]"
}

// TestDhtmlXQ reads a text as people publish it on web pages.
func TestDhtmlXQ(t *testing.T) {
	page := "<html>[b]x[/b]" + block("title", "A \\u4e00", "red", "An", "result", "黑胜", "binit", dhtmlUsual,
		"movelist", "774770627967", "move_0_2_1", "10227967", "move_1_3_2", "1927", "move_0_2_3", "6665",
		"comment0", "start", "comment2", "a||!!", "comment1_3", "b", "hits", "7", "open", "C0") +
		"</html>\n" + block("binit", "89"+strings.Repeat("99", 3)+"39"+strings.Repeat("99", 15)+"40"+strings.Repeat("99", 11), "movelist", "4041")
	page = strings.Replace(page, "[DhtmlXQ_move_0_2_3]6665", "[DhtmlXQ_move_0_2_3]1222", 1)
	games := recordtest.ReadAll(t, "dhtmlxq", page, xiangqi.Rules{})
	if len(games) != 2 {
		t.Fatalf("%d games", len(games))
	}
	g := games[0]
	const want = "|start h2e2 h9g7$3 |a h0g2 < b9c7 h0g2 |b < b0c2>> < b7c7>"
	if got := recordtest.Tree(g); got != want {
		t.Errorf("read %s\nwant %s", got, want)
	}
	if g.Result != record.SecondWins || g.Setup.Start != "" || g.Tag("Title") != "A 一" || g.Tag("Red") != "An" || g.Tag("open") != "C0" || len(g.Tags) != 3 {
		t.Errorf("%v %q %v", g.Result, g.Setup.Start, g.Tags)
	}
	if g = games[1]; g.Setup.Start != "4k4/9/9/9/9/9/9/9/9/3K4R b - - 0 1" || recordtest.Tree(g) != "e9e8" {
		t.Errorf("%q %s", g.Setup.Start, recordtest.Tree(g))
	}
}

// TestDhtmlXQErrors checks that each error names its place, and that the moves before the error are
// kept.
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
		g, e := recordtest.Next(t, recordtest.Reader(t, "dhtmlxq", c.text, xiangqi.Rules{}))
		if e.Token != c.token || e.Line == 0 || c.kept != "" && recordtest.Tree(g) != c.kept || e.Offset == 0 || e.Offset > int64(len(c.text)) {
			t.Errorf("%s: %v at byte %d, kept %s", c.text, e, e.Offset, recordtest.Tree(g))
		}
	}
	if _, err := formats.NewReader("dhtmlxq", nil, record.ReadOptions{Rules: caro.Rules{}}); err == nil {
		t.Error("stones in a format of pieces")
	}
}
