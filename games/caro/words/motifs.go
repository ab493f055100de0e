package words

import (
	"slices"

	"kydai/game"
	"kydai/games/caro"
	"kydai/reason"
)

// A five that counts ends the game.
func findFive(s *scene) []reason.Motif {
	out := s.next.Outcome()
	if !out.Over() || out.Winner != s.Before.Turn() {
		return nil
	}
	return []reason.Motif{{To: places(s.at)}}
}

// A five that does not count: both ends are blocked, or it is too long.
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

// mateKind is "fours" if the line wins with nothing but fours.
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
		case i%2 == 0 && len(gridOf(next).allFives(s.us)) == 0:
			return ""
		}
		p = next
	}
	return ""
}

// stops reports whether the other side could win at once.
func (s *scene) stops() bool { return len(s.after.allFives(s.them)) > 0 }

// An open four has two squares to win on.
func findOpenFour(s *scene) (list []reason.Motif) {
	for _, way := range s.four {
		if fives := s.after.fives(s.at, way, s.us); len(fives) > 1 && !s.stops() {
			list = append(list, reason.Motif{To: places(fives...)})
		}
	}
	return list
}

// fiveSquares lists the squares to win on after the stone, in its directions.
func (s *scene) fiveSquares() []game.Square { return s.along(s.four, s.after.fives) }

// along lists the squares of some directions through the stone, each once.
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
	if len(s.four) < 2 || len(fives) < 2 || s.stops() {
		return nil
	}
	return []reason.Motif{{To: places(fives...)}}
}

func findFourThree(s *scene) []reason.Motif {
	fives := s.fiveSquares()
	if len(s.four) != 1 || len(s.three) == 0 || len(fives) != 1 || s.stops() {
		return nil
	}
	return []reason.Motif{{To: places(fives...), With: places(s.openSquares()...)}}
}

// openSquares lists the squares to make an open four on.
func (s *scene) openSquares() []game.Square { return s.along(s.three, s.after.opens) }

func findDoubleThree(s *scene) []reason.Motif {
	if len(s.four) != 0 || len(s.three) < 2 || s.stops() {
		return nil
	}
	return []reason.Motif{{With: places(s.openSquares()...)}}
}

// A four threatens one square.
func findFour(s *scene) []reason.Motif {
	fives := s.fiveSquares()
	if len(fives) != 1 || s.stops() {
		return nil
	}
	return []reason.Motif{{To: places(fives...)}}
}

// An open three threatens an open four.
func findThree(s *scene) []reason.Motif {
	if len(s.four) != 0 || len(s.three) != 1 || s.stops() {
		return nil
	}
	return []reason.Motif{{With: places(s.openSquares()...)}}
}

// A stone blocks the square where the other side would win.
func findBlocksFive(s *scene) []reason.Motif {
	if s.stops() {
		return nil
	}
	for way := range ways {
		if s.before.wins(s.at, way, s.them) {
			return []reason.Motif{{To: places(s.at)}}
		}
	}
	return nil
}

// A stone blocks an open three of the other side.
func findBlocksOpen(s *scene) []reason.Motif {
	if s.stops() || len(s.before.allFives(s.them)) > 0 || len(s.before.allOpens(s.them)) == 0 || len(s.after.allOpens(s.them)) > 0 {
		return nil
	}
	for way := range ways {
		if row := s.before.openRow(s.at, way, s.them); row != nil {
			return []reason.Motif{{To: places(s.at), Of: places(row...)}}
		}
	}
	return nil
}

// Compare implements reason.Comparer. A block is at the wrong end if the row is
// blocked by the better move too, and the game is lost only after the played
// one. A five that does not count is said of every move.
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

// wrongEnd returns the row of the other side that the stone and the better one
// block at different places.
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

// beside is -1 before the first stone of a row, 1 after the last, 0 between.
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
