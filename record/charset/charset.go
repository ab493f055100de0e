// Package charset reads text in UTF-8, UTF-16 and the Chinese encodings GB18030 and Big5. It
// detects the encoding from the bytes. Text in none of these encodings passes through unchanged.
// The package writes all of these encodings except UTF-16.
package charset

import (
	"bytes"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

// The names of the encodings that a caller can request.
const (
	UTF8    = "utf-8"
	GB18030 = "gb18030"
	Big5    = "big5"
)

// Names lists the names of the encodings.
func Names() []string { return []string{UTF8, GB18030, Big5} }

// byName returns the encoding with the given name; nil for UTF-8. GB18030 includes GBK and GB2312.
// The result ok is false for an unknown name.
func byName(name string) (e encoding.Encoding, ok bool) {
	switch strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(name)) {
	case "", "utf8":
		return nil, true
	case "gb18030", "gbk", "gb2312":
		return simplifiedchinese.GB18030, true
	case "big5":
		return traditionalchinese.Big5, true
	}
	return nil, false
}

// Known reports whether the package has an encoding with the given name.
func Known(name string) bool {
	_, ok := byName(name)
	return ok
}

// Encode converts UTF-8 to the named encoding. It returns false if the name is unknown or if
// the encoding lacks a character of the text.
func Encode(name string, text []byte) ([]byte, bool) {
	e, ok := byName(name)
	if !ok || e == nil {
		return text, ok
	}
	out, err := e.NewEncoder().Bytes(text)
	return out, err == nil
}

// Decode converts a complete text to UTF-8. Text that is neither UTF-8 nor clearly Big5 is
// decoded as GB18030.
func Decode(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	e := guess(text)
	if e == nil {
		e = simplifiedchinese.GB18030
	}
	return string(decoded(e, text))
}

// decoded converts text to UTF-8. It never fails: invalid bytes become U+FFFD.
func decoded(e encoding.Encoding, text []byte) []byte {
	out, err := e.NewDecoder().Bytes(text)
	if err != nil {
		return text
	}
	return out
}

// Sample converts the beginning of a file to UTF-8, for detecting its format.
func Sample(head []byte) []byte {
	out, err := io.ReadAll(NewReader(bytes.NewReader(head), ""))
	if err != nil {
		return head
	}
	return out
}

// NewReader returns a reader that converts r to UTF-8. If name is empty, it detects the encoding
// from the text, one block of lines at a time. If name is an encoding, the text is converted from
// this encoding. With an unknown name the text is passed through unchanged.
func NewReader(r io.Reader, name string) io.Reader {
	if name != "" {
		if e, _ := byName(name); e != nil {
			return e.NewDecoder().Reader(r)
		}
		return r
	}
	return &reader{from: r}
}

// blockSize is the size of a block in bytes. The encoding is detected for each block separately.
const blockSize = 1 << 16

type reader struct {
	from   io.Reader
	raw    []byte // bytes that are read but not yet decoded
	ready  []byte // decoded bytes that Read has not yet returned
	past   encoding.Encoding
	begun  bool
	failed error
}

// Read implements io.Reader.
func (r *reader) Read(p []byte) (int, error) {
	for len(r.ready) == 0 {
		if r.failed != nil && len(r.raw) == 0 {
			return 0, r.failed
		}
		r.block()
	}
	n := copy(p, r.ready)
	r.ready = r.ready[n:]
	return n, nil
}

// block converts the next block. The block ends after a byte below '0'. In every encoding here such
// a byte is a complete character, so no character is cut.
func (r *reader) block() {
	if cap(r.raw) < blockSize {
		r.raw = append(make([]byte, 0, blockSize), r.raw...)
	}
	for len(r.raw) < blockSize && r.failed == nil {
		n, err := r.from.Read(r.raw[len(r.raw):blockSize])
		r.raw, r.failed = r.raw[:len(r.raw)+n], err
		if !r.begun && len(r.raw) >= 2 {
			r.begun = true
			if r.wide() {
				return
			}
		}
	}
	end := len(r.raw)
	if r.failed == nil {
		if cut := bytes.LastIndexFunc(r.raw, func(c rune) bool { return c < '0' }); cut >= 0 {
			end = cut + 1
		}
	}
	r.ready = append(r.ready[:0], r.convert(r.raw[:end])...)
	r.raw = r.raw[:copy(r.raw, r.raw[end:])]
}

// wide reports whether the text begins with the byte order mark of UTF-16. If so, it makes r decode
// UTF-16 from now on.
func (r *reader) wide() bool {
	if mark := string(r.raw[:2]); mark != "\xff\xfe" && mark != "\xfe\xff" {
		return false
	}
	if r.failed == nil {
		r.from = io.MultiReader(bytes.NewReader(r.raw), r.from)
	} else {
		r.from = bytes.NewReader(r.raw)
	}
	r.from = unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Reader(r.from)
	r.raw, r.failed = r.raw[len(r.raw):], nil
	return true
}

func (r *reader) convert(block []byte) []byte {
	if utf8.Valid(block) {
		return block
	}
	if e := guess(block); e != nil {
		r.past = e
	}
	if r.past == nil {
		return block
	}
	return decoded(r.past, block)
}

// UTF8Text returns valid UTF-8 unchanged and decodes all other text as Latin-1, the encoding
// of old records.
func UTF8Text(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}
