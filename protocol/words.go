package protocol

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"kydai/engine"
)

// Out writes whole lines to the other program. It is safe for concurrent use.
type Out struct {
	mu     sync.Mutex
	writer io.Writer
	err    error
}

// NewOut returns an Out that writes to w.
func NewOut(w io.Writer) *Out { return &Out{writer: w} }

// Line writes one line. It replaces line breaks in the text by spaces, because the other program
// reads line by line.
func (o *Out) Line(format string, args ...any) {
	text := strings.NewReplacer("\n", " ", "\r", " ").Replace(fmt.Sprintf(format, args...))
	o.Text(text + "\n")
}

// Text writes text unchanged, without adding a line break.
func (o *Out) Text(text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil {
		_, o.err = io.WriteString(o.writer, text)
	}
}

// Err returns the first write error, or nil.
func (o *Out) Err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// ReadLines calls a function with every line until the function returns false or the input ends. A
// line that is too long ends the input.
func ReadLines(in io.Reader, each func(line string) bool) error {
	s := bufio.NewScanner(in)
	s.Buffer(nil, maxLine)
	for s.Scan() {
		if !each(strings.TrimSpace(s.Text())) {
			return nil
		}
	}
	if errors.Is(s.Err(), bufio.ErrTooLong) {
		return errors.New("a line is longer than a mebibyte")
	}
	return s.Err()
}

// ReadCommands passes lines to the function command until command returns false, the output fails
// or the input ends. If command has returned false or reading has failed, it then stops the search.
// Otherwise it lets a search with limits finish and answer.
func ReadCommands(in io.Reader, out *Out, t *Thinker, command func(line string) bool) (quit bool, err error) {
	err = ReadLines(in, func(line string) bool {
		quit = !command(line)
		return !quit && out.Err() == nil
	})
	if quit || err != nil {
		t.Stop()
	}
	t.Finish()
	return quit, err
}

// First returns a function that matches lines whose first word is one of words.
func First(words ...string) func(line string) bool {
	return func(line string) bool {
		word, _, _ := strings.Cut(line, " ")
		return slices.Contains(words, word)
	}
}

// Place is the argument of a "position" command: a start position and moves.
type Place struct {
	Start string // position text; empty for the default start position
	Moves []string
}

// ReadPlace parses the words after "position".
func ReadPlace(words []string) (Place, error) {
	if len(words) == 0 {
		return Place{}, errors.New("position needs startpos or fen")
	}
	var at Place
	rest := words[1:]
	switch words[0] {
	case "startpos":
	case "fen":
		n := 0
		for n < len(rest) && rest[n] != "moves" {
			n++
		}
		if n == 0 {
			return Place{}, errors.New("there is no position after fen")
		}
		at.Start, rest = strings.Join(rest[:n], " "), rest[n:]
	default:
		return Place{}, errors.New("position needs startpos or fen, not " + words[0])
	}
	if len(rest) > 0 {
		if rest[0] != "moves" {
			return Place{}, errors.New("after the position come moves, not " + rest[0])
		}
		at.Moves = rest[1:]
	}
	return at, nil
}

// Number parses an integer. It returns an error if the integer is less than the parameter least or
// greater than the parameter most.
func Number(text string, least, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, errors.New(strconv.Quote(text) + " is not a whole number")
	}
	return min(max(n, least), most), nil
}

// maxMillis is longer than any clock and still fits into a time.Duration.
const maxMillis = 1 << 40

// Millis parses a time in milliseconds. Zero and negative values become one millisecond,
// because a move is required even with no time left.
func Millis(text string) (time.Duration, error) {
	n, err := Number(text, 1, maxMillis)
	return time.Duration(n) * time.Millisecond, err
}

// ToMillis formats a time in milliseconds for a clock; the smallest value is 1.
func ToMillis(d time.Duration) string { return strconv.FormatInt(max(d.Milliseconds(), 1), 10) }

// Speed returns the nodes searched per second.
func Speed(i engine.Thought) uint64 {
	return uint64(float64(i.Nodes) / max(i.Elapsed.Seconds(), 1e-6))
}

// Codes converts between the move codes of a game and those of a protocol. The zero Codes
// changes nothing.
type Codes struct {
	Out func(code string) string // converts a code of the game to a code of the protocol
	In  func(code string) string // converts a code of the protocol to a code of the game
}

// To converts a code of the game to a code of the protocol.
func (c Codes) To(code string) string {
	if c.Out == nil {
		return code
	}
	return c.Out(code)
}

// From converts a code of the protocol to a code of the game.
func (c Codes) From(code string) string {
	if c.In == nil {
		return code
	}
	return c.In(code)
}

// AllTo applies To to a list of codes.
func (c Codes) AllTo(codes []string) []string { return each(codes, c.To) }

// AllFrom applies From to a list of codes.
func (c Codes) AllFrom(codes []string) []string { return each(codes, c.From) }

func each(codes []string, f func(string) string) []string {
	out := make([]string, len(codes))
	for i, s := range codes {
		out[i] = f(s)
	}
	return out
}

// ShiftRanks returns the Codes for a program whose rank numbers are higher by n than those of the
// game.
func ShiftRanks(n int) Codes {
	return Codes{
		Out: func(code string) string { return shift(code, n) },
		In:  func(code string) string { return shift(code, -n) },
	}
}

// shift adds n to every number in a code. If a number would become negative, shift returns the code
// unchanged.
func shift(code string, n int) string {
	var out strings.Builder
	for i := 0; i < len(code); {
		if code[i] < '0' || code[i] > '9' {
			out.WriteByte(code[i])
			i++
			continue
		}
		from := i
		for i < len(code) && code[i] >= '0' && code[i] <= '9' {
			i++
		}
		v, err := strconv.Atoi(code[from:i])
		if err != nil || v+n < 0 {
			out.WriteString(code[from:i])
			continue
		}
		out.WriteString(strconv.Itoa(v + n))
	}
	return out.String()
}

// Setting is an option of a program with its value.
type Setting struct{ Name, Value string }
