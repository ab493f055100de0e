package pgn

import (
	"strconv"
	"strings"

	"kydai/record"
	"kydai/record/internal/build"
	"kydai/record/internal/scan"
)

// nag reads "$" and its number.
func (p *reader) nag(at scan.Place) error {
	p.in.Next()
	text := p.symbol()
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > build.MaxNAG {
		return p.fail("$"+text, at, build.Bad("a sign is a number up to ", strconv.Itoa(build.MaxNAG)))
	}
	p.builder.Nag(n)
	return nil
}

// comment reads a comment in braces or after a semicolon. If a comment in braces contains a blank
// line followed by an Event tag, comment returns an error: the closing brace is missing, and
// reading on would lose the next game.
func (p *reader) comment() error {
	at := p.in.Place()
	open, _ := p.in.Next()
	var b []byte
	blank := false
	for {
		if p.in.Col == 1 {
			if open == '{' && blank && p.in.Ahead(`[Event "`) {
				return p.fail("{", at, build.Bad("the comment has no end"))
			}
			blank = true
		}
		c, ok := p.in.Next()
		if open == ';' && (!ok || c == '\n') || c == '}' && open == '{' {
			break
		}
		if !ok {
			if p.in.Err == nil {
				return p.fail("{", at, build.Bad("the comment has no end"))
			}
			break
		}
		blank = blank && scan.IsSpace(c)
		b = append(b, c)
	}
	if err := p.broken(string(open)); err != nil {
		return err
	}
	switch {
	case p.started:
		p.builder.Comment(string(b))
	case scan.Clean(string(b)) != "":
		p.loose = append(p.loose, scan.Clean(string(b)))
	}
	p.moves = p.moves || p.tags > 0
	return nil
}

// tag reads one tag pair.
func (p *reader) tag() error {
	at := p.in.Place()
	p.in.Next()
	p.tags++
	name := p.until(`"]`)
	if c, ok := p.in.Peek(); !ok || c != '"' {
		return p.fail("["+name, at, build.OrBad(p.in.Err, "a tag has a name and a value in quotes"))
	}
	p.in.Next()
	value, ok := p.quoted()
	rest := p.until("]")
	if c, end := p.in.Peek(); !ok || !end || c != ']' || scan.Clean(rest) != "" {
		return p.fail("["+name, at, build.OrBad(p.in.Err, "the tag has no end"))
	}
	p.in.Next()
	t := record.Tag{Name: build.TagName(name), Value: scan.Clean(value)}
	if n, ok := build.NotationTag(p.rules, t); ok {
		p.read = build.Reads(p.rules, n)
		return nil
	}
	if t.Name == "" {
		return p.fail("[", at, build.Bad("the tag has no name"))
	}
	return p.fail(t.Value, at, build.TakeTag(p.game, t))
}

// until reads the current line up to the first byte that the parameter stop contains, or to the end
// of the line. It returns the text before that byte.
func (p *reader) until(stop string) string {
	var b []byte
	for {
		c, ok := p.in.Peek()
		if !ok || c == '\n' || strings.IndexByte(stop, c) >= 0 {
			return string(b)
		}
		if _, ok := p.in.Next(); !ok {
			return string(b)
		}
		b = append(b, c)
	}
}

// quoted reads the rest of a quoted value and its closing quote.
func (p *reader) quoted() (string, bool) {
	var b []byte
	for {
		c, ok := p.in.Peek()
		if !ok || c == '\n' {
			return string(b), false
		}
		if _, ok := p.in.Next(); !ok {
			return string(b), false
		}
		switch c {
		case '"':
			return string(b), true
		case '\\':
			if n, ok := p.in.Peek(); ok && (n == '"' || n == '\\') {
				c = n
				p.in.Next()
			}
		}
		b = append(b, c)
	}
}

func (p *reader) skipLine() error {
	for {
		c, ok := p.in.Next()
		if !ok || c == '\n' {
			return p.broken("%")
		}
	}
}
