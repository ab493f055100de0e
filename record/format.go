package record

import (
	"io"
	"slices"
	"strings"

	"kydai/game"
)

// Reader reads games one after another.
type Reader interface {
	// Next returns the next game, or io.EOF after the last one. With any other error, which is
	// an *Error, it also returns the part of the game that could be read, or nil; Next may then
	// be called again.
	Next() (*Game, error)
}

// Writer writes games one after another. It does not buffer, so nothing needs to be flushed or
// closed.
type Writer interface {
	Write(g *Game) error
}

// ReadOptions tell a reader how to read.
type ReadOptions struct {
	// Rules are the rules of every game in the stream. They may be nil for a format that names
	// its game, if Find is set.
	Rules game.Rules
	// Find finds rules by Info.Name.
	Find func(name string) (game.Rules, bool)
	// Notation is the notation that is tried first for PGN that does not name one; empty means the
	// default. If it fails, the others are tried. A move text may mean different moves in two
	// notations.
	Notation string
	// Encoding is the encoding of the text; if it is empty, the encoding is detected from the
	// bytes.
	Encoding string
}

// WriteOptions tell a writer how to write.
type WriteOptions struct {
	// Notation is the notation of the moves; empty means the default. Only PGN and plain text
	// support different notations; the default of plain text is codes.
	Notation string
	// Encoding is the encoding of the written text; empty means UTF-8.
	Encoding string
	// OpenSecret makes the writer include the deal and the true moves. Use it only for games
	// that have ended. Without it, a game with a secret is written as a spectator knows it.
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
	// Detect reports whether a file that begins with this head may be in the format. For files that
	// are not text, it is called only for binary formats.
	Detect func(Head) bool
}

// Head is the beginning of a file.
type Head struct {
	Bytes []byte
	Text  string // the same as UTF-8, without spaces in front
}

// NeedRules returns an error if no rules are given. Formats that do not name their game call it.
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
