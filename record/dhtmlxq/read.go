package dhtmlxq

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"

	"kydai/game"
	"kydai/record"
	"kydai/record/internal/build"
	"kydai/record/internal/scan"
)

const (
	formatName = "dhtmlxq"
	mark       = "DhtmlXQ"
	absent     = "99"
	partBreak  = "||" // separates the parts of a comment
	startField = "binit"
	movesField = "movelist"
	maxName    = 80 // maximum length of a field's name, in bytes
)

// reader reads DhtmlXQ, the text format of dpxq.com. The text may be inside a web page.
type reader struct {
	in      *scan.Input
	rules   game.Rules
	builder build.Builder
	count   int
	held    *field // a field that was read but belongs to the next game

	// State of the current game.
	game     *record.Game
	routes   map[int]*moveLine
	comments map[[2]int][]string // comments by number of the line and ply
}

// field is [DhtmlXQ_name]value[/DhtmlXQ_name].
type field struct {
	name, value string
	at          scan.Place // place of the value in the stream
}

// moveLine is a line of moves. The main line has number 0. Every other line is a variation: it
// replaces the move of its parent line at a ply, counted from 1.
type moveLine struct {
	id, parent, ply int
	moves           string
	at              scan.Place
	branches        []*moveLine // variations of this line, sorted by ply
	played          bool
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
	r.game, r.builder.Cur = nil, build.Branch{}
	r.routes, r.comments = map[int]*moveLine{}, map[[2]int][]string{}
	fields, err := r.fields()
	if len(fields) == 0 && err == nil {
		return nil, io.EOF
	}
	if err != nil {
		r.held = nil
		r.in.SkipTo(func(head string, _ bool) bool { return strings.HasPrefix(head, "["+mark+"]") })
	}
	g, buildErr := r.build(fields)
	return g, cmp.Or(buildErr, err)
}

// fields collects the fields between [DhtmlXQ] and [/DhtmlXQ]. If the end is missing, it stops
// at a field that must belong to the next game.
func (r *reader) fields() ([]field, error) {
	var list []field
	if r.held != nil {
		list, r.held = append(list, *r.held), nil
	}
	for {
		name, ok := r.name()
		switch {
		case !ok:
			return list, r.fail("", r.in.Place(), r.in.Err)
		case name == "/"+mark || name == mark:
			if len(list) > 0 {
				return list, nil
			}
			r.in.Mark()
			continue
		}
		key, isField := strings.CutPrefix(name, mark+"_")
		if !isField {
			continue
		}
		f := field{name: key, at: r.in.Place()}
		if f.value, ok = r.value(); !ok {
			return append(list, f), r.fail(name, f.at, cmp.Or(r.in.Err, build.Bad("the field has no end")))
		}
		if key == startField && slices.ContainsFunc(list, func(f field) bool { return f.name == startField }) {
			r.held = &f
			return list, nil
		}
		list = append(list, f)
		if len(list) > record.MaxMoves {
			return list, r.fail(name, f.at, game.Err(record.TooBig, "too many fields for one game"))
		}
	}
}

// name skips to the next bracket and returns the text inside it.
func (r *reader) name() (string, bool) {
	var b []byte
	inside := false
	for {
		c, ok := r.in.Next()
		switch {
		case !ok:
			return "", false
		case c == '[':
			inside, b = true, b[:0]
		case !inside:
		case c == ']':
			return string(b), true
		case len(b) >= maxName:
			inside = false
		default:
			b = append(b, c)
		}
	}
}

// value returns everything up to the closing bracket of a field. A field that is not closed
// ends where the next field begins.
func (r *reader) value() (string, bool) {
	var b []byte
	for {
		if r.in.Ahead("[" + mark) {
			return string(b), true
		}
		if r.in.Ahead("[/" + mark + "_") {
			for {
				c, ok := r.in.Next()
				if !ok || c == ']' {
					return string(b), ok
				}
			}
		}
		c, ok := r.in.Next()
		if !ok {
			return string(b), false
		}
		b = append(b, c)
	}
}

func (r *reader) fail(token string, at scan.Place, err error) error {
	return r.builder.Fail(r.count, token, at, err)
}

// build creates a game from fields. If the fields contain an error, it also returns the part of the
// game before the error.
func (r *reader) build(fields []field) (*record.Game, error) {
	r.game = &record.Game{Rules: r.rules, Result: record.Unknown}
	var setup setup
	for _, f := range fields {
		if err := r.take(f, &setup); err != nil {
			return r.game, r.fail(f.value, f.at, err)
		}
	}
	main := r.routes[0]
	if main == nil {
		main = &moveLine{ply: 1}
		r.routes[0] = main
	}
	if err := setup.apply(r.game, main.moves); err != nil {
		return r.game, r.fail(setup.board, setup.at, err)
	}
	if err := r.builder.Start(r.game, build.MoveReader{}); err != nil {
		return r.game, r.fail(r.game.Setup.Start, setup.at, err)
	}
	r.say(0, 0)
	err := r.hang()
	if playErr := r.play(main); playErr != nil {
		err = playErr
	}
	r.builder.Finish()
	for _, route := range r.routes {
		if !route.played && err == nil {
			err = r.fail(strconv.Itoa(route.id), route.at, build.Bad("the variation hangs on nothing"))
		}
	}
	return r.game, err
}

// hang adds each variation to the branches of its parent line. It handles the variations in the
// order of their numbers.
func (r *reader) hang() error {
	var err error
	ids := make([]int, 0, len(r.routes))
	for id := range r.routes {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		route := r.routes[id]
		parent := r.routes[route.parent]
		switch {
		case id == 0:
		case parent == nil || route.ply < parent.ply || route.ply >= parent.ply+len(parent.moves)/4:
			if err == nil {
				err = r.fail(strconv.Itoa(id), route.at, build.Bad("the variation hangs on nothing"))
			}
			route.played = true
		default:
			parent.branches = append(parent.branches, route)
		}
	}
	return err
}

// play plays a line and, after each of its moves, the variations that replace that move.
func (r *reader) play(route *moveLine) error {
	route.played = true
	slices.SortStableFunc(route.branches, func(a, b *moveLine) int { return a.ply - b.ply })
	branches := route.branches
	for i := 0; i < len(route.moves); i += 4 {
		text := route.moves[i:min(i+4, len(route.moves))]
		at := route.at
		at.Col, at.Offset = at.Col+i, at.Offset+int64(i)
		from, to, ok := stepOf(text)
		if !ok {
			return r.fail(text, at, game.Err(game.BadMove, "a move is four digits"))
		}
		if err := r.builder.Step(from, to); err != nil {
			return r.fail(text, at, err)
		}
		ply := route.ply + i/4
		r.say(route.id, ply)
		for len(branches) > 0 && branches[0].ply == ply {
			if err := r.builder.Open(); err != nil {
				return r.fail(strconv.Itoa(branches[0].id), branches[0].at, err)
			}
			if err := r.play(branches[0]); err != nil {
				return err
			}
			r.builder.CloseOne()
			branches = branches[1:]
		}
	}
	return nil
}

// say adds to the last move the comments that the text has for this line and ply.
func (r *reader) say(route, ply int) {
	for _, text := range r.comments[[2]int{route, ply}] {
		for part := range strings.SplitSeq(text, partBreak) {
			r.builder.Remark(part)
		}
	}
}

// stepOf parses the two points of a move. Files are counted from the left, ranks from the top.
func stepOf(text string) (from, to game.Square, ok bool) {
	if len(text) != 4 {
		return 0, 0, false
	}
	from, ok = pointOf(text[:2])
	to, ok2 := pointOf(text[2:])
	return from, to, ok && ok2
}

func pointOf(text string) (game.Square, bool) {
	x, y := text[0]-'0', text[1]-'0'
	if x >= build.Width || y >= build.Height {
		return 0, false
	}
	return game.Square(build.Height-1-y)*build.Width + game.Square(x), true
}
