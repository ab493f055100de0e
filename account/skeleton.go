package account

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

//go:embed confusables.txt
var confusables string

// prototypes maps a character to the text that it looks like (the confusables table of
// Unicode).
var prototypes = sync.OnceValue(func() map[rune]string {
	table := map[rune]string{}
	for line := range strings.Lines(confusables) {
		words := strings.Fields(line)
		if len(words) < 2 || words[0] == "#" {
			continue
		}
		var target []rune
		for _, w := range words[1:] {
			target = append(target, hexadecimal(w))
		}
		table[hexadecimal(words[0])] = string(target)
	}
	return table
})

func hexadecimal(text string) rune {
	n, err := strconv.ParseUint(text, 16, 21)
	if err != nil {
		panic("confusables.txt: " + err.Error()) // the embedded file is part of the program, so an error is a bug
	}
	return rune(n)
}

// Skeleton returns a text that is equal for names that look alike. It applies the skeleton of UTS
// #39, folds case, and applies the skeleton again. The result is only for comparing. Tones and
// other marks are kept.
//
// Folding case between the two steps is stricter than the standard: PAYPAL clashes with paypaI
// (whose last letter is a capital i), which people would take for the same name. As a side effect,
// Ian and Lan clash too, because Ian and lan look alike.
func Skeleton(name string) string {
	return skeleton(cases.Fold().String(skeleton(name)))
}

// skeleton applies the transformation of UTS #39, section 4.
func skeleton(text string) string {
	table := prototypes()
	var b strings.Builder
	for _, r := range norm.NFD.String(text) {
		if p, ok := table[r]; ok {
			b.WriteString(p)
		} else {
			b.WriteRune(r)
		}
	}
	return norm.NFD.String(b.String())
}
