package text_test

import (
	"io"
	"strings"
	"testing"

	"kydai/games/caro"
	"kydai/games/chess"
	"kydai/games/jieqi"
	"kydai/record"
	"kydai/record/recordtest"
)

func FuzzText(f *testing.F) {
	f.Add(byte(0), []byte("Game: caro\nOption rule: freestyle\nX: An\n\n1. h8 h9 2. i8i9 1-0 h8\n# x\nStart: y\n"))
	recordtest.Seeds(f, "text", caro.Rules{}, chess.Rules{}, jieqi.Rules{})
	recordtest.Fuzz(f, "text", caro.Rules{}, chess.Rules{}, jieqi.Rules{})
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
		games := recordtest.ReadAll(t, "text", text, caro.Rules{})
		if len(games) != 1 {
			t.Fatalf("%q: %d games", text, len(games))
		}
		if got := recordtest.Write(t, "text", record.WriteOptions{}, games[0]); got != written {
			t.Errorf("%q is written as\n%s", text, got)
		}
	}
	games := recordtest.ReadAll(t, "text", "h8\n\nh8h9\n\nX: An\n\nX: Binh\nh8 * i8", caro.Rules{})
	var got []string
	for _, g := range games {
		got = append(got, g.Tag("X")+"/"+recordtest.Tree(g))
	}
	if s := strings.Join(got, " "); s != "/h8 /h8 h9 An/ Binh/h8 /i8" {
		t.Errorf("games %q", s)
	}
	if g := recordtest.ReadAll(t, "text", "1. e4 e5 2. g1f3", chess.Rules{})[0]; recordtest.Tree(g) != "e2e4 e7e5 g1f3" {
		t.Errorf("notation in text: %q", recordtest.Tree(g))
	}
	if g := recordtest.ReadAll(t, "text", "Game: xiangqi\n\nh2e2", nil)[0]; g.Rules.Info().Name != "xiangqi" {
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
		r := recordtest.Reader(t, "text", c.text+"\n\nX: good\nh8\n", caro.Rules{})
		g, e := recordtest.Next(t, r)
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
