// Package words turns the reasons of a pairing into sentences. The reasons are data of package
// swiss, and the languages are those of the folder text. The package also names tie-breaks, results
// and byes.
package words

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"kydai/tourney"
)

// Languages for which numbers or plurals need special code.
const (
	Vietnamese = "vi"
	English    = "en"
)

// Speaker creates sentences about one tournament in one language.
type Speaker struct {
	lang      string
	table     *tourney.Table
	name      func(number int) string
	turns     bool
	forbidden map[[2]int]bool
}

// New creates a Speaker. The function name returns the name of a player. A language without texts
// is replaced with English.
func New(lang string, t *tourney.Table, name func(number int) string) *Speaker {
	if !Known(lang) {
		lang = English
	}
	s := &Speaker{lang: lang, table: t, name: name, forbidden: map[[2]int]bool{}}
	for _, pair := range t.Forbidden {
		s.forbidden[pair], s.forbidden[[2]int{pair[1], pair[0]}] = true, true
	}
	return s
}

// ByTurns makes the Speaker call the sides "first" and "second", by who moves first, instead of
// white and black. It is for games whose sides have other colours.
func (s *Speaker) ByTurns() *Speaker {
	s.turns = true
	return s
}

// say returns the text with the given key and fills in its placeholders. The parameter places
// contains placeholders, such as "{a}", each followed by its value.
func (s *Speaker) say(key string, places ...string) string {
	return sentence(strings.NewReplacer(places...).Replace(text(s.lang, key)))
}

// sentence capitalises the first letter of a text.
func sentence(words string) string {
	first, size := utf8.DecodeRuneInString(words)
	return string(unicode.ToUpper(first)) + words[size:]
}

// Points formats units of the scoring as points, such as 2.5, or 2,5 in Vietnamese.
func (s *Speaker) Points(units int) string {
	return Points(s.lang, units, s.table.Scoring.Unit)
}

// Points formats units of the scoring as points in a language. The parameter unit is the number of
// units that are one point.
func Points(lang string, units, unit int) string {
	text := strconv.FormatFloat(float64(units)/float64(max(1, unit)), 'f', -1, 64)
	if lang == Vietnamese {
		return strings.Replace(text, ".", ",", 1)
	}
	return text
}

// score formats units of the scoring as points, with the word for points.
func (s *Speaker) score(units int) string {
	if s.lang == English && units == s.table.Scoring.Unit {
		return "1 point"
	}
	return s.Points(units) + text(s.lang, "points")
}

// scores formats several scores as a list of points.
func (s *Speaker) scores(list []int) string {
	if len(list) == 1 {
		return s.score(list[0])
	}
	parts := make([]string, len(list))
	for i, n := range list {
		parts[i] = s.Points(n)
	}
	return s.join(parts) + text(s.lang, "points")
}

// count formats a number together with its noun. The parameter key is the key of the noun's text.
func (s *Speaker) count(n int, key string) string {
	if none := text(s.lang, key+".none"); n == 0 && none != "" {
		return none
	}
	noun := text(s.lang, key)
	if one := text(s.lang, key+".one"); n == 1 && one != "" {
		noun = one
	}
	return strconv.Itoa(n) + " " + noun
}

func (s *Speaker) join(parts []string) string {
	if n := len(parts); n > 1 {
		return strings.Join(parts[:n-1], text(s.lang, "comma")) + text(s.lang, "and") + parts[n-1]
	}
	return strings.Join(parts, "")
}

func (s *Speaker) names(numbers []int) string {
	parts := make([]string, len(numbers))
	for i, n := range numbers {
		parts[i] = s.name(n)
	}
	return s.join(parts)
}

// side returns the word for a colour.
func (s *Speaker) side(c tourney.Colour) string {
	key := "white"
	if c == tourney.Black {
		key = "black"
	}
	if s.turns {
		key += ".turn"
	}
	return text(s.lang, key)
}
