package desk

import (
	"strconv"
	"unicode/utf8"

	"kydai/game"
)

// writer builds JSON text. codec.go writes the fields of messages and omits empty fields whose tags
// have omitempty.
type writer struct{ buf []byte }

func (w *writer) name(n string) {
	if last := w.buf[len(w.buf)-1]; last != '{' {
		w.buf = append(w.buf, ',')
	}
	w.text(n)
	w.buf = append(w.buf, ':')
}

const hexDigits = "0123456789abcdef"

func (w *writer) text(s string) {
	w.buf = append(w.buf, '"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			w.buf = append(w.buf, '\\', byte(c))
		case c < ' ':
			w.buf = append(w.buf, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		default:
			w.buf = utf8.AppendRune(w.buf, c)
		}
	}
	w.buf = append(w.buf, '"')
}

func (w *writer) int(n string, v int64) {
	w.name(n)
	w.buf = strconv.AppendInt(w.buf, v, 10)
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
		w.buf = strconv.AppendInt(w.buf, int64(sq), 10)
	}
	w.close(']')
}

func (w *writer) bool(n string, v bool) {
	w.name(n)
	w.buf = strconv.AppendBool(w.buf, v)
}

// open writes the opening bracket of an object or an array.
func (w *writer) open(c byte) { w.buf = append(w.buf, c) }

func (w *writer) close(c byte) { w.buf = append(w.buf, c) }

// item prepares to write element i of an array.
func (w *writer) item(i int) {
	if i > 0 {
		w.buf = append(w.buf, ',')
	}
}

func writeReply(r Reply) []byte {
	w := &writer{}
	w.reply(&r)
	return w.buf
}
