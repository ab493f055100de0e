package nnue

import (
	"strconv"
	"strings"
)

// mostDigits is the largest number of digits of a scale that scanHeader accepts. A number of so many
// digits and the power of ten by which it is divided are exact as float64, so the quotient is the
// same number that a JSON parser reads.
const mostDigits = 15

// scanHeader reads the fields of a header that evaluating needs: the game, the name of the feature
// set, the shape and the scale. It returns false if one of them is missing. It is much smaller than a
// JSON parser and reads what WriteTo writes, without escaped characters in names.
func scanHeader(text string, h *Header) bool {
	digits := value(text, "scale")
	whole, fraction, _ := strings.Cut(digits, ".")
	scale, err := strconv.Atoi(whole + fraction)
	if err != nil || len(digits) > mostDigits {
		return false
	}
	h.Scale = float64(scale)
	by := 1.0
	for range len(fraction) {
		by *= 10
	}
	h.Scale /= by
	h.Game, h.Set = value(text, "game"), value(text, "set")
	for _, f := range []struct {
		name string
		to   *int
	}{{"features", &h.Features}, {"width", &h.Width}, {"buckets", &h.Buckets}} {
		if *f.to, err = strconv.Atoi(value(text, f.name)); err != nil {
			return false
		}
	}
	return h.Game != "" && h.Set != ""
}

// value returns the text of a field in a JSON object, without the quotes of a string.
func value(text, name string) string {
	_, after, _ := strings.Cut(text, `"`+name+`":`)
	if s, ok := strings.CutPrefix(after, `"`); ok {
		s, _, _ = strings.Cut(s, `"`)
		return s
	}
	return after[:max(strings.IndexAny(after, ",}"), 0)]
}
