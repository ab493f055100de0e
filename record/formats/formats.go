// Package formats is the only list of record formats: it finds a format by its name, by a file
// name or by the first bytes of a file, and opens readers and writers. Each format is in its
// own package, which imports the model (package record) but no other format.
package formats

import (
	"io"
	"strings"

	"kydai/game"
	"kydai/record"
	"kydai/record/box"
	"kydai/record/charset"
	"kydai/record/dhtmlxq"
	"kydai/record/native"
	"kydai/record/pgn"
	"kydai/record/psq"
	"kydai/record/sgf"
	"kydai/record/text"
	"kydai/record/wxf"
	"kydai/record/xqf"
)

// Formats lists all formats.
func Formats() []record.Format {
	return []record.Format{
		pgn.Format(), wxf.Format(), dhtmlxq.Format(), xqf.Format(), psq.Format(), sgf.Format(), native.Format(), box.Format(), text.Format(),
	}
}

// Lookup returns the format with the given name.
func Lookup(name string) (record.Format, bool) {
	for _, f := range Formats() {
		if f.Name == name {
			return f, true
		}
	}
	return record.Format{}, false
}

// BySuffix returns the name of the format for the suffix of a file name.
func BySuffix(file string) (name string, ok bool) {
	dot := strings.LastIndexByte(file, '.')
	suffix := strings.ToLower(file[dot+1:])
	for _, f := range Formats() {
		for _, s := range f.Suffixes {
			if dot >= 0 && s == suffix {
				return f.Name, true
			}
		}
	}
	return "", false
}

// NewReader returns a reader that reads records of the named format from the given stream.
func NewReader(format string, in io.Reader, o record.ReadOptions) (record.Reader, error) {
	f, ok := Lookup(format)
	if !ok {
		return nil, game.Err(record.NoFormat, "there is no record format ", format)
	}
	if !charset.Known(o.Encoding) {
		return nil, noEncoding(o.Encoding)
	}
	if !f.Binary {
		in = charset.NewReader(in, o.Encoding)
	}
	return f.NewReader(in, o)
}

// NewWriter returns a writer that writes records of the named format to the given stream.
func NewWriter(format string, out io.Writer, o record.WriteOptions) (record.Writer, error) {
	f, ok := Lookup(format)
	if !ok {
		return nil, game.Err(record.NoFormat, "there is no record format ", format)
	}
	if f.ReadOnly {
		return nil, game.Err(record.Unwritable, "records in the format ", format, " can only be read")
	}
	if !charset.Known(o.Encoding) {
		return nil, noEncoding(o.Encoding)
	}
	if o.Encoding != "" {
		out = &encoded{out, o.Encoding}
	}
	return f.NewWriter(out, o), nil
}

// encoded converts the text of a writer from UTF-8 to another encoding. Each Write must contain
// whole games, so that no character is split.
type encoded struct {
	out  io.Writer
	name string
}

func (e *encoded) Write(b []byte) (int, error) {
	out, ok := charset.Encode(e.name, b)
	if !ok {
		return 0, game.Err(record.Unwritable, e.name, " has no place for a character of this game")
	}
	if _, err := e.out.Write(out); err != nil {
		return 0, err
	}
	return len(b), nil
}

func noEncoding(name string) error {
	return game.Err(record.NoFormat, "there is no encoding ", name, " but ", strings.Join(charset.Names(), ", "))
}
