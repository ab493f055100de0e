package desk

import (
	"strconv"
	"unicode/utf8"

	"kydai/game"
)

// writer appends JSON; codec.go says which fields. Empty ones are left out
// where the tags of the message say so.
type writer struct{ b []byte }

func (w *writer) name(n string) {
	if last := w.b[len(w.b)-1]; last != '{' {
		w.b = append(w.b, ',')
	}
	w.text(n)
	w.b = append(w.b, ':')
}

const hexDigits = "0123456789abcdef"

func (w *writer) text(s string) {
	w.b = append(w.b, '"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			w.b = append(w.b, '\\', byte(c))
		case c < ' ':
			w.b = append(w.b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		default:
			w.b = utf8.AppendRune(w.b, c)
		}
	}
	w.b = append(w.b, '"')
}

func (w *writer) int(n string, v int64) {
	w.name(n)
	w.b = strconv.AppendInt(w.b, v, 10)
}

func (w *writer) string(n, v string) {
	w.name(n)
	w.text(v)
}

func (w *writer) strings(n string, list []string) {
	w.name(n)
	w.open('[')
	for i, v := range list {
		w.item(i)
		w.text(v)
	}
	w.close(']')
}

func (w *writer) squares(n string, list []game.Square) {
	w.name(n)
	w.open('[')
	for i, sq := range list {
		w.item(i)
		w.b = strconv.AppendInt(w.b, int64(sq), 10)
	}
	w.close(']')
}

func (w *writer) bool(n string, v bool) {
	w.name(n)
	w.b = strconv.AppendBool(w.b, v)
}

// open begins an object or an array.
func (w *writer) open(c byte) { w.b = append(w.b, c) }

func (w *writer) close(c byte) { w.b = append(w.b, c) }

// item begins the element i of an array.
func (w *writer) item(i int) {
	if i > 0 {
		w.b = append(w.b, ',')
	}
}

func writeReply(r Reply) []byte {
	w := &writer{}
	w.reply(&r)
	return w.b
}
