package record

import (
	"strconv"
	"strings"

	"kydai/game"
)

// nag reads "$" and its number.
func (p *pgnReader) nag(at place) error {
	p.in.next()
	text := p.symbol()
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > maxNAG {
		return p.fail("$"+text, at, badRecord("a sign is a number up to ", strconv.Itoa(maxNAG)))
	}
	p.b.nag(n)
	return nil
}

// comment reads either kind of comment. A blank line and a new Event end it
// as an error: somebody forgot the brace, and the next game must not suffer.
func (p *pgnReader) comment() error {
	at := p.in.place()
	open, _ := p.in.next()
	var b []byte
	blank := false
	for {
		if p.in.col == 1 {
			if open == '{' && blank && p.in.ahead(`[Event "`) {
				return p.fail("{", at, badRecord("the comment has no end"))
			}
			blank = true
		}
		c, ok := p.in.next()
		if open == ';' && (!ok || c == '\n') || c == '}' && open == '{' {
			break
		}
		if !ok {
			if p.in.err == nil {
				return p.fail("{", at, badRecord("the comment has no end"))
			}
			break
		}
		blank = blank && isSpace(c)
		b = append(b, c)
	}
	if err := p.broken(string(open)); err != nil {
		return err
	}
	switch {
	case p.started:
		p.b.comment(string(b))
	case clean(string(b)) != "":
		p.loose = append(p.loose, clean(string(b)))
	}
	p.moves = p.moves || p.tags > 0
	return nil
}

// tag reads one tag pair.
func (p *pgnReader) tag() error {
	at := p.in.place()
	p.in.next()
	p.tags++
	name := p.until(`"]`)
	if c, ok := p.in.peek(); !ok || c != '"' {
		return p.fail("["+name, at, orBad(p.in.err, "a tag has a name and a value in quotes"))
	}
	p.in.next()
	value, ok := p.quoted()
	rest := p.until("]")
	if c, end := p.in.peek(); !ok || !end || c != ']' || clean(rest) != "" {
		return p.fail("["+name, at, orBad(p.in.err, "the tag has no end"))
	}
	p.in.next()
	t := Tag{pgnName(name), clean(value)}
	if n, ok := notationTag(p.rules, t); ok {
		p.read = reads(p.rules, n)
		return nil
	}
	if t.Name == "" {
		return p.fail("[", at, badRecord("the tag has no name"))
	}
	return p.fail(t.Value, at, takeTag(p.g, t))
}

// notationTag returns the notation that a tag names.
func notationTag(r game.Rules, t Tag) (string, bool) {
	noted, ok := r.(game.Noted)
	if !ok || t.Name != tagFormat {
		return "", false
	}
	for _, n := range noted.Notations() {
		if strings.EqualFold(n.Name(), t.Value) {
			return n.Name(), true
		}
	}
	return "", false
}

// until takes bytes of the present line up to one of stop.
func (p *pgnReader) until(stop string) string {
	var b []byte
	for {
		c, ok := p.in.peek()
		if !ok || c == '\n' || strings.IndexByte(stop, c) >= 0 {
			return string(b)
		}
		if _, ok := p.in.next(); !ok {
			return string(b)
		}
		b = append(b, c)
	}
}

// quoted takes the rest of a quoted value and its closing quote.
func (p *pgnReader) quoted() (string, bool) {
	var b []byte
	for {
		c, ok := p.in.peek()
		if !ok || c == '\n' {
			return string(b), false
		}
		if _, ok := p.in.next(); !ok {
			return string(b), false
		}
		switch c {
		case '"':
			return string(b), true
		case '\\':
			if n, ok := p.in.peek(); ok && (n == '"' || n == '\\') {
				c = n
				p.in.next()
			}
		}
		b = append(b, c)
	}
}

func (p *pgnReader) skipLine() error {
	for {
		c, ok := p.in.next()
		if !ok || c == '\n' {
			return p.broken("%")
		}
	}
}

// pgnName keeps what a tag name may consist of.
func pgnName(s string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.ContainsRune("_+#=:.-", c):
			return c
		}
		return '_'
	}, clean(s))
}
