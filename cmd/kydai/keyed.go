package main

import (
	"encoding/json"
	"io/fs"
	"regexp"
	"strings"

	root "kydai"
)

// judgeWords reads the translations of the judges' sentences from
// games/<game>/text/judge.<language>.json. It returns nil if a language has no such files; the
// judges themselves then write the sentences in that language.
func judgeWords(lang string) (map[string]string, error) {
	files, err := fs.Glob(root.Texts, "games/*/text/judge."+lang+".json")
	if err != nil || len(files) == 0 {
		return nil, err
	}
	words := map[string]string{}
	for _, name := range files {
		data, err := root.Texts.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(data, &words); err != nil {
			return nil, err
		}
	}
	return words, nil
}

// separators are the punctuation marks between the parts of a judge's sentence. The translation of
// a language may replace them, for example with full-width ones.
var separators = []string{": ", "; ", ", "}

// forms lists regular expressions that replace the words of a judge's English sentence with keys in
// braces, for which the translation files have words. ui/src/play/judged.ts holds the same table
// for the web pages. The judges themselves write only Vietnamese and English, because more
// languages would make every WebAssembly module larger.
var forms = []struct {
	form *regexp.Regexp
	keys string
}{
	{regexp.MustCompile(`no\. (\d) (Adviser|Elephant|Horse|Rook|Cannon|Soldier) (\d)`), "{man:{nth:$1}:{$2}:$3}"},
	{regexp.MustCompile(`(?:(front|rear) )?(Adviser|Elephant|Horse|Rook|Cannon|Soldier) (\d)`), "{man:{$1}:{$2}:$3}"},
	{regexp.MustCompile(`\bGeneral\b`), "{General}"},
	{regexp.MustCompile(`\} and \{`), "}{and}{"},
	{regexp.MustCompile(` \(([^)]+)\)`), "{why:$1}"},
	{regexp.MustCompile(`unprotected|falsely protected|worth more than its attacker|unable to take first`), "{$0}"},
	{regexp.MustCompile(`perpetual chase of (\{[^;]*?\}) by (\{[^;]*?\})(; | →|$)`), "{perpetual chase:$2:$1}$3"},
	{regexp.MustCompile(`(perpetual check|check) by (\{.*?\})(; | →|$)`), "{$1 by:$2}$3"},
	{regexp.MustCompile(`(\{man:[^;]*?\}) (chases|offers to exchange itself for) (\{[^;]*?\})(; |$)`), "{$2:$1:$3}$4"},
	{regexp.MustCompile(`perpetual (?:threat of mate|offer to exchange|sacrifice|block|chase of several men in turn)|threatens mate|offers itself|blocks|free moves?`), "{$0}"},
	{regexp.MustCompile(`\b(threat of mate|offer to exchange|sacrifice|block|check|chase)(, then | →|; |$)`), "{$1}$2"},
	{regexp.MustCompile(`, then `), "{then}"},
	{regexp.MustCompile(`→ (Red|Black) (loses|must vary)$`), "→ {$2:{$1}}"},
	{regexp.MustCompile(`→ (draw|once more and it is a draw)$`), "→ {$1}"},
	{regexp.MustCompile(`(^|; )(Red|Black): `), "$1{$2}: "},
}

// keyed translates a judge's English sentence with the translations in words. If words is nil, it
// returns the text unchanged.
func keyed(text string, words map[string]string) string {
	if words == nil {
		return text
	}
	for _, f := range forms {
		text = f.form.ReplaceAllString(text, f.keys)
	}
	for _, s := range separators {
		if own, ok := words[s]; ok {
			text = strings.ReplaceAll(text, s, own)
		}
	}
	return expand(text, words)
}

// expand replaces each key in braces, such as {check by:{Rook}}, with its translation. A key may
// have arguments after colons; they replace {1}, {2} and {3} in the translation.
func expand(text string, words map[string]string) string {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		parts, after := keyParts(rest)
		places := make([]string, 0, 6)
		for i, p := range parts[1:] {
			places = append(places, "{"+string(rune('1'+i))+"}", expand(p, words))
		}
		out.WriteString(strings.NewReplacer(places...).Replace(words[parts[0]]))
		text = after
	}
}

// keyParts parses the text after an opening brace. It returns the key and its arguments,
// which are separated by colons, and the text after the closing brace.
func keyParts(rest string) (parts []string, after string) {
	depth, from := 0, 0
	for i, r := range rest {
		switch {
		case r == '{':
			depth++
		case r == '}' && depth > 0:
			depth--
		case r == '}':
			return append(parts, rest[from:i]), rest[i+1:]
		case r == ':' && depth == 0:
			parts = append(parts, rest[from:i])
			from = i + 1
		}
	}
	return append(parts, rest[from:]), ""
}
