package locale

import (
	"net/http"
	"testing"
)

func TestMatch(t *testing.T) {
	for tag, want := range map[string]string{
		"vi": Vietnamese, "vi-VN": Vietnamese, "en": English, "EN-us": English,
		"zh": Simplified, "zh-CN": Simplified, "zh-SG": Simplified, "zh-MY": Simplified, "zh-Hans": Simplified,
		"zh-TW": Traditional, "zh-HK": Traditional, "zh-mo": Traditional, "zh-Hant": Traditional, "zh-Hant-TW": Traditional,
		"zh-Hans-HK": Simplified, // the script decides, not the region
		"zh-Hant-CN": Traditional,
		"fr":         "", "": "", "*": "", "zhx": "", "eng": "",
	} {
		if got := Match(tag); got != want {
			t.Errorf("%q: %q, want %q", tag, got, want)
		}
	}
}

func TestOf(t *testing.T) {
	for _, c := range []struct {
		named, cookie, header, want string
	}{
		{"", "", "", Vietnamese},
		{"", "", "fr, zh-TW;q=0.9, en;q=0.8", Traditional},
		{"", "", "zh-CN,zh;q=0.9,en;q=0.8", Simplified},
		{"", "", "ja, ko", Vietnamese},
		{"", "en", "zh-CN", English},
		{"", "zh-Hant", "en", Traditional},
		{"", "tlh", "en", English}, // the cookie has an unknown language (tlh), so the header decides
		{"zh-Hans", "en", "vi", Simplified},
		{"nonsense", "en", "vi", English},
	} {
		r := &http.Request{Header: http.Header{}}
		if c.cookie != "" {
			r.Header.Set("Cookie", Cookie+"="+c.cookie)
		}
		r.Header.Set("Accept-Language", c.header)
		if got := Of(r, c.named); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// TestAll checks that all languages are known, and that Match returns each of them for
// its own tag.
func TestAll(t *testing.T) {
	if All[0] != Default || len(All) != 4 {
		t.Fatalf("the languages are %v", All)
	}
	for _, l := range All {
		if !Known(l) || Match(l) != l {
			t.Errorf("%q is asked for by its own tag and %q is chosen", l, Match(l))
		}
		if f := Fallback(l); f != "" && !Known(f) {
			t.Errorf("missing texts of %q are taken from %q", l, f)
		}
	}
	if Known("zh") || Known("") {
		t.Error("a language without texts is known")
	}
	if got, want := List(), "vi, en, zh-Hans and zh-Hant"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
