package ties

import (
	"strings"
	"testing"
)

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"":                              "",
		" \n chào\nbạn \t":              "chào\nbạn",
		"a\x00b\u200bc\u202ed\xff":      "abcd",
		strings.Repeat("ơ", MaxText+40): strings.Repeat("ơ", MaxText),
	} {
		if got := clean(in, MaxText); got != want {
			t.Errorf("%q becomes %q", in, got)
		}
	}
}
