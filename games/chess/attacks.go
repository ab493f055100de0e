package chess

import "math/bits"

// Files and ranks as sets of squares: 64-bit words in which bit n is set if the set contains square
// n.
const (
	fileA uint64 = 0x0101010101010101
	fileH        = fileA << 7
	rank1 uint64 = 0xff
	rank8        = rank1 << 56

	darkSquares uint64 = 0xaa55aa55aa55aa55 // the dark squares, such as a1
)

// slider holds the data for looking up the attacks of a rook or bishop on one square by magic
// hashing.
type slider struct {
	mask   uint64 // squares on which a blocker changes the attacks
	factor uint64
	table  *[4096]uint64 // table of attack sets; only the first 1<<(64-shift) entries are this square's
	shift  uint8
}

// Attack sets by square. buildAttacks fills them once.
var (
	rookSliders   [64]slider
	bishopSliders [64]slider
	rookTable     [102400 + 4096]uint64 // with 4096 extra entries, because the slice of the last square also has 4096 entries
	bishopTable   [5248 + 4096]uint64

	knightAttacks [64]uint64
	kingAttacks   [64]uint64
	pawnAttacks   [2][64]uint64

	fileOf  [64]uint64     // squares of the file through a square
	slashOf [64]uint64     // squares of the diagonal through a square that rises to the right
	slideOf [64]uint64     // squares of the diagonal through a square that falls to the right
	between [64][64]uint64 // squares strictly between two squares on one line; empty if they are not on one line
	lineOf  [64][64]uint64 // all squares of the line (rank, file or diagonal) through two squares; empty if there is none
)

func rookAttacks(sq uint, occupied uint64) uint64 {
	s := &rookSliders[sq&63]
	return s.table[(occupied&s.mask)*s.factor>>(s.shift&63)&4095]
}

func bishopAttacks(sq uint, occupied uint64) uint64 {
	s := &bishopSliders[sq&63]
	return s.table[(occupied&s.mask)*s.factor>>(s.shift&63)&4095]
}

func bit(sq uint) uint64 { return 1 << (sq & 63) }

// first returns the lowest square of a non-empty set.
func first(set uint64) uint { return uint(bits.TrailingZeros64(set)) & 63 }

// last returns the highest square of a non-empty set.
func last(set uint64) int { return 63 - bits.LeadingZeros64(set) }

func count(set uint64) int { return bits.OnesCount64(set) }

// step returns the square dr ranks and df files from sq; false if it is off the board.
func step(sq, dr, df int) (int, bool) {
	r, f := sq/8+dr, sq%8+df
	return r*8 + f, r >= 0 && r < 8 && f >= 0 && f < 8
}

var (
	rookSteps   = [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	bishopSteps = [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	knightSteps = [][2]int{{2, 1}, {2, -1}, {-2, 1}, {-2, -1}, {1, 2}, {1, -2}, {-1, 2}, {-1, -2}}
)

// slide returns the squares reached from sq in each direction, up to and including the first
// blocker or the edge.
func slide(sq int, steps [][2]int, occupied uint64) (set uint64) {
	for _, d := range steps {
		for at, ok := step(sq, d[0], d[1]); ok; at, ok = step(at, d[0], d[1]) {
			set |= 1 << at
			if occupied>>at&1 != 0 {
				break
			}
		}
	}
	return set
}

func leap(sq int, steps [][2]int) (set uint64) {
	for _, d := range steps {
		if at, ok := step(sq, d[0], d[1]); ok {
			set |= 1 << at
		}
	}
	return set
}

// relevant returns the squares on which a blocker changes the result of slide. The last square of
// each line is left out, because a blocker there changes nothing.
func relevant(sq int, steps [][2]int) (set uint64) {
	for _, d := range steps {
		at, ok := step(sq, d[0], d[1])
		for ok {
			next, on := step(at, d[0], d[1])
			if on {
				set |= 1 << at
			}
			at, ok = next, on
		}
	}
	return set
}

func buildSlider(sq int, steps [][2]int, factor uint64, room []uint64) (s slider, used int) {
	mask := relevant(sq, steps)
	n := bits.OnesCount64(mask)
	s = slider{mask: mask, factor: factor, table: (*[4096]uint64)(room), shift: uint8(64 - n)}
	for blockers := uint64(0); ; {
		at := &s.table[blockers*factor>>s.shift]
		set := slide(sq, steps, blockers)
		if *at != 0 && *at != set {
			panic("chess: two sets of blockers share a magic index")
		}
		*at = set
		blockers = (blockers - mask) & mask
		if blockers == 0 {
			return s, 1 << n
		}
	}
}

func buildAttacks() {
	rooks, bishops := rookTable[:], bishopTable[:]
	for sq := range 64 {
		var used int
		rookSliders[sq], used = buildSlider(sq, rookSteps, rookFactors[sq], rooks)
		rooks = rooks[used:]
		bishopSliders[sq], used = buildSlider(sq, bishopSteps, bishopFactors[sq], bishops)
		bishops = bishops[used:]

		knightAttacks[sq] = leap(sq, knightSteps)
		kingAttacks[sq] = leap(sq, rookSteps) | leap(sq, bishopSteps)
		pawnAttacks[White][sq] = leap(sq, [][2]int{{1, 1}, {1, -1}})
		pawnAttacks[Black][sq] = leap(sq, [][2]int{{-1, 1}, {-1, -1}})
		here := uint64(1) << sq
		fileOf[sq] = here | slide(sq, rookSteps[:2], 0)
		slashOf[sq] = here | slide(sq, [][2]int{{1, 1}, {-1, -1}}, 0)
		slideOf[sq] = here | slide(sq, [][2]int{{1, -1}, {-1, 1}}, 0)
	}
	for a := range 64 {
		for _, steps := range [][][2]int{rookSteps, bishopSteps} {
			for _, d := range steps {
				line := 1<<a | slide(a, [][2]int{d, {-d[0], -d[1]}}, 0)
				for b, ok := step(a, d[0], d[1]); ok; b, ok = step(b, d[0], d[1]) {
					lineOf[a][b] = line
					between[a][b] = slide(a, [][2]int{d}, 1<<b) &^ (1 << b)
				}
			}
		}
	}
}
