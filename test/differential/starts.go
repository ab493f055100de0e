package main

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// backRank returns the n-th of the 960 starting arrays of Chess960 in the standard
// numbering: 518 is the array of standard chess.
func backRank(n int) string {
	var rank [8]byte
	rank[n%4*2+1] = 'B'
	n /= 4
	rank[n%4*2] = 'B'
	n /= 4
	put := func(nth int, piece byte) { // puts a piece on the nth free square
		for i := range rank {
			if rank[i] != 0 {
				continue
			}
			if nth == 0 {
				rank[i] = piece
				return
			}
			nth--
		}
	}
	put(n%6, 'Q')
	n /= 6
	first := 0
	for rest := 4; n >= rest; rest-- { // n selects one of the ten ways to put two knights on five free squares
		n -= rest
		first++
	}
	put(first, 'N')
	put(first+n, 'N')
	put(0, 'R')
	put(0, 'K')
	put(0, 'R')
	return string(rank[:])
}

// shuffledStart returns a start position with two of the 960 arrays. Its castling rights
// name the files of the rooks.
func shuffledStart(white, black int) string {
	w, b := backRank(white), backRank(black)
	rights := func(rank string) string {
		return string([]byte{'A' + byte(strings.LastIndexByte(rank, 'R')), 'A' + byte(strings.IndexByte(rank, 'R'))})
	}
	return strings.ToLower(b) + "/pppppppp/8/8/8/8/PPPPPPPP/" + w + " w " + rights(w) + strings.ToLower(rights(b)) + " - 0 1"
}

// thinned removes random pieces from a position and chooses a random side to move. Pieces whose
// letter is in the parameter keep are not removed. Games from such positions reach endgames and
// have open lines.
func thinned(r *rand.Rand, fen, keep string) string {
	off := 0.2 + 0.7*r.Float64()
	board, rest, _ := strings.Cut(fen, " ")
	cells := unpack(board)
	for i, c := range cells {
		if c != '/' && !strings.ContainsRune(keep, rune(c&^0x20)) && r.Float64() < off {
			cells[i] = 0
		}
	}
	return pack(cells) + " " + eitherSide(r) + strings.TrimPrefix(rest, "w")
}

// intruded removes most pieces of a chess position except kings and rooks. It then adds pieces,
// some of them on the first rank of the opponent. These pieces attack squares that matter for
// castling, which tests the conditions of castling.
func intruded(r *rand.Rand, fen string) string {
	board, rest, _ := strings.Cut(fen, " ")
	cells := unpack(board)
	for i, c := range cells {
		if c != '/' && !strings.ContainsRune("KkRr", rune(c)) && r.IntN(8) > 0 {
			cells[i] = 0
		}
	}
	for range 1 + r.IntN(5) {
		piece, at := "QRBN"[r.IntN(4)], r.IntN(len(cells))
		switch r.IntN(4) {
		case 0: // put a black piece on white's first rank
			piece, at = piece|0x20, len(cells)-8+r.IntN(8)
		case 1: // put a white piece on black's first rank
			at = r.IntN(8)
		case 2:
			piece |= 0x20
		}
		if cells[at] == 0 {
			cells[at] = piece
		}
	}
	return pack(cells) + " " + eitherSide(r) + strings.TrimPrefix(rest, "w")
}

func eitherSide(r *rand.Rand) string { return []string{"w", "b"}[r.IntN(2)] }

// unpack converts the board of a FEN to cells. It is the inverse of pack.
func unpack(board string) []byte {
	var cells []byte
	for _, c := range []byte(board) {
		if c < '1' || c > '9' {
			cells = append(cells, c)
			continue
		}
		cells = append(cells, make([]byte, c-'0')...)
	}
	return cells
}

// pack writes cells as the board of a FEN. A cell of 0 is empty; '/' ends a rank.
func pack(cells []byte) string {
	var out []byte
	empty := byte(0)
	for _, c := range append(cells, '/') {
		if c == 0 {
			empty++
			continue
		}
		if empty > 0 {
			out = append(out, '0'+empty)
			empty = 0
		}
		out = append(out, c)
	}
	return string(out[:len(out)-1])
}

// blockedPawns returns a position with kings in which most files are blocked by two
// pawns. Often neither side can make progress.
func blockedPawns(r *rand.Rand) string {
	var cells [64]byte
	rank := 2 + r.IntN(3) // rank of the upper pawn, counted from the top of the board
	for file := range 8 {
		if r.IntN(8) == 0 {
			continue
		}
		if r.IntN(16) > 0 { // usually change the rank, because neighbouring pawns on the same rank can capture
			rank += 1 - 2*r.IntN(2)
		}
		if rank < 1 || rank > 5 {
			rank = 3
		}
		cells[rank*8+file], cells[rank*8+8+file] = 'p', 'P'
	}
	for _, king := range []byte("Kk") {
		at := r.IntN(64)
		for cells[at] != 0 {
			at = r.IntN(64)
		}
		cells[at] = king
	}
	return pack(split(cells[:], 8)) + " " + eitherSide(r) + " - - 0 1"
}

// passing returns a position in which pawns can soon be captured en passant, with kings and
// sliding pieces around them, so that some of these captures are illegal.
func passing(r *rand.Rand) string {
	var cells [64]byte
	put := func(piece byte, at int) {
		if cells[at] == 0 {
			cells[at] = piece
		}
	}
	turn := eitherSide(r)
	for range 1 + r.IntN(3) {
		file := r.IntN(8)
		beside := min(max(file+1-2*r.IntN(2), 0), 7)
		if turn == "b" {
			put('p', 8+file)
			put('P', 24+beside)
		} else {
			put('P', 48+file)
			put('p', 32+beside)
		}
	}
	for _, piece := range []byte("KkQRBqrb") {
		switch r.IntN(4) {
		case 0:
			put(piece, 24+r.IntN(16)) // on the two ranks of en passant captures
		case 1:
			if piece != 'K' && piece != 'k' {
				continue
			}
			fallthrough
		default:
			put(piece, r.IntN(64))
		}
	}
	return pack(split(cells[:], 8)) + " " + turn + " - - 0 1"
}

// split inserts '/' after every rank.
func split(cells []byte, files int) []byte {
	var board []byte
	for rank := range slices.Chunk(cells, files) {
		board = append(append(board, rank...), '/')
	}
	return board[:len(board)-1]
}

// set describes the pieces that each side can have on a board of the given size. The function
// stands of a kind gets squares from the point of view of the piece's own side: rank 0 is its first
// rank.
type set struct {
	files, ranks int
	kinds        []kind // kinds of pieces; each side has exactly one piece of the first kind
}

type kind struct {
	letter byte
	most   int
	stands func(file, rank int) bool
}

func anywhere(int, int) bool { return true }

var chessPieces = set{files: 8, ranks: 8, kinds: []kind{
	{'K', 1, anywhere},
	{'Q', 2, anywhere},
	{'R', 2, anywhere},
	{'B', 2, anywhere},
	{'N', 2, anywhere},
	{'P', 8, func(_, rank int) bool { return rank > 0 && rank < 7 }},
}}

var xiangqiPieces = set{files: 9, ranks: 10, kinds: []kind{
	{'K', 1, func(file, rank int) bool { return file >= 3 && file <= 5 && rank <= 2 }},
	{'A', 2, func(file, rank int) bool { return file >= 3 && file <= 5 && rank <= 2 && (file+rank)%2 == 1 }},
	{'B', 2, func(file, rank int) bool {
		return rank == 0 && file%4 == 2 || rank == 2 && file%4 == 0 || rank == 4 && file%4 == 2
	}},
	{'R', 2, anywhere},
	{'N', 2, anywhere},
	{'C', 2, anywhere},
	{'P', 5, func(file, rank int) bool { return rank > 4 || rank > 2 && file%2 == 0 }},
}}

// place places pieces at random. The result may be an illegal position, which the rules
// then reject.
func (s set) place(r *rand.Rand) string {
	cells := make([]byte, s.files*s.ranks) // cells from the top left, as in a FEN
	put := func(k kind, second bool) {
		for range 200 { // enough attempts to find a free square nearly always
			at := r.IntN(len(cells))
			file, rank := at%s.files, s.ranks-1-at/s.files
			if second {
				rank = s.ranks - 1 - rank
			}
			if cells[at] == 0 && k.stands(file, rank) {
				cells[at] = k.letter
				if second {
					cells[at] |= 0x20
				}
				return
			}
		}
	}
	share := r.Float64()
	for _, second := range []bool{false, true} {
		for i, k := range s.kinds {
			for range k.most {
				if i == 0 || r.Float64() < share {
					put(k, second)
				}
			}
		}
	}
	return pack(split(cells, s.files)) + " " + eitherSide(r) + " - - 0 1"
}
