// Package words finds the motifs of moves in jieqi. These are the motifs of xiangqi, limited to
// what the player knows, and motifs about the kinds that a face-down piece may be, with the odds of
// each kind.
package words

import (
	"slices"

	"kydai/game"
	"kydai/games/jieqi"
	"kydai/games/xiangqi"
	board "kydai/games/xiangqi/words"
	"kydai/reason"
	"kydai/reason/pieces"
)

// New returns the functions that find and verify the motifs of moves in this game.
func New() reason.Words { return kit }

var kit = &pieces.Kit{
	Board:  func(p game.Position) pieces.Board { return boardOf(p) },
	Minor:  400,
	Passed: board.Passed,
	Own:    board.Own(),
	Late: append(board.Late(),
		pieces.Detector{Code: "unknown", Weight: reason.Modest, Find: findUnknown, Verify: verifyUnknown, Implies: []string{"turns"}},
		pieces.Detector{Code: "turns", Weight: reason.Slight, Find: findTurns, Verify: verifyTurns},
	),
}

// dark is the letter of a face-down piece in explanations.
const dark = "x"

// boardOf converts a view to the board on which package reason/pieces finds motifs. A face-down
// piece has the mean value of the pieces that it may be.
func boardOf(p game.Position) *board.Board {
	pos := p.(*jieqi.Position) //nolint:errcheck // cannot fail: every position of this game has this type
	var down [xiangqi.Points]bool
	b := &board.Board{}
	for sq := range game.Square(xiangqi.Points) {
		b.Cells[sq], down[sq] = pos.At(sq)
	}
	mean := [2]int{worth(pos, game.First), worth(pos, game.Second)}
	b.Value = func(sq game.Square, piece xiangqi.Piece) int {
		if down[sq] {
			return mean[piece.Side().Index()]
		}
		return board.Value(sq, piece)
	}
	b.Letter = func(sq game.Square, piece xiangqi.Piece) string {
		if down[sq] {
			return dark
		}
		return string(rune(piece.Letter() | 0x20))
	}
	return b
}

// kinds lists the kinds that a face-down piece can be.
var kinds = [...]xiangqi.Kind{
	xiangqi.Rook, xiangqi.Cannon, xiangqi.Horse, xiangqi.Adviser, xiangqi.Elephant, xiangqi.Soldier,
}

// worth returns the mean value of a side's pieces that the viewer does not know.
func worth(p *jieqi.Position, s game.Side) int {
	sum, n := 0, 0
	for _, k := range kinds {
		c := p.Unseen(s, k)
		sum, n = sum+c*board.Value(0, xiangqi.NewPiece(k, game.First)), n+c
	}
	if n == 0 {
		return 0
	}
	return sum / n
}

// odds lists the kinds that a face-down piece of a side may be, the most likely kind first.
func odds(p *jieqi.Position, s game.Side) (list []reason.Odds) {
	n := 0
	for _, k := range kinds {
		n += p.Unseen(s, k)
	}
	for _, k := range kinds {
		if c := p.Unseen(s, k); c > 0 {
			letter := string(rune(xiangqi.NewPiece(k, game.Second).Letter()))
			list = append(list, reason.Odds{Letter: letter, Percent: (200*c + n) / (2 * n), Second: s == game.Second})
		}
	}
	slices.SortStableFunc(list, func(a, b reason.Odds) int { return b.Percent - a.Percent })
	return list
}

// findTurns returns a motif if the move turns a face-down piece up.
func findTurns(s *pieces.Scene) []reason.Motif {
	pos := s.Before.(*jieqi.Position) //nolint:errcheck // cannot fail: every position of this game has this type
	b := s.Start()
	if b.At(s.Move.From()).Letter != dark {
		return nil
	}
	m := reason.Motif{By: pieces.Name(b, s.Move.From()), Odds: odds(pos, s.Us)}
	if b.At(s.Move.To()).Side == s.Us.Other() {
		m.Kind, m.Of = "takes", pieces.Name(b, s.Move.To())
	}
	return []reason.Motif{m}
}

// findUnknown returns a motif if the move captures a face-down piece.
func findUnknown(s *pieces.Scene) []reason.Motif {
	pos := s.Before.(*jieqi.Position) //nolint:errcheck // cannot fail: every position of this game has this type
	b := s.Start()
	if p := b.At(s.Move.To()); p.Side != s.Us.Other() || p.Letter != dark {
		return nil
	}
	return []reason.Motif{{By: pieces.Name(b, s.Move.From()), Of: pieces.Name(b, s.Move.To()), Odds: odds(pos, s.Us.Other())}}
}

// verifyTurns checks the motif of a move that turns a piece up: its odds (the probability of each
// kind) must agree with the weights of the move's possible results, which the search uses.
func verifyTurns(s *pieces.Scene, m *reason.Motif) error {
	if !equal(findTurns(s), m) || !weighted(s, m, func(move game.Move) int { return move.Arg() }) {
		return reason.Refute("the move turns up nothing, or the odds are others")
	}
	return nil
}

func verifyUnknown(s *pieces.Scene, m *reason.Motif) error {
	if !equal(findUnknown(s), m) {
		return reason.Refute("no face-down piece is captured, or the odds are others")
	}
	return nil
}

func equal(list []reason.Motif, m *reason.Motif) bool {
	return len(list) == 1 && list[0].Kind == m.Kind && slices.Equal(list[0].By, m.By) && slices.Equal(list[0].Of, m.Of) &&
		slices.Equal(list[0].Odds, m.Odds)
}

// weighted reports whether the odds in a motif agree with the weights of the move's possible
// results. The function kind returns the revealed kind in such a result.
func weighted(s *pieces.Scene, m *reason.Motif, kind func(game.Move) int) bool {
	sum, by := 0, map[string]int{}
	for _, w := range game.CompletionsOf(s.Before, s.Move) {
		sum += w.Weight
		by[string(rune(xiangqi.NewPiece(xiangqi.Kind(kind(w.Move)), game.Second).Letter()))] += w.Weight
	}
	for _, o := range m.Odds {
		if diff := 100*by[o.Letter] - o.Percent*sum; len(by) > 1 && (diff > sum || -diff > sum) {
			return false
		}
	}
	return true
}
