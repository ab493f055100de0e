package engine

import "kydai/games/chess"

// wholeScale is the scale of an endgame value without reduction. Smaller scales reduce the value.
const wholeScale = 64

// Factors for the endgame value of positions that are drawn more often than their material
// suggests. The factor is divided by wholeScale, so wholeScale means no reduction.
const (
	scaleHopeless = 2  // the stronger side has no pawn and is at most a minor piece ahead; no rooks or queens
	scaleMinor    = 12 // no pawn and at most a minor piece ahead, with rooks or queens on the board
	scaleBishops  = 22 // bishops of opposite colours and no other pieces
	scaleBishop   = 44 // bishops of opposite colours and other pieces
	scalePawn     = 40 // other positions: the factor without pawns; each pawn of the stronger side adds scalePerPawn
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

// scaling returns the factor for an endgame value, at most wholeScale. The parameter eg is this
// value from white's point of view; its sign tells which side is stronger.
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

// Weights for mating a bare king (a king without other pieces), in hundredths of a pawn. The bare
// king must be driven to the edge.
const (
	mopEdge   = 20 // per step of the bare king away from the centre
	mopClose  = 12 // for each step by which the distance of the two kings is less than 7
	mopCorner = 30 // per step of the bare king towards the corners in which bishop and knight can mate
	mopKnight = 4  // subtracted for each step between the knight and the bare king
	mopWon    = 400
)

// mopUp returns a complete evaluation, from white's point of view, for endings in which one side
// has only its king and the other side can force mate. The nearer the bare king is to the edge, the
// higher is the value. With bishop and knight, it must be near a corner of the bishop's colour.
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
