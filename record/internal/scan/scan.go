// Package scan reads a stream of bytes for the record formats: it tracks the place in the stream,
// limits the size of each game, and skips to the next game after an error.
package scan

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"kydai/game"
	"kydai/record"
	"kydai/record/charset"
)

// bom is the byte order mark at the beginning of some UTF-8 files.
const bom = "\ufeff"

// WideSpace is the ideographic space, as wide as a Chinese character.
const WideSpace = "\u3000"

// Input is a stream of bytes that tracks the current place and counts the bytes of the current
// game.
type Input struct {
	reader    *bufio.Reader
	Line, Col int   // line and column of the next byte, counted from 1
	Offset    int64 // offset of the next byte, counted from 0
	Used      int   // number of bytes since the last call of Mark
	free      bool
	Err       error // why the stream ended early; nil if it ended normally
}

// Place is a place in a stream.
type Place struct {
	Line, Col int
	Offset    int64
}

// Place returns the place of the next byte.
func (in *Input) Place() Place { return Place{in.Line, in.Col, in.Offset} }

// New returns an Input that reads from r. It skips the byte order mark of UTF-8 files.
func New(r io.Reader) *Input {
	in := &Input{reader: bufio.NewReaderSize(r, 1<<16), Line: 1, Col: 1}
	if b, _ := in.reader.Peek(len(bom)); string(b) == bom {
		_, _ = in.reader.Discard(len(bom))
	}
	return in
}

// Mark starts the byte count of a new game. It returns false if the stream has failed before.
func (in *Input) Mark() bool {
	in.Used = 0
	if full(in.Err) {
		in.Err = nil
	}
	return in.Err == nil
}

// Next reads a byte. It returns false at the end of the stream, after a read error, or if the game
// exceeds its size limit.
func (in *Input) Next() (byte, bool) {
	if in.Err != nil {
		return 0, false
	}
	if in.Used >= record.MaxGame && !in.free {
		in.Err = game.Err(record.TooBig, "the game is too long to be one")
		return 0, false
	}
	c, err := in.reader.ReadByte()
	if err != nil {
		if !errors.Is(err, io.EOF) {
			in.Err = err
		}
		return 0, false
	}
	in.Used++
	in.Offset++
	if c == '\n' {
		in.Line, in.Col = in.Line+1, 1
	} else {
		in.Col++
	}
	return c, true
}

// Peek returns the next byte without reading it. It returns false at the end and after a failure.
func (in *Input) Peek() (byte, bool) {
	b, err := in.reader.Peek(1)
	if len(b) == 0 {
		if in.Err == nil && !errors.Is(err, io.EOF) {
			in.Err = err
		}
		return 0, false
	}
	return b[0], in.Err == nil
}

// Ahead reports whether the stream continues with s.
func (in *Input) Ahead(s string) bool {
	b, _ := in.reader.Peek(len(s))
	return string(b) == s
}

// ReadLine reads a line and returns it without its line end. It returns false at the end of the
// stream.
func (in *Input) ReadLine() (string, bool) {
	var b []byte
	some := false
	for {
		c, ok := in.Next()
		if !ok || c == '\n' {
			return strings.TrimSuffix(string(b), "\r"), some || ok
		}
		some = true
		b = append(b, c)
	}
}

// SkipTo skips lines until the function start returns true for the beginning of a line. That line
// stays unread. Skipped text is not stored, even if lines are very long.
func (in *Input) SkipTo(start func(head string, afterBlank bool) bool) {
	in.free = true
	defer func() { in.free = false }()
	in.Mark()
	blank := false
	for {
		if in.Col == 1 {
			head, _ := in.reader.Peek(64)
			if len(head) > 0 && start(string(head), blank) {
				return
			}
			blank = true
		}
		c, ok := in.Next()
		if !ok {
			return
		}
		blank = blank && IsSpace(c)
	}
}

func full(err error) bool {
	var e *game.Error
	return errors.As(err, &e) && e.Code == record.TooBig
}

// IsSpace reports whether c is a space or a control character.
func IsSpace(c byte) bool { return c <= ' ' || c == 0x7f }

// Clean puts text on one line: it replaces every run of control characters and spaces by one
// space.
func Clean(s string) string {
	s = charset.UTF8Text(s)
	var b strings.Builder
	gap := false
	for i := range len(s) {
		c := s[i]
		if IsSpace(c) {
			gap = b.Len() > 0
			continue
		}
		if gap {
			b.WriteByte(' ')
			gap = false
		}
		b.WriteByte(c)
	}
	return b.String()
}
