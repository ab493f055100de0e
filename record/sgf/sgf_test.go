package sgf_test

import (
	"errors"
	"strings"
	"testing"

	"kydai/game"
	"kydai/games/caro"
	"kydai/record"
	"kydai/record/recordtest"
)

func FuzzSGF(f *testing.F) {
	f.Add(byte(0), []byte("(;FF[4]GM[4]SZ[15]PB[An]RE[B+R]AB[hh][ii]AW[aa]PL[W]C[x\n\ny];W[bb]BM[2]WL[12.5](;B[cc]DO[])(;B[dd](;W[ee]))) (;GM[4];B[h8])"))
	f.Add(byte(0), []byte("(;OPT[opening:swap2]TAG[A:b:c];B[hh];W[hi];B[hj];ACT[more]C[a\\]b\\\n])"))
	recordtest.Seeds(f, "sgf", caro.Rules{})
	recordtest.Fuzz(f, "sgf", caro.Rules{})
}

// TestSGF reads files as other programs write them and checks the games. Then it checks the error
// for each of several broken files.
func TestSGF(t *testing.T) {
	const text = `junk (;FF[4]GM[4]SZ[15]PB[An]PW[Binh]BR[1800]RE[W+R]EV[Cup\]x]
C[first

second];B[hh]TE[2];W[gg]BM[1]WL[61.5](;B[hi]IT[])(;B[ii]C[other]))
(;GM[4]SZ[19]PB[Chi]AB[aa][bb]AW[cc]PL[W];W[dd])`
	games := recordtest.ReadAll(t, "sgf", text, caro.Rules{})
	if len(games) != 2 {
		t.Fatalf("%d games", len(games))
	}
	g := games[0]
	if got := recordtest.Tree(g); got != "|first|second h8$3 g9$2|[%clk 0:01:01] h7$5  < i7|other>" {
		t.Errorf("read %s", got)
	}
	if g.Result != record.SecondWins || g.Tag("X") != "An" || g.Tag("O") != "Binh" || g.Tag("XElo") != "1800" || g.Tag("Event") != "Cup]x" {
		t.Errorf("%v %v", g.Result, g.Tags)
	}
	g = games[1]
	if p, err := g.Rules.New(g.Setup); err != nil || !strings.HasPrefix(p.String(), "x18/1x17/2o16/19/") || recordtest.Tree(g) != "d16" || g.Tag("X") != "Chi" {
		t.Errorf("%v %v %s", p, err, recordtest.Tree(g))
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
		g, e := recordtest.Next(t, recordtest.Reader(t, "sgf", c.text, caro.Rules{}))
		var cause *game.Error
		if !errors.As(e, &cause) || cause.Code != c.code || e.Token != c.token || c.kept != "" && recordtest.Tree(g) != c.kept {
			t.Errorf("%s: %v, kept %s", c.text, e, recordtest.Tree(g))
		}
	}
}

// TestSGFColours checks that the player who chose black in the opening is written as black in the
// file.
func TestSGFColours(t *testing.T) {
	const text = "Game: caro\nOption opening: swap2\nX: An\nO: Binh\n\nh8 h9 i8 black g7 1-0\n"
	g := recordtest.ReadAll(t, "text", text, nil)[0]
	out := recordtest.Write(t, "sgf", record.WriteOptions{}, g)
	for _, want := range []string{"PB[Binh]", "PW[An]", "RE[W+]", "ACT[black]", "W[gi]"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s in\n%s", want, out)
		}
	}
	if back := recordtest.ReadAll(t, "sgf", out, caro.Rules{})[0]; !back.Equal(g) {
		t.Errorf("came back as\n%s", recordtest.Write(t, "text", record.WriteOptions{}, back))
	}
}
