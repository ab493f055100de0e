package record

import (
	"io"
	"slices"
	"strings"

	"kydai/game"
)

// Reader reads games one after another.
type Reader interface {
	// Next returns the next game, or io.EOF after the last game. Any other error is an *Error. With
	// such an error, Next also returns the part of the game that could be read, or nil. Next may be
	// called again after such an error.
	Next() (*Game, error)
}

// Writer writes games one after another. It does not buffer, so nothing needs to be flushed or
// closed.
type Writer interface {
	Write(g *Game) error
}

// ReadOptions are the options of a reader.
type ReadOptions struct {
	// Rules are the rules of every game in the stream. Rules may be nil if Find is set and the
	// format names the game of each record.
	Rules game.Rules
	// Find returns the rules of the game with the given Info.Name.
	Find func(name string) (game.Rules, bool)
	// Notation is the notation to try first for PGN that does not name its notation; empty means
	// the default. If it fails, the other notations are tried. The order matters because a move
	// text may mean different moves in two notations.
	Notation string
	// Encoding is the encoding of the text. If Encoding is empty, the encoding is detected from the
	// bytes.
	Encoding string
}

// WriteOptions are the options of a writer.
type WriteOptions struct {
	// Notation is the notation of the moves; empty means the default. Only PGN and plain text
	// support different notations; the default of plain text is codes.
	Notation string
	// Encoding is the encoding of the written text; empty means UTF-8.
	Encoding string
	// OpenSecret makes the writer include which pieces were dealt face down and which piece each
	// move revealed. Use it only for games that have ended. Without OpenSecret, a game with hidden
	// pieces is written as a spectator knows it.
	OpenSecret bool
}

// Format is a kind of record file.
type Format struct {
	Name     string
	Suffixes []string // suffixes of file names, without the dot
	Tree     bool     // true if the format keeps variations, comments and NAGs; other formats keep only the main line
	Binary   bool     // true if the files are not text
	ReadOnly bool     // true if files of the format cannot be written

	NewReader func(io.Reader, ReadOptions) (Reader, error)
	NewWriter func(io.Writer, WriteOptions) Writer // nil if ReadOnly is set
	// Detect reports whether a file may be in this format. The parameter is the beginning of the
	// file. If the file is not text, Detect is called only for binary formats.
	Detect func(Head) bool
}

// Head is the beginning of a file.
type Head struct {
	Bytes []byte
	Text  string // the same bytes as UTF-8 text, without leading white space
}

// NeedRules returns an error if no rules are given. Readers of formats that do not name the game
// call NeedRules.
func (o ReadOptions) NeedRules() error {
	if o.Rules == nil {
		return game.Err(WrongGame, "this format does not say which game it records")
	}
	return nil
}

// NeedFormat returns an error if no rules are given or if the game cannot be written in the
// format.
func (o ReadOptions) NeedFormat(format string) error {
	if err := o.NeedRules(); err != nil {
		return err
	}
	if !HasFormat(o.Rules, format) {
		return game.Err(NoFormat, o.Rules.Info().Name, " is not written in the format ", format)
	}
	return nil
}

// HasFormat reports whether a game can be written in the format.
func HasFormat(r game.Rules, format string) bool { return slices.Contains(r.Info().Formats, format) }

// Named returns the rules of the game with the given name, which a record contains. It returns an
// error if the name does not match Rules, or, if Rules is nil, if Find does not know the name.
func (o ReadOptions) Named(name string) (game.Rules, error) {
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
