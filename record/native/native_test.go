package native_test

import (
	"strings"
	"testing"

	"kydai/games/caro"
	"kydai/games/chess"
	"kydai/games/jieqi"
	"kydai/record"
	"kydai/record/recordtest"
)

func FuzzJSON(f *testing.F) {
	f.Add(byte(0), []byte(`{"format":"kydai","version":1,"game":"chess","options":{"variant":"chess960"},"moves":[{"code":"e2e4","nags":[1,1],"variations":[[],[{"code":"d2d4"}]]}`))
	f.Add(byte(1), []byte(`{"format":"kydai","version":1,"game":"jieqi","deal":"0x00","moves":null,"result":"1/2"}`))
	recordtest.Seeds(f, "json", chess.Rules{}, jieqi.Rules{}, caro.Rules{})
	recordtest.Fuzz(f, "json", chess.Rules{}, jieqi.Rules{}, caro.Rules{})
}

func TestJSON(t *testing.T) {
	const line = `{"format":"kydai","version":1,"game":"chess","start":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1","tags":[{"name":"White","value":"An <&>"}],"comments":["c"],"moves":[{"code":"e2e4","comments":["a","b"],"nags":[1],"variations":[[{"code":"e2e3","before":["d"]},{"code":"e8e7"}]]},{"code":"e8d7"}],"result":"1-0"}` + "\n"
	games := recordtest.ReadAll(t, "json", line+line, nil)
	if len(games) != 2 {
		t.Fatalf("%d games", len(games))
	}
	if got := recordtest.Tree(games[0]); got != "|c e2e4$1 |a|b e8d7 < d~e2e3 e8e7>" {
		t.Errorf("tree %q", got)
	}
	if got := recordtest.Write(t, "json", record.WriteOptions{}, games...); got != line+line {
		t.Errorf("written as\n%s", got)
	}
	spread := "\n" + strings.NewReplacer(",", ",\n ", "{", "{\n  ").Replace(line)
	spread = strings.Replace(spread, `"version"`, `"later":{"x":[1,{"y":"}"}]},"version"`, 1)
	if g := recordtest.ReadAll(t, "json", spread, chess.Rules{})[0]; !g.Equal(games[0]) {
		t.Errorf("laid out otherwise it is another game: %q", recordtest.Tree(g))
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
		r := recordtest.Reader(t, "json", c.text+good, nil)
		g, e := recordtest.Next(t, r)
		if e.Token != c.token || e.Line != c.line || c.col > 0 && e.Col != c.col || e.Ply != c.ply {
			t.Errorf("%s: %+v", c.text, e)
		}
		if c.kept == "-" != (g == nil) {
			t.Errorf("%s: kept %v", c.text, g)
		}
		if g != nil && c.kept != "?" && recordtest.Tree(g) != c.kept && !strings.HasPrefix(recordtest.Tree(g), c.kept+"  <") {
			t.Errorf("%s: kept %q", c.text, recordtest.Tree(g))
		}
		if g, err := r.Next(); err != nil || recordtest.Tree(g) != "d2d4" {
			t.Errorf("%s: the game after: %v", c.text, err)
		}
	}
}
