package account

import "unicode"

// scripts are the writing systems that UAX #31, table 5, recommends for names.
var scripts = []struct {
	name  string
	table *unicode.RangeTable
}{
	{"Latin", unicode.Latin}, {"Han", unicode.Han}, {"Hiragana", unicode.Hiragana}, {"Katakana", unicode.Katakana},
	{"Hangul", unicode.Hangul}, {"Bopomofo", unicode.Bopomofo}, {"Cyrillic", unicode.Cyrillic}, {"Greek", unicode.Greek},
	{"Arabic", unicode.Arabic}, {"Hebrew", unicode.Hebrew}, {"Thai", unicode.Thai}, {"Lao", unicode.Lao},
	{"Khmer", unicode.Khmer}, {"Myanmar", unicode.Myanmar}, {"Devanagari", unicode.Devanagari}, {"Bengali", unicode.Bengali},
	{"Tamil", unicode.Tamil}, {"Telugu", unicode.Telugu}, {"Kannada", unicode.Kannada}, {"Malayalam", unicode.Malayalam},
	{"Gujarati", unicode.Gujarati}, {"Gurmukhi", unicode.Gurmukhi}, {"Oriya", unicode.Oriya}, {"Sinhala", unicode.Sinhala},
	{"Tibetan", unicode.Tibetan}, {"Thaana", unicode.Thaana}, {"Ethiopic", unicode.Ethiopic},
	{"Georgian", unicode.Georgian}, {"Armenian", unicode.Armenian},
}

// together lists the groups of scripts that one language mixes in one word (augmented script sets
// of UTS #39).
var together = [][]string{
	{"Han", "Hiragana", "Katakana"},
	{"Han", "Hangul"},
	{"Han", "Bopomofo"},
}

// longVowel is the mark of a long vowel in Hiragana and Katakana. Unicode assigns no
// single script to it.
const longVowel = 'ー'

// oneScript reports whether all letters and marks of a name belong to one script, or to scripts
// that a single language mixes. Digits, separators and inherited marks fit any script.
func oneScript(name string) bool {
	found := map[string]bool{}
	for _, r := range name {
		switch {
		case r == longVowel:
			found["Katakana"] = true
		case unicode.Is(unicode.Inherited, r):
		case unicode.IsLetter(r), unicode.Is(unicode.M, r):
			found[scriptOf(r)] = true
		}
	}
	if found[""] {
		return false
	}
	if len(found) == 1 {
		return true
	}
	for _, set := range together {
		if within(found, set) {
			return true
		}
	}
	return false
}

// scriptOf returns the script of a letter or mark, or "" if scripts does not list it.
func scriptOf(r rune) string {
	for _, s := range scripts {
		if unicode.Is(s.table, r) {
			return s.name
		}
	}
	return ""
}

func within(found map[string]bool, set []string) bool {
	n := 0
	for _, name := range set {
		if found[name] {
			n++
		}
	}
	return n == len(found)
}
