package compact

import (
	"strconv"
	"time"

	"kydai/game"
	"kydai/match"
)

// The values of s in a tag: how the code of a move is written.
const (
	shapeOne    = iota // one square
	shapeTwo           // two squares
	shapeLetter        // two squares and a letter
	shapeText          // any other text
)

// fields writes the fields of an event, except its times.
func (w *writer) fields(m *match.Event) {
	switch m.Kind {
	case match.Moved:
		w.code(m.Text)
		switch lagOf(m) {
		case lagOnly, lagGave:
			w.number(millis(m.Lag))
		case lagBoth:
			w.number(millis(m.Lag))
			w.number(millis(m.Gave))
		}
	case match.Offered, match.Declined, match.Withdrawn:
		w.b = append(w.b, byte(m.By)|byte(m.What)<<2)
		w.number(uint64(m.Count)) //nolint:gosec // match.Decode never returns a negative Count
	case match.Undone, match.Redone:
		w.b = append(w.b, byte(m.By))
		w.number(uint64(m.Count)) //nolint:gosec // match.Decode never returns a negative Count
	case match.Paused, match.Resumed:
		w.b = append(w.b, byte(m.By))
	case match.Given:
		w.b = append(w.b, byte(m.Side))
		w.number(millis(m.Gave))
		w.text(m.Text)
	case match.Ended:
		w.b = append(w.b, byte(m.Side)|byte(m.By)<<2)
		w.text(m.Text)
	case match.Rematched:
		w.b = append(w.b, byte(m.By))
		w.text(m.Text)
	case match.Started:
	}
}

// body reads the fields that the method fields wrote, and returns the encoded body of the event.
func (r *reader) body(tag byte) []byte {
	m := match.Event{Kind: match.Moved, At: time.UnixMilli(r.at).UTC()}
	if tag&tagMove == 0 {
		m.Kind = match.Kind(tag >> kindAt & kindMask)
	}
	switch m.Kind {
	case match.Moved:
		if tag&tagMove == 0 {
			r.bad = true
			break
		}
		m.Text = r.code(tag >> shapeAt & shapeMask)
		lag := tag >> lagAt & lagAll
		if lag != lagNone {
			m.Lag = r.duration()
		}
		switch lag {
		case lagGave:
			m.Gave = m.Lag
		case lagBoth:
			m.Gave = r.duration()
		}
	case match.Offered, match.Declined, match.Withdrawn:
		b := r.byte()
		m.By, m.What, m.Count = game.Side(b&3), match.What(b>>2), r.count()
	case match.Undone, match.Redone:
		m.By, m.Count = game.Side(r.byte()), r.count()
	case match.Paused, match.Resumed:
		m.By = game.Side(r.byte())
	case match.Given:
		m.Side, m.Gave, m.Text = game.Side(r.byte()), r.duration(), r.text()
	case match.Ended:
		b := r.byte()
		m.Side, m.By, m.Text = game.Side(b&3), game.Side(b>>2), r.text()
	case match.Rematched:
		m.By, m.Text = game.Side(r.byte()), r.text()
	case match.Started:
	default:
		r.bad = true
	}
	body := m.Encode()
	// Encode uses this form only for bodies that match.Decode accepts, so any other body means that
	// the data is damaged.
	if _, err := match.Decode(body); err != nil {
		r.bad = true
	}
	return body
}

func lagOf(m *match.Event) byte {
	switch {
	case m.Lag == 0:
		return lagNone
	case m.Gave == 0:
		return lagOnly
	case m.Gave == m.Lag:
		return lagGave
	}
	return lagBoth
}

// millis converts a duration to milliseconds. The duration must be non-negative whole
// milliseconds, as match.Decode returns it.
func millis(d time.Duration) uint64 { return uint64(d.Milliseconds()) } //nolint:gosec // the duration is never negative

// Limits for decoded numbers; match.Decode has stricter limits.
const (
	mostMillis = uint64(1) << 40
	mostCount  = 1 << 30
)

func (r *reader) duration() time.Duration {
	n := r.number()
	if n > mostMillis {
		r.bad = true
		return 0
	}
	return time.Duration(n) * time.Millisecond //nolint:gosec // n is not larger than mostMillis, so it fits
}

func (r *reader) count() int {
	n := r.number()
	if n > mostCount {
		r.bad = true
		return 0
	}
	return int(n) //nolint:gosec // n is not larger than mostCount, so it fits
}

// shapeOf returns the shortest form that stores a code exactly.
func shapeOf(code string) byte {
	_, rest, ok := cutSquare(code)
	if !ok {
		return shapeText
	}
	if rest == "" {
		return shapeOne
	}
	switch _, rest, ok = cutSquare(rest); {
	case ok && rest == "":
		return shapeTwo
	case ok && len(rest) == 1:
		return shapeLetter
	}
	return shapeText
}

func (w *writer) code(code string) {
	shape := shapeOf(code)
	if shape == shapeText {
		w.text(code)
		return
	}
	square, rest, _ := cutSquare(code)
	w.b = append(w.b, square)
	if shape != shapeOne {
		square, rest, _ = cutSquare(rest)
		w.b = append(append(w.b, square), rest...)
	}
}

func (r *reader) code(shape byte) string {
	switch shape {
	case shapeOne:
		return squareText(r.byte())
	case shapeTwo:
		return squareText(r.byte()) + squareText(r.byte())
	case shapeLetter:
		return squareText(r.byte()) + squareText(r.byte()) + string([]byte{r.byte()})
	}
	return r.text()
}

// cutSquare cuts a square from the start of a code: a letter from a to p and a number from 0 to
// 15. In the returned byte, the upper four bits hold the letter and the lower four bits hold the
// number.
func cutSquare(code string) (square byte, rest string, ok bool) {
	if len(code) < 2 || code[0] < 'a' || code[0] > 'p' || code[1] < '0' || code[1] > '9' {
		return 0, "", false
	}
	number, n := code[1]-'0', 2
	if len(code) > 2 && code[2] >= '0' && code[2] <= '9' {
		number, n = 10*number+code[2]-'0', 3
	}
	square = (code[0]-'a')<<4 | number&15
	return square, code[n:], squareText(square) == code[:n]
}

func squareText(square byte) string {
	return string([]byte{'a' + square>>4}) + strconv.Itoa(int(square&15))
}
