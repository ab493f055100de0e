package record

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"

	"kydai/game"
)

// jsonReader reads documents one after the other: a line each, or laid out
// over many lines.
type jsonReader struct {
	in    *input
	o     ReadOptions
	count int

	// of the present game
	text []byte
	at   place // where text begins
	b    builder
}

func newJSONReader(in io.Reader, o ReadOptions) (Reader, error) {
	if o.Rules == nil && o.Find == nil {
		return nil, o.needRules()
	}
	return &jsonReader{in: newInput(in), o: o}, nil
}

// Next implements Reader.
func (r *jsonReader) Next() (*Game, error) {
	if !r.in.mark() {
		return nil, io.EOF
	}
	r.count++
	r.b.cur = branch{}
	err := r.take()
	if len(r.text) == 0 && err == nil {
		return nil, io.EOF
	}
	var doc jsonGame
	broken, offset := err, int64(len(r.text))
	if len(r.text) > 0 && r.text[0] == '{' {
		dec := json.NewDecoder(bytes.NewReader(r.text))
		if parseErr := doc.parse(dec); parseErr != nil {
			offset = dec.InputOffset()
			if broken == nil {
				broken = parseErr
			}
		}
	}
	g, err := r.build(&doc)
	if broken != nil {
		if g == nil || err == nil {
			err = r.fail("", offset, broken)
		}
		r.in.skipTo(func(head string, _ bool) bool { return head[0] == '{' })
	}
	return g, err
}

// take collects the bytes of one object by counting braces. Where the object
// has no end it stops at the next document, so that only one is lost.
func (r *jsonReader) take() error {
	r.text = r.text[:0]
	depth, quoted, escaped := 0, false, false
	for {
		if r.in.col == 1 && len(r.text) > 0 && (quoted || r.in.ahead(`{"format"`)) {
			return badRecord("the document has no end")
		}
		at := r.in.place()
		c, ok := r.in.next()
		if !ok {
			if r.in.err == nil && len(r.text) > 0 {
				return badRecord("the document has no end")
			}
			return r.in.err
		}
		if len(r.text) == 0 {
			if isSpace(c) {
				continue
			}
			r.at = at
		}
		r.text = append(r.text, c)
		switch {
		case escaped:
			escaped = false
		case quoted:
			escaped = c == '\\'
			quoted = c != '"'
		case c == '"':
			quoted = true
		case c == '{':
			depth++
		case c == '}':
			depth--
		}
		if depth <= 0 {
			if r.text[0] != '{' {
				return badRecord("a document begins with {")
			}
			return nil
		}
	}
}

// fail gives err its place in the text.
func (r *jsonReader) fail(token string, offset int64, err error) error {
	rest := bytes.TrimLeft(bytes.TrimRight(r.text[min(int(offset), len(r.text)):], "\r\n"), " \t\r\n,")
	before := bytes.TrimRight(r.text, "\r\n")
	before = before[:len(before)-len(rest)]
	e := &Error{Game: r.count, Line: r.at.line, Col: r.at.col + len(before),
		Offset: r.at.offset + int64(len(before)), Token: shorten(token), Text: err.Error(), Err: err}
	if rows := bytes.Count(before, []byte("\n")); rows > 0 {
		e.Line += rows
		e.Col = len(before) - bytes.LastIndexByte(before, '\n')
	}
	r.b.blame(e)
	return e
}

// build makes a game of a document, as far as there is one.
func (r *jsonReader) build(doc *jsonGame) (*Game, error) {
	if doc.Format != jsonFormat {
		return nil, r.fail(doc.Format, 0, badRecord("not a document of format ", jsonFormat))
	}
	if doc.Version != jsonVersion {
		return nil, r.fail(strconv.Itoa(doc.Version), 0,
			game.Err(BadVersion, "this program reads version ", strconv.Itoa(jsonVersion), " of the format only"))
	}
	rules, err := r.o.named(doc.Game)
	if err != nil {
		return nil, r.fail(doc.Game, 0, err)
	}
	if len(doc.Tags) > MaxTags {
		return nil, r.fail("", 0, game.Err(TooBig, "too many tags for one game"))
	}
	g := &Game{Tags: doc.Tags, Rules: rules, Result: Unknown}
	g.Setup.Start, g.Setup.Options = doc.Start, doc.Options
	g.Root.After = doc.Comments
	if doc.Deal != "" {
		if err := takeDeal(g, doc.Deal); err != nil {
			return g, r.fail(doc.Deal, 0, err)
		}
	}
	if err := r.b.start(g, moveReader{codeFirst: true}); err != nil {
		return g, r.fail(doc.Start, 0, err)
	}
	if err := r.grow(doc.Moves); err != nil {
		r.b.finish()
		return g, err
	}
	if doc.Result != "" {
		res, ok := parseResult(string(doc.Result))
		if !ok {
			return g, r.fail(string(doc.Result), int64(len(r.text)), badRecord("there is no such result"))
		}
		g.Result = res
	}
	return g, nil
}

// grow plays a line and its variations, which end where they began.
func (r *jsonReader) grow(line []jsonMove) error {
	for _, m := range line {
		if err := r.b.play(m.Code); err != nil {
			return r.fail(m.Code, m.at, err)
		}
		n := r.b.cur.at
		n.Before, n.After = m.Before, m.Comments
		for _, nag := range m.NAGs {
			if nag < 0 || nag > maxNAG {
				return r.fail(strconv.Itoa(nag), m.at, badRecord("a sign is a number up to ", strconv.Itoa(maxNAG)))
			}
			r.b.nag(nag)
		}
		for _, v := range m.Variations {
			if err := r.b.open(); err != nil {
				return r.fail(m.Code, m.at, err)
			}
			if err := r.grow(v); err != nil {
				return err
			}
			r.b.closeOne()
		}
	}
	return nil
}

// parse reads an object token by token, so that a document that breaks off
// still gives what stands before the break.
func (doc *jsonGame) parse(dec *json.Decoder) error {
	return eachField(dec, func(key string) error {
		switch key {
		case "format":
			return dec.Decode(&doc.Format)
		case "version":
			return dec.Decode(&doc.Version)
		case "game":
			return dec.Decode(&doc.Game)
		case "start":
			return dec.Decode(&doc.Start)
		case "options":
			return dec.Decode(&doc.Options)
		case "deal":
			return dec.Decode(&doc.Deal)
		case "tags":
			return dec.Decode(&doc.Tags)
		case "comments":
			return dec.Decode(&doc.Comments)
		case "result":
			return dec.Decode(&doc.Result)
		case "moves":
			return parseMoves(dec, &doc.Moves, 0)
		}
		return skipValue(dec)
	})
}

func parseMoves(dec *json.Decoder, line *[]jsonMove, depth int) error {
	if depth > MaxDepth {
		return game.Err(TooBig, "too many variations within variations")
	}
	return eachItem(dec, func() error {
		*line = append(*line, jsonMove{at: dec.InputOffset()})
		m := &(*line)[len(*line)-1]
		err := eachField(dec, func(key string) error {
			switch key {
			case "code":
				return dec.Decode(&m.Code)
			case "before":
				return dec.Decode(&m.Before)
			case "comments":
				return dec.Decode(&m.Comments)
			case "nags":
				return dec.Decode(&m.NAGs)
			case "variations":
				return eachItem(dec, func() error {
					m.Variations = append(m.Variations, nil)
					return parseMoves(dec, &m.Variations[len(m.Variations)-1], depth+1)
				})
			}
			return skipValue(dec)
		})
		if err != nil && m.Code == "" {
			*line = (*line)[:len(*line)-1]
		}
		return err
	})
}

// eachField calls f after each key of an object.
func eachField(dec *json.Decoder, f func(key string) error) error {
	if err := expect(dec, '{'); err != nil {
		return err
	}
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return err
		}
		key, _ := t.(string)
		if err := f(key); err != nil {
			return err
		}
	}
	return expect(dec, '}')
}

// eachItem calls f before each element of an array.
func eachItem(dec *json.Decoder, f func() error) error {
	if err := expect(dec, '['); err != nil {
		return err
	}
	for dec.More() {
		if err := f(); err != nil {
			return err
		}
	}
	return expect(dec, ']')
}

func expect(dec *json.Decoder, want json.Delim) error {
	t, err := dec.Token()
	if err != nil {
		return err
	}
	if t != want {
		return badRecord("expected ", want.String())
	}
	return nil
}

func skipValue(dec *json.Decoder) error {
	var ignored json.RawMessage
	return dec.Decode(&ignored)
}
