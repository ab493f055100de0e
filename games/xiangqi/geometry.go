package xiangqi

import "kydai/game"

// Size of the board: 9 files and 10 ranks. The point with file f and rank r has the number r*9 + f;
// point 0 is a0, at the left end of red's first rank.
const (
	Files  = 9
	Ranks  = 10
	Points = Files * Ranks
)

// lineReach holds the points that a piece attacks along one line, one bit per point. first contains
// the points up to and including the nearest piece on either side; second contains the points
// beyond that piece, up to and including the next piece.
type lineReach struct{ first, second uint16 }

var (
	fileOf, rankOf [Points]uint8
	bitOf          [Points]Set

	// These tables are indexed by the position on the line and by the occupancy of the line. The
	// two ends of the line are not part of the index, because a piece there blocks nothing.
	rankReach [Files][128]lineReach
	fileReach [Ranks][256]lineReach
	spread    [32]uint64    // converts five bits, one per rank, to the points of the a-file in one half of the board
	rankShift [Ranks]uint8  // position of a rank's first bit in its half of a Set
	lowRank   [Ranks]uint64 // mask by rank: all ones if the rank is in the field lo of a Set, otherwise 0

	cross    [Points]Set     // the other points on the same file and rank
	beside   [Points]Set     // points one step away along a line
	diagonal [Points]Set     // points one step away diagonally
	twoDiag  [Points][16]Set // targets of elephant moves, by which of the four points between are occupied (one bit each)
	leap     [Points][16]Set // targets of horse moves, by which of the four leg points are occupied (one bit each)
	leapt    [Points][16]Set // origins of horse moves to a point, by which of its four diagonal neighbours are occupied
	legs     [Points][4]uint8
	eyes     [Points][4]uint8
	march    [2][Points]Set // targets of soldier moves, by side
	marched  [2][Points]Set // origins of soldier moves to a point, by side
	palace   [2]Set
	homeHalf = [2]Set{{lo: half}, {hi: half}}

	// between[castle[k]][sq] is the set of points strictly between the palace point k and a point
	// sq on the same line. It is empty if sq is not on the same line.
	castle  [Points]uint8
	between [18][Points]Set

	// legOf[to-from+19] is the offset from a horse's point to the leg of the move from one point to
	// the other.
	legOf [39]int8
)

// offBoard stands for legs and eyes outside the board. Its cell always holds a piece, so such a
// move is blocked.
const offBoard = Points

var (
	straight = [4][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}} // steps in rank and file
	slanted  = [4][2]int{{1, 1}, {-1, 1}, {-1, -1}, {1, -1}}
)

func point(rank, file int) (int, bool) {
	return rank*Files + file, rank >= 0 && rank < Ranks && file >= 0 && file < Files
}

func init() {
	for sq := range Points {
		fileOf[sq], rankOf[sq] = uint8(sq%Files), uint8(sq/Files)
		if sq < 45 {
			bitOf[sq] = Set{lo: 1 << sq}
		} else {
			bitOf[sq] = Set{hi: 1 << (sq - 45)}
		}
	}
	fillLines()
	castles := 0
	for sq := range Points {
		rank, file := sq/Files, sq%Files
		fillSteps(sq, rank, file)
		if file < 3 || file > 5 || (rank > 2 && rank < 7) {
			continue
		}
		side := 0
		if rank > 2 {
			side = 1
		}
		palace[side] = palace[side].Or(bitOf[sq])
		castle[sq] = uint8(castles)
		for _, d := range straight {
			seen := Set{}
			for n := 1; ; n++ {
				to, ok := point(rank+n*d[0], file+n*d[1])
				if !ok {
					break
				}
				between[castles][to] = seen
				seen = seen.Or(bitOf[to])
			}
		}
		castles++
	}
	for _, s := range [4][2]int{{19, 9}, {17, 9}, {11, 1}, {7, -1}} {
		legOf[19+s[0]], legOf[19-s[0]] = int8(s[1]), int8(-s[1])
	}
}

func fillLines() {
	for at := range Files {
		for occ := range 128 {
			rankReach[at][occ] = look(at, Files, occ<<1)
		}
	}
	for at := range Ranks {
		for occ := range 256 {
			fileReach[at][occ] = look(at, Ranks, occ<<1)
		}
		rankShift[at] = uint8(9 * (at % 5))
		if at < 5 {
			lowRank[at] = ^uint64(0)
		}
	}
	for five := range 32 {
		for i := range 5 {
			spread[five] |= uint64(five>>i&1) << (9 * i)
		}
	}
}

func look(at, length, occ int) lineReach {
	var r lineReach
	for _, step := range [2]int{1, -1} {
		met := 0
		for i := at + step; i >= 0 && i < length && met < 2; i += step {
			if met == 0 {
				r.first |= 1 << i
			} else {
				r.second |= 1 << i
			}
			met += occ >> i & 1
		}
	}
	return r
}

func fillSteps(sq, rank, file int) {
	for i := range 4 {
		d, s := straight[i], slanted[i]
		legs[sq][i], eyes[sq][i] = offBoard, offBoard
		for n := 1; n < Ranks; n++ {
			if to, ok := point(rank+n*d[0], file+n*d[1]); ok {
				cross[sq] = cross[sq].Or(bitOf[to])
			}
		}
		if to, ok := point(rank+d[0], file+d[1]); ok {
			beside[sq] = beside[sq].Or(bitOf[to])
			legs[sq][i] = uint8(to)
		}
		if to, ok := point(rank+s[0], file+s[1]); ok {
			diagonal[sq] = diagonal[sq].Or(bitOf[to])
			eyes[sq][i] = uint8(to)
		}
		for blocked := range 16 {
			if blocked>>i&1 == 1 {
				continue
			}
			if to, ok := point(rank+2*s[0], file+2*s[1]); ok {
				twoDiag[sq][blocked] = twoDiag[sq][blocked].Or(bitOf[to])
			}
			if from, ok := point(rank+2*s[0], file+s[1]); ok {
				leapt[sq][blocked] = leapt[sq][blocked].Or(bitOf[from])
			}
			if from, ok := point(rank+s[0], file+2*s[1]); ok {
				leapt[sq][blocked] = leapt[sq][blocked].Or(bitOf[from])
			}
			for _, turn := range [2]int{1, -1} { // after one step along d, one diagonal step to either side
				to, ok := point(rank+2*d[0]+turn*d[1], file+2*d[1]+turn*d[0])
				if ok {
					leap[sq][blocked] = leap[sq][blocked].Or(bitOf[to])
				}
			}
		}
	}
	for side := range 2 {
		ahead := 1 - 2*side
		steps := [3][2]int{{ahead, 0}, {0, 1}, {0, -1}}
		for i, d := range steps {
			if i > 0 && !crossed(side, rank) {
				break
			}
			if to, ok := point(rank+d[0], file+d[1]); ok {
				march[side][sq] = march[side][sq].Or(bitOf[to])
				marched[side][to] = marched[side][to].Or(bitOf[sq])
			}
		}
	}
}

// crossed reports whether a rank is beyond the river, as seen by a side.
func crossed(side, rank int) bool { return (rank >= 5) == (side == 0) }

// sees returns the points that a rook or a cannon on sq can reach along its lines. The result first
// is the set up to and including the nearest piece in each direction; the result second is the set
// beyond that piece, up to and including the next piece. The parameter all is the occupancy of the
// board, and file is the occupancy of the file of sq, one bit per rank.
func sees(sq int, all Set, file uint16) (first, second Set) {
	f, r := fileOf[sq]&15, rankOf[sq]
	shift, low := rankShift[r]&63, lowRank[r]
	rank := (all.lo&low | all.hi&^low) >> shift
	row := &rankReach[f][rank>>1&127]
	col := &fileReach[r][file>>1&255]
	one, two := uint64(row.first)<<shift, uint64(row.second)<<shift
	first = Set{one&low | spread[col.first&31]<<f, one&^low | spread[col.first>>5]<<f}
	second = Set{two&low | spread[col.second&31]<<f, two&^low | spread[col.second>>5]<<f}
	return first, second
}

// Home returns the kind of piece that starts on sq, or None.
func Home(sq game.Square) Kind {
	if sq >= Points {
		return None
	}
	rank, file := int(rankOf[sq]), int(fileOf[sq])
	rank = min(rank, Ranks-1-rank)
	switch {
	case rank == 0:
		return [Files]Kind{Rook, Horse, Elephant, Adviser, King, Adviser, Elephant, Horse, Rook}[file]
	case rank == 2 && (file == 1 || file == 7):
		return Cannon
	case rank == 3 && file%2 == 0:
		return Soldier
	}
	return None
}
