package words

import (
	"slices"

	"kydai/game"
	"kydai/games/caro"
	"kydai/reason"
)

// findFive finds a five that wins, and so ends the game.
func findFive(s *scene) []reason.Motif {
	out := s.next.Outcome()
	if !out.Over() || out.Winner != s.Before.Turn() {
		return nil
	}
	return []reason.Motif{{To: places(s.at)}}
}

// findNoFive finds fives that do not win, because both ends are blocked or the row is too long.
func findNoFive(s *scene) (list []reason.Motif) {
	for _, mark := range s.next.Marks() {
		if mark.Kind != caro.Wins.String() {
			list = append(list, reason.Motif{Kind: mark.Kind, Of: places(mark.Squares...), With: places(mark.Because...)})
		}
	}
	return list
}

func findMate(s *scene) []reason.Motif {
	if s.Mate < 1 {
		return nil
	}
	return []reason.Motif{{Kind: mateKind(s)}}
}

// mateKind returns "fours" if each stone of the attacker in the line makes a four, until the last
// one wins. Otherwise it returns "".
func mateKind(s *scene) string {
	p := s.Before
	for i, move := range s.Moves {
		next, ok := p.Play(move).(*caro.Position)
		switch {
		case !ok:
			return ""
		case next.Outcome().Over():
			if i > 0 {
				return "fours"
			}
			return ""
		case i%2 == 0 && !gridOf(next).makesFour(move.To(), s.us):
			return ""
		}
		p = next
	}
	return ""
}

// makesFour reports whether the stone on sq belongs to a row that needs one more stone for a five.
func (g *grid) makesFour(sq game.Square, s caro.Stone) bool {
	for way := range ways {
		if len(g.fives(sq, way, s)) > 0 {
			return true
		}
	}
	return false
}

// beaten reports whether the opponent can win with the next stone, so that a threat of the move is
// worth nothing.
func (s *scene) beaten() bool { return len(s.after.allFives(s.them)) > 0 }

// findOpenFour finds open fours: fours with two or more winning squares that no single stone stops.
func findOpenFour(s *scene) (list []reason.Motif) {
	for _, way := range s.four {
		if s.after.openFour(s.at, way, s.us) && !s.beaten() {
			list = append(list, reason.Motif{To: places(s.after.fives(s.at, way, s.us)...)})
		}
	}
	return list
}

// blocks lists the squares where one stone of the opponent removes every five in the directions in
// which the move makes a four.
func (s *scene) blocks() (list []game.Square) {
	for i, way := range s.four {
		stops := s.after.stops(s.at, way, s.us)
		if i == 0 {
			list = stops
			continue
		}
		list = slices.DeleteFunc(list, func(sq game.Square) bool { return !slices.Contains(stops, sq) })
	}
	return list
}

// fiveSquares lists the squares on which the side that moved can now complete a five through the
// new stone.
func (s *scene) fiveSquares() []game.Square { return s.along(s.four, s.after.fives) }

// along calls the function squares for each of the given directions through the new stone, and
// joins the results without duplicates.
func (s *scene) along(ways []int, squares func(sq game.Square, way int, us caro.Stone) []game.Square) (list []game.Square) {
	for _, way := range ways {
		for _, sq := range squares(s.at, way, s.us) {
			if !slices.Contains(list, sq) {
				list = append(list, sq)
			}
		}
	}
	return list
}

func findDoubleFour(s *scene) []reason.Motif {
	fives := s.fiveSquares()
	if len(s.four) < 2 || len(fives) < 2 || len(s.blocks()) > 0 || s.beaten() {
		return nil
	}
	return []reason.Motif{{To: places(fives...)}}
}

// findFourThree finds a move that makes a four and an open three at once. Whichever stone the
// opponent uses to stop the four, an open four must follow from the three.
func findFourThree(s *scene) []reason.Motif {
	blocks := s.blocks()
	if len(s.four) != 1 || len(s.three) == 0 || len(blocks) == 0 || s.beaten() {
		return nil
	}
	opens := s.openSquares()
	for _, sq := range blocks {
		blocked := s.after.with(sq, s.them)
		if len(blocked.allFives(s.them)) > 0 {
			return nil
		}
		left := s.alongIn(blocked, s.three)
		opens = slices.DeleteFunc(opens, func(sq game.Square) bool { return !slices.Contains(left, sq) })
	}
	if len(opens) == 0 {
		return nil
	}
	return []reason.Motif{{Kind: choice(blocks), To: places(blocks...), With: places(opens...)}}
}

// choice returns the Kind of a motif: "choice" if the opponent has several squares to block and
// needs only one of them; otherwise "".
func choice(blocks []game.Square) string {
	if len(blocks) > 1 {
		return "choice"
	}
	return ""
}

// openSquares lists the squares on which the side's next stone would make an open four.
func (s *scene) openSquares() []game.Square { return s.alongIn(s.after, s.three) }

// alongIn lists the squares of the grid g on which a stone would make an open four, in the given
// directions through the new stone.
func (s *scene) alongIn(g *grid, ways []int) []game.Square { return s.along(ways, g.opens) }

// findDoubleThree finds two open threes that no single stone on their lines stops.
func findDoubleThree(s *scene) []reason.Motif {
	if len(s.four) != 0 || len(s.three) < 2 || s.beaten() {
		return nil
	}
	for _, way := range s.three {
		for _, sq := range s.after.near(s.at, way, 5) {
			if len(s.alongIn(s.after.with(sq, s.them), s.three)) == 0 {
				return nil
			}
		}
	}
	return []reason.Motif{{With: places(s.openSquares()...)}}
}

// findFour finds a four that the opponent must stop, on the only square or on one of several
// squares.
func findFour(s *scene) []reason.Motif {
	blocks := s.blocks()
	if len(s.four) == 0 || len(blocks) == 0 || s.beaten() {
		return nil
	}
	return []reason.Motif{{Kind: choice(blocks), To: places(blocks...)}}
}

// findThree finds an open three, which threatens an open four.
func findThree(s *scene) []reason.Motif {
	if len(s.four) != 0 || len(s.three) == 0 || s.beaten() {
		return nil
	}
	return []reason.Motif{{With: places(s.openSquares()...)}}
}

// findBlocksFive finds a stone that occupies a square on which the opponent would win.
func findBlocksFive(s *scene) []reason.Motif {
	if s.beaten() {
		return nil
	}
	for way := range ways {
		if s.before.wins(s.at, way, s.them) {
			return []reason.Motif{{To: places(s.at)}}
		}
	}
	return nil
}

// findBlocksOpen finds a stone that blocks an open three of the opponent.
func findBlocksOpen(s *scene) []reason.Motif {
	if s.beaten() || len(s.before.allFives(s.them)) > 0 || len(s.before.allOpens(s.them)) == 0 || len(s.after.allOpens(s.them)) > 0 {
		return nil
	}
	for way := range ways {
		if row := s.before.openRow(s.at, way, s.them); row != nil {
			return []reason.Motif{{To: places(s.at), Of: places(row...)}}
		}
	}
	return nil
}

// Compare implements reason.Comparer: it compares the played move with a better one. It reports a
// block at the wrong end: both moves block the same row of the opponent, but at different places,
// and only the played move loses. It also reports every five that does not win.
func (words) Compare(q *reason.Question) []reason.Motif {
	s := sceneOf(&reason.Case{Rules: q.Rules, Setup: q.Setup, Before: q.Position, Line: q.Played})
	if s == nil || len(q.Better.Moves) == 0 {
		return nil
	}
	list := findNoFive(s)
	for i := range list {
		list[i].Code = "no-five"
	}
	better := q.Better.Moves[0].To()
	if !q.Better.Moves[0].OnBoard() || q.Played.Mate >= 0 || q.Better.Mate < 0 {
		return list
	}
	if row := s.wrongEnd(better); row != nil {
		list = append(list, reason.Motif{Code: "wrong-end", To: places(better), Of: places(row...)})
	}
	return list
}

// wrongEnd returns the row of the opponent that the played stone and the better stone block at
// different places; nil if there is no such row.
func (s *scene) wrongEnd(better game.Square) []game.Square {
	for way := range ways {
		row := s.before.openRow(s.at, way, s.them)
		if row == nil {
			row = s.before.fourRow(s.at, way, s.them)
		}
		if row != nil && s.at != better && s.before.onLine(s.at, better, way) && beside(row, s.at) != beside(row, better) {
			return row
		}
	}
	return nil
}

// beside tells where a square is on the line of a row: -1 before the first stone, 1 after the last
// stone, 0 in between.
func beside(row []game.Square, sq game.Square) int {
	first, last := slices.Min(row), slices.Max(row)
	switch {
	case sq < first:
		return -1
	case sq > last:
		return 1
	}
	return 0
}
