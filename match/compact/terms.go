package compact

import (
	"bytes"
	"strings"
)

// Packed terms are the JSON text of a match's terms with shorter codes for frequent parts. The JSON
// consists mainly of a few fixed phrases, the ids of the players and the name of the game. Each
// phrase is one byte from 0x80 on. Each word that other columns of the match's row contain is also
// one byte:
//
//	0x00 B     the byte B
//	0x01-0x03  the first, second and third word, which the caller provides
//	0x80-      a phrase
//	others     stand for themselves
//
// The first byte is the version. JSON never begins with such a byte, so terms that were never
// packed are recognised by their first byte.
const (
	termsVersion = 1
	lastVersion  = 0x0f // maximum value of a version byte; JSON text never begins with a byte up to this value
	literally    = 0x00
	firstPhrase  = 0x80
	leastWord    = 2 // minimum length of a word, in bytes, that is replaced by a code
)

// phrases must never change: a different list needs a new version.
var phrases = []string{
	`{"v":1,"game":"`, `","clock":"`, `","first":`, `,"seats":[{"kind":"human","player":"`, `"},{"kind":"human","player":"`,
	`"}],"rated":true}`, `"}]}`, `"}]`, `,"takebacks":`, `,"keep":true`, `,"series":`, `,"opening":["`, `,"idle":`, `,"unmoved":`,
	`,"extra":[`, `,"options":{"`, `,"start":"`, `,"seats":[{"kind":"`, `"},{"kind":"`, `},{"kind":"`, `level","level":`,
	`algorithm","spec":"`, `engine","spec":"`, `bot","player":"`, `human","player":"`, `","name":"`, `"},"clock":"`, `":"`, `","`,
	`","seats":[{"kind":"human","player":"`, `","seats":[{"kind":"`, `,"rated":true`, `}]}`, `}],"takebacks":`,
	`"}],"takebacks":`, `,"takebacks":-1}`, `000,"idle":`, `000,"unmoved":`, `000,"seats":[{"kind":"human","player":"`,
}

// EncodeTerms packs the terms of a match. words are the ids of the players and the name of the
// game; DecodeTerms needs the same words. EncodeTerms accepts any bytes.
func EncodeTerms(terms []byte, words [3]string) []byte {
	b := packTerms(terms, words)
	if back, err := DecodeTerms(b, words); err != nil || !bytes.Equal(back, terms) {
		return packTerms(terms, [3]string{})
	}
	return b
}

func packTerms(terms []byte, words [3]string) []byte {
	b := append(make([]byte, 0, 48), termsVersion)
	for rest := string(terms); rest != ""; {
		if code, n := longest(rest, words); n > 0 {
			b, rest = append(b, code), rest[n:]
			continue
		}
		if c := rest[0]; c <= byte(len(words)) || c >= firstPhrase {
			b = append(b, literally)
		}
		b, rest = append(b, rest[0]), rest[1:]
	}
	return b
}

// longest finds the longest phrase or word at the start of a text.
func longest(text string, words [3]string) (code byte, n int) {
	for i, w := range words {
		if len(w) >= leastWord && len(w) > n && strings.HasPrefix(text, w) {
			code, n = byte(i+1), len(w)
		}
	}
	for i, p := range phrases {
		if len(p) > n && strings.HasPrefix(text, p) {
			code, n = byte(firstPhrase+i), len(p) //nolint:gosec // there are fewer than 128 phrases
		}
	}
	return code, n
}

// DecodeTerms unpacks terms that were packed with the same words. It returns terms that
// were never packed unchanged. Its errors have codes.
func DecodeTerms(data []byte, words [3]string) ([]byte, error) {
	if len(data) == 0 || data[0] > lastVersion {
		return data, nil
	}
	if data[0] != termsVersion {
		return nil, errVersion
	}
	out := make([]byte, 0, 256)
	for i := 1; i < len(data); i++ {
		switch c := data[i]; {
		case c == literally:
			if i++; i == len(data) {
				return nil, errDamaged
			}
			out = append(out, data[i])
		case c <= byte(len(words)):
			out = append(out, words[c-1]...)
		case c >= firstPhrase && int(c-firstPhrase) < len(phrases):
			out = append(out, phrases[c-firstPhrase]...)
		case c >= firstPhrase:
			return nil, errDamaged
		default:
			out = append(out, c)
		}
	}
	return out, nil
}
