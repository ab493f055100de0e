package words

import (
	"embed"
	"encoding/json"
	"strings"
	"sync"
)

// The texts contain placeholders in braces, which are replaced by values.
//
//go:embed text/*.json
var files embed.FS

// texts returns all texts, by language and then by key.
var texts = sync.OnceValue(func() map[string]map[string]string {
	all := map[string]map[string]string{}
	list, _ := files.ReadDir("text") // ReadDir cannot fail: the folder is embedded
	for _, f := range list {
		lang, _ := strings.CutSuffix(f.Name(), ".json")
		data, _ := files.ReadFile("text/" + f.Name()) // ReadFile cannot fail: the file is embedded
		one := map[string]string{}
		if err := json.Unmarshal(data, &one); err != nil {
			panic("words: " + f.Name() + ": " + err.Error()) // cannot happen, because a test parses every file
		}
		all[lang] = one
	}
	return all
})

// Known reports whether the package has texts in a language.
func Known(lang string) bool { return texts()[lang] != nil }

// text returns the text with a key. If the language is unknown or lacks the text, it returns the
// English text.
func text(lang, key string) string {
	if found, ok := texts()[lang][key]; ok {
		return found
	}
	return texts()[English][key]
}
