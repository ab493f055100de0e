package record

import (
	"strings"

	"kydai/game"
)

// lineReader is what the readers of simple, line by line formats share.
type lineReader struct {
	in    *input
	b     builder
	g     *Game
	count int    // games begun
	line  string // the present line
	again bool   // the present line is to be read once more
	began int64  // offset of the present line
}

// begin starts a new game; false if the stream has failed before.
func (r *lineReader) begin() bool {
	if !r.in.mark() {
		return false
	}
	r.count++
	r.g, r.b.cur = nil, branch{}
	return true
}

// more makes the next line the present one; false at the end.
func (r *lineReader) more() bool {
	if r.again {
		r.again = false
		return true
	}
	from := r.in.offset
	line, ok := r.in.readLine()
	if ok {
		r.line, r.began = line, from
	}
	return ok && r.in.err == nil
}

// row is the number of the present line.
func (r *lineReader) row() int {
	if r.in.col == 1 && r.in.line > 1 {
		return r.in.line - 1
	}
	return r.in.line
}

// fail gives err its place in the present line; nil stays nil.
func (r *lineReader) fail(token string, col int, err error) error {
	if err == nil {
		return nil
	}
	e := &Error{Game: r.count, Line: r.row(), Col: col + 1, Offset: r.began + int64(col), Token: shorten(token), Text: err.Error(), Err: err}
	r.b.blame(e)
	return e
}

// broken reports a stream that failed or a game that is too long.
func (r *lineReader) broken() error { return r.fail("", len(r.line), r.in.err) }

// kept closes what was read of a game, if there was one.
func (r *lineReader) kept() *Game {
	if r.b.cur.pos != nil {
		r.b.finish()
	}
	return r.g
}

// skipTo drops lines until start accepts one.
func (r *lineReader) skipTo(start func(head string, afterBlank bool) bool) {
	if r.again && start(r.line, true) {
		return
	}
	r.again = false
	r.in.skipTo(start)
}

// word returns the next word of line from byte i on, where it begins, and
// where to go on. Bytes in stop are words of their own.
func word(line string, i int, stop string) (text string, at, next int) {
	for i < len(line) && isSpace(line[i]) {
		i++
	}
	at = i
	for i < len(line) && !isSpace(line[i]) {
		if strings.IndexByte(stop, line[i]) >= 0 {
			if i == at {
				i++
			}
			break
		}
		i++
	}
	return line[at:i], at, i
}

// lineFits reports whether a move's text is one word that is not taken for
// something else. Here brackets may be part of a move.
func lineFits(s string) bool {
	return pgnFits(strings.NewReplacer("(", "", ")", "").Replace(s)) && !strings.ContainsAny(s, "#:")
}

// mainText writes the moves of the main line as words and calls each with
// the ply of the move.
func mainText(g *Game, n game.Notation, fits func(string) bool, each func(ply int, node *Node, text string)) error {
	p, err := g.Rules.New(g.Setup)
	if err != nil {
		return err
	}
	for ply, node := range g.Main() {
		text, err := moveText(n, p, node.Move, fits)
		if err != nil {
			return err
		}
		each(ply, node, text)
		p = p.Play(node.Move)
	}
	return nil
}
