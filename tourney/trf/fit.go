package trf

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// left and right fill a text with blanks to the given width in columns. The function left aligns
// the text to the left, right to the right.
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

// points formats tenths of a point, such as 25 as "2.5", right-aligned in four columns.
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
