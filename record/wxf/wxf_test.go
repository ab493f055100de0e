package wxf_test

import (
	"strings"
	"testing"

	"kydai/games/chess"
	"kydai/games/jieqi"
	"kydai/games/xiangqi"
	"kydai/record"
	"kydai/record/formats"
	"kydai/record/recordtest"
)

func FuzzWXF(f *testing.F) {
	f.Add(byte(0), []byte("FORMAT WXF\nRED a;b;c\nRedElo 5\nCOMMENT 2 x\nOPTION limit 5\nSTART{\n1. C2.5! {x} h8+7 }END\n"))
	recordtest.Seeds(f, "wxf", xiangqi.Rules{}, jieqi.Rules{})
	recordtest.Fuzz(f, "wxf", xiangqi.Rules{}, jieqi.Rules{})
}

func TestWXF(t *testing.T) {
	// This text is written as one web site writes it: a full stop means a sideways move, and
	// black's moves are in lower case.
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
	games := recordtest.ReadAll(t, "wxf", text, xiangqi.Rules{})
	if len(games) != 2 {
		t.Fatalf("%d games", len(games))
	}
	g := games[0]
	if got := recordtest.Tree(g); got != "h2e2$1 h9g7 h0g2|a remark i9h9 c3c4 g6g5" {
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
	if g = games[1]; len(g.Tags) != 0 || recordtest.Tree(g) != "e9e8" {
		t.Errorf("second game: %v %q", g.Tags, recordtest.Tree(g))
	}
	if got := recordtest.Write(t, "wxf", record.WriteOptions{}, g); !strings.Contains(got, "\n  1. ... K5+1\n}END") {
		t.Errorf("second game written as\n%s", got)
	}
	if got, want := recordtest.Write(t, "wxf", record.WriteOptions{}, games[0]), `FORMAT	WXF
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
			tail = "" // this file ends inside the game, so no further game may follow
		}
		r := recordtest.Reader(t, "wxf", c.text+tail, xiangqi.Rules{})
		g, e := recordtest.Next(t, r)
		if e.Token != c.token || c.line > 0 && e.Line != c.line || e.Col != c.col || e.Ply != c.ply || g.Tag("Red") != "An" || len(g.Main()) != c.ply {
			t.Errorf("%q: %+v", c.text, e)
		}
		if tail == "" {
			continue
		}
		if g, err := r.Next(); err != nil || g.Tag("Red") != "good" || recordtest.Tree(g) != "h2e2" {
			t.Errorf("%q: the game after: %v", c.text, err)
		}
	}
	if _, err := formats.NewReader("wxf", nil, record.ReadOptions{Rules: chess.Rules{}}); err == nil {
		t.Error("WXF for a game that has no such notation")
	}
}
