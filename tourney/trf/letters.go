package trf

import (
	"strings"
	"unicode/utf8"
)

// Character sets that Decode can detect.
const (
	UTF8        = "utf-8"
	Windows1252 = "windows-1252"
	Windows1258 = "windows-1258"
)

// windows contains the characters with the codes 0x80 to 0x9F in Windows-1252. A blank stands for a
// code that has no character.
const windows = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ"

// vietnamese maps the codes whose characters in Windows-1258 differ from Windows-1252.
var vietnamese = map[byte]rune{
	0x8a: 0x8a, 0x8e: 0x8e, 0x9a: 0x9a, 0x9e: 0x9e,
	0xc3: 'Ă', 0xcc: 0x300, 0xd0: 'Đ', 0xd2: 0x309, 0xd5: 'Ơ', 0xdd: 'Ư', 0xde: 0x303,
	0xe3: 'ă', 0xec: 0x301, 0xf0: 'đ', 0xf2: 0x323, 0xf5: 'ơ', 0xfd: 'ư', 0xfe: '₫',
}

// tones lists the combining marks of the Vietnamese tones. The words in the constant composed use
// the same order.
var tones = []rune{0x300, 0x309, 0x303, 0x301, 0x323}

// composed contains one word for each vowel: the vowel itself, followed by the vowel with each of
// the tones.
const composed = `aàảãáạ ăằẳẵắặ âầẩẫấậ eèẻẽéẹ êềểễếệ iìỉĩíị oòỏõóọ ôồổỗốộ ơờởỡớợ uùủũúụ ưừửữứự yỳỷỹýỵ ` +
	`AÀẢÃÁẠ ĂẰẲẴẮẶ ÂẦẨẪẤẬ EÈẺẼÉẸ ÊỀỂỄẾỆ IÌỈĨÍỊ OÒỎÕÓỌ ÔỒỔỖỐỘ ƠỜỞỠỚỢ UÙỦŨÚỤ ƯỪỬỮỨỰ YỲỶỸÝỴ`

// composer returns a replacer that combines a vowel and its tone mark into one character.
func composer() *strings.Replacer {
	var pairs []string
	for word := range strings.FieldsSeq(composed) {
		letters := []rune(word)
		for i, mark := range tones {
			pairs = append(pairs, string([]rune{letters[0], mark}), string(letters[i+1]))
		}
	}
	return strings.NewReplacer(pairs...)
}

// Decode returns the text of a file and the name of its character set: UTF-8 if the file is valid
// UTF-8, otherwise Windows-1258 if tone marks follow vowels, otherwise Windows-1252. Each column of
// the file is one character of the text. In Windows-1258, a letter and its tone mark are therefore
// two characters.
func Decode(data []byte) (text, charset string) {
	if utf8.Valid(data) {
		return strings.ReplaceAll(string(data), "\ufeff", ""), UTF8
	}
	charset = Windows1252
	if toned(data) {
		charset = Windows1258
	}
	return decode(data, charset), charset
}

// Text returns the text of a file in one of the character sets that Decode detects. Each letter and
// its marks are combined into one character.
func Text(data []byte) string {
	text, charset := Decode(data)
	if charset == Windows1258 {
		text = composer().Replace(text)
	}
	return text
}

func decode(data []byte, charset string) string {
	high := []rune(windows)
	var b strings.Builder
	for _, c := range data {
		r := rune(c)
		if c >= 0x80 && c < 0xa0 && high[c-0x80] != ' ' {
			r = high[c-0x80]
		}
		if v, ok := vietnamese[c]; ok && charset == Windows1258 {
			r = v
		}
		b.WriteRune(r)
	}
	return b.String()
}

// toned reports whether the bytes that are tone marks in Windows-1258 mostly follow a vowel. In
// Windows-1252 the same bytes are letters, which mostly follow consonants in Western names.
func toned(data []byte) bool {
	vowels := decode([]byte("aeiouyAEIOUY\xe3\xe2\xea\xf4\xf5\xfd\xc3\xc2\xca\xd4\xd5\xdd"), Windows1258)
	after, elsewhere := 0, 0
	for i, c := range data {
		r, ok := vietnamese[c]
		before, _ := utf8.DecodeRuneInString(decode(data[max(0, i-1):i], Windows1258))
		switch {
		case !ok || r < 0x300 || r > 0x323:
		case i > 0 && strings.ContainsRune(vowels, before):
			after++
		default:
			elsewhere++
		}
	}
	return after > elsewhere
}
