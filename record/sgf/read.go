package sgf

import (
	"io"
	"strconv"
	"strings"

	"kydai/game"
	"kydai/record"
	"kydai/record/internal/build"
	"kydai/record/internal/scan"
)

const (
	formatName = "sgf"
	gameNumber = "4"    // code of gomoku and renju in the SGF format
	maxNesting = 20_000 // maximum nesting of brackets
	propOption = "OPT"  // property of kydai only: an option, as "name:value"
	propTag    = "TAG"  // property of kydai only: a tag for which SGF has no property
	propAct    = "ACT"  // property of kydai only: the code of a move that places no stone
	propStart  = "POS"  // property of kydai only: the start position as text
	signs      = "TE BM IT DO"
)

// tagProps maps properties of the first node to tags.
var tagProps = []propName{
	{"EV", "Event"}, {"PC", "Site"}, {"DT", "Date"}, {"RO", "Round"}, {"GN", "Title"}, {"AN", "Annotator"},
	{"SO", "Source"}, {"US", "User"}, {"CP", "Copyright"}, {"TM", "Time"}, {"OT", "Overtime"},
	{"BT", "BlackTeam"}, {"WT", "WhiteTeam"}, {"ON", "Opening"},
}

// propName pairs a property with its tag.
type propName struct{ prop, tag string }

// reader reads SGF, trees of nodes in brackets.
type reader struct {
	in      *scan.Input
	rules   game.Rules
	builder build.Builder
	count   int

	// State of the current game.
	game    *record.Game
	root    []property // properties of the first node
	started bool
	size    int // size of the board
	result  string
	players [4]string // names of Black and White, then ratings of Black and White
	open    []bracket
	depth   int // number of variations around the current node
}

// property is a property with one of its values.
type property struct {
	name, value string
	at          scan.Place
}

// bracket is the reader's state at an opening bracket. It is restored at the closing bracket.
type bracket struct {
	from  build.Branch
	depth int
	lines int // number of brackets opened directly inside this bracket so far
}

func newReader(in io.Reader, o record.ReadOptions) (record.Reader, error) {
	if err := o.NeedFormat(formatName); err != nil {
		return nil, err
	}
	return &reader{in: scan.New(in), rules: o.Rules}, nil
}

// Next implements Reader.
func (r *reader) Next() (*record.Game, error) {
	if !r.in.Mark() {
		return nil, io.EOF
	}
	r.count++
	r.builder.Cur, r.open, r.depth = build.Branch{}, r.open[:0], 0
	r.root, r.started, r.result, r.players = nil, false, "", [4]string{}
	r.game = &record.Game{Rules: r.rules, Result: record.Unknown}
	if !r.seek() {
		if r.in.Err != nil {
			return nil, r.fail("", r.in.Place(), r.in.Err)
		}
		return nil, io.EOF
	}
	err := r.tree()
	if !r.started && err == nil {
		err = r.start(r.in.Place())
	}
	if r.started {
		r.finish()
	}
	if err != nil {
		r.in.SkipTo(func(head string, _ bool) bool { return strings.HasPrefix(head, "(;") })
	}
	return r.game, err
}

// seek skips the text before a tree. It returns false if there is no tree.
func (r *reader) seek() bool {
	for {
		if c, ok := r.in.Peek(); !ok || c == '(' {
			return ok
		}
		r.in.Next()
		r.in.Used = 0
	}
}

func (r *reader) fail(token string, at scan.Place, err error) error {
	return r.builder.Fail(r.count, token, at, err)
}

// tree reads up to the bracket that closes the tree.
func (r *reader) tree() error {
	nodes := 0
	for {
		at := r.in.Place()
		c, ok := r.in.Next()
		switch {
		case !ok && r.in.Err != nil:
			return r.fail("", at, r.in.Err)
		case !ok:
			return r.fail("", at, build.Bad("the tree has no end"))
		case scan.IsSpace(c):
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
				return r.fail(string(c), at, build.Bad("a tree begins with a semicolon"))
			}
			if err := r.property(c, at); err != nil {
				return err
			}
		default:
			return r.fail(string(c), at, build.Bad("this has no meaning in a tree"))
		}
	}
}

// opened processes an opening bracket. The first bracket after a node is the main line, the others
// are variations.
func (r *reader) opened(at scan.Place) error {
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
	if len(r.open) >= maxNesting || r.depth > record.MaxDepth {
		return r.fail("(", at, game.Err(record.TooBig, "too many variations within variations"))
	}
	r.open = append(r.open, bracket{r.builder.Cur, r.depth, 0})
	return nil
}

// closed processes a closing bracket. It returns true if the bracket closes the tree.
func (r *reader) closed() bool {
	last := len(r.open) - 1
	if last > 0 {
		r.builder.Cur = r.open[last].from
	}
	r.open = r.open[:last]
	return last == 0
}

// property reads a name that begins with c, and its values.
func (r *reader) property(c byte, at scan.Place) error {
	var name []byte
	for {
		if c >= 'A' && c <= 'Z' && len(name) < 8 {
			name = append(name, c) // skip lower-case letters, which old files contain in names and which have no meaning
		}
		next, ok := r.in.Peek()
		if !ok || !(next >= 'A' && next <= 'Z' || next >= 'a' && next <= 'z') {
			break
		}
		c = next
		r.in.Next()
	}
	if len(name) == 0 {
		return r.fail(string(c), at, build.Bad("the property has no name"))
	}
	for values := 0; ; values++ {
		for {
			if c, ok := r.in.Peek(); !ok || !scan.IsSpace(c) {
				break
			}
			r.in.Next()
		}
		if c, ok := r.in.Peek(); !ok || c != '[' {
			if values == 0 {
				return r.fail(string(name), at, build.Bad("the property has no value"))
			}
			return nil
		}
		at := r.in.Place()
		value, ok := r.value()
		if !ok {
			return r.fail(string(name), at, build.OrBad(r.in.Err, "the value has no end"))
		}
		if err := r.take(property{string(name), value, at}); err != nil {
			return err
		}
	}
}

// value reads the text in square brackets. A backslash makes the next character literal; a
// backslash before a line end removes the line end.
func (r *reader) value() (string, bool) {
	r.in.Next()
	var b []byte
	for {
		c, ok := r.in.Next()
		switch {
		case !ok:
			return "", false
		case c == ']':
			return string(b), true
		case c == '\\':
			if c, ok = r.in.Next(); !ok {
				return "", false
			}
			if c == '\n' {
				continue
			}
		}
		b = append(b, c)
	}
}

// take collects the properties of the first node until the start position is created from them.
// After that, it processes each property immediately.
func (r *reader) take(p property) error {
	if !r.started {
		if len(r.root) >= record.MaxMoves {
			return r.fail(p.name, p.at, game.Err(record.TooBig, "too many properties for one node"))
		}
		r.root = append(r.root, p)
		return nil
	}
	return r.fail(p.value, p.at, r.act(p))
}

// act processes a property that belongs to a move: the move itself, a comment, a clock time or an
// annotation sign.
func (r *reader) act(p property) error {
	switch p.name {
	case "B", "W":
		return r.stone(p)
	case propAct:
		m, err := r.builder.Cur.Pos.Decode(p.value)
		if err != nil {
			return err
		}
		return r.builder.Push(m)
	case "AB", "AW", "AE":
		return build.Bad("stones can be set up only before the first move")
	case "C":
		r.comment(p.value)
	case "BL", "WL":
		if s, err := strconv.ParseFloat(p.value, 64); err == nil && s >= 0 && s < build.MaxTime {
			r.builder.Remark(clockText(int(s)))
		}
	case "TE", "BM", "IT", "DO":
		r.builder.Nag(nagOf(p))
	}
	return nil
}

// comment adds the comments in a text, which are separated by blank lines.
func (r *reader) comment(text string) {
	for part := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		r.builder.Remark(part)
	}
}

// nagOf returns the annotation glyph (NAG) for a property such as TE (good move). If the value of
// TE or BM is 2, the glyph is emphasised: "!" becomes "!!".
func nagOf(p property) int {
	n := 1 + strings.Index(signs, p.name)/3
	switch {
	case n > 2:
		return n + 2 // the property IT means "!?", DO means "?!"
	case p.value == "2":
		return n + 2
	}
	return n
}

// stone places a stone and checks that it has the colour of the next stone.
func (r *reader) stone(p property) error {
	sq, ok := pointOf(p.value, r.size)
	if !ok {
		m, err := r.builder.Cur.Pos.Decode(strings.ToLower(p.value))
		if err != nil {
			return game.Err(game.BadMove, "there is no point ", p.value)
		}
		sq = m.To()
	}
	before := r.builder.Cur.Pos
	for _, m := range before.Legal() {
		if m.From() != game.NoSquare || m.To() != sq {
			continue
		}
		if blackStone(before.Play(m), sq) != (p.name == "B") {
			return game.Err(game.IllegalMove, "it is the other colour's turn")
		}
		return r.builder.Push(m)
	}
	return game.Err(game.IllegalMove, "no stone may be put there now")
}

// blackStone reports whether the stone on sq is black.
func blackStone(p game.Position, sq game.Square) bool {
	grid, ok := game.GridOf(p)
	return ok && grid.Cells[sq] != "" && grid.Cells[sq][0] < 'a'
}

// pointOf parses a point of two letters. The first is the column, counted from the left; the second
// is the row, counted from the top.
func pointOf(text string, size int) (game.Square, bool) {
	if len(text) != 2 {
		return 0, false
	}
	x, y := pointLetters.index(text[0]), pointLetters.index(text[1])
	if x < 0 || y < 0 || x >= size || y >= size {
		return 0, false
	}
	return game.Square((size-1-y)*size + x), true
}

// pointLetters are the letters of coordinates: a to z, then A to Z.
const pointLetters alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

type alphabet string

func (a alphabet) index(c byte) int { return strings.IndexByte(string(a), c) }
