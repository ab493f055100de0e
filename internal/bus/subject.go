package bus

import "strings"

// Limits of subjects.
const (
	maxToken   = 64
	maxSubject = 256
)

// Subject joins tokens to a subject. It refuses tokens that contain wildcards
// or dots, so ids from outside are safe.
func Subject(tokens ...string) (string, error) {
	s := strings.Join(tokens, ".")
	for _, t := range tokens {
		if !isToken(t) {
			return "", errSubject(s)
		}
	}
	return s, CheckSubject(s)
}

// CheckSubject validates a subject: one or more tokens, separated by dots, of 1
// to 64 letters A-Z and a-z, digits, "_" and "-". The first token begins with a
// letter, because other subjects are reserved by the bus.
func CheckSubject(s string) error {
	if len(s) > maxSubject || !startsWithLetter(s) {
		return errSubject(s)
	}
	for t := range strings.SplitSeq(s, ".") {
		if !isToken(t) {
			return errSubject(s)
		}
	}
	return nil
}

// CheckPattern validates a pattern: a subject in which any token except the
// first may be "*", and the last may be ">".
func CheckPattern(p string) error {
	if len(p) > maxSubject || !startsWithLetter(p) {
		return errSubject(p)
	}
	rest, last := p, false
	for !last {
		var t string
		t, rest, last = cutToken(rest)
		if !isToken(t) && t != "*" && (t != ">" || !last) {
			return errSubject(p)
		}
	}
	return nil
}

// CheckGroup validates the name of a group: a single token.
func CheckGroup(g string) error {
	if !isToken(g) {
		return errSubject(g)
	}
	return nil
}

func cutToken(s string) (token, rest string, last bool) {
	token, rest, found := strings.Cut(s, ".")
	return token, rest, !found
}

func startsWithLetter(s string) bool { return s != "" && isLetter(s[0]) }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isToken(t string) bool {
	if t == "" || len(t) > maxToken {
		return false
	}
	for i := range len(t) {
		if c := t[i]; !isLetter(c) && (c < '0' || c > '9') && c != '_' && c != '-' {
			return false
		}
	}
	return true
}
