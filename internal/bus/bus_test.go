package bus

import (
	"errors"
	"strings"
	"testing"
)

func TestSubjects(t *testing.T) {
	long := strings.Repeat("a", 65)
	for _, c := range []struct {
		text             string
		subject, pattern bool
	}{
		{"m", true, true},
		{"m.9f_A-z.all", true, true},
		{"eng.caro.level-3", true, true},
		{"m.*.all", false, true},
		{"m.>", false, true},
		{"m.*.>", false, true},
		{"m.>.all", false, false},
		{"*", false, false},
		{">", false, false},
		{"*.m", false, false},
		{"", false, false},
		{".", false, false},
		{".m", false, false},
		{"m.", false, false},
		{"m..all", false, false},
		{"m.a b", false, false},
		{"m.a\r\nPUB x 0", false, false},
		{"m.a\x00", false, false},
		{"m.ván", false, false},
		{"m.a*", false, false},
		{"m.a>", false, false},
		{"_INBOX.x", false, false},
		{"$SYS.x", false, false},
		{"9.m", false, false},
		{"m." + long[:64], true, true},
		{"m." + long, false, false},
		{strings.Repeat("m.", 128) + "m", false, false},
		{strings.Repeat("m.", 127) + "m", true, true},
	} {
		if err := CheckSubject(c.text); (err == nil) != c.subject {
			t.Errorf("CheckSubject(%q) = %v", c.text, err)
		}
		if err := CheckPattern(c.text); (err == nil) != c.pattern {
			t.Errorf("CheckPattern(%q) = %v", c.text, err)
		} else if err != nil && !errors.Is(err, ErrBadSubject) {
			t.Errorf("CheckPattern(%q): %v has not the code %s", c.text, err, BadSubject)
		}
	}
}

// TestSubjectTokens checks that Subject accepts an id only if it is exactly one
// valid token, so that an id from outside cannot add tokens or wildcards.
func TestSubjectTokens(t *testing.T) {
	if s, err := Subject("m", "x_1-A", "all"); s != "m.x_1-A.all" || err != nil {
		t.Errorf("Subject = %q, %v", s, err)
	}
	for _, id := range []string{"", "*", ">", "a.b", "a.*", " ", "é", "a\n"} {
		if s, err := Subject("m", id, "all"); err == nil {
			t.Errorf("Subject takes the id %q and makes %q", id, s)
		}
	}
	if s, err := Subject(); err == nil {
		t.Errorf("Subject of nothing is %q", s)
	}
}

func TestGroups(t *testing.T) {
	if err := CheckGroup("workers"); err != nil {
		t.Error(err)
	}
	for _, g := range []string{"", "a.b", "*", "a b"} {
		if CheckGroup(g) == nil {
			t.Errorf("CheckGroup takes %q", g)
		}
	}
}

func TestErrorsAreByCode(t *testing.T) {
	other := error(&Error{Failed, "the engine has no such level"})
	if !errors.Is(other, ErrFailed) || errors.Is(other, ErrLost) {
		t.Error("errors are not compared by code")
	}
}

func FuzzCheckPattern(f *testing.F) {
	f.Add("m.*.>")
	f.Add("m.a\r\nb")
	f.Fuzz(func(t *testing.T, s string) {
		if CheckSubject(s) == nil && CheckPattern(s) != nil {
			t.Errorf("%q is a subject and no pattern", s)
		}
		if CheckPattern(s) == nil && strings.ContainsAny(s, " \t\r\n\x00$") {
			t.Errorf("%q is a pattern", s)
		}
	})
}
