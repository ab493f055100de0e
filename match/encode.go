package match

import (
	"strconv"
	"strings"
	"time"

	"kydai/game"
)

// The stored form of an event is a line of words separated by single spaces,
// about thirty bytes for a move:
//
//	1 start AT
//	1 move AT CODE [LAG [GAVE]]
//	1 offer AT SIDE WHAT [N]       N for a takeback only
//	1 decline|withdraw AT SIDE WHAT
//	1 undo|redo AT SIDE N
//	1 pause|resume AT SIDE
//	1 give AT SIDE MS WHY
//	1 over AT WINNER WHY BY
//	1 rematch AT SIDE ID
//
// The first word is the version. AT is in milliseconds since 1970. LAG, GAVE
// and MS are in milliseconds. SIDE, WINNER and BY are first, second or none.
// Began is not included: the store keeps it in a column of its own.
const eventVersion = "1"

const (
	maxWord = 64
	maxBody = 256
	maxAt   = 253402300799999 // the last millisecond of the year 9999
	maxN    = 1_000_000
)

// Encode returns the stored form of the event. It may contain secrets.
func (e Event) Encode() []byte {
	b := make([]byte, 0, 48)
	b = append(b, eventVersion+" "...)
	b = append(b, e.Kind.String()...)
	b = number(b, e.At.UnixMilli())
	switch e.Kind {
	case Moved:
		b = word(b, e.Text)
		if e.Lag > 0 {
			b = number(b, e.Lag.Milliseconds())
		}
		if e.Gave > 0 {
			b = number(b, e.Gave.Milliseconds())
		}
	case Offered, Declined, Withdrawn:
		b = word(word(b, e.By.String()), e.What.String())
		if e.Count > 0 {
			b = number(b, int64(e.Count))
		}
	case Undone, Redone:
		b = number(word(b, e.By.String()), int64(e.Count))
	case Paused, Resumed:
		b = word(b, e.By.String())
	case Given:
		b = word(number(word(b, e.Side.String()), e.Gave.Milliseconds()), e.Text)
	case Ended:
		b = word(word(word(b, e.Side.String()), e.Text), e.By.String())
	case Rematched:
		b = word(word(b, e.By.String()), e.Text)
	case Started:
	}
	return b
}

func word(b []byte, w string) []byte { return append(append(b, ' '), w...) }

func number(b []byte, n int64) []byte { return strconv.AppendInt(append(b, ' '), n, 10) }

// Decode parses the exact output of Encode. It does not check whether the event may follow the
// previous events; Replay checks this.
func Decode(body []byte) (Event, error) {
	if len(body) > maxBody {
		return Event{}, badEvent("it is too long")
	}
	r := reader{words: strings.Split(string(body), " ")}
	if r.next() != eventVersion {
		return Event{}, badEvent("its version is unknown")
	}
	e := Event{Kind: Kind(r.oneOf(kindNames[:]))}
	e.At = time.UnixMilli(r.number(0, maxAt)).UTC()
	switch e.Kind {
	case Started:
	case Moved:
		e.Text = r.word(isCode)
		if r.more() {
			e.Lag = millis(r.number(1, maxLag.Milliseconds()))
		}
		if r.more() {
			e.Gave = millis(r.number(1, e.Lag.Milliseconds()))
		}
	case Offered, Declined, Withdrawn:
		e.By = r.side()
		e.What = What(r.oneOf(whatNames[:]))
		if e.Kind == Offered && e.What == Takeback {
			e.Count = int(r.number(1, maxN))
		}
	case Undone, Redone:
		e.By = r.side()
		e.Count = int(r.number(1, maxN))
	case Paused, Resumed:
		e.By = r.side()
	case Given:
		e.Side = r.side()
		e.Gave = millis(r.number(1, maxGift.Milliseconds()))
		e.Text = r.word(isReason)
	case Ended:
		e.Side = r.side()
		e.Text = r.word(isReason)
		e.By = r.side()
	case Rematched:
		e.By = r.side()
		e.Text = r.word(isID)
	}
	if r.bad || r.more() {
		return Event{}, badEvent("it is not in its canonical form")
	}
	return e, nil
}

// sameAs reports whether two events have the same stored form. The side that
// moved is not stored, because it follows from the position.
func (e Event) sameAs(o Event) bool {
	if e.Kind == Moved {
		o.By = e.By
	}
	o.Began = e.Began
	return e == o
}

func badEvent(why string) error { return game.Err(BadEvent, "the event is not valid: ", why) }

// reader parses the words of a line. bad becomes true at the first error.
type reader struct {
	words []string
	bad   bool
}

func (r *reader) more() bool { return len(r.words) > 0 && !r.bad }

func (r *reader) next() string {
	if !r.more() {
		r.bad = true
		return ""
	}
	w := r.words[0]
	r.words = r.words[1:]
	return w
}

// number parses a decimal number without a sign or leading zeros. The number must not be less than
// the parameter low or greater than the parameter high.
func (r *reader) number(low, high int64) int64 {
	w := r.next()
	n, err := strconv.ParseInt(w, 10, 64)
	if err != nil || n < low || n > high || strconv.FormatInt(n, 10) != w {
		r.bad = true
		return 0
	}
	return n
}

func (r *reader) word(ok func(string) bool) string {
	w := r.next()
	if !ok(w) {
		r.bad = true
	}
	return w
}

func (r *reader) oneOf(names []string) int {
	w := r.next()
	for i, name := range names {
		if name == w && w != "" {
			return i
		}
	}
	r.bad = true
	return 0
}

func (r *reader) side() game.Side {
	w := r.next()
	for _, s := range []game.Side{game.NoSide, game.First, game.Second} {
		if s.String() == w {
			return s
		}
	}
	r.bad = true
	return game.NoSide
}

// isCode reports whether w can be the code of a move.
func isCode(w string) bool { return made(w, func(c byte) bool { return c > ' ' && c < 0x7f }) }

// isReason reports whether w can be a reason.
func isReason(w string) bool {
	return made(w, func(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' })
}

// isID reports whether w can be the id of a match or a player.
func isID(w string) bool {
	return made(w, func(c byte) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_'
	})
}

func made(w string, of func(byte) bool) bool {
	for i := range len(w) {
		if !of(w[i]) {
			return false
		}
	}
	return w != "" && len(w) <= maxWord
}
