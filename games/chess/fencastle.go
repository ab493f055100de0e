package chess

import "kydai/game"

// readCastling parses the castling field in any dialect. K means the outermost rook on the h-file
// side of the king, Q the outermost rook on the a-file side; a file letter means the rook on that
// file.
func (b *Board) readCastling(text string, want dialect) error {
	rooks := [4]int{-1, -1, -1, -1}
	var kings [4]int
	for i := range kings {
		kings[i] = int(first(b.Set(i/2, King)))
	}
	shredder := false
	if text == "-" {
		text = ""
	}
	for _, c := range []byte(text) {
		i, rook, err := b.castlingLetter(c)
		if err != nil {
			return err
		}
		if rooks[i] >= 0 && rooks[i] != rook {
			return game.Fault(bad("the castling field names two rooks on one side of a king: ", text), game.FaultCastle)
		}
		rooks[i] = rook
		b.rights |= 1 << i
		upper := c &^ 32
		shredder = shredder || upper >= 'A' && upper <= 'H'
	}
	usual := true
	for i, rook := range rooks {
		w := &standardCastling.ways[i]
		if rook >= 0 && (rook != int(w.rook) || kings[i] != int(w.king)) {
			usual = false
		}
	}
	switch {
	case want == wantStandard && !usual:
		return game.Fault(bad("castling from these squares needs the variant chess960: ", text), game.FaultCastle)
	case want == wantChess960, want == asWritten && (shredder || !usual):
		b.castle = newCastling(kings, rooks, true)
	default:
		b.castle = standardCastling
	}
	return nil
}

// castlingLetter returns, for the letter c of the castling field, the index of the castling move (0
// to 3, in the order KQkq) and the square of the castling rook.
func (b *Board) castlingLetter(c byte) (i, rook int, err error) {
	side, upper := White, c
	if c >= 'a' {
		side, upper = Black, c-'a'+'A'
	}
	home := rank1
	if side == Black {
		home = rank8
	}
	king := int(first(b.Set(side, King)))
	rooks := b.Set(side, Rook) & home
	right := home &^ (bit(uint(king))<<1 - 1)
	left := home & (bit(uint(king)) - 1)
	none := game.Fault(bad("the castling right ", string(rune(c)), " has no rook"), game.FaultCastle)
	if home&bit(uint(king)) == 0 {
		return 0, 0, game.Fault(bad("the castling right ", string(rune(c)), " needs the ", sideNames[side], " king on its first rank"), game.FaultCastle)
	}
	switch {
	case upper == 'K':
		if rooks&right == 0 {
			return 0, 0, none
		}
		return side * 2, last(rooks & right), nil
	case upper == 'Q':
		if rooks&left == 0 {
			return 0, 0, none
		}
		return side*2 + 1, int(first(rooks & left)), nil
	case upper >= 'A' && upper <= 'H':
		rook := king&56 | int(upper-'A')
		if rooks&bit(uint(rook)) == 0 {
			return 0, 0, none
		}
		if rook > king {
			return side * 2, rook, nil
		}
		return side*2 + 1, rook, nil
	}
	return 0, 0, game.Fault(bad("there is no castling right ", string(rune(c))), game.FaultCastle)
}

// castlingField formats the castling rights for FEN.
func (b *Board) castlingField() string {
	if b.rights == 0 {
		return "-"
	}
	var out []byte
	for i, w := range b.castle.ways {
		if b.rights>>i&1 == 0 {
			continue
		}
		letter := "KQkq"[i]
		if b.castle.chess960 {
			letter = "AAaa"[i] + w.rook&7
		}
		out = append(out, letter)
	}
	return string(out)
}
