package record

import (
	"io"
	"slices"
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

	NewReader func(io.Reader, ReadOptions) (Reader, error)
	NewWriter func(io.Writer, WriteOptions) Writer // nil if the format cannot be written
	// Detect reports whether a file that begins like this may be one of the
	// format. Only formats that are not text see a file that is no text.
	Detect func(Head) bool
}

// Head is how a file begins.
type Head struct {
	Bytes []byte
	Text  string // the same as UTF-8, without spaces in front
}

// NeedRules refuses a stream of a format that does not name its game.
func (o ReadOptions) NeedRules() error {
	if o.Rules == nil {
		return game.Err(WrongGame, "this format does not say which game it records")
	}
	return nil
}

// NeedFormat refuses a stream of a format that the game is not written in.
func (o ReadOptions) NeedFormat(format string) error {
	if err := o.NeedRules(); err != nil {
		return err
	}
	if !HasFormat(o.Rules, format) {
		return game.Err(NoFormat, o.Rules.Info().Name, " is not written in the format ", format)
	}
	return nil
}

// HasFormat reports whether a game is written in the format.
func HasFormat(r game.Rules, format string) bool { return slices.Contains(r.Info().Formats, format) }

// Named returns the rules of the game that a record names.
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
