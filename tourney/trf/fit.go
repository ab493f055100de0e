package trf

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// left and right pad a text with blanks to a width in columns. left puts the text on the left side,
// right puts it on the right side.
func (w *writer) left(text string, width int) string {
	return text + strings.Repeat(" ", w.room(text, width))
}

func (w *writer) right(text string, width int) string {
	return strings.Repeat(" ", w.room(text, width)) + text
}

func (w *writer) room(text string, width int) int {
	n := utf8.RuneCountInString(text)
	if n > width {
		w.fail("too-long", text)
	}
	return max(0, width-n)
}

func (w *writer) number(n, width int) string { return w.right(strconv.Itoa(n), width) }

// points formats tenths of a point as a text of four columns.
func (w *writer) points(tenths int) string {
	text := points(tenths)
	if len(text) > 4 {
		text = strings.TrimSuffix(text, ".0")
	}
	return w.right(text, 4)
}

func digits(n, width int) string {
	text := strconv.Itoa(n)
	return strings.Repeat("0", max(0, width-len(text))) + text
}
