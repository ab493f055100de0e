package chess

import (
	"strings"

	"kydai/game"
)

// san is standard algebraic notation.
type san struct{}

func (san) Name() string { return "san" }

// Write returns the shortest unambiguous SAN text of the move, with x, =, + and #.
func (san) Write(pos game.Position, m game.Move) string {
	p, ok := pos.(*Position)
	if !ok {
		return pos.Encode(m)
	}
	b := p.board
	text := b.sanBody(m)
	b.Do(m)
	if b.InCheck() {
		if b.Count() == 0 {
			return text + "#"
		}
		return text + "+"
	}
	return text
}

func (b *Board) sanBody(m game.Move) string {
	switch m.Arg() {
	case CastleShort:
		return "O-O"
	case CastleLong:
		return "O-O-O"
	}
	to := squareName(uint(m.To()))
	if m.Piece() == Pawn {
		text := to
		if m.Taken() != 0 {
			text = squareName(uint(m.From()))[:1] + "x" + to
		}
		if arg := m.Arg(); arg >= ToKnight && arg <= ToQueen {
			text += "=" + letters[arg+1:arg+2]
		}
		return text
	}
	text := letters[m.Piece():m.Piece()+1] + b.sanOrigin(m)
	if m.Taken() != 0 {
		text += "x"
	}
	return text + to
}

// sanOrigin returns the disambiguation that SAN requires: "", the file, the rank, or both.
func (b *Board) sanOrigin(m game.Move) string {
	var room [MaxMoves]game.Move
	rivals, sameFile, sameRank := false, false, false
	for _, o := range b.Legal(room[:0]) {
		if o.To() != m.To() || o.Piece() != m.Piece() || o.From() == m.From() {
			continue
		}
		rivals = true
		sameFile = sameFile || o.From()&7 == m.From()&7
		sameRank = sameRank || o.From()>>3 == m.From()>>3
	}
	from := squareName(uint(m.From()))
	switch {
	case !rivals:
		return ""
	case !sameFile:
		return from[:1]
	case !sameRank:
		return from[1:]
	}
	return from
}

func castles(m game.Move) bool { return m.Arg() == CastleShort || m.Arg() == CastleLong }

// Read parses a move leniently: it accepts 0-0, missing or superfluous x, = and +, annotations such
// as ! and ?, more of the origin square than needed, long algebraic notation and UCI codes.
func (san) Read(pos game.Position, text string) (game.Move, error) {
	p, ok := pos.(*Position)
	if !ok {
		return pos.Decode(text)
	}
	want, err := parseSAN(text)
	if err != nil {
		return game.NoMove, err
	}
	found := game.NoMove
	for _, m := range p.Legal() {
		if !want.fits(m) {
			continue
		}
		if found != game.NoMove {
			if found.From() == m.From() {
				return game.NoMove, game.Err(game.BadMove, "the move ", text, " does not name the promotion piece")
			}
			return game.NoMove, game.Err(game.BadMove, "the move ", text, " could be ", encode(found), " or ", encode(m))
		}
		found = m
	}
	if found == game.NoMove && want.file >= 0 && want.rank >= 0 && (want.kind == 0 || want.kind == King) && want.promotion == 0 {
		if m, err := p.Decode(squareName(uint(want.rank*8+want.file)) + squareName(uint(want.to))); err == nil {
			return m, nil
		}
	}
	if found == game.NoMove {
		return game.NoMove, illegal(text)
	}
	return found, nil
}

// sanWant is the parsed content of a move text.
type sanWant struct {
	castle     int // CastleShort or CastleLong; 0 if the move is not castling
	kind       int // kind of piece; 0 if the text contains a full origin square and no piece letter
	file, rank int // file and rank of the origin; -1 if not given
	to         int
	promotion  int // value of Move.Arg for a promotion; 0 if none
}

func (w sanWant) fits(m game.Move) bool {
	if w.castle != 0 || castles(m) {
		return w.castle == m.Arg()
	}
	arg := m.Arg()
	return int(m.To()) == w.to &&
		(w.kind == 0 || w.kind == m.Piece()) &&
		(w.file < 0 || w.file == int(m.From()&7)) &&
		(w.rank < 0 || w.rank == int(m.From()>>3)) &&
		(w.promotion == 0 || w.promotion == arg)
}

func parseSAN(text string) (sanWant, error) {
	w := sanWant{kind: Pawn, file: -1, rank: -1}
	s := strings.TrimSpace(text)
	s = strings.TrimRight(s, "+#!? ")
	s = strings.TrimSpace(strings.TrimSuffix(strings.TrimSuffix(s, "e.p."), "ep"))
	s = strings.TrimRight(s, "+#!?")
	switch strings.Map(castlingSign, s) {
	case "OO":
		w.castle = CastleShort
		return w, nil
	case "OOO":
		w.castle = CastleLong
		return w, nil
	}
	given := false
	if s != "" {
		// A lower-case b is always a file; the other piece letters may be upper or lower case.
		if kind := strings.IndexByte(letters, s[0]&^32); kind >= Pawn && s[0] != 'b' {
			w.kind, given, s = kind, true, s[1:]
		}
	}
	s = strings.Map(dropSign, s)
	if n := len(s); n >= 3 && s[n-2] >= '1' && s[n-2] <= '8' {
		if arg := strings.IndexByte(promotions, s[n-1]|32); arg >= ToKnight {
			w.promotion, s = arg, s[:n-1]
		}
	}
	if len(s) < 2 {
		return w, notAMove(text)
	}
	to, ok := readSquare(s[len(s)-2:])
	if !ok {
		return w, notAMove(text)
	}
	w.to = int(to)
	origin := s[:len(s)-2]
	if origin != "" && origin[0] >= 'a' && origin[0] <= 'h' {
		w.file, origin = int(origin[0]-'a'), origin[1:]
	}
	if origin != "" && origin[0] >= '1' && origin[0] <= '8' {
		w.rank, origin = int(origin[0]-'1'), origin[1:]
	}
	if origin != "" {
		return w, notAMove(text)
	}
	if !given && w.file >= 0 && w.rank >= 0 {
		w.kind = 0
	}
	return w, nil
}

// castlingSign replaces the different characters that people use for castling by O.
func castlingSign(r rune) rune {
	switch r {
	case '0', 'o', 'O':
		return 'O'
	case '-', '–':
		return -1
	}
	return r
}

// dropSign removes characters that carry no information.
func dropSign(r rune) rune {
	if strings.ContainsRune("x:-–=/()", r) {
		return -1
	}
	return r
}
