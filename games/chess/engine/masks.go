package engine

import (
	"math/bits"

	"kydai/games/chess"
)

const (
	fileA uint64 = 0x0101010101010101
	fileH        = fileA << 7
	rank1 uint64 = 0xff

	darkSquares uint64 = 0xaa55aa55aa55aa55
	longLines   uint64 = 0x8142241818244281
	centreFiles        = fileA<<2 | fileA<<3 | fileA<<4 | fileA<<5
)

// Masks by side and square, and distances. The function init fills them.
var (
	ahead      [2][64]uint64 // squares in front of a pawn on its file
	passSpan   [2][64]uint64 // squares ahead on this and the adjacent files; a pawn without enemy pawns there is passed
	beside     [64]uint64    // squares directly to the left and right
	neighbours [8]uint64     // the files left and right of a file
	ring       [2][64]uint64 // squares around a king, and the squares one rank further forward
	flank      [8]uint64     // by file of a king: the files that matter for its safety
	camp       [2]uint64     // the five ranks nearest to a side
	distance   [64][64]uint8 // Chebyshev distance: the number of king's moves
	halfIndex  [2][64]uint8  // index of a square in Weights.Squares, by side; the board's left and right half share indexes
)

func init() {
	for f := range 8 {
		if f > 0 {
			neighbours[f] |= fileA << (f - 1)
		}
		if f < 7 {
			neighbours[f] |= fileA << (f + 1)
		}
		switch {
		case f < 3:
			flank[f] = fileA * 0xf
		case f > 4:
			flank[f] = fileA * 0xf0
		default:
			flank[f] = centreFiles
		}
	}
	camp = [2]uint64{1<<40 - 1, ^uint64(1<<24 - 1)}
	for sq := range 64 {
		r, f := sq/8, sq%8
		up := ^uint64(0) << (8 * (r + 1)) // squares on higher ranks; empty for the last rank
		if r == 7 {
			up = 0
		}
		down := uint64(1)<<(8*r) - 1
		column := fileA << f
		ahead = setBoth(ahead, sq, column&up, column&down)
		span := column | neighbours[f]
		passSpan = setBoth(passSpan, sq, span&up, span&down)
		beside[sq] = neighbours[f] & (rank1 << (8 * r))
		near := chess.KingSees(sq) | 1<<sq
		ring = setBoth(ring, sq, near|near<<8, near|near>>8)
		for to := range 64 {
			distance[sq][to] = uint8(max(abs(to/8-r), abs(to%8-f)))
		}
		half := uint8(min(f, 7-f))
		halfIndex[0][sq] = uint8(r)*4 + half
		halfIndex[1][sq] = uint8(7-r)*4 + half
	}
}

func setBoth(table [2][64]uint64, sq int, white, black uint64) [2][64]uint64 {
	table[0][sq], table[1][sq] = white, black
	return table
}

func abs(n int) int { return max(n, -n) }

func first(set uint64) int { return bits.TrailingZeros64(set) & 63 }

func last(set uint64) int { return (63 - bits.LeadingZeros64(set)) & 63 }

func count(set uint64) int { return bits.OnesCount64(set) }

// forward moves all squares of a set one rank forward, as seen by a side.
func forward(side int, set uint64) uint64 {
	if side == chess.White {
		return set << 8
	}
	return set >> 8
}

// pawnSight returns the squares attacked by a side's pawns.
func pawnSight(side int, pawns uint64) uint64 {
	if side == chess.White {
		return pawns&^fileA<<7 | pawns&^fileH<<9
	}
	return pawns&^fileA>>9 | pawns&^fileH>>7
}

// pawnSightTwice returns the squares attacked by two pawns of a side.
func pawnSightTwice(side int, pawns uint64) uint64 {
	if side == chess.White {
		return pawns &^ fileA << 7 & (pawns &^ fileH << 9)
	}
	return pawns &^ fileA >> 9 & (pawns &^ fileH >> 7)
}

// rankOf returns the rank of a square from a side's point of view, counted from 0.
func rankOf(side, sq int) int { return (sq >> 3) ^ (7 * side) }
