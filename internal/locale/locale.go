// Package locale defines the languages of the site's texts and chooses a language for a reader. A
// language is a BCP 47 tag, as in the names of the text files.
package locale

import (
	"net/http"
	"slices"
	"strings"
)

// The languages, as BCP 47 tags.
const (
	Vietnamese  = "vi"
	English     = "en"
	Simplified  = "zh-Hans" // Chinese in simplified characters
	Traditional = "zh-Hant" // Chinese in traditional characters
)

// Default is the language for readers whose own languages are not available.
const Default = Vietnamese

// Cookie is the name of the cookie with the language that a reader chose in the settings.
const Cookie = "kydai-lang"

// All lists the languages, with Default first.
var All = []string{Vietnamese, English, Simplified, Traditional}

// Known reports whether the site has texts in a language.
func Known(lang string) bool { return slices.Contains(All, lang) }

// List returns all languages as text: "vi, en, zh-Hans and zh-Hant".
func List() string {
	last := len(All) - 1
	return strings.Join(All[:last], ", ") + " and " + All[last]
}

// Fallback returns the language of the texts that the given language lacks. It returns "" for
// Vietnamese and English, which have all texts.
func Fallback(lang string) string {
	if lang == Vietnamese || lang == English {
		return ""
	}
	return English
}

// Match returns the available language for a tag that a browser sends, such as en-GB or zh-TW; ""
// if no language matches. A Chinese tag without a script means simplified Chinese, except in
// regions that use traditional characters.
func Match(tag string) string {
	parts := strings.Split(strings.ToLower(tag), "-")
	if parts[0] != "zh" {
		for _, l := range All {
			if parts[0] == l {
				return l
			}
		}
		return ""
	}
	for _, part := range parts[1:] {
		switch part {
		case "hans":
			return Simplified
		case "hant", "tw", "hk", "mo":
			return Traditional
		}
	}
	return Simplified
}

// Of returns the language for a request: the first available language among the parameters named,
// the cookie and the header Accept-Language, in this order. It returns Default if none is
// available.
func Of(r *http.Request, named ...string) string {
	for _, l := range named {
		if Known(l) {
			return l
		}
	}
	if c, err := r.Cookie(Cookie); err == nil && Known(c.Value) {
		return c.Value
	}
	for part := range strings.SplitSeq(r.Header.Get("Accept-Language"), ",") {
		tag, _, _ := strings.Cut(strings.TrimSpace(part), ";")
		if l := Match(tag); l != "" {
			return l
		}
	}
	return Default
}
