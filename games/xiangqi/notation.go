package xiangqi

import (
	"strings"

	"kydai/game"
)

// Notations lists the notations: WXF (the default), ICCS, engine codes, Vietnamese, and
// Chinese in both scripts.
func (Rules) Notations() []game.Notation {
	return []game.Notation{WXF, ICCS, UCI, Vietnamese, Chinese, Traditional}
}

// The notations. All except ICCS and UCI work for every position that implements Written.
var (
	WXF         game.Notation = &lettered{"wxf", writeWXF, readWXF}
	ICCS        game.Notation = &coded{"iccs", iccs}
	UCI         game.Notation = &coded{"uci", Code}
	Vietnamese  game.Notation = &lettered{"vietnamese", writeVietnamese, readVietnamese}
	Chinese     game.Notation = &lettered{"chinese", simplified.write, readChinese}
	Traditional game.Notation = &lettered{"chinese-traditional", traditional.write, readChinese}
)

// Written is implemented by positions whose moves can be written with piece letters, files and
// steps.
type Written interface {
	game.Position
	Scene() Scene
}

// Scene is the data that notations with piece letters, files and steps need.
type Scene struct {
	// Cells holds each piece with the kind whose letter is written. FreeAdviser and FreeElephant
	// are written like Adviser and Elephant.
	Cells [Points]Piece
	Legal []game.Move
}

// Scene returns the data of the position that notations need.
func (p *Position) Scene() Scene { return Scene{Cells: p.cells, Legal: p.Legal()} }

// coded is a notation that writes a move as its two points.
type coded struct {
	name  string
	write func(game.Move) string
}

func (c *coded) Name() string { return c.name }

func (c *coded) Write(_ game.Position, m game.Move) string { return c.write(m) }

func (c *coded) Read(p game.Position, text string) (game.Move, error) {
	return p.Decode(strings.TrimSpace(text))
}

func iccs(m game.Move) string {
	return strings.ToUpper(pointName(int(m.From())) + "-" + pointName(int(m.To())))
}

// lettered is a notation that writes the piece, its file or its place on the file, the direction,
// and the target file or the number of steps. It writes an ambiguous move as two points, and always
// accepts two points when it reads a move.
type lettered struct {
	name  string
	write func(f facts) string
	read  func(text string) (pattern, bool)
}

func (n *lettered) Name() string { return n.name }

func (n *lettered) Write(p game.Position, m game.Move) string {
	w, ok := p.(Written)
	if !ok {
		return iccs(m)
	}
	s := w.Scene()
	text := n.write(s.facts(m))
	if pat, ok := n.read(text); ok {
		if found := s.find(pat); len(found) == 1 && sameStep(found[0], m) {
			return text
		}
	}
	return iccs(m)
}

func (n *lettered) Read(p game.Position, text string) (game.Move, error) {
	text = strings.TrimSpace(text)
	w, ok := p.(Written)
	pat, fits := n.read(text)
	if !ok || !fits {
		if _, _, rest, point := CutCode(text); point && rest == "" {
			return p.Decode(text)
		}
		return game.NoMove, game.Err(game.BadMove, text, " is not a move in this notation")
	}
	s := w.Scene()
	switch found := s.find(pat); len(found) {
	case 0:
		return game.NoMove, game.Err(game.IllegalMove, "the move ", text, " is not legal here")
	case 1:
		return found[0], nil
	default:
		return game.NoMove, game.Err(game.BadMove, text, " could be ", iccs(found[0]), " or ", iccs(found[1]))
	}
}

func sameStep(a, b game.Move) bool { return a.From() == b.From() && a.To() == b.To() }

// facts holds the parts of a written move.
type facts struct {
	side   game.Side
	kind   Kind // kind whose letter is written
	file   int  // origin file, 1 to 9 from the right of the moving side
	way    byte // '+' forward, '-' back, '=' sideways
	target int  // target file; for a straight move forward or back, the number of steps
	nth    int  // place among the equal pieces on the file; 1 is the front piece
	alike  int  // number of equal pieces on the file
	other  bool // whether another file has two or more equal pieces
	roams  bool // whether an equal piece on the file is a free adviser or free elephant (in a variant)
}

// crowded reports whether the words "front" and "rear" are not enough to identify one of several
// soldiers.
func (f *facts) crowded() bool {
	return f.kind == Soldier && f.alike >= 2 && (f.alike >= 3 || f.other)
}

// tandem reports whether the move text must contain the place of the piece on its file, because
// several equal pieces are on the file. For two advisers or elephants the file is enough, because
// the move itself shows which of them is meant.
func (f *facts) tandem() bool {
	return f.alike >= 2 && (f.roams || (f.kind != Adviser && f.kind != Elephant))
}

// writtenKind returns the kind whose letter is written for a piece of kind k.
func writtenKind(k Kind) Kind {
	switch k {
	case FreeAdviser:
		return Adviser
	case FreeElephant:
		return Elephant
	}
	return k
}

// fileNumber returns the number of a file, counted from the right of a side.
func fileNumber(side game.Side, file int) int {
	if side == game.First {
		return Files - file
	}
	return file + 1
}

func (s *Scene) facts(m game.Move) facts {
	f := s.step(m)
	s.compare(&f, int(m.From()))
	return f
}

// step returns the facts that follow from the move alone.
func (s *Scene) step(m game.Move) facts {
	from, to := int(m.From()), int(m.To())
	piece := s.Cells[from]
	side := piece.Side()
	f := facts{side: side, kind: writtenKind(piece.Kind()), file: fileNumber(side, from%Files), nth: 1, way: '='}
	ahead := to/Files - from/Files
	if side == game.Second {
		ahead = -ahead
	}
	f.target = fileNumber(side, to%Files)
	if ahead != 0 {
		f.way = '+'
		if ahead < 0 {
			f.way = '-'
		}
		if from%Files == to%Files {
			f.target = max(ahead, -ahead)
		}
	}
	return f
}

// compare adds the facts that depend on the equal pieces of the same side: the place of the piece
// among them, and their number.
func (s *Scene) compare(f *facts, from int) {
	side := f.side
	var onFile [Files]int
	for sq, other := range s.Cells {
		if other == 0 || other.Side() != side || writtenKind(other.Kind()) != f.kind {
			continue
		}
		onFile[sq%Files]++
		if sq%Files != from%Files {
			continue
		}
		if other.Kind() != f.kind {
			f.roams = true
		}
		if sq != from && (sq > from) == (side == game.First) {
			f.nth++
		}
	}
	f.alike = onFile[from%Files]
	for file, n := range onFile {
		if n >= 2 && file != from%Files {
			f.other = true
		}
	}
}

// pattern is the parsed content of a move text. A field is zero if the text does not contain it.
type pattern struct {
	kinds  [2]Kind // alternative kinds that the letter can mean
	file   int
	nth    int // place on the file, counted from the front; last means the rear piece
	of     int // number of equal pieces on the file
	way    byte
	target int
}

const last = -1

// find lists the legal moves that match a pattern.
func (s *Scene) find(pat pattern) []game.Move {
	var found []game.Move
	for _, m := range s.Legal {
		kind := writtenKind(s.Cells[m.From()].Kind())
		if kind != pat.kinds[0] && kind != pat.kinds[1] {
			continue
		}
		f := s.step(m)
		if f.way != pat.way || f.target != pat.target || pat.file != 0 && pat.file != f.file {
			continue
		}
		if s.compare(&f, int(m.From())); pat.fits(&f) {
			found = append(found, m)
		}
	}
	return found
}

// fits reports whether the place of a piece on its file, given by the facts f of a move, agrees
// with the pattern.
func (pat *pattern) fits(f *facts) bool {
	if pat.of != 0 && pat.of != f.alike {
		return false
	}
	switch pat.nth {
	case 0:
		return true
	case last:
		return f.alike >= 2 && f.nth == f.alike
	}
	return f.alike >= 2 && f.nth == pat.nth
}

// digit parses a digit from 1 to 9. It returns false for any other byte.
func digit(c byte) (int, bool) { return int(c - '0'), c >= '1' && c <= '9' }
