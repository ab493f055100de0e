package chess

import (
	"bytes"
	"sort"
	"strings"
)

// naive is a slow and simple reference for the legal moves. It is a board of letters that tries
// each move and checks whether the king can be captured. It shares no code with Board, except that
// it reads the same FEN. It supports castling in both dialects.
type naive struct {
	at       [64]byte
	white    bool
	castling string
	passant  int
	chess960 bool
}

func newNaive(fen string, chess960 bool) *naive {
	n := &naive{passant: -1, chess960: chess960}
	f := strings.Fields(fen)
	sq := 56
	for _, c := range []byte(f[0]) {
		switch {
		case c == '/':
			sq -= 16
		case c >= '1' && c <= '8':
			sq += int(c - '0')
		default:
			n.at[sq] = c
			sq++
		}
	}
	n.white = f[1] == "w"
	n.castling = f[2]
	if f[3] != "-" {
		n.passant = int(f[3][0]-'a') + 8*int(f[3][1]-'1')
	}
	return n
}

func isWhite(c byte) bool { return c >= 'A' && c <= 'Z' }

func (n *naive) mine(sq int) bool   { return n.at[sq] != 0 && isWhite(n.at[sq]) == n.white }
func (n *naive) theirs(sq int) bool { return n.at[sq] != 0 && isWhite(n.at[sq]) != n.white }

// attacked reports whether a piece of the given colour attacks the square sq.
func (n *naive) attacked(sq int, byWhite bool) bool {
	look := func(steps [][2]int, far bool, who string) bool {
		for _, d := range steps {
			for at, ok := step(sq, d[0], d[1]); ok; at, ok = step(at, d[0], d[1]) {
				if c := n.at[at]; c != 0 {
					if isWhite(c) == byWhite && strings.ContainsRune(who, rune(c|32)) {
						return true
					}
					break
				}
				if !far {
					break
				}
			}
		}
		return false
	}
	down := 1
	if byWhite {
		down = -1
	}
	return look(rookSteps, true, "rq") || look(bishopSteps, true, "bq") ||
		look(knightSteps, false, "n") || look(rookSteps, false, "k") || look(bishopSteps, false, "k") ||
		look([][2]int{{down, 1}, {down, -1}}, false, "p")
}

func (n *naive) king(white bool) int {
	want := byte('k')
	if white {
		want = 'K'
	}
	return bytes.IndexByte(n.at[:], want)
}

// legal lists the codes of the legal moves in alphabetical order.
func (n *naive) legal() []string {
	var codes []string
	for from := range 64 {
		if n.mine(from) {
			n.moves(from, func(to int, suffix string) {
				if n.safe(from, to) {
					codes = append(codes, squareName(uint(from))+squareName(uint(to))+suffix)
				}
			})
		}
	}
	codes = append(codes, n.castles()...)
	sort.Strings(codes)
	return codes
}

// safe reports whether the king of the side to move is safe after a move.
func (n *naive) safe(from, to int) bool {
	after := *n
	if n.at[from]|32 == 'p' && to == n.passant && from&7 != to&7 {
		after.at[to^8] = 0
	}
	after.at[to], after.at[from] = after.at[from], 0
	return !after.attacked(after.king(n.white), !n.white)
}

// moves calls the function visit for each target of a piece, without castling and without regard to
// the safety of the king.
func (n *naive) moves(from int, visit func(to int, suffix string)) {
	slides, leaps := [][2]int{}, [][2]int{}
	switch n.at[from] | 32 {
	case 'p':
		n.pawn(from, visit)
	case 'n':
		leaps = knightSteps
	case 'k':
		leaps = append(append(leaps, rookSteps...), bishopSteps...)
	case 'b':
		slides = bishopSteps
	case 'r':
		slides = rookSteps
	case 'q':
		slides = append(append(slides, rookSteps...), bishopSteps...)
	}
	for _, d := range leaps {
		if to, ok := step(from, d[0], d[1]); ok && !n.mine(to) {
			visit(to, "")
		}
	}
	for _, d := range slides {
		for to, ok := step(from, d[0], d[1]); ok && !n.mine(to); to, ok = step(to, d[0], d[1]) {
			visit(to, "")
			if n.theirs(to) {
				break
			}
		}
	}
}

func (n *naive) pawn(from int, visit func(to int, suffix string)) {
	up, home := 1, 1
	if !n.white {
		up, home = -1, 6
	}
	go1 := func(to int) {
		if to/8 == 0 || to/8 == 7 {
			for _, s := range []string{"n", "b", "r", "q"} {
				visit(to, s)
			}
			return
		}
		visit(to, "")
	}
	if to, ok := step(from, up, 0); ok && n.at[to] == 0 {
		go1(to)
		if to2, ok := step(to, up, 0); ok && from/8 == home && n.at[to2] == 0 {
			go1(to2)
		}
	}
	for _, df := range []int{-1, 1} {
		if to, ok := step(from, up, df); ok && (n.theirs(to) || to == n.passant) {
			go1(to)
		}
	}
}

// castles returns the codes of the legal castling moves. It tries each of them on a copy of the
// board.
func (n *naive) castles() (codes []string) {
	king := n.king(n.white)
	for _, right := range []byte(n.castling) {
		if right == '-' || isWhite(right) != n.white {
			continue
		}
		var rook int
		switch right | 32 {
		case 'k':
			rook = king&56 | 7
		case 'q':
			rook = king & 56
		default:
			rook = king&56 | int(right|32-'a')
		}
		kingTo, rookTo := king&56|6, king&56|5
		if rook < king {
			kingTo, rookTo = king&56|2, king&56|3
		}
		if n.attacked(king, !n.white) {
			continue
		}
		bare := *n
		bare.at[king], bare.at[rook] = 0, 0
		ok := true
		for sq := min(king, kingTo); sq <= max(king, kingTo); sq++ {
			probe := *n
			probe.at[king] = 0
			ok = ok && bare.at[sq] == 0 && !probe.attacked(sq, !n.white)
		}
		for sq := min(rook, rookTo); sq <= max(rook, rookTo); sq++ {
			ok = ok && bare.at[sq] == 0
		}
		bare.at[kingTo], bare.at[rookTo] = n.at[king], n.at[rook]
		if !ok || bare.attacked(kingTo, !n.white) {
			continue
		}
		to := kingTo
		if n.chess960 {
			to = rook
		}
		codes = append(codes, squareName(uint(king))+squareName(uint(to)))
	}
	return codes
}
