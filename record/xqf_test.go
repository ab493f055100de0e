package record_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kydai/game"
	"kydai/games/xiangqi"
	"kydai/record"
	"kydai/record/charset"
)

// xqfFile writes XQF as the program that made the format does, one step after
// the other, so that the reader is held against something else than itself.
type xqfFile struct {
	version byte
	given   [4]byte // sum, pieces, from, to
	mask    byte
	ors     [4]byte

	out              []byte
	pieces, from, to byte
	comment          uint32
	stream           [32]byte
	order            string
}

func (x *xqfFile) keys() {
	x.order = "RNBAKABNRCCPPPPPrnbakabnrccppppp"
	if x.version <= 10 {
		return
	}
	square := func(k byte) byte {
		n := int(k)
		return byte((((n*n*3+9)*3+8)*2+1)*3 + 8)
	}
	x.pieces = square(x.given[1]) * x.given[1]
	x.from = square(x.given[2]) * x.pieces
	x.to = square(x.given[3]) * x.from
	x.comment = (uint32(x.given[0])*256+uint32(x.given[1]))%32000 + 767
	for i := range x.stream {
		x.stream[i] = "[(C) Copyright Mr. Dong Shiwei.]"[i] & (x.given[i%4]&x.mask | x.ors[i%4])
	}
}

func (x *xqfFile) text(at, size int, s string) {
	b, ok := charset.Encode("gb18030", []byte(s))
	if !ok || len(b) > size {
		panic("the test has too long a text")
	}
	x.out[at] = byte(len(b))
	copy(x.out[at+1:], b)
}

func (x *xqfFile) write(t *testing.T, g *record.Game) []byte {
	t.Helper()
	x.keys()
	x.out = make([]byte, 1024)
	copy(x.out, "XQ")
	x.out[2], x.out[3] = x.version, x.mask
	copy(x.out[8:], x.ors[:])
	copy(x.out[12:], x.given[:])
	start, err := g.Rules.New(g.Setup)
	if err != nil {
		t.Fatal(err)
	}
	x.board(start)
	if start.Turn() == game.Second {
		x.out[50] = 1
	}
	x.out[51] = byte(slices.Index([]record.Result{record.Unknown, record.FirstWins, record.SecondWins, record.Drawn}, g.Result))
	x.text(208, 63, g.Tag("Event"))
	x.text(304, 15, g.Tag("Red"))
	x.step(0, 0, len(g.Root.Next) > 0, false, g.Root.After)
	x.follow(&g.Root)
	for i := 1024; i < len(x.out); i++ {
		x.out[i] += x.stream[i%32]
	}
	return x.out
}

func (x *xqfFile) board(start game.Position) {
	grid, _ := game.GridOf(start)
	used := map[int]bool{}
	for i, letter := range x.order {
		place := 0xf0 + x.pieces // not on the board
		for sq, cell := range grid.Cells {
			if cell == string(letter) && !used[sq] {
				used[sq] = true
				place = byte(sq%9*10+sq/9) + x.pieces
				break
			}
		}
		at := i
		if x.version >= 12 { // the reader turns the list forward
			at = ((i-int(x.pieces)-1)%32 + 32) % 32
		}
		x.out[16+at] = place
	}
}

func (x *xqfFile) follow(n *record.Node) {
	for i, next := range n.Next {
		from, to := next.Move.From(), next.Move.To()
		point := func(sq game.Square) byte { return byte(sq%9*10 + sq/9) }
		x.step(point(from)+24+x.from, point(to)+32+x.to, len(next.Next) > 0, i+1 < len(n.Next), next.After)
		x.follow(next)
	}
}

func (x *xqfFile) step(from, to byte, next, other bool, said []string) {
	text, _ := charset.Encode("gb18030", []byte(strings.Join(said, "\r\n")))
	flags := byte(0)
	size := binary.LittleEndian.AppendUint32(nil, uint32(len(text))+x.comment)
	if x.version <= 10 {
		if next {
			flags |= 0xf0
		}
		if other {
			flags |= 0x0f
		}
		x.out = append(x.out, from, to, flags, 0)
	} else {
		if next {
			flags |= 0x80
		}
		if other {
			flags |= 0x40
		}
		if len(text) > 0 {
			flags |= 0x20
		} else {
			size = nil
		}
		x.out = append(x.out, from, to, flags|3, 0) // the low bits mean nothing
	}
	x.out = append(append(x.out, size...), text...)
}

func randomXQF(t *testing.T, m maker, version byte) (*record.Game, []byte) {
	t.Helper()
	var setup game.Setup
	line := m.line(t, setup, m.IntN(80))
	if m.IntN(2) == 0 && line.Ply() > 0 && len(line.Position().Legal()) > 0 {
		p := line.Position()
		fields := strings.Fields(p.String())
		setup.Start = fields[0] + " " + fields[1] + " - - 0 1"
		line = m.line(t, setup, m.IntN(40))
	}
	g := record.FromLine(line)
	g.Tags = []record.Tag{{Name: "Event", Value: "全国象棋个人赛"}, {Name: "Red", Value: "胡荣华"}}
	g.Result = results[m.IntN(len(results))]
	g.Root.After = []string{"开局"}
	m.annotate(t, &g.Root, line.Start(), 0)
	each(&g.Root, func(n *record.Node) {
		n.Before, n.NAGs, n.After = nil, nil, nil
		if m.IntN(3) == 0 {
			n.After = []string{"红方略优, 黑方可走马8进7"}
		}
	})
	x := &xqfFile{version: version, mask: byte(m.Uint32())}
	for i := range 4 {
		x.given[i], x.ors[i] = byte(m.Uint32()), byte(m.Uint32())
	}
	return g, x.write(t, g)
}

// TestXQF reads every version with every kind of key.
func TestXQF(t *testing.T) {
	m := maker{rand.New(rand.NewPCG(21, 22)), xiangqi.Rules{}}
	for _, version := range []byte{1, 10, 11, 12, 15, 18} {
		for range 20 {
			want, file := randomXQF(t, m, version)
			if name, _ := record.Detect(file[:64]); name != "xqf" {
				t.Fatalf("detected as %q", name)
			}
			got := readAll(t, "xqf", string(file), m.rules)
			if len(got) != 1 || !got[0].Equal(want) {
				t.Fatalf("version %d: read %q\n%s\nwant\n%s", version, got[0].Setup.Start, tree(got[0]), tree(want))
			}
		}
	}
	if _, err := record.NewWriter("xqf", io.Discard, record.WriteOptions{}); err == nil {
		t.Error("nobody said how XQF is written")
	}
}

// TestXQFBroken: a file that ends early says where and keeps what it had; a
// variation that cannot be played is left out, the rest is kept.
func TestXQFBroken(t *testing.T) {
	m := maker{rand.New(rand.NewPCG(23, 24)), xiangqi.Rules{}}
	want, file := randomXQF(t, m, 18)
	for n := 1; n < len(file); n++ {
		g, e := next(t, reader(t, "xqf", string(file[:n]), m.rules))
		if e == nil || e.Offset > int64(n) || (g == nil) != (n < 1024) {
			t.Fatalf("cut at %d: %v, %v", n, g != nil, e)
		}
		if g != nil && len(g.Main()) > len(want.Main()) {
			t.Fatalf("cut at %d: more moves than there were", n)
		}
	}
	g := &record.Game{Rules: m.rules, Result: record.Unknown}
	start, _ := m.rules.New(game.Setup{})
	move := func(code string) game.Move {
		mv, err := start.Decode(code)
		if err != nil {
			t.Fatal(err)
		}
		return mv
	}
	g.Root.Add(move("h2e2")).Add(move("h0g2")) // red again: not legal
	g.Root.Next[0].Next = append([]*record.Node{{Move: replyTo(t, start, "h2e2", "h9g7")}}, g.Root.Next[0].Next...)
	g.Root.Add(move("b2e2"))
	x := &xqfFile{version: 10}
	got, e := next(t, reader(t, "xqf", string(x.write(t, g)), m.rules))
	if e == nil || e.Token != "h0g2" || e.Ply != 1 || e.Position == "" || e.Offset < 1024 || tree(got) != "h2e2  h9g7 < b2e2>" {
		t.Errorf("%v\n%s", e, tree(got))
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
	m := maker{rand.New(rand.NewPCG(25, 26)), xiangqi.Rules{}}
	for _, version := range []byte{10, 11, 18} {
		_, file := randomXQF(&testing.T{}, m, version)
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := record.NewReader("xqf", bytes.NewReader(data), record.ReadOptions{Rules: xiangqi.Rules{}})
		if err != nil {
			t.Fatal(err)
		}
		g, err := r.Next()
		if err != nil && err != io.EOF && !errors.As(err, new(*record.Error)) {
			t.Fatalf("an error without a place: %v", err)
		}
		if g != nil {
			if _, bad := g.Rules.New(g.Setup); bad == nil {
				again(t, "pgn", g)
				again(t, "dhtmlxq", g)
			}
		}
		if _, err := r.Next(); err != io.EOF {
			t.Fatalf("a second game: %v", err)
		}
	})
}
