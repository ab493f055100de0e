package words

import (
	"slices"

	"kydai/game"
	"kydai/games/caro"
	"kydai/reason"
)

// rowLength is the number of cells of a winning row.
const rowLength = 5

// windows lists the rows of five cells through a square, in one direction, that a side could still
// complete and win with. For each row it returns the stones that the side already has there,
// without the square itself.
func (g *grid) windows(sq game.Square, way int, s caro.Stone) (list [][]game.Square) {
	for first := 1 - rowLength; first <= 0; first++ {
		var stones []game.Square
		full, fits := *g, true
		full.cells = slices.Clone(g.cells)
		for i := range rowLength {
			at, ok := g.step(sq, way, first+i)
			if fits = fits && ok && (at == sq || g.cells[at] != s.Other()); !fits {
				break
			}
			if at != sq && g.cells[at] == s {
				stones = append(stones, at)
			}
			full.cells[at] = s
		}
		if fits && full.wins(sq, way, s) {
			list = append(list, stones)
		}
	}
	return list
}

// rows lists the rows of five through the new stone that the given side could still complete: those
// in which the side has the most other stones. The parameter least is the minimum number of other
// stones in a row.
func (s *scene) rows(side caro.Stone, least int) (list []reason.Motif) {
	most := least
	for way := range ways {
		for _, stones := range s.before.windows(s.at, way, side) {
			if len(stones) < most || len(stones) == 0 {
				continue
			}
			if len(stones) > most {
				list, most = nil, len(stones)
			}
			m := reason.Motif{Of: places(stones...), To: places(s.at)}
			if !slices.ContainsFunc(list, func(o reason.Motif) bool { return same(o.Of, m.Of) }) {
				list = append(list, m)
			}
		}
	}
	return list
}

// findJoins finds a new stone that is in one row with other own stones, if the row has room for
// five.
func findJoins(s *scene) []reason.Motif { return s.rows(s.us, 1) }

// findHinders finds a new stone that prevents a row of five in which the opponent already has at
// least two stones.
func findHinders(s *scene) []reason.Motif { return s.rows(s.them, 2) }

// central is the largest distance from the centre, in cells, at which an early stone counts as
// central.
const central = 3

// findCentre finds a stone near the centre among the first three stones of the game.
func findCentre(s *scene) []reason.Motif {
	stones, size := 0, s.before.size
	for _, c := range s.before.cells {
		if c != caro.Empty {
			stones++
		}
	}
	f, r := int(s.at)%size-size/2, int(s.at)/size-size/2
	if stones > 2 || max(f, -f, r, -r) > central {
		return nil
	}
	return []reason.Motif{{}}
}

// findDelays finds a move in a lost game that delays the loss. The Number of the motif is the
// number of moves until the loss.
func findDelays(s *scene) []reason.Motif {
	if s.Mate >= 0 {
		return nil
	}
	return []reason.Motif{{Number: -s.Mate}}
}

func delayed(s *scene, m *reason.Motif) bool { return s.Mate < 0 && m.Number == -s.Mate }
