package record

import (
	"bytes"
	"io"
	"strings"

	"kydai/game"
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
}

// WriteOptions say how games are to be written.
type WriteOptions struct {
	// Notation names the notation of the moves; empty means the usual one.
	// Only PGN has a choice.
	Notation string
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
	reader   func(io.Reader, ReadOptions) (Reader, error)
	writer   func(io.Writer, WriteOptions) Writer
}

// Formats lists all formats.
func Formats() []Format {
	return []Format{
		{"pgn", []string{"pgn"}, true, newPGNReader, newPGNWriter},
		{"wxf", []string{"wxf"}, false, newWXFReader, newWXFWriter},
		{"psq", []string{"psq"}, false, newPSQReader, newPSQWriter},
		{"json", []string{"json", "jsonl", "ndjson"}, true, newJSONReader, newJSONWriter},
		{"text", []string{"txt", "text"}, false, newTextReader, newTextWriter},
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
	return f.reader(in, o)
}

// NewWriter writes records in the named format to out.
func NewWriter(format string, out io.Writer, o WriteOptions) (Writer, error) {
	f, ok := Lookup(format)
	if !ok {
		return nil, game.Err(NoFormat, "there is no record format ", format)
	}
	return f.writer(out, o), nil
}

// Detect guesses the format from the first bytes of a file; a few hundred are
// enough. It is a guess: plain text is what remains.
func Detect(prefix []byte) (name string, ok bool) {
	s := string(bytes.TrimLeft(bytes.TrimPrefix(prefix, []byte(bom)), " \t\r\n"))
	upper := strings.ToUpper(s)
	switch {
	case s == "" || strings.ContainsRune(s, 0):
		return "", false
	case s[0] == '{' && strings.HasPrefix(strings.TrimLeft(s[1:], " \t\r\n"), `"`):
		return "json", true
	case strings.HasPrefix(s, psqMagic):
		return "psq", true
	case strings.HasPrefix(upper, "FORMAT") || strings.Contains(upper, wxfStart):
		return "wxf", true
	case strings.ContainsRune("[{%;", rune(s[0])) || strings.ContainsAny(s, "{$("):
		return "pgn", true
	}
	return "text", true
}

// needRules refuses a stream of a format that does not name its game.
func (o ReadOptions) needRules() error {
	if o.Rules == nil {
		return game.Err(WrongGame, "this format does not say which game it records")
	}
	return nil
}

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
