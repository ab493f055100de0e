package record

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"

	"kydai/game"
)

const (
	dhtmlFormat  = "dhtmlxq"
	dhtmlMark    = "DhtmlXQ"
	dhtmlPieces  = "RNBAKABNRCCPPPPPrnbakabnrccppppp" // in the order of the start
	dhtmlAbsent  = "99"
	dhtmlBreak   = "||" // between parts of a comment
	dhtmlStart   = "binit"
	dhtmlMoves   = "movelist"
	dhtmlWidth   = 9
	dhtmlHeight  = 10
	dhtmlMaxName = 80 // of a field
)

// dhtmlReader reads the text of dpxq.com, also within a page.
type dhtmlReader struct {
	in    *input
	rules game.Rules
	b     builder
	count int
	held  *dhtmlField // read already, of the next game

	// of the present game
	g        *Game
	routes   map[int]*dhtmlRoute
	comments map[[2]int][]string // by route and ply
}

// dhtmlField is [DhtmlXQ_name]value[/DhtmlXQ_name].
type dhtmlField struct {
	name, value string
	at          place // of the value
}

// dhtmlRoute is a line of moves: the main one is 0, and every other begins at
// a ply of its parent, counted from 1, instead of the move there.
type dhtmlRoute struct {
	id, parent, ply int
	moves           string
	at              place
	branches        []*dhtmlRoute // by ply
	played          bool
}

func newDhtmlReader(in io.Reader, o ReadOptions) (Reader, error) {
	if err := o.needFormat(dhtmlFormat); err != nil {
		return nil, err
	}
	return &dhtmlReader{in: newInput(in), rules: o.Rules}, nil
}

// Next implements Reader.
func (r *dhtmlReader) Next() (*Game, error) {
	if !r.in.mark() {
		return nil, io.EOF
	}
	r.count++
	r.g, r.b.cur = nil, branch{}
	r.routes, r.comments = map[int]*dhtmlRoute{}, map[[2]int][]string{}
	fields, err := r.fields()
	if len(fields) == 0 && err == nil {
		return nil, io.EOF
	}
	if err != nil {
		r.held = nil
		r.in.skipTo(func(head string, _ bool) bool { return strings.HasPrefix(head, "["+dhtmlMark+"]") })
	}
	g, buildErr := r.build(fields)
	return g, cmp.Or(buildErr, err)
}

// fields collects what stands between [DhtmlXQ] and [/DhtmlXQ], or up to what
// can only be the next game.
func (r *dhtmlReader) fields() ([]dhtmlField, error) {
	var list []dhtmlField
	if r.held != nil {
		list, r.held = append(list, *r.held), nil
	}
	for {
		name, ok := r.name()
		switch {
		case !ok:
			return list, r.fail("", r.in.place(), r.in.err)
		case name == "/"+dhtmlMark || name == dhtmlMark:
			if len(list) > 0 {
				return list, nil
			}
			r.in.mark()
			continue
		}
		key, isField := strings.CutPrefix(name, dhtmlMark+"_")
		if !isField {
			continue
		}
		f := dhtmlField{name: key, at: r.in.place()}
		if f.value, ok = r.value(); !ok {
			return append(list, f), r.fail(name, f.at, cmp.Or(r.in.err, badRecord("the field has no end")))
		}
		if key == dhtmlStart && slices.ContainsFunc(list, func(f dhtmlField) bool { return f.name == dhtmlStart }) {
			r.held = &f
			return list, nil
		}
		list = append(list, f)
		if len(list) > MaxMoves {
			return list, r.fail(name, f.at, game.Err(TooBig, "too many fields for one game"))
		}
	}
}

// name skips to the next bracket and takes what is in it.
func (r *dhtmlReader) name() (string, bool) {
	var b []byte
	inside := false
	for {
		c, ok := r.in.next()
		switch {
		case !ok:
			return "", false
		case c == '[':
			inside, b = true, b[:0]
		case !inside:
		case c == ']':
			return string(b), true
		case len(b) >= dhtmlMaxName:
			inside = false
		default:
			b = append(b, c)
		}
	}
}

// value takes everything up to the closing bracket of a field. A field that
// somebody forgot to close ends where the next one begins.
func (r *dhtmlReader) value() (string, bool) {
	var b []byte
	for {
		if r.in.ahead("[" + dhtmlMark) {
			return string(b), true
		}
		if r.in.ahead("[/" + dhtmlMark + "_") {
			for {
				c, ok := r.in.next()
				if !ok || c == ']' {
					return string(b), ok
				}
			}
		}
		c, ok := r.in.next()
		if !ok {
			return string(b), false
		}
		b = append(b, c)
	}
}

func (r *dhtmlReader) fail(token string, at place, err error) error {
	if err == nil {
		return nil
	}
	e := &Error{Game: r.count, Line: at.line, Col: at.col, Offset: at.offset, Token: shorten(token), Text: err.Error(), Err: err}
	r.b.blame(e)
	return e
}

// build makes a game of fields, as far as there is one.
func (r *dhtmlReader) build(fields []dhtmlField) (*Game, error) {
	r.g = &Game{Rules: r.rules, Result: Unknown}
	var setup dhtmlSetup
	for _, f := range fields {
		if err := r.take(f, &setup); err != nil {
			return r.g, r.fail(f.value, f.at, err)
		}
	}
	main := r.routes[0]
	if main == nil {
		main = &dhtmlRoute{ply: 1}
		r.routes[0] = main
	}
	if err := setup.apply(r.g, main.moves); err != nil {
		return r.g, r.fail(setup.board, setup.at, err)
	}
	if err := r.b.start(r.g, moveReader{}); err != nil {
		return r.g, r.fail(r.g.Setup.Start, setup.at, err)
	}
	r.say(0, 0)
	err := r.hang()
	if playErr := r.play(main); playErr != nil {
		err = playErr
	}
	r.b.finish()
	for _, route := range r.routes {
		if !route.played && err == nil {
			err = r.fail(strconv.Itoa(route.id), route.at, badRecord("the variation hangs on nothing"))
		}
	}
	return r.g, err
}

// hang makes the routes branches of their parents, in the order of their
// numbers.
func (r *dhtmlReader) hang() error {
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
				err = r.fail(strconv.Itoa(id), route.at, badRecord("the variation hangs on nothing"))
			}
			route.played = true
		default:
			parent.branches = append(parent.branches, route)
		}
	}
	return err
}

// play plays a route and, after each move, the ways to play it differently.
func (r *dhtmlReader) play(route *dhtmlRoute) error {
	route.played = true
	slices.SortStableFunc(route.branches, func(a, b *dhtmlRoute) int { return a.ply - b.ply })
	branches := route.branches
	for i := 0; i < len(route.moves); i += 4 {
		text := route.moves[i:min(i+4, len(route.moves))]
		at := route.at
		at.col, at.offset = at.col+i, at.offset+int64(i)
		from, to, ok := dhtmlStep(text)
		if !ok {
			return r.fail(text, at, game.Err(game.BadMove, "a move is four digits"))
		}
		if err := r.b.step(from, to); err != nil {
			return r.fail(text, at, err)
		}
		ply := route.ply + i/4
		r.say(route.id, ply)
		for len(branches) > 0 && branches[0].ply == ply {
			if err := r.b.open(); err != nil {
				return r.fail(strconv.Itoa(branches[0].id), branches[0].at, err)
			}
			if err := r.play(branches[0]); err != nil {
				return err
			}
			r.b.closeOne()
			branches = branches[1:]
		}
	}
	return nil
}

// say hangs the comments of a ply on the last move.
func (r *dhtmlReader) say(route, ply int) {
	for _, text := range r.comments[[2]int{route, ply}] {
		for part := range strings.SplitSeq(text, dhtmlBreak) {
			r.b.remark(part)
		}
	}
}

// dhtmlStep reads the two points of a move: files from the left, ranks from
// the top.
func dhtmlStep(text string) (from, to game.Square, ok bool) {
	if len(text) != 4 {
		return 0, 0, false
	}
	from, ok = dhtmlPoint(text[:2])
	to, ok2 := dhtmlPoint(text[2:])
	return from, to, ok && ok2
}

func dhtmlPoint(text string) (game.Square, bool) {
	x, y := text[0]-'0', text[1]-'0'
	if x >= dhtmlWidth || y >= dhtmlHeight {
		return 0, false
	}
	return game.Square(dhtmlHeight-1-y)*dhtmlWidth + game.Square(x), true
}
