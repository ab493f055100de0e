// Package pieces finds the motifs that games with pieces share: hanging pieces, forks, pins,
// skewers, discovered attacks, removed guards and similar motifs. Each game provides three things:
// the pieces that attack a square, the values of pieces, and which pieces are royal.
package pieces

import (
	"slices"

	"kydai/game"
)

// Piece is a piece on a board; the zero Piece is an empty square.
type Piece struct {
	Side   game.Side
	Letter string // letter of the kind, in lower case
	Value  int    // in hundredths of the smallest piece's value; a royal piece has more than all other pieces together
	Royal  bool
}

// Board is a position in the form that the detectors of this package use.
type Board interface {
	// Squares is the number of squares.
	Squares() int
	At(sq game.Square) Piece
	// Attackers lists the pieces of both sides that could capture on a square by their way of
	// moving. The parameter gone lists squares whose pieces are treated as removed.
	Attackers(sq game.Square, gone ...game.Square) []game.Square
}

// attackers lists the pieces of a side that attack a square.
func attackers(b Board, s game.Side, sq game.Square, gone ...game.Square) (list []game.Square) {
	for _, at := range b.Attackers(sq, gone...) {
		if b.At(at).Side == s {
			list = append(list, at)
		}
	}
	return list
}

// Attacks reports whether the piece on one square attacks another square. The parameter by is the
// square of the piece, and sq is the other square. The pieces on the squares in the parameter gone
// are treated as removed.
func Attacks(b Board, by, sq game.Square, gone ...game.Square) bool {
	return slices.Contains(b.Attackers(sq, gone...), by)
}

// King returns the square of the royal piece of a side.
func King(b Board, s game.Side) (game.Square, bool) {
	for sq := range game.Square(b.Squares()) {
		if p := b.At(sq); p.Royal && p.Side == s {
			return sq, true
		}
	}
	return game.NoSquare, false
}

// of lists the squares of a side's pieces.
func of(b Board, s game.Side) (list []game.Square) {
	for sq := range game.Square(b.Squares()) {
		if b.At(sq).Side == s {
			list = append(list, sq)
		}
	}
	return list
}

// Balance returns the material of a side minus the material of the other side, without the royal
// pieces.
func Balance(b Board, s game.Side) int {
	sum := 0
	for sq := range game.Square(b.Squares()) {
		switch p := b.At(sq); {
		case p.Side == game.NoSide || p.Royal:
		case p.Side == s:
			sum += p.Value
		default:
			sum -= p.Value
		}
	}
	return sum
}

// Exchange returns the best gain of a side from capturing on a square, if both sides continue with
// their least valuable piece and may stop. The parameter first is the square of the piece that
// captures first; NoSquare leaves the choice open. The result is 0 if no capture is possible.
func Exchange(b Board, sq game.Square, s game.Side, first game.Square, gone ...game.Square) int {
	at := b.At(sq)
	if at.Side == s || at.Side == game.NoSide {
		return 0
	}
	return max(0, capture(b, sq, at.Value, s, first, gone))
}

// capture returns the material that the side s gains by capturing the piece on a square; the
// parameter worth is the value of this piece. It returns 0 if no capture is possible. If the
// parameter first is not NoSquare, the piece on this square must capture first; the result is
// negative if this loses material.
func capture(b Board, sq game.Square, worth int, s game.Side, first game.Square, gone []game.Square) int {
	by := first
	if by == game.NoSquare {
		by = least(b, sq, s, gone)
	}
	if by == game.NoSquare {
		return 0
	}
	p := b.At(by)
	next := append(slices.Clone(gone), by)
	if p.Royal {
		// A royal piece may capture only an unprotected piece.
		if len(attackers(b, s.Other(), sq, next...)) > 0 {
			return 0
		}
		return worth
	}
	return worth - max(0, capture(b, sq, p.Value, s.Other(), game.NoSquare, next))
}

// least returns the square of the least valuable piece of a side that attacks a square and may
// move there without exposing its king; NoSquare if there is none.
func least(b Board, sq game.Square, s game.Side, gone []game.Square) game.Square {
	best := game.NoSquare
	for _, at := range attackers(b, s, sq, gone...) {
		if (best == game.NoSquare || b.At(at).Value < b.At(best).Value) && !tied(b, at, sq, gone) {
			best = at
		}
	}
	return best
}

// tied reports whether a piece that moves from one square to another exposes its own king.
func tied(b Board, at, to game.Square, gone []game.Square) bool {
	s := b.At(at).Side
	king, ok := King(b, s)
	if !ok || king == at {
		return false
	}
	for _, by := range attackers(b, s.Other(), king, append(slices.Clone(gone), at)...) {
		if by != to && !slices.Contains(b.Attackers(king, gone...), by) {
			return true
		}
	}
	return false
}
