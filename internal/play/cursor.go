package play

import (
	"encoding/base64"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"kydai/game"
)

// BadCursor is the error code for an invalid cursor.
const BadCursor = "bad-cursor"

var errBadCursor = game.Err(BadCursor, "the cursor is not valid; start the list again without one")

// Cursor is a position in a list of finished matches: after the match that ended at Ended
// and has the given ID. With an empty ID, it is after all matches that ended at Ended or
// later. The zero Cursor is the start of the list. Several matches may end in the same
// microsecond, so the time alone is not enough.
type Cursor struct {
	Ended time.Time
	ID    string
}

// String encodes the cursor for clients; "" is the start of the list.
func (c Cursor) String() string {
	if c.Ended.IsZero() {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.FormatInt(c.Ended.UnixMicro(), 10) + " " + c.ID))
}

// ParseCursor decodes the output of String.
func ParseCursor(text string) (Cursor, error) {
	if text == "" {
		return Cursor{}, nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || !utf8.Valid(raw) {
		return Cursor{}, errBadCursor
	}
	when, id, ok := strings.Cut(string(raw), " ")
	us, err := strconv.ParseInt(when, 10, 64)
	if !ok || err != nil || us <= 0 || id == "" || strings.ContainsRune(id, 0) {
		return Cursor{}, errBadCursor
	}
	return Cursor{Ended: time.UnixMicro(us).UTC(), ID: id}, nil
}
