package record

import (
	"fmt"
	"strings"

	"kydai/record/charset"
)

// Limits that prevent hostile input from using much memory. If a game exceeds a limit, the reader
// returns an error for this game and reads the next game as usual.
const (
	MaxGame  = 4 << 20 // maximum size of one game, in bytes
	MaxMoves = 200_000 // maximum number of moves of one game, including variations
	MaxDepth = 256     // maximum nesting of variations within variations
	MaxTags  = 1000    // maximum number of tags of one game
)

// Error codes of this package, in addition to those of package game.
const (
	BadRecord  = "bad-record"  // the text breaks the format
	TooBig     = "too-big"     // the game exceeds one of the limits above
	Unwritable = "unwritable"  // the format cannot hold this game
	NoFormat   = "no-format"   // no format has the requested name
	WrongGame  = "wrong-game"  // the record belongs to another game
	BadVersion = "bad-version" // the document has a version that this program does not support
)

// Error says where and why a record could not be read.
type Error struct {
	Game      int    // number of the game in the stream, counted from 1
	Line, Col int    // place in the stream, counted from 1; Col counts bytes; both are 0 for files without lines
	Offset    int64  // the place as a byte offset, from 0; counted in UTF-8 without byte order mark for text
	Ply       int    // number of moves from the start of the game to Position
	Token     string // text that could not be read; a long text is shortened
	Position  string // position before the error, as text; "" if the start position was not yet known
	Text      string // the error as a sentence
	Err       error  // underlying error of the rules or of the stream; nil if there is none
}

// Error returns the sentence Text, preceded by the place in the stream.
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

// Unwrap returns the underlying error.
func (e *Error) Unwrap() error { return e.Err }

// NewError returns an Error for err at a token. A long token is shortened.
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
