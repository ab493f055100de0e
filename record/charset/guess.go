package charset

import (
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// A text counts as Chinese if at least the share `enough` of its characters outside ASCII are
// common characters, and there are at least `fewest` common characters.
const (
	enough     = 0.6
	fewest     = 2
	pairsShare = 4 // one common character in four must have two bytes outside ASCII
)

// vocabulary lists characters that are frequent in records, in simplified and traditional
// script.
const vocabulary = "炮砲馬马車车兵卒士仕象相帅帥将將進进退平前后後中一二三四五六七八九红紅黑方先胜勝负負和棋"

// words returns the set of the two-byte codes of the vocabulary in an encoding.
func words(e encoding.Encoding) map[[2]byte]bool {
	set := map[[2]byte]bool{}
	for _, c := range vocabulary {
		if b, err := e.NewEncoder().String(string(c)); err == nil && len(b) == 2 {
			set[[2]byte{b[0], b[1]}] = true
		}
	}
	return set
}

var (
	gbWords   = words(simplifiedchinese.GB18030)
	big5Words = words(traditionalchinese.Big5)
)

// tally counts two-byte characters.
type tally struct {
	all    int // characters that begin with a byte outside ASCII
	common int // characters from the ranges in which the encoding has everyday characters
	high   int // common characters whose second byte is also outside ASCII
}

func (t tally) share() float64 { return float64(t.common) / float64(max(t.all, 1)) }

// likely reports whether the text is probably in the encoding. In a text with only an occasional
// foreign letter, most bytes outside ASCII are followed by a byte within ASCII. So likely returns
// false for such a text.
func (t tally) likely() bool {
	return t.common >= fewest && t.share() >= enough && t.high*pairsShare >= t.common
}

// guess decides between GB18030 and Big5. It returns nil if the text looks like neither. In both
// encodings the common characters have adjacent codes, but in different ranges.
func guess(text []byte) encoding.Encoding {
	gb := count(text, true, func(a, b byte) bool {
		return b >= 0xa1 && (a >= 0xb0 && a <= 0xd7 || a == 0xa1 || a == 0xa3) || gbWords[[2]byte{a, b}]
	})
	big := count(text, false, func(a, b byte) bool {
		return (b >= 0xa1 || b >= 0x40 && b <= 0x7e) && (a >= 0xa4 && a <= 0xc6 || a == 0xa1) || big5Words[[2]byte{a, b}]
	})
	switch {
	case gb.likely() && gb.share() >= big.share():
		return simplifiedchinese.GB18030
	case big.likely():
		return traditionalchinese.Big5
	case gb.likely():
		return simplifiedchinese.GB18030
	}
	return nil
}

// count counts the characters of a text. If the parameter four is true, it recognises the four-byte
// characters of GB18030. Such a character is two pairs of a high byte and a digit, which occur in
// no older encoding. It counts as two common characters.
func count(text []byte, four bool, common func(a, b byte) bool) tally {
	var t tally
	for i := 0; i < len(text); i++ {
		if text[i] < 0x80 {
			continue
		}
		if four && inFour(text[i:]) {
			t.all, t.common, t.high = t.all+2, t.common+2, t.high+2
			i += 3
			continue
		}
		t.all++
		if i+1 == len(text) || text[i+1] < 0x40 {
			continue
		}
		if common(text[i], text[i+1]) {
			t.common++
			if text[i+1] >= 0x80 {
				t.high++
			}
		}
		i++
	}
	return t
}

// inFour reports whether a text begins with a four-byte character.
func inFour(text []byte) bool {
	digit := func(b byte) bool { return b >= '0' && b <= '9' }
	return len(text) >= 4 && text[0] > 0x80 && digit(text[1]) && text[2] > 0x80 && digit(text[3])
}
