package trf

import (
	"strconv"
	"strings"
)

// columns gives access to the columns of a line. Columns are counted from 1.
type columns struct {
	runes   []rune
	bytes   string // if not "", columns are counted in bytes of this line, not in characters
	compose *strings.Replacer
}

func (c *columns) width() int {
	if c.bytes != "" {
		return len(c.bytes)
	}
	return len(c.runes)
}

// at returns the text in a range of columns, without blanks at its ends.
func (c *columns) at(from, to int) string {
	to = min(to, c.width())
	if from > to {
		return ""
	}
	var text string
	if c.bytes != "" {
		text = strings.ToValidUTF8(c.bytes[from-1:to], "")
	} else {
		text = string(c.runes[from-1 : to])
	}
	if c.compose != nil {
		text = c.compose.Replace(text)
	}
	return strings.TrimSpace(text)
}

// from returns the text from a column to the end of the line.
func (c *columns) from(from int) string { return c.at(from, c.width()) }

func (c *columns) blank(list ...int) bool {
	for _, n := range list {
		if c.at(n, n) != "" || n <= len(c.bytes) && c.bytes[n-1] != ' ' {
			return false
		}
	}
	return true
}

// code returns the first three characters of a line, which are the code of the record.
func code(line string) string {
	count := 0
	for i := range line {
		if count == 3 {
			return line[:i]
		}
		count++
	}
	return line
}

// number parses a number of at most four digits. Blank text is 0.
func number(text string) (int, bool) {
	if text == "" {
		return 0, true
	}
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n <= 9999
}

// numbers parses a list of numbers of at least 1.
func numbers(text string) (list []int, ok bool) {
	for word := range strings.FieldsSeq(text) {
		n, ok := number(word)
		if !ok || n == 0 {
			return nil, false
		}
		list = append(list, n)
	}
	return list, true
}

// tenths parses a number of points with at most one decimal and returns it in tenths. Blank text is
// 0.
func tenths(text string) (int, bool) {
	whole, part, dot := strings.Cut(strings.ReplaceAll(text, ",", "."), ".")
	n, ok := number(whole)
	if !ok || dot && whole == "" && part == "" || len(part) > 1 {
		return 0, false
	}
	m, ok := number(part)
	return 10*n + m, ok
}

// points formats tenths of a point with one decimal.
func points(tenths int) string { return strconv.Itoa(tenths/10) + "." + strconv.Itoa(tenths%10) }
