package engine

import (
	"testing"

	"kydai/game"
	"kydai/games/chess"
)

// plain is a simple board of bytes. The test plays exchanges on it move by move, to compare the
// results with the function exchange.
type plain [64]byte

func plainOf(b *chess.Board) (p plain) {
	for side := range 2 {
		for set := b.Side(side); set != 0; set &= set - 1 {
			sq := first(set)
			p[sq] = byte(b.Kind(game.Square(sq))) | byte(side)<<3
		}
	}
	return p
}

// sees reports whether the piece on one square attacks another square, by walking along the line
// between them.
func (p *plain) sees(from, to int) bool {
	kind, side := int(p[from]&7), int(p[from]>>3)
	dr, df := to/8-from/8, to%8-from%8
	straight, slanted := dr == 0 || df == 0, dr == df || dr == -df
	switch kind {
	case chess.Pawn:
		return dr == 1-2*side && (df == 1 || df == -1)
	case chess.Knight:
		return dr*dr+df*df == 5
	case chess.King:
		return dr*dr <= 1 && df*df <= 1
	case chess.Bishop:
		straight = false
	case chess.Rook:
		slanted = false
	}
	if !straight && !slanted {
		return false
	}
	sign := func(n int) int { return min(max(n, -1), 1) }
	step := 8*sign(dr) + sign(df)
	for at := from + step; at != to; at += step {
		if p[at] != 0 {
			return false
		}
	}
	return true
}

// least returns the square of the least valuable piece of a side that attacks a square, or -1.
func (p *plain) least(side, to int) int {
	found := -1
	for sq, c := range p {
		if c != 0 && int(c>>3) == side && sq != to && p.sees(sq, to) && (found < 0 || c&7 < p[found]&7) {
			found = sq
		}
	}
	return found
}

// swapOff returns the material that the side to move wins by captures on a square; 0 if
// capturing loses material.
func (p *plain) swapOff(side, to int) int {
	from := p.least(side, to)
	if from < 0 {
		return 0
	}
	if p[from]&7 == chess.King && p.least(side^1, to) >= 0 {
		return 0
	}
	gain := exchangeValues[p[to]&7]
	was, mover := p[to], p[from]
	p[to], p[from] = mover, 0
	gain -= p.swapOff(side^1, to)
	p[to], p[from] = was, mover
	return max(gain, 0)
}

func slowExchange(b *chess.Board, m game.Move) int {
	p := plainOf(b)
	from, to := int(m.From()), int(m.To())
	gain := exchangeValues[m.Taken()]
	if m.Arg() == chess.EnPassant {
		p[to^8] = 0
	}
	p[to], p[from] = p[from], 0
	if arg := m.Arg(); arg >= chess.ToKnight && arg <= chess.ToQueen {
		gain += exchangeValues[arg+1] - exchangeValues[chess.Pawn]
		p[to] = p[to]&8 | byte(arg+1)
	}
	return gain - p.swapOff(b.Turn()^1, to)
}

func TestExchangeIsTheSwapOff(t *testing.T) {
	n := 0
	walkGames(t, 200, 80, func(b *chess.Board) {
		for _, m := range b.Noisy(nil) {
			n++
			if got, want := exchange(b, m), slowExchange(b, m); got != want {
				t.Fatalf("%s to %d: %d, played out %d", b.FEN(), m.To(), got, want)
			}
		}
	})
	if n < 10000 {
		t.Errorf("only %d exchanges", n)
	}
}

func TestExchangeByHand(t *testing.T) {
	p, n, r := exchangeValues[chess.Pawn], exchangeValues[chess.Knight], exchangeValues[chess.Rook]
	for _, c := range []struct {
		fen, code string
		want      int
	}{
		{"4k3/8/3p4/4p3/8/8/4R3/4K3 w - - 0 1", "e2e5", p - r},
		{"4k3/8/8/4p3/8/8/4R3/4K3 w - - 0 1", "e2e5", p},
		{"4k3/8/3p4/4n3/5P2/8/8/4K3 w - - 0 1", "f4e5", n - p},
		{"4r1k1/8/8/4p3/8/8/4R3/4R1K1 w - - 0 1", "e2e5", p},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", p},
	} {
		line := lineOf(t, c.fen)
		m, err := line.Position().Decode(c.code)
		if err != nil {
			t.Fatal(err)
		}
		b := board(t, c.fen)
		if got := exchange(&b, m); got != c.want {
			t.Errorf("%s %s: %d, want %d", c.fen, c.code, got, c.want)
		}
	}
}
