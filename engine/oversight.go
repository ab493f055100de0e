package engine

import "kydai/game"

// Oversight is a reason why a player may overlook a move.
type Oversight uint8

// The reasons. Slanted and Gapped apply to moves that place a stone. The reasons about moving
// pieces need a move with an origin square.
const (
	Far        Oversight = iota // the move ends far from both squares of the last move
	Backward                    // the piece moves back towards its own side
	Long                        // the piece moves far along a line
	Leap                        // the move crosses the square that the opponent's last moved piece has just left
	Opened                      // the move passes the square that the last moved piece has just left
	Discovered                  // the move opens a line for another piece behind the moved piece
	Pinned                      // the move takes a piece that is pinned
	Quiet                       // the move takes nothing
	Covered                     // a face-down piece moves
	Slanted                     // the stones of the same side near the new stone are mostly on its diagonals
	Gapped                      // no own stone is next to the new stone, so the row of own stones has a gap
	Oversights                  // number of reasons
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

// Misses holds, for each reason (Oversight), in how many of 100 cases a level overlooks a move for
// this reason.
type Misses [Oversights]uint8

// Chance returns the probability, from 0 to 1, that the level overlooks a move because of the
// reason o alone.
func (l *Level) Chance(o Oversight) float64 {
	p, ease := float64(l.Often[o])/100, l.ease(o)
	return ease * p / (1 - p + ease*p)
}

// Overlooks returns the probability that the level overlooks a move, if all reasons in the set s
// apply to the move. Each reason hides the move independently of the others.
func (l *Level) Overlooks(s OversightSet) float64 {
	seen := 1.0
	for o := range Oversights {
		if s.Has(o) {
			seen *= 1 - l.Chance(o)
		}
	}
	return 1 - seen
}

// Eyes tells how the pieces of a game move, by the letters of game.Grid in upper case. Package
// engine uses this to find the reasons why a player may overlook a move. If no letters are set,
// only the squares of a move are considered.
type Eyes struct {
	Far      int    // distance, in squares, from which a move counts as Long or Far; 0 means half of the board
	Straight string // letters of pieces that move along ranks and files
	Diagonal string // letters of pieces that move along diagonals
	Royal    string // letters of the pieces to which others can be pinned, such as the king
	Covered  string // letters of face-down pieces
}

// scene is a board in the form in which a glimpse looks for oversights (reasons to overlook a
// move).
type scene struct {
	eyes          *Eyes
	width, height int
	cells         []byte // piece letter on each square; 0 for an empty square
	turn          game.Side
	stones        [2]byte // letters of the next stone and the one after it, in games of stones
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

// foe reports whether two piece letters are of different colours.
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

// glimpse is a move that a player may overlook. The field last is the move before it. If made is
// false, the scene is the position in which the move is played. If made is true, the scene is the
// position before the move last, so glimpse applies that move first.
type glimpse struct {
	*scene
	last, move game.Move
	made       bool
}

// at returns the piece letter on a square; 0 if the square is empty.
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

// walk returns the square n steps from sq in direction d; false if that square is off the board.
func (g *glimpse) walk(sq game.Square, d direction, n int) (game.Square, bool) {
	x, y := g.xy(sq)
	x, y = x+n*d.x, y+n*d.y
	return game.Square(y*g.width + x), x >= 0 && y >= 0 && x < g.width && y < g.height
}

// way returns the direction from one square to another and the number of steps. The number is 0 if
// no straight or diagonal line connects the squares.
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

// apart returns the number of king's steps between two squares; 0 if one of them is NoSquare.
func (g *glimpse) apart(a, b game.Square) int {
	if a == game.NoSquare || b == game.NoSquare {
		return 0
	}
	ax, ay := g.xy(a)
	bx, by := g.xy(b)
	return max(ax-bx, bx-ax, ay-by, by-ay)
}

// oversights returns the reasons why a player may overlook the move.
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
		return 0 // a player never overlooks a recapture
	}
	s.add(Far, g.apart(last, to) >= g.eyes.Far && g.apart(left, to) >= g.eyes.Far)
	_, fy := g.xy(from)
	_, ty := g.xy(to)
	forward := ty > fy // for the first side, forward means up the board
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

// lines adds the reasons Discovered and Pinned to the set s: the move opens a line of attack for a
// piece behind it, or it captures a pinned piece. The parameter along is the direction of the move.
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

// next returns the letter of the nearest piece from sq in direction d; 0 if there is none.
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

// acts reports whether a piece can move in direction d and has the same colour as another piece,
// the parameter own.
func (g *glimpse) acts(piece byte, d direction, own byte) bool {
	along := g.eyes.Diagonal
	if d.x == 0 || d.y == 0 {
		along = g.eyes.Straight
	}
	return piece != 0 && !foe(piece, own) && in(along, piece)
}

// reach is the distance up to which drop searches for stones of the same row.
const reach = 4

// drop returns the reasons why a player may overlook a placed stone.
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
