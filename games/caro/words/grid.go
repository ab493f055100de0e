package words

import (
	"slices"

	"kydai/game"
	"kydai/games/caro"
)

// grid is a copy of a board. The functions that find motifs (reasons for a move) try stones on it.
type grid struct {
	size  int
	rule  caro.WinRule
	cells []caro.Stone
}

func gridOf(p *caro.Position) *grid {
	n := p.Size()
	g := &grid{size: n, rule: p.Rule(), cells: make([]caro.Stone, n*n)}
	for sq := range g.cells {
		g.cells[sq] = p.At(game.Square(sq))
	}
	return g
}

// with returns a copy of the grid with one more stone of colour s.
func (g *grid) with(sq game.Square, s caro.Stone) *grid {
	next := *g
	next.cells = slices.Clone(g.cells)
	next.cells[sq] = s
	return &next
}

// ways lists the four directions, each as a step in file and rank. A parameter or variable named
// way is an index into this list.
var ways = [4][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}}

// step returns the square n steps from sq in a direction; false if that square is off the board.
func (g *grid) step(sq game.Square, way, n int) (game.Square, bool) {
	f, r := int(sq)%g.size+ways[way][0]*n, int(sq)/g.size+ways[way][1]*n
	if f < 0 || r < 0 || f >= g.size || r >= g.size {
		return game.NoSquare, false
	}
	return game.Square(r*g.size + f), true
}

// run returns the length of the run that a stone of colour s on a square would belong to, and the
// number of its blocked ends.
func (g *grid) run(sq game.Square, way int, s caro.Stone) (n, blocked int) {
	n = 1
	for _, sign := range [2]int{-1, 1} {
		for i := 1; ; i++ {
			at, ok := g.step(sq, way, sign*i)
			if ok && g.cells[at] == s {
				n++
				continue
			}
			if ok && g.cells[at] == s.Other() || !ok && g.rule.EdgeBlocks {
				blocked++
			}
			break
		}
	}
	return n, blocked
}

// wins reports whether a stone of colour s on a square would win in a direction.
func (g *grid) wins(sq game.Square, way int, s caro.Stone) bool {
	n, blocked := g.run(sq, way, s)
	return g.rule.Judge(n, blocked == 2) == caro.Wins
}

// near lists the empty squares on the line through sq that are at most steps squares away.
func (g *grid) near(sq game.Square, way, steps int) (list []game.Square) {
	for i := -steps; i <= steps; i++ {
		if at, ok := g.step(sq, way, i); ok && g.cells[at] == caro.Empty {
			list = append(list, at)
		}
	}
	return list
}

// fives lists the squares within four steps of sq, in the given direction, on which a stone of
// colour s would complete a winning row.
func (g *grid) fives(sq game.Square, way int, s caro.Stone) (list []game.Square) {
	for _, at := range g.near(sq, way, 4) {
		if g.wins(at, way, s) {
			list = append(list, at)
		}
	}
	return list
}

// where lists the empty squares for which fits returns true in at least one direction.
func (g *grid) where(fits func(sq game.Square, way int) bool) (list []game.Square) {
	for sq := range game.Square(len(g.cells)) {
		if g.cells[sq] != caro.Empty {
			continue
		}
		for way := range ways {
			if fits(sq, way) {
				list = append(list, sq)
				break
			}
		}
	}
	return list
}

// allFives lists all squares on which a stone of colour s would win.
func (g *grid) allFives(s caro.Stone) []game.Square {
	return g.where(func(sq game.Square, way int) bool { return g.wins(sq, way, s) })
}

// stops lists the squares on which one stone of the opponent prevents every winning row near sq, in
// the given direction. Under rules in which a row that is blocked at both ends does not win, such a
// stone may also be at the far end of the row.
func (g *grid) stops(sq game.Square, way int, s caro.Stone) (list []game.Square) {
	for _, at := range g.near(sq, way, 5) {
		if len(g.with(at, s.Other()).fives(sq, way, s)) == 0 {
			list = append(list, at)
		}
	}
	return list
}

// openFour reports whether the row through a square has at least two winning squares and no single
// enemy stone removes all of them.
func (g *grid) openFour(sq game.Square, way int, s caro.Stone) bool {
	return len(g.fives(sq, way, s)) >= 2 && len(g.stops(sq, way, s)) == 0
}

// opens lists the squares within four steps of sq, in the given direction, on which a stone of
// colour s would make an open four.
func (g *grid) opens(sq game.Square, way int, s caro.Stone) (list []game.Square) {
	for _, at := range g.near(sq, way, 4) {
		if g.with(at, s).openFour(at, way, s) {
			list = append(list, at)
		}
	}
	return list
}

// allOpens lists all squares on which a stone of colour s would make an open four.
func (g *grid) allOpens(s caro.Stone) []game.Square {
	return g.where(func(sq game.Square, way int) bool {
		n, _ := g.crowd(sq, way, s)
		return n >= 3 && g.with(sq, s).openFour(sq, way, s)
	})
}

// crowd returns the stones of colour s within four steps of sq on the line, and their number.
func (g *grid) crowd(sq game.Square, way int, s caro.Stone) (n int, list []game.Square) {
	for i := -4; i <= 4; i++ {
		if at, ok := g.step(sq, way, i); ok && at != sq && g.cells[at] == s {
			list = append(list, at)
		}
	}
	return len(list), list
}

// openRow lists the stones of a row near sq, in the given direction, that one more stone turns into
// an open four. It returns nil if there is no such row.
func (g *grid) openRow(sq game.Square, way int, s caro.Stone) []game.Square {
	return g.around(g.opens(sq, way, s), way, s)
}

// fourRow lists the stones near sq in the direction that form a winning run with one more stone.
func (g *grid) fourRow(sq game.Square, way int, s caro.Stone) []game.Square {
	return g.around(g.fives(sq, way, s), way, s)
}

// around lists the stones that would be in one run with a new stone on any of the given squares.
// The new stones themselves are not listed.
func (g *grid) around(squares []game.Square, way int, s caro.Stone) (list []game.Square) {
	for _, at := range squares {
		for _, sq := range g.stones(at, way, s) {
			if !slices.Contains(list, sq) {
				list = append(list, sq)
			}
		}
	}
	slices.Sort(list)
	return list
}

// stones lists the stones that would be in one run with a new stone on the square sq, in the given
// direction.
func (g *grid) stones(sq game.Square, way int, s caro.Stone) (list []game.Square) {
	for _, sign := range [2]int{-1, 1} {
		for i := 1; ; i++ {
			at, ok := g.step(sq, way, sign*i)
			if !ok || g.cells[at] != s {
				break
			}
			list = append(list, at)
		}
	}
	slices.Sort(list)
	return list
}

// onLine reports whether two squares are on one line in the direction.
func (g *grid) onLine(a, b game.Square, way int) bool {
	for i := -g.size; i <= g.size; i++ {
		if at, ok := g.step(a, way, i); ok && at == b {
			return true
		}
	}
	return false
}
