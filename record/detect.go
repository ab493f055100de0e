package record

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"kydai/game"
	"kydai/record/charset"
)

// sgfHead is how a tree begins.
var sgfHead = regexp.MustCompile(`^\(\s*;\s*[A-Z]`)

// Detect guesses the format from the first bytes of a file; a few hundred are
// enough. It is a guess: plain text is what remains.
func Detect(prefix []byte) (name string, ok bool) {
	if bytes.HasPrefix(prefix, []byte(xqfMagic)) && len(prefix) > xqfVersionAt && prefix[xqfVersionAt] > 0 && bytes.IndexByte(prefix, 0) >= 0 {
		return xqfFormat, true
	}
	s := string(bytes.TrimLeft(bytes.TrimPrefix(charset.Sample(prefix), []byte(bom)), " \t\r\n"))
	upper := strings.ToUpper(s)
	switch {
	case s == "" || strings.ContainsRune(s, 0):
		return "", false
	case s[0] == '{' && strings.HasPrefix(strings.TrimLeft(s[1:], " \t\r\n"), `"`):
		if strings.Contains(s, `"metadata"`) && !strings.Contains(s, `"format"`) {
			return boxFormat, true
		}
		return "json", true
	case strings.Contains(s, "["+dhtmlMark):
		return dhtmlFormat, true
	case sgfHead.MatchString(s):
		return sgfFormat, true
	case strings.HasPrefix(s, psqMagic):
		return "psq", true
	case strings.HasPrefix(upper, "FORMAT\t") || strings.HasPrefix(upper, "FORMAT ") || strings.Contains(upper, wxfStart):
		return "wxf", true
	case strings.ContainsRune("[{%;", rune(s[0])) || strings.ContainsAny(s, "{$("):
		return "pgn", true
	}
	return "text", true
}

// GameOf guesses which of the games a file in the named format records, by
// reading its first bytes with the rules of each: some thousand are enough.
// Of games that fit equally well it returns the first. A game that is expected,
// if there is one, needs only as many moves as any other.
func GameOf(prefix []byte, format string, games []game.Rules, expected game.Rules) (game.Rules, bool) {
	var best game.Rules
	most := fit{}
	for _, r := range games {
		if f := fitOf(prefix, format, r); f.points() > most.points() {
			best, most = r, f
		}
	}
	if expected != nil {
		if f := fitOf(prefix, format, expected); f.moves > 0 && f.moves >= most.moves {
			return expected, true
		}
	}
	return best, most.points() > 0
}

// fit is how much rules can make of a record.
type fit struct {
	moves int
	hints int // that it is of their game: the names of its sides, its usual formats
}

func (f fit) points() int { return 2*f.moves + f.hints }

// fitOf looks at the first game. A record that names another game is not one.
func fitOf(prefix []byte, format string, r game.Rules) (f fit) {
	reader, err := NewReader(format, bytes.NewReader(prefix), ReadOptions{Rules: r})
	if err != nil {
		return f
	}
	g, err := reader.Next()
	if g == nil || codeOf(err) == WrongGame {
		return f
	}
	in := r.Info()
	if name := letters(g.Tag("Game")); name != "" && name != letters(in.Name) {
		return f
	}
	f.moves = len(g.Main())
	for _, side := range sideTags(in) {
		if g.Tag(side) != "" {
			f.hints++
		}
	}
	if err == nil && slices.Contains(in.Formats, format) {
		f.hints++
	}
	return f
}
