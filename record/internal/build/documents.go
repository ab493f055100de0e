package build

import (
	"bytes"
	"encoding/json"
	"strings"

	"kydai/record/internal/scan"
)

// Documents contains the code that the readers of JSON formats share: it reads JSON documents one
// after another, each on one line or spread over many lines.
type Documents struct {
	In    *scan.Input
	Count int // number of documents begun

	// State of the current document.
	Text    []byte
	at      scan.Place // place of the first byte of Text
	Builder Builder
}

// Take collects the bytes of one object by counting braces. If the end of the object is missing,
// Take stops at the next document, so that only one document is lost.
func (d *Documents) Take() error {
	d.Text = d.Text[:0]
	depth, quoted, escaped := 0, false, false
	for {
		if d.In.Col == 1 && len(d.Text) > 0 && (quoted || d.In.Ahead(`{"format"`)) {
			return Bad("the document has no end")
		}
		at := d.In.Place()
		c, ok := d.In.Next()
		if !ok {
			if d.In.Err == nil && len(d.Text) > 0 {
				return Bad("the document has no end")
			}
			return d.In.Err
		}
		if len(d.Text) == 0 {
			if scan.IsSpace(c) {
				continue
			}
			d.at = at
		}
		d.Text = append(d.Text, c)
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
			if d.Text[0] != '{' {
				return Bad("a document begins with {")
			}
			return nil
		}
	}
}

// Fail returns err with its place in the stream. The parameter offset is the byte offset of the
// error in Text.
func (d *Documents) Fail(token string, offset int64, err error) error {
	rest := bytes.TrimLeft(bytes.TrimRight(d.Text[min(int(offset), len(d.Text)):], "\r\n"), " \t\r\n,")
	before := bytes.TrimRight(d.Text, "\r\n")
	before = before[:len(before)-len(rest)]
	at := scan.Place{Line: d.at.Line, Col: d.at.Col + len(before), Offset: d.at.Offset + int64(len(before))}
	if rows := bytes.Count(before, []byte("\n")); rows > 0 {
		at.Line += rows
		at.Col = len(before) - bytes.LastIndexByte(before, '\n')
	}
	return d.Builder.Fail(d.Count, token, at, err)
}

// EachField calls f after each key of an object.
func EachField(dec *json.Decoder, f func(key string) error) error {
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

// EachItem calls f before each element of an array.
func EachItem(dec *json.Decoder, f func() error) error {
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
		return Bad("expected ", want.String())
	}
	return nil
}

// SkipValue reads and drops the next value.
func SkipValue(dec *json.Decoder) error {
	var ignored json.RawMessage
	return dec.Decode(&ignored)
}

// BeginsObject reports whether a text begins like a JSON object with at least one field.
func BeginsObject(text string) bool {
	return text[0] == '{' && strings.HasPrefix(strings.TrimLeft(text[1:], " \t\r\n"), `"`)
}
