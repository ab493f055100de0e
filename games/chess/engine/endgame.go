package engine

import "kydai/games/chess"

// wholeScale is the scale of an endgame value without reduction. Smaller scales reduce the value.
const wholeScale = 64

// Scales for endings that are drawn more often than their material suggests. wholeScale means no
// reduction.
const (
	scaleHopeless = 2  // the side ahead has no pawn and an advantage of at most a minor piece
	scaleMinor    = 12 // the same, but rooks or queens are on the board
	scaleBishops  = 22 // bishops of opposite colours and no other pieces
	scaleBishop   = 44 // bishops of opposite colours and other pieces
	scalePawn     = 40 // scale without pawns; each pawn adds scalePerPawn
	scalePerPawn  = 8
)

// pieceWorth holds rough piece values by kind, in pawns, for classifying endings.
var pieceWorth = [8]int{0, 1, 3, 3, 5, 9, 0, 0}

func worth(b *chess.Board, side int) (n int) {
	for kind := chess.Knight; kind <= chess.Queen; kind++ {
		n += pieceWorth[kind] * count(b.Set(side, kind))
	}
	return n
}

// scaling returns the scale of an endgame value, at most wholeScale. eg is the value from white's
// point of view.
func scaling(b *chess.Board, eg int) int {
	strong := chess.White
	if eg < 0 {
		strong = chess.Black
	}
	pawns := count(b.Set(strong, chess.Pawn))
	if pawns == 0 {
		more := worth(b, strong) - worth(b, strong^1)
		switch {
		case worth(b, strong) <= 3, b.Side(strong) == b.Set(strong, chess.King)|b.Set(strong, chess.Knight) && more <= 6:
			return scaleHopeless
		case more <= 3 && b.Kinds(chess.Rook)|b.Kinds(chess.Queen) != 0:
			return scaleMinor
		case more <= 3:
			return scaleHopeless
		}
	}
	if bishops := b.Kinds(chess.Bishop); bishops&darkSquares != 0 && bishops&^darkSquares != 0 &&
		count(b.Set(0, chess.Bishop)) == 1 && count(b.Set(1, chess.Bishop)) == 1 {
		if b.Kinds(chess.Knight)|b.Kinds(chess.Rook)|b.Kinds(chess.Queen) == 0 {
			return scaleBishops
		}
		return scaleBishop
	}
	return min(wholeScale, scalePawn+scalePerPawn*pawns)
}

// Weights for driving a bare king to the edge, in hundredths of a pawn.
const (
	mopEdge   = 20 // per step of the bare king away from the centre
	mopClose  = 12 // per step that the kings are closer to each other
	mopCorner = 30 // per step of the bare king towards a corner in which bishop and knight can mate
	mopKnight = 4  // per step between the knight and the bare king, subtracted
	mopWon    = 400
)

// mopUp returns the complete evaluation, from white's point of view, if one side has a bare king
// and the other side can force mate. The evaluation rewards driving the king to the edge; for
// bishop and knight, into a corner of the bishop's colour.
func mopUp(b *chess.Board) (value int, applies bool) {
	strong, sign := chess.White, 1
	switch {
	case b.Side(chess.Black) == b.Set(chess.Black, chess.King):
	case b.Side(chess.White) == b.Set(chess.White, chess.King):
		strong, sign = chess.Black, -1
	default:
		return 0, false
	}
	if !canMate(b, strong) {
		return 0, false
	}
	at, by := first(b.Set(strong^1, chess.King)), first(b.Set(strong, chess.King))
	value = mopWon + mopClose*(7-int(distance[at][by]))
	for kind := chess.Pawn; kind <= chess.Queen; kind++ {
		value += exchangeValues[kind] * count(b.Set(strong, kind))
	}
	bishops, knights := b.Set(strong, chess.Bishop), b.Set(strong, chess.Knight)
	if b.Set(strong, chess.Pawn) == 0 && worth(b, strong) == 6 && bishops != 0 && knights != 0 {
		// one and two are the corners of the bishop's colour.
		one, two := 0, 63
		if bishops&darkSquares == 0 {
			one, two = 7, 56
		}
		value += mopCorner*(14-min(walk(at, one), walk(at, two))) - mopKnight*int(distance[at][first(knights)])
	}
	r, f := at>>3, at&7
	value += mopEdge * (max(3-r, r-4) + max(3-f, f-4))
	return sign * value, true
}

// walk returns the Manhattan distance between two squares.
func walk(a, b int) int { return abs(a>>3-b>>3) + abs(a&7-b&7) }

// canMate reports whether a side's pieces can force mate against a bare king.
func canMate(b *chess.Board, side int) bool {
	bishops := b.Set(side, chess.Bishop)
	switch {
	case b.Set(side, chess.Queen)|b.Set(side, chess.Rook) != 0:
		return true
	case bishops&darkSquares != 0 && bishops&^darkSquares != 0:
		return true
	}
	return bishops != 0 && b.Set(side, chess.Knight) != 0
}
