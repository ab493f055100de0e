package pgn

import (
	"io"
	"strings"

	"kydai/game"
	"kydai/record"
	"kydai/record/internal/build"
	"kydai/record/internal/scan"
)

// reader reads PGN: tag pairs, then moves with comments, variations and NAGs. It works token
// by token, without recursion.
type reader struct {
	in      *scan.Input
	rules   game.Rules
	usual   build.MoveReader
	builder build.Builder
	count   int // number of games begun

	// State of the current game.
	game    *record.Game
	read    build.MoveReader
	tags    int  // number of tag pairs read
	started bool // true once the builder has its start position
	moves   bool // true once any move text was read
	loose   []string
}

func newReader(r io.Reader, o record.ReadOptions) (record.Reader, error) {
	if err := o.NeedRules(); err != nil {
		return nil, err
	}
	return &reader{in: scan.New(r), rules: o.Rules, usual: build.Reads(o.Rules, o.Notation)}, nil
}

// Next implements Reader.
func (p *reader) Next() (*record.Game, error) {
	if !p.in.Mark() {
		return nil, io.EOF
	}
	p.game = &record.Game{Rules: p.rules, Result: record.Unknown}
	p.read = p.usual
	p.tags, p.started, p.moves, p.loose = 0, false, false, nil
	p.builder.Cur = build.Branch{}
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

// kept returns the part of a broken game that was read.
func (p *reader) kept() *record.Game {
	if p.started {
		p.builder.Finish()
	}
	p.game.Root.After = append(p.game.Root.After, p.loose...)
	return p.game
}

// end finishes a game that was read completely.
func (p *reader) end() (*record.Game, error) {
	at := p.in.Place()
	if err := p.start(at); err != nil {
		return p.kept(), err
	}
	if len(p.builder.Outer) > 0 {
		err := p.fail("(", at, build.Bad("the game ends inside a variation"))
		return p.kept(), err
	}
	p.builder.Finish()
	return p.game, nil
}

// token reads the next token of the game and processes it. The result done is true at the end of
// the game.
func (p *reader) token() (done bool, err error) {
	at := p.in.Place()
	c, ok := p.in.Peek()
	switch {
	case !ok:
		return true, p.broken("")
	case c == '%' && at.Col == 1:
		return false, p.skipLine()
	case scan.IsSpace(c):
		p.in.Next()
		return false, p.broken("")
	case c == scan.WideSpace[0] && p.in.Ahead(scan.WideSpace):
		for range len(scan.WideSpace) {
			p.in.Next()
		}
		return false, p.broken("")
	case c == '[' && !p.moves:
		return false, p.tag()
	case c == '[' && at.Col == 1:
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
		p.in.Next()
		return false, p.fail("(", at, p.builder.Open())
	case c == ')':
		p.in.Next()
		return false, p.fail(")", at, p.builder.Close())
	case c == '$':
		return false, p.nag(at)
	case strings.IndexByte(`[]}"`, c) >= 0:
		return false, p.fail(string(c), at, build.Bad("this has no meaning among moves"))
	}
	text := p.symbol()
	if err := p.broken(text); err != nil {
		return false, err
	}
	return p.act(text, at)
}

// start creates the start position after the tags have been read.
func (p *reader) start(at scan.Place) error {
	if p.started {
		return nil
	}
	if err := p.builder.Start(p.game, p.read); err != nil {
		return p.fail(p.game.Setup.Start, at, err)
	}
	p.started = true
	for _, text := range p.loose {
		p.builder.Comment(text)
	}
	p.loose = nil
	return nil
}

// symbol reads a run of characters that form one token: a move, a number, a result, or a sign.
func (p *reader) symbol() string {
	var b []byte
	sign := false
	for {
		c, ok := p.in.Peek()
		if !ok || scan.IsSpace(c) || c == scan.WideSpace[0] && p.in.Ahead(scan.WideSpace) || strings.IndexByte(`{}()[];$"`, c) >= 0 {
			break
		}
		isSign := c == '!' || c == '?'
		if len(b) > 0 && isSign != sign {
			break
		}
		sign = isSign
		if _, ok := p.in.Next(); !ok {
			break
		}
		b = append(b, c)
	}
	return string(b)
}

// act plays a move, ends the game at a result, or processes a sign or a number.
func (p *reader) act(text string, at scan.Place) (done bool, err error) {
	if res, ok := record.ParseResult(text); ok {
		if len(p.builder.Outer) > 0 {
			return false, nil
		}
		if res != record.Unknown {
			p.game.Result = res
		}
		return true, p.afterword()
	}
	if n, ok := build.NAG(text); ok {
		p.builder.Nag(n)
		return false, nil
	}
	if text[0] == '!' || text[0] == '?' {
		return false, p.fail(text, at, build.Bad("there is no such sign"))
	}
	if text == "e.p." || text == "ep" {
		return false, nil
	}
	bad, err := p.builder.PlayToken(text)
	return false, p.fail(bad, at, err)
}

// afterword reads the comments that follow the result on the same line, and adds them to the game.
func (p *reader) afterword() error {
	for {
		c, ok := p.in.Peek()
		switch {
		case ok && (c == ' ' || c == '\t'):
			p.in.Next()
		case ok && (c == '{' || c == ';'):
			if err := p.comment(); err != nil {
				return err
			}
		default:
			return nil
		}
	}
}

// broken returns the error of a stream that failed or of a game that is too long.
func (p *reader) broken(token string) error {
	return p.fail(token, p.in.Place(), p.in.Err)
}

// fail returns err with its place; nil stays nil.
func (p *reader) fail(token string, at scan.Place, err error) error {
	return p.builder.Fail(p.count, token, at, err)
}

// resync is called after an error. It skips to a line that looks like the beginning of the next
// game.
func (p *reader) resync() {
	moves := p.moves
	p.in.SkipTo(func(head string, afterBlank bool) bool {
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
