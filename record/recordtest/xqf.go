package recordtest

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"kydai/game"
	"kydai/record"
	"kydai/record/charset"
)

// XQF writes XQF files in the same steps as the original program. It shares no code with the reader
// that the tests check.
type XQF struct {
	Version byte
	Given   [4]byte // header bytes for the keys of comments, piece list, origins and destinations
	Mask    byte
	Ors     [4]byte

	out              []byte
	pieces, from, to byte
	comment          uint32
	stream           [32]byte
	order            string
}

func (x *XQF) keys() {
	x.order = "RNBAKABNRCCPPPPPrnbakabnrccppppp"
	if x.Version <= 10 {
		return
	}
	square := func(k byte) byte {
		n := int(k)
		return byte((((n*n*3+9)*3+8)*2+1)*3 + 8)
	}
	x.pieces = square(x.Given[1]) * x.Given[1]
	x.from = square(x.Given[2]) * x.pieces
	x.to = square(x.Given[3]) * x.from
	x.comment = (uint32(x.Given[0])*256+uint32(x.Given[1]))%32000 + 767
	for i := range x.stream {
		x.stream[i] = "[(C) Copyright Mr. Dong Shiwei.]"[i] & (x.Given[i%4]&x.Mask | x.Ors[i%4])
	}
}

func (x *XQF) text(at, size int, s string) {
	b, ok := charset.Encode("gb18030", []byte(s))
	if !ok || len(b) > size {
		panic("the test has too long a text")
	}
	x.out[at] = byte(len(b))
	copy(x.out[at+1:], b)
}

func (x *XQF) Write(t *testing.T, g *record.Game) []byte {
	t.Helper()
	x.keys()
	x.out = make([]byte, 1024)
	copy(x.out, "XQ")
	x.out[2], x.out[3] = x.Version, x.Mask
	copy(x.out[8:], x.Ors[:])
	copy(x.out[12:], x.Given[:])
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

func (x *XQF) board(start game.Position) {
	grid, _ := game.GridOf(start)
	used := map[int]bool{}
	for i, letter := range x.order {
		place := 0xf0 + x.pieces // value for a piece that is not on the board
		for sq, cell := range grid.Cells {
			if cell == string(letter) && !used[sq] {
				used[sq] = true
				place = byte(sq%9*10+sq/9) + x.pieces
				break
			}
		}
		at := i
		if x.Version >= 12 { // from version 1.2 on, files contain the list of pieces in rotated order
			at = ((i-int(x.pieces)-1)%32 + 32) % 32
		}
		x.out[16+at] = place
	}
}

func (x *XQF) follow(n *record.Node) {
	for i, next := range n.Next {
		from, to := next.Move.From(), next.Move.To()
		point := func(sq game.Square) byte { return byte(sq%9*10 + sq/9) }
		x.step(point(from)+24+x.from, point(to)+32+x.to, len(next.Next) > 0, i+1 < len(n.Next), next.After)
		x.follow(next)
	}
}

func (x *XQF) step(from, to byte, next, other bool, said []string) {
	text, _ := charset.Encode("gb18030", []byte(strings.Join(said, "\r\n")))
	flags := byte(0)
	size := binary.LittleEndian.AppendUint32(nil, uint32(len(text))+x.comment)
	if x.Version <= 10 {
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
		x.out = append(x.out, from, to, flags|3, 0) // set the low two bits, which have no meaning, to check that the reader ignores them
	}
	x.out = append(append(x.out, size...), text...)
}
