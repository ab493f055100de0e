// Package locale knows the languages of the texts and chooses one for a reader.
// A language is a tag of BCP 47, as in the names of the text files.
package locale

import (
	"net/http"
	"slices"
	"strings"
)

// The languages.
const (
	Vietnamese  = "vi"
	English     = "en"
	Simplified  = "zh-Hans" // Chinese in simplified characters
	Traditional = "zh-Hant" // Chinese in traditional characters
)

// Default is the language of readers whose own one has no texts.
const Default = Vietnamese

// Cookie is the cookie with the language that a reader chose in the settings.
const Cookie = "kydai-lang"

// All lists the languages, the default first.
var All = []string{Vietnamese, English, Simplified, Traditional}

// Known reports whether there are texts in a language.
func Known(lang string) bool { return slices.Contains(All, lang) }

// List names the languages for people: "vi, en, zh-Hans and zh-Hant".
func List() string {
	last := len(All) - 1
	return strings.Join(All[:last], ", ") + " and " + All[last]
}

// Fallback is the language whose texts stand in for missing ones; "" for the
// languages in which all texts are written first.
func Fallback(lang string) string {
	if lang == Vietnamese || lang == English {
		return ""
	}
	return English
}

// Match returns the language for a tag as browsers send it, such as en-GB or
// zh-TW; "" if there is none. Chinese without a script is simplified, except in
// the regions that write traditional characters.
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

// Of returns the language of a request: the first known one of those that the
// caller names, of the settings' cookie and of Accept-Language, or the default.
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
