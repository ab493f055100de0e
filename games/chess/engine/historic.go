package engine

import (
	"kydai/game"
	"kydai/games/chess"
	"kydai/search/classic"
)

// Historic returns the evaluators of four earlier programs, from which this engine was developed,
// and players that use these evaluators. The lab compares engines with them.
func Historic() classic.Family {
	return classic.Family{
		Evaluators: []classic.Evaluator{
			historicEvaluator("michniewski", "material and the simplified piece-square tables", michniewskiWorth, michniewski),
			historicEvaluator("material-10", "material alone, ten for a pawn", material10Worth, material10),
			historicEvaluator("bishop-pair", "material, squares, the bishop pair and the number of pieces", pairWorth, pairAndSquares),
			historicEvaluator("material-count", "material and the number of pieces", pairWorth, materialCount),
		},
		Players: []classic.Player{
			{Name: "report-material", Spec: "alphabeta,depth=4,eval=material-10", About: "material alone, one move and three more"},
			{Name: "report-squares", Spec: "ordered,depth=4,eval=michniewski", About: "the simplified evaluation to depth 4"},
			{Name: "report-bishops", Spec: "ordered,depth=3,eval=bishop-pair", About: "the bishop-pair evaluation to depth 3"},
		},
	}
}

// historicWorth holds piece values by kind, from pawn to king.
type historicWorth [7]float64

var (
	material10Worth  = historicWorth{0, 10, 30, 30, 50, 90, 900}
	michniewskiWorth = historicWorth{0, 100, 320, 330, 500, 900, 20000}
	pairWorth        = historicWorth{0, 1, 3, 3, 5, 7, 200}
)

// historicEvaluator creates an evaluator; side computes the value of one side's pieces.
func historicEvaluator(name, about string, worth historicWorth, side func(b *chess.Board, side int) float64) classic.Evaluator {
	gain, rate := classic.ByWorth(worth[:])
	return classic.Evaluator{
		Name:  name,
		About: about,
		Value: func(p game.Position, s game.Side) float64 {
			pos, ok := p.(*chess.Position)
			if !ok {
				return 0
			}
			b := pos.Board()
			return side(&b, s.Index()) - side(&b, 1-s.Index())
		},
		Unit:    worth[chess.Pawn],
		Gain:    gain,
		Rate:    rate,
		Explore: 2 * worth[chess.King],
	}
}

func material10(b *chess.Board, side int) (sum float64) {
	for kind := chess.Pawn; kind <= chess.King; kind++ {
		sum += material10Worth[kind] * float64(count(b.Set(side, kind)))
	}
	return sum
}

// michniewski adds material and piece-square values. In the endgame, the king has a different
// table.
func michniewski(b *chess.Board, side int) (sum float64) {
	endgame := michniewskiEndgame(b)
	for kind := chess.Pawn; kind <= chess.King; kind++ {
		table := &michniewskiSquares[kind]
		if kind == chess.King && endgame {
			table = &michniewskiKingEnd
		}
		for set := b.Set(side, kind); set != 0; set &= set - 1 {
			sq := first(set)
			row := 7 - rankOf(side, sq) // the tables start with rank 8
			sum += michniewskiWorth[kind] + float64(table[row*8+sq&7])
		}
	}
	return sum
}

// michniewskiEndgame reports whether the position is an endgame: no queens, or each side has
// exactly one queen, no rooks and at most one minor piece.
func michniewskiEndgame(b *chess.Board) bool {
	if b.Kinds(chess.Queen) == 0 {
		return true
	}
	for side := range 2 {
		minors := count(b.Set(side, chess.Knight) | b.Set(side, chess.Bishop))
		if count(b.Set(side, chess.Queen)) != 1 || b.Set(side, chess.Rook) != 0 || minors > 1 {
			return false
		}
	}
	return true
}

// materialCount adds up the values of a side's pieces, plus one for each piece.
func materialCount(b *chess.Board, side int) float64 {
	sum := float64(count(b.Side(side)))
	for kind := chess.Pawn; kind <= chess.King; kind++ {
		sum += pairWorth[kind] * float64(count(b.Set(side, kind)))
	}
	return sum
}

// pairAndSquares adds up piece values and piece-square values, plus one for each piece, plus two if
// only this side has both bishops.
func pairAndSquares(b *chess.Board, side int) float64 {
	sum := float64(count(b.Side(side)))
	for kind := chess.Pawn; kind <= chess.King; kind++ {
		for set := b.Set(side, kind); set != 0; set &= set - 1 {
			sq := first(set)
			file := sq & 7
			sum += pairWorth[kind] + pairSquares[kind][min(file, 7-file)][rankOf(side, sq)]
		}
	}
	if count(b.Set(side, chess.Bishop)) >= 2 && count(b.Set(1-side, chess.Bishop)) < 2 {
		sum += 2
	}
	return sum
}
