package chess

import (
	"strconv"
	"strings"

	"kydai/game"
)

// dialect says how the castling field of a position text is interpreted.
type dialect int

const (
	asWritten    dialect = iota // Chess960 if the field contains file letters or names unusual squares
	wantStandard                // standard chess: only the standard squares of king and rook are accepted
	wantChess960
)

// NewBoard parses FEN, X-FEN or Shredder-FEN. It selects Chess960 if the castling field contains
// letters A to H, or gives castling rights to a king or rook on an unusual square. All fields after
// the board may be missing.
func NewBoard(fen string) (Board, error) { return readFEN(fen, asWritten) }

func readFEN(fen string, want dialect) (Board, error) {
	var b Board
	fields := strings.Fields(fen)
	if len(fields) == 0 {
		return b, bad("the position is empty")
	}
	if len(fields) > 6 {
		return b, bad("the position has more than six fields")
	}
	field := func(i int, usual string) string {
		if i < len(fields) {
			return fields[i]
		}
		return usual
	}
	if err := b.readPieces(fields[0]); err != nil {
		return b, err
	}
	switch turn := field(1, "w"); turn {
	case "w":
	case "b":
		b.turn = Black
	default:
		return b, game.Fault(bad("the side to move must be w or b, not ", turn), game.FaultTurn)
	}
	if err := b.checkPieces(); err != nil {
		return b, err
	}
	if err := b.readCastling(field(2, "-"), want); err != nil {
		return b, err
	}
	quiet, err := readCounter(field(4, "0"), 0, "quiet moves")
	if err != nil {
		return b, err
	}
	number, err := readCounter(field(5, "1"), 1, "the move number")
	if err != nil {
		return b, err
	}
	b.quiet = uint16(quiet)
	b.ply = uint32(max(number, 1)-1)*2 + uint32(b.turn)
	if b.attackers(first(b.Set(int(b.turn^1), King)), b.turn, b.sides[0]|b.sides[1]) != 0 {
		return b, game.Fault(bad("the side that is not to move is in check"), game.FaultCheck, sideNames[b.turn^1])
	}
	if err := b.readEnPassant(field(3, "-")); err != nil {
		return b, err
	}
	b.key = b.scratchKey()
	return b, nil
}

func bad(parts ...string) error { return game.Err(game.BadPosition, parts...) }

func readCounter(text string, usual int, what string) (int, error) {
	if text == "-" {
		return usual, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 9999 {
		return 0, bad(what, " must be a number from 0 to 9999, not ", text)
	}
	return n, nil
}

func (b *Board) readPieces(text string) error {
	ranks := strings.Split(text, "/")
	if len(ranks) != 8 {
		return game.Fault(bad("the board has ", strconv.Itoa(len(ranks)), " ranks, not 8"), game.FaultRanks, strconv.Itoa(len(ranks)), "8")
	}
	for i, rank := range ranks {
		r, f := 7-i, 0
		for _, c := range []byte(rank) {
			if c >= '1' && c <= '8' {
				f += int(c - '0')
				continue
			}
			side, upper := White, c
			if c >= 'a' {
				side, upper = Black, c-'a'+'A'
			}
			kind := strings.IndexByte(letters, upper)
			if kind < Pawn {
				return game.Fault(bad("there is no piece letter ", strconv.QuoteRune(rune(c))), game.FaultLetter, string(rune(c)))
			}
			if f < 8 {
				b.put(uint(r*8+f), side, kind)
			}
			f++
		}
		if f != 8 {
			return game.Fault(bad("rank ", strconv.Itoa(r+1), " has ", strconv.Itoa(f), " squares, not 8"),
				game.FaultRank, strconv.Itoa(r+1), strconv.Itoa(f), "8")
		}
	}
	return nil
}

func (b *Board) put(sq uint, side, kind int) {
	b.kinds[kind] |= bit(sq)
	b.sides[side] |= bit(sq)
	b.squares[sq] = uint8(kind)
}

var sideNames = [2]string{"white", "black"}

func (b *Board) checkPieces() error {
	for side, name := range sideNames {
		if n := count(b.Set(side, King)); n != 1 {
			return game.Fault(bad(name, " must have one king, not ", strconv.Itoa(n)), game.FaultOne, "Kk"[side:side+1])
		}
		if n := count(b.sides[side]); n > 16 {
			return game.Fault(bad(name, " has ", strconv.Itoa(n), " pieces, more than 16"), game.FaultPieces, name, strconv.Itoa(n), "16")
		}
		if n := count(b.Set(side, Pawn)); n > 8 {
			return game.Fault(bad(name, " has ", strconv.Itoa(n), " pawns, more than 8"), game.FaultMost, "Pp"[side:side+1], strconv.Itoa(n), "8")
		}
	}
	if set := b.kinds[Pawn] & (rank1 | rank8); set != 0 {
		at := first(set)
		return game.Fault(bad("a pawn cannot stand on ", squareName(at)), game.FaultPlace, string(rune(b.letter(at))), squareName(at))
	}
	return nil
}

// readEnPassant parses the square that a pawn has just passed. The board stores the square only if
// an en passant capture on it is legal.
func (b *Board) readEnPassant(text string) error {
	if text == "-" {
		return nil
	}
	sq, ok := readSquare(text)
	if !ok {
		return game.Fault(bad("this is not an en passant square: ", text), game.FaultPassing)
	}
	us := b.turn
	push := uint(pawnWays[us].push)
	pawn, start := (sq-push)&63, (sq+push)&63
	occupied := b.sides[0] | b.sides[1]
	if pawnWays[us^1].third&bit(sq) == 0 || b.Set(int(us^1), Pawn)&bit(pawn) == 0 || occupied&(bit(sq)|bit(start)) != 0 {
		return game.Fault(bad("no pawn can have moved over ", text), game.FaultPassing)
	}
	if b.anyEnPassant(sq) {
		b.passant = uint8(sq)
	}
	return nil
}

// FEN formats the position. Castling rights are written as KQkq in standard chess and as the files
// of the rooks in Chess960. The en passant square is written only if an en passant capture is
// legal.
func (b *Board) FEN() string {
	var out []byte
	for r := 7; r >= 0; r-- {
		gap := byte(0)
		for f := range 8 {
			sq := uint(r*8 + f)
			letter := b.letter(sq)
			if letter == 0 {
				gap++
				continue
			}
			if gap > 0 {
				out = append(out, '0'+gap)
				gap = 0
			}
			out = append(out, letter)
		}
		if gap > 0 {
			out = append(out, '0'+gap)
		}
		if r > 0 {
			out = append(out, '/')
		}
	}
	out = append(out, ' ', "wb"[b.turn], ' ')
	out = append(out, b.castlingField()...)
	out = append(out, ' ')
	if b.passant != 0 {
		out = append(out, squareName(uint(b.passant))...)
	} else {
		out = append(out, '-')
	}
	out = append(out, ' ')
	out = strconv.AppendInt(out, int64(b.quiet), 10)
	out = append(out, ' ')
	out = strconv.AppendInt(out, int64(b.ply/2+1), 10)
	return string(out)
}

// letter returns the FEN letter of the piece on a square; 0 if the square is empty.
func (b *Board) letter(sq uint) byte {
	kind := b.squares[sq&63]
	switch {
	case kind == 0:
		return 0
	case b.sides[Black]&bit(sq) != 0:
		return letters[kind] - 'A' + 'a'
	}
	return letters[kind]
}

func squareName(sq uint) string { return string([]byte{'a' + byte(sq&7), '1' + byte(sq>>3&7)}) }

func readSquare(text string) (uint, bool) {
	if len(text) != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8' {
		return 0, false
	}
	return uint(text[1]-'1')*8 + uint(text[0]-'a'), true
}
