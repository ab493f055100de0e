package record

import (
	"io"
	"strings"

	"kydai/game"
)

// pgnReader reads PGN: tag pairs, then moves with comments, variations and
// NAGs. It is a reader of tokens, without recursion.
type pgnReader struct {
	in    *input
	rules game.Rules
	usual moveReader
	b     builder
	count int // games begun

	// of the present game
	g       *Game
	read    moveReader
	tags    int  // tag pairs read
	started bool // the builder has its first position
	moves   bool // anything of the move text was read
	loose   []string
}

func newPGNReader(r io.Reader, o ReadOptions) (Reader, error) {
	if err := o.needRules(); err != nil {
		return nil, err
	}
	return &pgnReader{in: newInput(r), rules: o.Rules, usual: reads(o.Rules, o.Notation)}, nil
}

// Next implements Reader.
func (p *pgnReader) Next() (*Game, error) {
	if !p.in.mark() {
		return nil, io.EOF
	}
	p.g = &Game{Rules: p.rules, Result: Unknown}
	p.read = p.usual
	p.tags, p.started, p.moves, p.loose = 0, false, false, nil
	p.b.cur = branch{}
	p.count++
	for {
		done, err := p.token()
		if err != nil {
			p.resync()
			return p.kept(), err
		}
		if done {
			break
		}
	}
	if p.tags == 0 && !p.moves && len(p.loose) == 0 {
		return nil, io.EOF
	}
	return p.end()
}

// kept is what was read of a broken game.
func (p *pgnReader) kept() *Game {
	if p.started {
		p.b.finish()
	}
	p.g.Root.After = append(p.g.Root.After, p.loose...)
	return p.g
}

// end closes a game that ran to its end.
func (p *pgnReader) end() (*Game, error) {
	at := p.in.place()
	if err := p.start(at); err != nil {
		return p.kept(), err
	}
	if len(p.b.outer) > 0 {
		err := p.fail("(", at, badRecord("the game ends inside a variation"))
		return p.kept(), err
	}
	p.b.finish()
	return p.g, nil
}

// token reads the next token of the game and acts on it; done is true at the
// game's end.
func (p *pgnReader) token() (done bool, err error) {
	at := p.in.place()
	c, ok := p.in.peek()
	switch {
	case !ok:
		return true, p.broken("")
	case c == '%' && at.col == 1:
		return false, p.skipLine()
	case isSpace(c):
		p.in.next()
		return false, p.broken("")
	case c == wideSpace[0] && p.in.ahead(wideSpace):
		for range len(wideSpace) {
			p.in.next()
		}
		return false, p.broken("")
	case c == '[' && !p.moves:
		return false, p.tag()
	case c == '[' && at.col == 1:
		return true, nil
	case c == '{' || c == ';':
		return false, p.comment()
	}
	if err := p.start(at); err != nil {
		return false, err
	}
	p.moves = true
	switch {
	case c == '(':
		p.in.next()
		return false, p.fail("(", at, p.b.open())
	case c == ')':
		p.in.next()
		return false, p.fail(")", at, p.b.close())
	case c == '$':
		return false, p.nag(at)
	case strings.IndexByte(`[]}"`, c) >= 0:
		return false, p.fail(string(c), at, badRecord("this has no meaning among moves"))
	}
	text := p.symbol()
	if err := p.broken(text); err != nil {
		return false, err
	}
	return p.act(text, at)
}

// start makes the first position once the tags are read.
func (p *pgnReader) start(at place) error {
	if p.started {
		return nil
	}
	if err := p.b.start(p.g, p.read); err != nil {
		return p.fail(p.g.Setup.Start, at, err)
	}
	p.started = true
	for _, text := range p.loose {
		p.b.comment(text)
	}
	p.loose = nil
	return nil
}

// symbol takes a run of characters that belong together: a move, a number, a
// result, or a sign.
func (p *pgnReader) symbol() string {
	var b []byte
	sign := false
	for {
		c, ok := p.in.peek()
		if !ok || isSpace(c) || c == wideSpace[0] && p.in.ahead(wideSpace) || strings.IndexByte(`{}()[];$"`, c) >= 0 {
			break
		}
		isSign := c == '!' || c == '?'
		if len(b) > 0 && isSign != sign {
			break
		}
		sign = isSign
		if _, ok := p.in.next(); !ok {
			break
		}
		b = append(b, c)
	}
	return string(b)
}

// act plays a move, ends the game at a result, and takes signs and numbers.
func (p *pgnReader) act(text string, at place) (done bool, err error) {
	if res, ok := parseResult(text); ok {
		if len(p.b.outer) > 0 {
			return false, nil
		}
		if res != Unknown {
			p.g.Result = res
		}
		return true, p.afterword()
	}
	if n, ok := glyphNAG(text); ok {
		p.b.nag(n)
		return false, nil
	}
	if text[0] == '!' || text[0] == '?' {
		return false, p.fail(text, at, badRecord("there is no such sign"))
	}
	if text == "e.p." || text == "ep" {
		return false, nil
	}
	bad, err := p.b.playToken(text)
	return false, p.fail(bad, at, err)
}

// afterword keeps a comment that stands behind the result on the same line.
func (p *pgnReader) afterword() error {
	for {
		c, ok := p.in.peek()
		switch {
		case ok && (c == ' ' || c == '\t'):
			p.in.next()
		case ok && (c == '{' || c == ';'):
			if err := p.comment(); err != nil {
				return err
			}
		default:
			return nil
		}
	}
}

// broken reports a stream that failed or a game that is too long.
func (p *pgnReader) broken(token string) error {
	return p.fail(token, p.in.place(), p.in.err)
}

// fail gives err its place; nil stays nil.
func (p *pgnReader) fail(token string, at place, err error) error {
	if err == nil {
		return nil
	}
	e := &Error{Game: p.count, Line: at.line, Col: at.col, Offset: at.offset, Token: shorten(token), Text: err.Error(), Err: err}
	p.b.blame(e)
	return e
}

// resync skips to what looks like the next game.
func (p *pgnReader) resync() {
	moves := p.moves
	p.in.skipTo(func(head string, afterBlank bool) bool {
		switch {
		case moves && strings.HasPrefix(head, `[Event "`):
			return true
		case !afterBlank || len(head) < 2:
			return false
		case head[0] == '[':
			return head[1] >= 'A' && head[1] <= 'Z' || head[1] >= 'a' && head[1] <= 'z'
		}
		return moves && strings.HasPrefix(head, "1.") && !strings.HasPrefix(head, "1..")
	})
}
