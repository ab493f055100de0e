package engine

import "kydai/game"

// Oversight is a reason why a player may overlook a move.
type Oversight uint8

// The reasons. Slanted and Gapped are for moves that place a stone; the reasons that concern moving
// pieces need the origin of the move.
const (
	Far        Oversight = iota // it ends far from the last move
	Backward                    // it goes back towards its own side
	Long                        // it goes a long way along a line
	Leap                        // it goes neither along a line nor along a diagonal
	Opened                      // it goes through the square that the last move left: that piece was in the way
	Discovered                  // it opens a line for another piece behind it
	Pinned                      // it takes a piece that cannot leave its line
	Quiet                       // it takes nothing
	Covered                     // nobody knows what moves
	Slanted                     // its stones stand on a diagonal
	Gapped                      // it leaves a gap to its stones
	Oversights                  // how many there are
)

// OversightSet is a set of reasons.
type OversightSet uint16

// Has reports whether a reason is in the set.
func (s OversightSet) Has(o Oversight) bool { return s>>o&1 != 0 }

func (s *OversightSet) add(o Oversight, when bool) {
	if when {
		*s |= 1 << o
	}
}

// Misses says how often a level overlooks a move for each reason, in percent.
type Misses [Oversights]uint8

// Chance is the probability, from 0 to 1, that the level overlooks a move because of one reason.
func (l *Level) Chance(o Oversight) float64 {
	p := float64(l.Often[o]) / 100
	return l.Ease * p / (1 - p + l.Ease*p)
}

// misses is the probability that the level overlooks a move with these reasons. Each reason may
// hide the move independently of the others.
func (l *Level) misses(s OversightSet) float64 {
	seen := 1.0
	for o := range Oversights {
		if s.Has(o) {
			seen *= 1 - l.Chance(o)
		}
	}
	return 1 - seen
}

// Eyes tells what the letters of a game's pieces mean for the oversights of a player who looks at
// the board. The letters are those of game.Grid in upper case. If the letters are empty, only the
// squares of a move count.
type Eyes struct {
	Far      int    // steps from which on a move is far from another, or long; 0 means half of the board
	Straight string // pieces that act along ranks and files
	Diagonal string // pieces that act along diagonals
	Royal    string // pieces before which others are pinned
	Covered  string // pieces that nobody knows
}

// scene is the board as a player sees it.
type scene struct {
	eyes          *Eyes
	width, height int
	cells         []byte // letters; 0 for an empty square
	turn          game.Side
	stones        [2]byte // in a game of stones: the next one and the one after
}

func look(e *Eyes, line *game.Line) (*scene, bool) {
	g, ok := game.GridOf(line.Position())
	if !ok || g.Width == 0 {
		return nil, false
	}
	eyes := *e
	if eyes.Far == 0 {
		eyes.Far = (max(g.Width, g.Height) + 1) / 2
	}
	s := &scene{eyes: &eyes, width: g.Width, height: g.Height, cells: make([]byte, len(g.Cells)), turn: line.Position().Turn(), stones: [2]byte{'X', 'o'}}
	more := 0
	for i, c := range g.Cells {
		if c == "" {
			continue
		}
		s.cells[i] = c[0]
		if c[0] == upper(c[0]) {
			more++
		} else {
			more--
		}
	}
	if more > 0 {
		s.stones = [2]byte{'o', 'X'}
	}
	return s, true
}

func upper(c byte) byte { return c &^ ('a' - 'A') }

// foe reports whether two letters are of different colours.
func foe(a, b byte) bool { return a != 0 && b != 0 && (upper(a) == a) != (upper(b) == b) }

// in reports whether a letter, in upper or lower case, is in a list of upper-case letters.
func in(list string, c byte) bool {
	for i := range len(list) {
		if list[i] == upper(c) {
			return true
		}
	}
	return false
}

// glimpse is a move that a player may overlook, with the last move before it. If made is true, last
// is played on the board of the scene first.
type glimpse struct {
	*scene
	last, move game.Move
	made       bool
}

// at returns the letter on a square.
func (g *glimpse) at(sq game.Square) byte {
	if g.made && sq == g.last.To() {
		if g.last.From() == game.NoSquare {
			return g.stones[0]
		}
		return g.cells[g.last.From()]
	}
	if g.made && sq == g.last.From() {
		return 0
	}
	return g.cells[sq]
}

func (g *glimpse) xy(sq game.Square) (x, y int) { return int(sq) % g.width, int(sq) / g.width }

// walk returns the square n steps from sq in direction d; false if it is off the board.
func (g *glimpse) walk(sq game.Square, d direction, n int) (game.Square, bool) {
	x, y := g.xy(sq)
	x, y = x+n*d.x, y+n*d.y
	return game.Square(y*g.width + x), x >= 0 && y >= 0 && x < g.width && y < g.height
}

// way returns the step from one square to another, and how many there are: 0 if no
// straight or diagonal line leads there.
func (g *glimpse) way(from, to game.Square) (d direction, n int) {
	ax, ay := g.xy(from)
	bx, by := g.xy(to)
	x, y := bx-ax, by-ay
	n = max(x, -x, y, -y)
	if x != 0 && y != 0 && x != y && x != -y || n == 0 {
		return direction{}, 0
	}
	return direction{x / n, y / n}, n
}

// apart is the number of steps between two squares; 0 if one is none.
func (g *glimpse) apart(a, b game.Square) int {
	if a == game.NoSquare || b == game.NoSquare {
		return 0
	}
	ax, ay := g.xy(a)
	bx, by := g.xy(b)
	return max(ax-bx, bx-ax, ay-by, by-ay)
}

// oversights lists what may hide the move.
func (g *glimpse) oversights() (s OversightSet) {
	from, to := g.move.From(), g.move.To()
	if to == game.NoSquare {
		return 0
	}
	last, left := g.last.To(), g.last.From()
	if g.last == game.NoMove {
		last, left = game.NoSquare, game.NoSquare
	}
	if from == game.NoSquare {
		return g.drop(last, to)
	}
	if last == to && g.last.Taken() != 0 {
		return 0 // everybody looks at who takes back
	}
	s.add(Far, g.apart(last, to) >= g.eyes.Far && g.apart(left, to) >= g.eyes.Far)
	_, fy := g.xy(from)
	_, ty := g.xy(to)
	forward := ty > fy // the first side looks up the board
	if (g.turn == game.First) == g.made {
		forward = ty < fy
	}
	s.add(Backward, ty != fy && !forward)
	d, n := g.way(from, to)
	s.add(Leap, n == 0)
	s.add(Long, n >= g.eyes.Far)
	if left != game.NoSquare && n > 0 {
		e, m := g.way(from, left)
		s.add(Opened, d == e && m > 0 && m < n)
	}
	s.add(Quiet, g.at(to) == 0)
	s.add(Covered, in(g.eyes.Covered, g.at(from)))
	g.lines(&s, d)
	return s
}

type direction struct{ x, y int }

var directions = [8]direction{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}

func (d direction) back() direction { return direction{-d.x, -d.y} }

// lines adds what has to do with the pieces before and behind the moved one and the
// taken one. along is the direction of the move.
func (g *glimpse) lines(s *OversightSet, along direction) {
	from, to := g.move.From(), g.move.To()
	own, victim := g.at(from), g.at(to)
	for _, d := range directions {
		if d != along && d != along.back() {
			s.add(Discovered, g.acts(g.next(from, d.back()), d, own) && foe(g.next(from, d), own))
		}
		if victim != 0 {
			behind := g.next(to, d)
			s.add(Pinned, in(g.eyes.Royal, behind) && behind != 0 && !foe(behind, victim) && g.acts(g.next(to, d.back()), d, own))
		}
	}
}

// next is the letter of the nearest piece in a direction, or 0.
func (g *glimpse) next(sq game.Square, d direction) byte {
	for {
		var ok bool
		if sq, ok = g.walk(sq, d, 1); !ok {
			return 0
		}
		if c := g.at(sq); c != 0 {
			return c
		}
	}
}

// acts reports whether a piece is of own's colour and acts along a direction.
func (g *glimpse) acts(piece byte, d direction, own byte) bool {
	along := g.eyes.Diagonal
	if d.x == 0 || d.y == 0 {
		along = g.eyes.Straight
	}
	return piece != 0 && !foe(piece, own) && in(along, piece)
}

// reach is how far the stones of a row are looked for.
const reach = 4

// drop lists what may hide a stone.
func (g *glimpse) drop(last, to game.Square) (s OversightSet) {
	own := g.stones[0]
	if g.made {
		own = g.stones[1]
	}
	slanted, near := 0, false
	for _, d := range directions {
		for n := 1; n <= reach; n++ {
			sq, ok := g.walk(to, d, n)
			if !ok || foe(g.at(sq), own) {
				break
			}
			if g.at(sq) == 0 {
				continue
			}
			near = near || n == 1
			if d.x == 0 || d.y == 0 {
				slanted--
			} else {
				slanted++
			}
		}
	}
	s.add(Far, g.apart(last, to) >= g.eyes.Far)
	s.add(Slanted, slanted > 0)
	s.add(Gapped, !near)
	return s
}
