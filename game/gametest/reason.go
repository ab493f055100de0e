package gametest

import (
	"os"
	"slices"
	"strconv"
	"testing"

	"kydai/game"
)

// pairs is the number of random pairs of squares for which checkReasons calls RefusalOf in each
// position.
const pairs = 30

// checkReasons checks that Refuse gives a reason for every illegal move, and no reason for a legal
// move.
func (c *checker) checkReasons(p game.Position, legal []game.Move) error {
	if _, ok := p.(game.Refuser); !ok {
		return nil
	}
	g, _ := game.GridOf(p)
	n := g.Width * g.Height
	may := map[[2]game.Square]bool{}
	asked := make([][2]game.Square, 0, pairs+len(legal))
	for _, m := range legal {
		if m.OnBoard() {
			asked = append(asked, [2]game.Square{m.From(), m.To()})
			may[asked[len(asked)-1]] = true
		}
	}
	for i := range pairs {
		from := game.Square(c.rng.IntN(n))
		if i%2 == 0 {
			from = game.NoSquare
			if len(legal) > 0 {
				from = legal[c.rng.IntN(len(legal))].From()
			}
		}
		asked = append(asked, [2]game.Square{from, game.Square(c.rng.IntN(n))})
	}
	for _, a := range asked {
		r := game.RefusalOf(p, a[0], a[1])
		if may[a] != (r.Code == "") {
			return broken("reasons", "from %d to %d: legal %v, refused because of %q", a[0], a[1], may[a], r.Code)
		}
		for _, sq := range r.Squares {
			if int(sq) >= n {
				return broken("reasons", "the reason %s is not on the board", r.Code)
			}
		}
		for _, s := range []game.Side{game.NoSide, game.First, game.Second} {
			if v := game.RefusalOf(game.ViewOf(p, s), a[0], a[1]); v.Code != r.Code || !slices.Equal(v.Squares, r.Squares) {
				return broken("reasons", "%v's view refuses from %d to %d because of %q, the truth because of %q", s, a[0], a[1], v.Code, r.Code)
			}
		}
	}
	return nil
}

// Refusals is the number of positions that a test of refused moves checks: the value of the
// environment variable KYDAI_TEST_REFUSALS, or a default.
func Refusals() int {
	if n, err := strconv.Atoi(os.Getenv("KYDAI_TEST_REFUSALS")); err == nil {
		return n
	}
	if testing.Short() {
		return 200
	}
	return 2000
}
