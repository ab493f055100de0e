package engine

import (
	"testing"

	"kydai/game"
	"kydai/games/xiangqi"
)

// slowExchange computes the same as exchange by playing the captures on a board: the side to reply
// captures with its cheapest piece if capturing is better than stopping.
func slowExchange(b *xiangqi.Board, m game.Move) int {
	to := m.To()
	gain := exchangeValues[m.Taken()]
	c := b.Clone()
	c.Put(to, c.At(m.From()))
	c.Put(m.From(), 0)
	c.SetTurn(c.Turn().Other())
	if m.Piece() == king && takes(c, to) != game.NoMove {
		return -exchangeValues[king] // illegal: the general would be captured
	}
	reply := takes(c, to)
	if reply == game.NoMove {
		return gain
	}
	return gain - max(0, slowExchange(c, reply))
}

// takes returns the capture on the given point with the cheapest piece; NoMove if there is none. It
// ignores checks, pins and facing generals.
func takes(b *xiangqi.Board, to game.Square) game.Move {
	best := game.NoMove
	for sq := range game.Square(xiangqi.Points) {
		p := b.At(sq)
		if p == 0 || p.Side() != b.Turn() || sq == to || int(p.Kind()) == king && int(b.At(to).Kind()) == king {
			continue
		}
		lone := b.Clone() // a copy of the board on which the other pieces of the side belong to the opponent
		for other := range game.Square(xiangqi.Points) {
			if o := lone.At(other); o != 0 && o.Side() == p.Side() && other != sq {
				lone.Put(other, xiangqi.NewPiece(o.Kind(), p.Side().Other()))
			}
		}
		if !lone.Attacked(to, p.Side()) {
			continue
		}
		if best == game.NoMove || exchangeValues[p.Kind()] < exchangeValues[best.Piece()] {
			best = game.NewMove(sq, to, int(p.Kind()), int(b.At(to).Kind()), 0)
		}
	}
	return best
}

func TestExchangeIsTheSlowOne(t *testing.T) {
	tried, losing := 0, 0
	walkGames(t, 40, 80, func(b *xiangqi.Board) {
		for _, m := range b.Noisy(nil) {
			if m.Piece() == king {
				continue
			}
			got, want := exchange(b, m), slowExchange(b, m)
			if got != want {
				t.Fatalf("%s %s: %d, want %d", fenOf(b), xiangqi.Code(m), got, want)
			}
			tried++
			if want < 0 {
				losing++
			}
		}
	})
	if tried < 500 || losing < 50 {
		t.Errorf("only %d captures, %d of them losing", tried, losing)
	}
}

func TestExchangeKnowsScreens(t *testing.T) {
	for _, c := range []struct {
		fen, move string
		want      int
	}{
		// A cannon captures a protected soldier, and a rook recaptures the cannon.
		{"3k5/9/4r4/4p4/9/4P4/4C4/9/9/5K3 w - - 0 1", "e3e6", 120 - 420},
		// The rook behind the cannon cannot recapture, because the cannon's screen is in the way.
		{"3k5/9/4r4/4p4/9/4P4/4C4/4R4/9/5K3 w - - 0 1", "e3e6", 120 - 420},
		// Two cannons share one screen, so only the nearer cannon can capture.
		{"3k5/9/9/4p4/9/4P4/4C4/4C4/9/5K3 w - - 0 1", "e3e6", 120},
		// A rook captures a protected adviser.
		{"3ak4/4a4/9/9/9/9/9/9/3R5/4K4 w - - 0 1", "d1d9", 180 - 900},
	} {
		b := position(t, c.fen).Board()
		for _, m := range b.Noisy(nil) {
			if xiangqi.Code(m) == c.move {
				if got := exchange(b, m); got != c.want {
					t.Errorf("%s %s: %d, want %d", c.fen, c.move, got, c.want)
				}
			}
		}
	}
}
