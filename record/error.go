package record

import (
	"fmt"
	"strings"

	"kydai/record/charset"
)

// Limits that prevent hostile input from using much memory. A game that exceeds a limit is an
// error; the next game is read as usual.
const (
	MaxGame  = 4 << 20 // bytes of one game
	MaxMoves = 200_000 // moves of one game, variations included
	MaxDepth = 256     // variations within variations
	MaxTags  = 1000    // tags of one game
)

// Error codes of this package, in addition to those of package game.
const (
	BadRecord  = "bad-record"  // the text breaks the format
	TooBig     = "too-big"     // one of the limits above
	Unwritable = "unwritable"  // the format cannot hold this game
	NoFormat   = "no-format"   // no format of that name
	WrongGame  = "wrong-game"  // a record of another game
	BadVersion = "bad-version" // a document this program is too old or too new for
)

// Error says where and why a record could not be read.
type Error struct {
	Game      int    // which game of the stream, from 1
	Line, Col int    // where in the stream, from 1; Col counts bytes; 0 for files without lines
	Offset    int64  // the same position in bytes from 0; for text, in its UTF-8 form without the byte order mark
	Ply       int    // moves from the start to the position below
	Token     string // what could not be read, perhaps shortened
	Position  string // the position it was met in; empty if there was none yet
	Text      string // a sentence
	Err       error  // the cause, if a game or the stream gave one
}

// Error returns the sentence, preceded by the place.
func (e *Error) Error() string {
	var b strings.Builder
	if e.Line > 0 {
		fmt.Fprintf(&b, "game %d, line %d, column %d, ", e.Game, e.Line, e.Col)
	} else if e.Game > 0 {
		fmt.Fprintf(&b, "game %d, byte %d, ", e.Game, e.Offset)
	}
	fmt.Fprintf(&b, "after %d plies: ", e.Ply)
	if e.Token != "" {
		fmt.Fprintf(&b, "%q: ", e.Token)
	}
	b.WriteString(e.Text)
	if e.Position != "" {
		fmt.Fprintf(&b, " (position %s)", e.Position)
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// NewError returns an Error for err at a token, which it shortens.
func NewError(token string, err error) *Error {
	return &Error{Token: shorten(token), Text: err.Error(), Err: err}
}

// shorten cuts a long token, so that error messages stay readable.
func shorten(s string) string {
	const most = 80
	if len(s) > most {
		s = s[:most] + "…"
	}
	return charset.UTF8Text(s)
}
