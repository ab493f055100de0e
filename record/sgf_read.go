package record

import (
	"io"
	"strconv"
	"strings"

	"kydai/game"
)

const (
	sgfFormat  = "sgf"
	sgfGame    = "4"    // gomoku and renju, in the list of the format
	sgfNesting = 20_000 // brackets within brackets
	sgfOption  = "OPT"  // our own: an option, "name:value"
	sgfTag     = "TAG"  // our own: a tag that the format has no name for
	sgfAct     = "ACT"  // our own: a move that puts no stone, as its code
	sgfStart   = "POS"  // our own: the start as text
	sgfSigns   = "TE BM IT DO"
)

// sgfTags are the properties of the first node that are tags.
var sgfTags = []sgfName{
	{"EV", "Event"}, {"PC", "Site"}, {"DT", "Date"}, {"RO", "Round"}, {"GN", "Title"}, {"AN", "Annotator"},
	{"SO", "Source"}, {"US", "User"}, {"CP", "Copyright"}, {"TM", "Time"}, {"OT", "Overtime"},
	{"BT", "BlackTeam"}, {"WT", "WhiteTeam"}, {"ON", "Opening"},
}

// sgfName is a property and the tag it stands for.
type sgfName struct{ prop, tag string }

// sgfReader reads trees of nodes in brackets.
type sgfReader struct {
	in    *input
	rules game.Rules
	b     builder
	count int

	// of the present game
	g       *Game
	root    []sgfProp // of the first node
	started bool
	size    int // of the board
	result  string
	players [4]string // black, white, their ratings
	open    []sgfBranch
	depth   int // variations within each other, here
}

// sgfProp is a property with one of its values.
type sgfProp struct {
	name, value string
	at          place
}

// sgfBranch is where a bracket was opened.
type sgfBranch struct {
	from  branch
	depth int
	lines int // brackets within it so far
}

func newSGFReader(in io.Reader, o ReadOptions) (Reader, error) {
	if err := o.needFormat(sgfFormat); err != nil {
		return nil, err
	}
	return &sgfReader{in: newInput(in), rules: o.Rules}, nil
}

// Next implements Reader.
func (r *sgfReader) Next() (*Game, error) {
	if !r.in.mark() {
		return nil, io.EOF
	}
	r.count++
	r.b.cur, r.open, r.depth = branch{}, r.open[:0], 0
	r.root, r.started, r.result, r.players = nil, false, "", [4]string{}
	r.g = &Game{Rules: r.rules, Result: Unknown}
	if !r.seek() {
		if r.in.err != nil {
			return nil, r.fail("", r.in.place(), r.in.err)
		}
		return nil, io.EOF
	}
	err := r.tree()
	if !r.started && err == nil {
		err = r.start(r.in.place())
	}
	if r.started {
		r.finish()
	}
	if err != nil {
		r.in.skipTo(func(head string, _ bool) bool { return strings.HasPrefix(head, "(;") })
	}
	return r.g, err
}

// seek drops what stands before a tree.
func (r *sgfReader) seek() bool {
	for {
		if c, ok := r.in.peek(); !ok || c == '(' {
			return ok
		}
		r.in.next()
		r.in.used = 0
	}
}

func (r *sgfReader) fail(token string, at place, err error) error {
	if err == nil {
		return nil
	}
	e := &Error{Game: r.count, Line: at.line, Col: at.col, Offset: at.offset, Token: shorten(token), Text: err.Error(), Err: err}
	r.b.blame(e)
	return e
}

// tree reads up to the bracket that closes the first one.
func (r *sgfReader) tree() error {
	nodes := 0
	for {
		at := r.in.place()
		c, ok := r.in.next()
		switch {
		case !ok && r.in.err != nil:
			return r.fail("", at, r.in.err)
		case !ok:
			return r.fail("", at, badRecord("the tree has no end"))
		case isSpace(c):
		case c == '(':
			if err := r.opened(at); err != nil {
				return err
			}
		case c == ')':
			if r.closed() {
				return nil
			}
		case c == ';':
			nodes++
			if nodes == 2 && !r.started {
				if err := r.start(at); err != nil {
					return err
				}
			}
		case c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z':
			if nodes == 0 {
				return r.fail(string(c), at, badRecord("a tree begins with a semicolon"))
			}
			if err := r.property(c, at); err != nil {
				return err
			}
		default:
			return r.fail(string(c), at, badRecord("this has no meaning in a tree"))
		}
	}
}

// opened goes into a bracket. The first bracket at a place is the main line,
// the others are variations.
func (r *sgfReader) opened(at place) error {
	if len(r.open) > 0 && !r.started {
		if err := r.start(at); err != nil {
			return err
		}
	}
	if n := len(r.open); n > 0 {
		r.depth = r.open[n-1].depth
		if r.open[n-1].lines > 0 {
			r.depth++
		}
		r.open[n-1].lines++
	}
	if len(r.open) >= sgfNesting || r.depth > MaxDepth {
		return r.fail("(", at, game.Err(TooBig, "too many variations within variations"))
	}
	r.open = append(r.open, sgfBranch{r.b.cur, r.depth, 0})
	return nil
}

// closed leaves a bracket; true if it was the first.
func (r *sgfReader) closed() bool {
	last := len(r.open) - 1
	if last > 0 {
		r.b.cur = r.open[last].from
	}
	r.open = r.open[:last]
	return last == 0
}

// property reads a name that begins with c, and its values.
func (r *sgfReader) property(c byte, at place) error {
	var name []byte
	for {
		if c >= 'A' && c <= 'Z' && len(name) < 8 {
			name = append(name, c) // small letters were decoration once
		}
		next, ok := r.in.peek()
		if !ok || !(next >= 'A' && next <= 'Z' || next >= 'a' && next <= 'z') {
			break
		}
		c = next
		r.in.next()
	}
	if len(name) == 0 {
		return r.fail(string(c), at, badRecord("the property has no name"))
	}
	for values := 0; ; values++ {
		for {
			if c, ok := r.in.peek(); !ok || !isSpace(c) {
				break
			}
			r.in.next()
		}
		if c, ok := r.in.peek(); !ok || c != '[' {
			if values == 0 {
				return r.fail(string(name), at, badRecord("the property has no value"))
			}
			return nil
		}
		at := r.in.place()
		value, ok := r.value()
		if !ok {
			return r.fail(string(name), at, orBad(r.in.err, "the value has no end"))
		}
		if err := r.take(sgfProp{string(name), value, at}); err != nil {
			return err
		}
	}
}

// value reads what stands in square brackets. A backslash takes the meaning
// from what follows it, and a line end with it.
func (r *sgfReader) value() (string, bool) {
	r.in.next()
	var b []byte
	for {
		c, ok := r.in.next()
		switch {
		case !ok:
			return "", false
		case c == ']':
			return string(b), true
		case c == '\\':
			if c, ok = r.in.next(); !ok {
				return "", false
			}
			if c == '\n' {
				continue
			}
		}
		b = append(b, c)
	}
}

// take keeps the properties of the first node for the start, and acts on
// those of the others.
func (r *sgfReader) take(p sgfProp) error {
	if !r.started {
		if len(r.root) >= MaxMoves {
			return r.fail(p.name, p.at, game.Err(TooBig, "too many properties for one node"))
		}
		r.root = append(r.root, p)
		return nil
	}
	return r.fail(p.value, p.at, r.act(p))
}

// act takes a property that belongs to a move.
func (r *sgfReader) act(p sgfProp) error {
	switch p.name {
	case "B", "W":
		return r.stone(p)
	case sgfAct:
		m, err := r.b.cur.pos.Decode(p.value)
		if err != nil {
			return err
		}
		return r.b.push(m)
	case "AB", "AW", "AE":
		return badRecord("stones can be set up only before the first move")
	case "C":
		r.comment(p.value)
	case "BL", "WL":
		if s, err := strconv.ParseFloat(p.value, 64); err == nil && s >= 0 && s < psqMaxTime {
			r.b.remark(clockText(int(s)))
		}
	case "TE", "BM", "IT", "DO":
		r.b.nag(sgfNAG(p))
	}
	return nil
}

// comment splits a text at blank lines, where comments were joined.
func (r *sgfReader) comment(text string) {
	for part := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		r.b.remark(part)
	}
}

// sgfNAG is the sign that a property stands for; a value of 2 stresses it.
func sgfNAG(p sgfProp) int {
	n := 1 + strings.Index(sgfSigns, p.name)/3
	switch {
	case n > 2:
		return n + 2 // IT is "!?", DO is "?!"
	case p.value == "2":
		return n + 2
	}
	return n
}

// stone puts a stone, and looks whether it has the colour that it should.
func (r *sgfReader) stone(p sgfProp) error {
	sq, ok := sgfPoint(p.value, r.size)
	if !ok {
		m, err := r.b.cur.pos.Decode(strings.ToLower(p.value))
		if err != nil {
			return game.Err(game.BadMove, "there is no point ", p.value)
		}
		sq = m.To()
	}
	before := r.b.cur.pos
	for _, m := range before.Legal() {
		if m.From() != game.NoSquare || m.To() != sq {
			continue
		}
		if blackStone(before.Play(m), sq) != (p.name == "B") {
			return game.Err(game.IllegalMove, "it is the other colour's turn")
		}
		return r.b.push(m)
	}
	return game.Err(game.IllegalMove, "no stone may be put there now")
}

// blackStone reports whether the stone on sq has the first colour.
func blackStone(p game.Position, sq game.Square) bool {
	grid, ok := game.GridOf(p)
	return ok && grid.Cells[sq] != "" && grid.Cells[sq][0] < 'a'
}

// sgfPoint reads two letters: column from the left, row from the top.
func sgfPoint(text string, size int) (game.Square, bool) {
	if len(text) != 2 {
		return 0, false
	}
	x, y := sgfLetters.index(text[0]), sgfLetters.index(text[1])
	if x < 0 || y < 0 || x >= size || y >= size {
		return 0, false
	}
	return game.Square((size-1-y)*size + x), true
}

// sgfLetters counts a to z, then A to Z.
const sgfLetters alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

type alphabet string

func (a alphabet) index(c byte) int { return strings.IndexByte(string(a), c) }
