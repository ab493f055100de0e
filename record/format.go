package record

import (
	"io"
	"slices"
	"strings"

	"kydai/game"
	"kydai/record/charset"
)

// Reader reads one game after the other.
type Reader interface {
	// Next returns the next game, or io.EOF after the last. With any other
	// error it also returns what could be read of the game, nil if nothing;
	// the error is then an *Error, and Next may be called again.
	Next() (*Game, error)
}

// Writer writes one game after the other. It keeps nothing back: there is
// nothing to flush or close.
type Writer interface {
	Write(g *Game) error
}

// ReadOptions say what a reader needs to know.
type ReadOptions struct {
	// Rules are those of every game in the stream. They may be nil for a
	// format that names its game, if Find is there.
	Rules game.Rules
	// Find finds rules by Info.Name.
	Find func(name string) (game.Rules, bool)
	// Notation is the notation to expect in PGN that does not say; empty means
	// the usual one. Others are tried after it, but a move may mean different
	// things in two notations.
	Notation string
	// Encoding is that of the text; empty means to go by its bytes.
	Encoding string
}

// WriteOptions say how games are to be written.
type WriteOptions struct {
	// Notation names the notation of the moves; empty means the usual one.
	// Only PGN and plain text have a choice; plain text is usually codes.
	Notation string
	// Encoding is how the text is written; empty means UTF-8.
	Encoding string
	// OpenSecret writes what was dealt face down, and the moves as they truly
	// were. Only for games that are over. Without it a game with a secret is
	// written as a spectator knows it.
	OpenSecret bool
}

// Format is a kind of record file.
type Format struct {
	Name     string
	Suffixes []string // of file names, without the dot
	Tree     bool     // keeps variations, comments and NAGs; others keep the main line
	Binary   bool     // is not text
	ReadOnly bool     // cannot be written
	reader   func(io.Reader, ReadOptions) (Reader, error)
	writer   func(io.Writer, WriteOptions) Writer
}

// Formats lists all formats.
func Formats() []Format {
	return []Format{
		{Name: "pgn", Suffixes: []string{"pgn"}, Tree: true, reader: newPGNReader, writer: newPGNWriter},
		{Name: "wxf", Suffixes: []string{"wxf"}, reader: newWXFReader, writer: newWXFWriter},
		{Name: dhtmlFormat, Suffixes: []string{"dhtmlxq", "ubb"}, Tree: true, reader: newDhtmlReader, writer: newDhtmlWriter},
		{Name: xqfFormat, Suffixes: []string{"xqf"}, Tree: true, Binary: true, ReadOnly: true, reader: newXQFReader},
		{Name: "psq", Suffixes: []string{"psq"}, reader: newPSQReader, writer: newPSQWriter},
		{Name: sgfFormat, Suffixes: []string{"sgf"}, Tree: true, reader: newSGFReader, writer: newSGFWriter},
		{Name: "json", Suffixes: []string{"json", "jsonl", "ndjson"}, Tree: true, reader: newJSONReader, writer: newJSONWriter},
		{Name: boxFormat, Suffixes: []string{"box"}, reader: newBoxReader, writer: newBoxWriter},
		{Name: "text", Suffixes: []string{"txt", "text"}, reader: newTextReader, writer: newTextWriter},
	}
}

// Lookup returns the format of that name.
func Lookup(name string) (Format, bool) {
	for _, f := range Formats() {
		if f.Name == name {
			return f, true
		}
	}
	return Format{}, false
}

// BySuffix returns the name of the format that a file name ends in.
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

// NewReader reads records of the named format from in.
func NewReader(format string, in io.Reader, o ReadOptions) (Reader, error) {
	f, ok := Lookup(format)
	if !ok {
		return nil, game.Err(NoFormat, "there is no record format ", format)
	}
	if !charset.Known(o.Encoding) {
		return nil, noEncoding(o.Encoding)
	}
	if !f.Binary {
		in = charset.NewReader(in, o.Encoding)
	}
	return f.reader(in, o)
}

// NewWriter writes records in the named format to out.
func NewWriter(format string, out io.Writer, o WriteOptions) (Writer, error) {
	f, ok := Lookup(format)
	if !ok {
		return nil, game.Err(NoFormat, "there is no record format ", format)
	}
	if f.ReadOnly {
		return nil, game.Err(Unwritable, "records in the format ", format, " can only be read")
	}
	if !charset.Known(o.Encoding) {
		return nil, noEncoding(o.Encoding)
	}
	if o.Encoding != "" {
		out = &encoded{out, o.Encoding}
	}
	return f.writer(out, o), nil
}

// encoded writes UTF-8 in another encoding. Writers hand it whole games.
type encoded struct {
	out  io.Writer
	name string
}

func (e *encoded) Write(text []byte) (int, error) {
	out, ok := charset.Encode(e.name, text)
	if !ok {
		return 0, game.Err(Unwritable, e.name, " has no place for a character of this game")
	}
	if _, err := e.out.Write(out); err != nil {
		return 0, err
	}
	return len(text), nil
}

func noEncoding(name string) error {
	return game.Err(NoFormat, "there is no encoding ", name, " but ", strings.Join(charset.Names(), ", "))
}

// needRules refuses a stream of a format that does not name its game.
func (o ReadOptions) needRules() error {
	if o.Rules == nil {
		return game.Err(WrongGame, "this format does not say which game it records")
	}
	return nil
}

// needFormat refuses a stream of a format that the game is not written in.
func (o ReadOptions) needFormat(format string) error {
	if err := o.needRules(); err != nil {
		return err
	}
	if !hasFormat(o.Rules, format) {
		return game.Err(NoFormat, o.Rules.Info().Name, " is not written in the format ", format)
	}
	return nil
}

func hasFormat(r game.Rules, format string) bool { return slices.Contains(r.Info().Formats, format) }

// named returns the rules of the game that a record names.
func (o ReadOptions) named(name string) (game.Rules, error) {
	if o.Rules != nil {
		in := o.Rules.Info()
		if !strings.EqualFold(in.Name, name) && !strings.EqualFold(in.Tags["Game"], name) {
			return nil, game.Err(WrongGame, "a record of ", name, ", not of ", in.Name)
		}
		return o.Rules, nil
	}
	if o.Find != nil {
		if r, ok := o.Find(name); ok {
			return r, nil
		}
	}
	return nil, game.Err(WrongGame, "there is no game ", name)
}
