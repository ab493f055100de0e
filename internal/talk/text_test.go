package talk

import (
	"strings"
	"testing"
)

func TestCleanText(t *testing.T) {
	for _, c := range []struct{ in, out string }{
		{"Chào bạn!", "Chào bạn!"},
		{"  hai \n dòng\t ", "hai dòng"},
		{"a\u200bb\u202ec\x00", "abc"},
		{"Chào", "Chào"},
		{"a" + strings.Repeat("\u0301", 50), "a\u0301\u0301\u0301"},
		{strings.Repeat("ơ", 140), strings.Repeat("ơ", 140)},
		{strings.Repeat("ơ", 140) + "  ", strings.Repeat("ơ", 140)},
		{strings.Repeat("ơ", 141), ""},
		{"\u200b \n", ""},
		{"", ""},
		{"\xff", ""},
		{strings.Repeat("x", 10_000), ""},
	} {
		got, err := CleanText(c.in)
		if got != c.out || (err != nil) != (c.out == "") {
			t.Errorf("%.20q: %q, %v", c.in, got, err)
		}
	}
}
