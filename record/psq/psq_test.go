package psq_test

import (
	"io"
	"strings"
	"testing"

	"kydai/games/caro"
	"kydai/games/chess"
	"kydai/record"
	"kydai/record/formats"
	"kydai/record/recordtest"
)

func FuzzPSQ(f *testing.F) {
	f.Add(byte(0), []byte("Piskvorky 15x15, 11:11, 0\n8,8,0\n8,7,1015\nAn\nBinh\n-1\n"))
	f.Add(byte(0), []byte("Piskvorky 20x20, x\n1,1\n20 , 20,999999999\n-1\n7\nBinh\n"))
	recordtest.Seeds(f, "psq", caro.Rules{})
	recordtest.Fuzz(f, "psq", caro.Rules{})
}

func TestPSQ(t *testing.T) {
	const text = "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n8,7,1015\r\n9,8,3\r\nAn\r\nBinh\r\n-1\r\n"
	games := recordtest.ReadAll(t, "psq", text+"Piskvorky 20x20, 0:0, 1\n1,1,0\n20,20,0\n-1\n", caro.Rules{})
	if len(games) != 2 {
		t.Fatalf("%d games", len(games))
	}
	g := games[0]
	if got := recordtest.Tree(g); got != "h8 h9|[%emt 0:00:01.015] i8|[%emt 0:00:00.003]" {
		t.Errorf("moves %q", got)
	}
	if g.Tag("X") != "An" || g.Tag("O") != "Binh" || len(g.Tags) != 2 || len(g.Setup.Options) != 0 {
		t.Errorf("%v %v", g.Tags, g.Setup)
	}
	if got := recordtest.Write(t, "psq", record.WriteOptions{}, g); got != strings.ReplaceAll(text, "\r", "") {
		t.Errorf("written as\n%s", got)
	}
	if g = games[1]; recordtest.Tree(g) != "a20 t1" || g.Setup.Options["size"] != "20" || g.Tag("Psq") != "0:0, 1" {
		t.Errorf("%v %v %q", g.Tags, g.Setup, recordtest.Tree(g))
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
		{"Piskvorky 21x21, 11:11, 0\n8,8,0", "Piskvorky 21x21, 11:11, 0", 1, 0},
		{"Piskvorky 15x16, 11:11, 0\n8,8,0", "Piskvorky 15x16, 11:11, 0", 1, 0},
		{"8,8,0", "8,8,0", 1, 0},
	} {
		r := recordtest.Reader(t, "psq", c.text+good, caro.Rules{})
		g, e := recordtest.Next(t, r)
		if e.Token != c.token || e.Line != c.line || e.Ply != c.ply || g != nil && len(g.Main()) != c.ply {
			t.Errorf("%q: %+v", c.text, e)
		}
		if g, err := r.Next(); err != nil || recordtest.Tree(g) != "h8" {
			t.Errorf("%q: the game after: %v", c.text, err)
		}
	}
	w, _ := formats.NewWriter("psq", io.Discard, record.WriteOptions{})
	swap := recordtest.ReadAll(t, "text", "Game: caro\nOption opening: swap\n\nh8 h9 i8 black", caro.Rules{})[0]
	if err := w.Write(swap); err == nil || !strings.Contains(err.Error(), "move 4 is black") {
		t.Errorf("a choice in psq: %v", err)
	}
	if err := w.Write(recordtest.ReadAll(t, "pgn", "1. e4", chess.Rules{})[0]); err == nil {
		t.Error("a game of moving pieces in psq")
	}
}
