package jieqi

import (
	"strconv"
	"strings"

	"kydai/game"
	"kydai/games/xiangqi"
)

// Notations lists WXF (the default), codes, Vietnamese notation, and Chinese notation in both
// scripts.
func (Rules) Notations() []game.Notation {
	return []game.Notation{wxf{}, codes{}, vietnamese{}, simplified, traditional}
}

// wxf is the WXF notation. A face-down piece has the name of the piece that starts on its point. Of
// two pieces with the same name on one file, the front piece is marked + and the rear piece -. This
// includes advisers and elephants, which cannot be distinguished in another way in this game. If
// there are three or more, or two files with two such pieces, each piece is preceded by its number
// from the front, and soldiers lose their letter. Revealed pieces follow in brackets: C2=5(R*n).
type wxf struct{}

func (wxf) Name() string { return "wxf" }

func (wxf) Write(p game.Position, m game.Move) string {
	pos, ok := p.(*Position)
	if !ok {
		return ""
	}
	text := pos.wxf(m)
	if s := faceSuffix(m); s != "" {
		text += "(" + strings.ToUpper(s) + ")"
	}
	return text
}

func (wxf) Read(p game.Position, text string) (game.Move, error) {
	pos, ok := p.(*Position)
	if !ok {
		return game.NoMove, game.Err(game.BadMove, "not a position of this game")
	}
	move, shown, _ := strings.Cut(strings.ToUpper(text), "(")
	move = strings.NewReplacer(".", "=", "N", "H", "B", "E", "S", "P").Replace(move)
	for _, m := range pos.Legal() {
		if pos.wxf(m) == move {
			return pos.withSuffix(m, strings.ToLower(strings.TrimSuffix(shown, ")")))
		}
	}
	if n := len(move); n < 4 || strings.IndexByte("+-=", move[n-2]) < 0 {
		return game.NoMove, game.Err(game.BadMove, text, " is not a move in this notation")
	}
	return game.NoMove, game.Err(game.IllegalMove, "the move ", text, " is not legal here")
}

const wxfLetters = " KAEHRCPAE"

// wxf formats a move without the revealed pieces.
func (p *Position) wxf(m game.Move) string {
	from, to := m.From(), m.To()
	us := p.turn
	letter := wxfLetters[p.cells[from].Kind()]
	same, ahead := p.sameOnFile(from, letter)
	text := string(rune(letter))
	switch {
	case same == 1:
		text += strconv.Itoa(fileNumber(from, us))
	case same > 2 || p.doubledElsewhere(from, letter):
		if letter == 'P' {
			text = ""
		}
		text = strconv.Itoa(ahead+1) + text + strconv.Itoa(fileNumber(from, us))
	case ahead == 0:
		text += "+"
	default:
		text += "-"
	}
	steps := int(to/xiangqi.Files) - int(from/xiangqi.Files)
	if us == game.Second {
		steps = -steps
	}
	op := "="
	switch {
	case steps > 0:
		op = "+"
	case steps < 0:
		op = "-"
		steps = -steps
	}
	goal := fileNumber(to, us)
	if op != "=" && from%xiangqi.Files == to%xiangqi.Files {
		goal = steps
	}
	return text + op + strconv.Itoa(goal)
}

// fileNumber returns the number of a file, counted from the right as seen by side s.
func fileNumber(sq game.Square, s game.Side) int {
	file := int(sq % xiangqi.Files)
	if s == game.First {
		return xiangqi.Files - file
	}
	return file + 1
}

// sameOnFile counts the moving side's pieces with the given letter on the file of a point (same),
// and how many of them are in front of the point (ahead).
func (p *Position) sameOnFile(at game.Square, letter byte) (same, ahead int) {
	side := p.cells[at].Side()
	for sq := at % xiangqi.Files; sq < xiangqi.Points; sq += xiangqi.Files {
		piece := p.cells[sq]
		if piece == 0 || piece.Side() != side || wxfLetters[piece.Kind()] != letter {
			continue
		}
		same++
		if sq != at && (sq > at) == (side == game.First) {
			ahead++
		}
	}
	return same, ahead
}

// doubledElsewhere reports whether another file also has two or more pieces of the moving side with
// the given letter.
func (p *Position) doubledElsewhere(at game.Square, letter byte) bool {
	for file := range game.Square(xiangqi.Files) {
		if file == at%xiangqi.Files {
			continue
		}
		for sq := file; sq < xiangqi.Points; sq += xiangqi.Files {
			piece := p.cells[sq]
			if piece == 0 || piece.Side() != p.turn || wxfLetters[piece.Kind()] != letter {
				continue
			}
			if same, _ := p.sameOnFile(sq, letter); same > 1 {
				return true
			}
			break
		}
	}
	return false
}

// codes is the notation that writes moves in the form of Encode.
type codes struct{}

func (codes) Name() string                                      { return "uci" }
func (codes) Write(p game.Position, m game.Move) string         { return p.Encode(m) }
func (codes) Read(p game.Position, s string) (game.Move, error) { return p.Decode(s) }

// marked holds the parts of a move text that has the form of a notation of xiangqi, with marks for
// what is hidden in this game.
type marked struct {
	text  string // the whole text, for errors
	plain string // the move in the notation of xiangqi
	down  bool   // whether the text says that the piece is face down
	shown string // the revealed pieces in the form of faceSuffix
}

// readMarked reads a move whose plain part is in the notation n of xiangqi.
func readMarked(n game.Notation, p game.Position, t marked) (game.Move, error) {
	pos, ok := p.(*Position)
	if !ok {
		return game.NoMove, game.Err(game.BadMove, "not a position of this game")
	}
	m, err := n.Read(p, t.plain)
	if err != nil {
		return game.NoMove, err
	}
	if t.down && !m.Flag() {
		return game.NoMove, game.Err(game.IllegalMove, t.text, " means a face-down piece, but this one is face up")
	}
	return pos.withSuffix(m, t.shown)
}
