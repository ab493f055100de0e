package record

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"kydai/game"
)

const (
	bom       = "\ufeff"
	wideSpace = "\u3000" // as wide as a Chinese character
)

// input is a stream of bytes that knows its place and counts the bytes of
// the present game.
type input struct {
	r         *bufio.Reader
	line, col int   // of the next byte, from 1
	offset    int64 // of the next byte, from 0
	used      int   // bytes since mark
	free      bool
	err       error // why the stream ended early; nil at its end
}

// place is where in a stream something stands.
type place struct {
	line, col int
	offset    int64
}

// place is that of the next byte.
func (in *input) place() place { return place{in.line, in.col, in.offset} }

func newInput(r io.Reader) *input {
	in := &input{r: bufio.NewReaderSize(r, 1<<16), line: 1, col: 1}
	if b, _ := in.r.Peek(len(bom)); string(b) == bom {
		_, _ = in.r.Discard(len(bom))
	}
	return in
}

// mark starts the count of a new game; false if the stream has failed before.
func (in *input) mark() bool {
	in.used = 0
	if full(in.err) {
		in.err = nil
	}
	return in.err == nil
}

// next takes a byte; false at the end, on a failure and at the limit.
func (in *input) next() (byte, bool) {
	if in.err != nil {
		return 0, false
	}
	if in.used >= MaxGame && !in.free {
		in.err = game.Err(TooBig, "the game is too long to be one")
		return 0, false
	}
	c, err := in.r.ReadByte()
	if err != nil {
		if !errors.Is(err, io.EOF) {
			in.err = err
		}
		return 0, false
	}
	in.used++
	in.offset++
	if c == '\n' {
		in.line, in.col = in.line+1, 1
	} else {
		in.col++
	}
	return c, true
}

// peek shows the next byte; false at the end and on a failure.
func (in *input) peek() (byte, bool) {
	b, err := in.r.Peek(1)
	if len(b) == 0 {
		if in.err == nil && !errors.Is(err, io.EOF) {
			in.err = err
		}
		return 0, false
	}
	return b[0], in.err == nil
}

// ahead reports whether the stream goes on with s.
func (in *input) ahead(s string) bool {
	b, _ := in.r.Peek(len(s))
	return string(b) == s
}

// readLine takes a line without its end; false if there is none.
func (in *input) readLine() (string, bool) {
	var b []byte
	some := false
	for {
		c, ok := in.next()
		if !ok || c == '\n' {
			return strings.TrimSuffix(string(b), "\r"), some || ok
		}
		some = true
		b = append(b, c)
	}
}

// skipTo drops lines until start accepts the beginning of one, which stays
// unread. It stores nothing, however long the lines are.
func (in *input) skipTo(start func(head string, afterBlank bool) bool) {
	in.free = true
	defer func() { in.free = false }()
	in.mark()
	blank := false
	for {
		if in.col == 1 {
			head, _ := in.r.Peek(64)
			if len(head) > 0 && start(string(head), blank) {
				return
			}
			blank = true
		}
		c, ok := in.next()
		if !ok {
			return
		}
		blank = blank && isSpace(c)
	}
}

func full(err error) bool {
	var e *game.Error
	return errors.As(err, &e) && e.Code == TooBig
}

func isSpace(c byte) bool { return c <= ' ' || c == 0x7f }

// toUTF8 leaves UTF-8 alone and takes anything else for Latin-1, as old
// records are.
func toUTF8(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

// clean puts text on one line: control characters are spaces, and one space
// is as good as many.
func clean(s string) string {
	s = toUTF8(s)
	var b strings.Builder
	gap := false
	for i := range len(s) {
		c := s[i]
		if isSpace(c) {
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
