package desk

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"kydai/engine"
)

// The package has its own JSON codec: encoding/json and its dependencies would make the
// module a third larger. The field names are generated from the messages (codec.go).
// Tests compare the codec with encoding/json.

// value is any JSON value: nil, bool, string, number, []value or object.
type value any

// number is a JSON number, kept as text so that large seeds stay exact.
type number string

type object map[string]value

// maxDepth is the maximum nesting depth of JSON values.
const maxDepth = 16

type reader struct {
	text string
	at   int
	bad  bool
}

// parse parses exactly one JSON value.
func parse(text string) (value, bool) {
	r := &reader{text: text}
	v := r.value(0)
	r.space()
	return v, !r.bad && r.at == len(text)
}

func (r *reader) space() {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
}

// next skips white space and returns the following byte; 0 at the end.
func (r *reader) next() byte {
	r.space()
	if r.at >= len(r.text) {
		return 0
	}
	return r.text[r.at]
}

func (r *reader) fail() value {
	r.bad = true
	r.at = len(r.text)
	return nil
}

// word parses the literal w (true, false or null) and returns v, the value of the literal.
func (r *reader) word(w string, v value) value {
	if !strings.HasPrefix(r.text[r.at:], w) {
		return r.fail()
	}
	r.at += len(w)
	return v
}

func (r *reader) value(depth int) value {
	c := r.next()
	switch {
	case depth > maxDepth:
		return r.fail()
	case c == '{':
		return r.object(depth)
	case c == '[':
		return r.array(depth)
	case c == '"':
		return r.string()
	case c == '-' || c >= '0' && c <= '9':
		return r.number()
	case c == 't':
		return r.word("true", true)
	case c == 'f':
		return r.word("false", false)
	case c == 'n':
		return r.word("null", nil)
	}
	return r.fail()
}

func (r *reader) object(depth int) value {
	out := object{}
	r.at++
	if r.next() == '}' {
		r.at++
		return out
	}
	for !r.bad {
		if r.next() != '"' {
			return r.fail()
		}
		name := r.string()
		if r.next() != ':' {
			return r.fail()
		}
		r.at++
		out[name] = r.value(depth + 1)
		switch r.next() {
		case ',':
			r.at++
		case '}':
			r.at++
			return out
		default:
			return r.fail()
		}
	}
	return nil
}

func (r *reader) array(depth int) value {
	var out []value
	r.at++
	if r.next() == ']' {
		r.at++
		return out
	}
	for !r.bad {
		out = append(out, r.value(depth+1))
		switch r.next() {
		case ',':
			r.at++
		case ']':
			r.at++
			return out
		default:
			return r.fail()
		}
	}
	return nil
}

// number parses a number by the grammar of JSON.
func (r *reader) number() value {
	start := r.at
	r.take("-")
	whole := r.at
	ok := r.digits() && (r.text[whole] != '0' || r.at == whole+1)
	if ok && r.take(".") {
		ok = r.digits()
	}
	if ok && r.take("eE") {
		r.take("+-")
		ok = r.digits()
	}
	if !ok {
		return r.fail()
	}
	return number(r.text[start:r.at])
}

// take consumes the next byte if it is in the set.
func (r *reader) take(set string) bool {
	if r.at < len(r.text) && strings.IndexByte(set, r.text[r.at]) >= 0 {
		r.at++
		return true
	}
	return false
}

// digits consumes digits and reports whether there were any.
func (r *reader) digits() bool {
	start := r.at
	for r.take("0123456789") {
	}
	return r.at > start
}

func (r *reader) string() string {
	r.at++
	var b strings.Builder
	for r.at < len(r.text) {
		c := r.text[r.at]
		switch {
		case c == '"':
			r.at++
			return b.String()
		case c < ' ':
			r.fail()
		case c == '\\':
			r.escape(&b)
		default:
			ch, size := utf8.DecodeRuneInString(r.text[r.at:])
			b.WriteRune(ch)
			r.at += size
		}
	}
	r.fail()
	return ""
}

func (r *reader) escape(b *strings.Builder) {
	if r.at+1 >= len(r.text) {
		r.fail()
		return
	}
	c := r.text[r.at+1]
	r.at += 2
	if i := strings.IndexByte(`"\/bfnrt`, c); i >= 0 {
		b.WriteByte("\"\\/\b\f\n\r\t"[i])
		return
	}
	ch, ok := r.hex()
	if c != 'u' || !ok {
		r.fail()
		return
	}
	if utf16.IsSurrogate(ch) && strings.HasPrefix(r.text[r.at:], `\u`) {
		back := r.at
		r.at += 2
		low, ok := r.hex()
		if pair := utf16.DecodeRune(ch, low); ok && pair != utf8.RuneError {
			b.WriteRune(pair)
			return
		}
		r.at = back
	}
	b.WriteRune(ch)
}

// hex reads four hexadecimal digits.
func (r *reader) hex() (rune, bool) {
	if r.at+4 > len(r.text) {
		return 0, false
	}
	n, err := strconv.ParseUint(r.text[r.at:r.at+4], 16, 32)
	r.at += 4
	return rune(n), err == nil
}

// readRequest decodes a request. A field of the wrong type is an error.
func readRequest(text string) (Request, bool) {
	v, ok := parse(text)
	o, isObject := v.(object)
	if !ok || !isObject {
		return Request{}, false
	}
	f, q := fields{object: o}, Request{}
	f.request(&q)
	return q, !f.bad
}

// fields reads typed fields of a JSON object and records type errors.
type fields struct {
	object object
	bad    bool
}

func (f *fields) string(name string) string {
	s, ok := f.object[name].(string)
	f.bad = f.bad || !ok && f.object[name] != nil
	return s
}

func (f *fields) int(name string) int {
	n, ok := f.object[name].(number)
	i, err := strconv.Atoi(string(n))
	f.bad = f.bad || f.object[name] != nil && (!ok || err != nil)
	return i
}

// inside reads a nested object with its own fields.
func (f *fields) inside(name string, read func(*fields)) {
	o, ok := f.object[name].(object)
	f.bad = f.bad || !ok && f.object[name] != nil
	in := &fields{object: o}
	read(in)
	f.bad = f.bad || in.bad
}

// clocks reads the remaining times of both sides.
func (f *fields) clocks(name string) (out [2]time.Duration) {
	list, ok := f.object[name].([]value)
	f.bad = f.bad || !ok && f.object[name] != nil
	for i := range min(len(list), len(out)) {
		one := &fields{object: object{name: list[i]}}
		out[i] = one.millis(name)
		f.bad = f.bad || one.bad
	}
	return out
}

// millis reads a duration in milliseconds.
func (f *fields) millis(name string) time.Duration {
	ms := f.uint(name)
	f.bad = f.bad || ms > engine.MaxMillis
	return time.Duration(min(ms, engine.MaxMillis)) * time.Millisecond //nolint:gosec // no overflow: min limits the value to engine.MaxMillis
}

func (f *fields) uint(name string) uint64 {
	n, ok := f.object[name].(number)
	i, err := strconv.ParseUint(string(n), 10, 64)
	f.bad = f.bad || f.object[name] != nil && (!ok || err != nil)
	return i
}

func (f *fields) strings(name string) []string {
	list, ok := f.object[name].([]value)
	f.bad = f.bad || !ok && f.object[name] != nil
	var out []string
	for _, v := range list {
		s, ok := v.(string)
		f.bad = f.bad || !ok
		out = append(out, s)
	}
	return out
}

func (f *fields) options(name string) map[string]string {
	o, ok := f.object[name].(object)
	f.bad = f.bad || !ok && f.object[name] != nil
	if len(o) == 0 {
		return nil
	}
	out := map[string]string{}
	for k, v := range o {
		s, ok := v.(string)
		f.bad = f.bad || !ok
		out[k] = s
	}
	return out
}
