package xqf_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"kydai/game"
	"kydai/games/xiangqi"
	"kydai/record"
	"kydai/record/formats"
	"kydai/record/recordtest"
)

func randomXQF(t *testing.T, m recordtest.Maker, version byte) (*record.Game, []byte) {
	t.Helper()
	var setup game.Setup
	line := m.Line(t, setup, m.IntN(80))
	if m.IntN(2) == 0 && line.Ply() > 0 && len(line.Position().Legal()) > 0 {
		p := line.Position()
		fields := strings.Fields(p.String())
		setup.Start = fields[0] + " " + fields[1] + " - - 0 1"
		line = m.Line(t, setup, m.IntN(40))
	}
	g := record.FromLine(line)
	g.Tags = []record.Tag{{Name: "Event", Value: "全国象棋个人赛"}, {Name: "Red", Value: "胡荣华"}}
	g.Result = recordtest.Results[m.IntN(len(recordtest.Results))]
	g.Root.After = []string{"开局"}
	m.Annotate(t, &g.Root, line.Start(), 0)
	recordtest.Each(&g.Root, func(n *record.Node) {
		n.Before, n.NAGs, n.After = nil, nil, nil
		if m.IntN(3) == 0 {
			n.After = []string{"红方略优, 黑方可走马8进7"}
		}
	})
	x := &recordtest.XQF{Version: version, Mask: byte(m.Uint32())}
	for i := range 4 {
		x.Given[i], x.Ors[i] = byte(m.Uint32()), byte(m.Uint32())
	}
	return g, x.Write(t, g)
}

// TestXQF reads files of every version, with different keys.
func TestXQF(t *testing.T) {
	m := recordtest.Maker{Rand: rand.New(rand.NewPCG(21, 22)), Rules: xiangqi.Rules{}}
	for _, version := range []byte{1, 10, 11, 12, 15, 18} {
		for range 20 {
			want, file := randomXQF(t, m, version)
			if name, _ := formats.Detect(file[:64]); name != "xqf" {
				t.Fatalf("detected as %q", name)
			}
			got := recordtest.ReadAll(t, "xqf", string(file), m.Rules)
			if len(got) != 1 || !got[0].Equal(want) {
				t.Fatalf("version %d: read %q\n%s\nwant\n%s", version, got[0].Setup.Start, recordtest.Tree(got[0]), recordtest.Tree(want))
			}
		}
	}
	if _, err := formats.NewWriter("xqf", io.Discard, record.WriteOptions{}); err == nil {
		t.Error("nobody said how XQF is written")
	}
}

// TestXQFBroken truncates a file at every length. The reader must return an error and, if the
// header is complete, the part of the game before the error. The test then checks that, if a move
// of a variation cannot be played, only the rest of this variation is left out.
func TestXQFBroken(t *testing.T) {
	m := recordtest.Maker{Rand: rand.New(rand.NewPCG(23, 24)), Rules: xiangqi.Rules{}}
	want, file := randomXQF(t, m, 18)
	for n := 1; n < len(file); n++ {
		g, e := recordtest.Next(t, recordtest.Reader(t, "xqf", string(file[:n]), m.Rules))
		if e == nil || e.Offset > int64(n) || (g == nil) != (n < 1024) {
			t.Fatalf("cut at %d: %v, %v", n, g != nil, e)
		}
		if g != nil && len(g.Main()) > len(want.Main()) {
			t.Fatalf("cut at %d: more moves than there were", n)
		}
	}
	g := &record.Game{Rules: m.Rules, Result: record.Unknown}
	start, _ := m.Rules.New(game.Setup{})
	move := func(code string) game.Move {
		mv, err := start.Decode(code)
		if err != nil {
			t.Fatal(err)
		}
		return mv
	}
	g.Root.Add(move("h2e2")).Add(move("h0g2")) // red moves twice in a row: illegal
	g.Root.Next[0].Next = append([]*record.Node{{Move: replyTo(t, start, "h2e2", "h9g7")}}, g.Root.Next[0].Next...)
	g.Root.Add(move("b2e2"))
	x := &recordtest.XQF{Version: 10}
	got, e := recordtest.Next(t, recordtest.Reader(t, "xqf", string(x.Write(t, g)), m.Rules))
	if e == nil || e.Token != "h0g2" || e.Ply != 1 || e.Position == "" || e.Offset < 1024 || recordtest.Tree(got) != "h2e2  h9g7 < b2e2>" {
		t.Errorf("%v\n%s", e, recordtest.Tree(got))
	}
}

func replyTo(t *testing.T, p game.Position, first, reply string) game.Move {
	t.Helper()
	m, err := p.Decode(first)
	if err != nil {
		t.Fatal(err)
	}
	m, err = p.Play(m).Decode(reply)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func FuzzXQF(f *testing.F) {
	m := recordtest.Maker{Rand: rand.New(rand.NewPCG(25, 26)), Rules: xiangqi.Rules{}}
	for _, version := range []byte{10, 11, 18} {
		_, file := randomXQF(&testing.T{}, m, version)
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := formats.NewReader("xqf", bytes.NewReader(data), record.ReadOptions{Rules: xiangqi.Rules{}})
		if err != nil {
			t.Fatal(err)
		}
		g, err := r.Next()
		if err != nil && err != io.EOF && !errors.As(err, new(*record.Error)) {
			t.Fatalf("an error without a place: %v", err)
		}
		if g != nil {
			if _, bad := g.Rules.New(g.Setup); bad == nil {
				recordtest.Again(t, "pgn", g)
				recordtest.Again(t, "dhtmlxq", g)
			}
		}
		if _, err := r.Next(); err != io.EOF {
			t.Fatalf("a second game: %v", err)
		}
	})
}
