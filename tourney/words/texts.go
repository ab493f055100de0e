package words

import (
	"embed"
	"encoding/json"
	"strings"
	"sync"
)

// Words in braces are places that are filled in.
//
//go:embed text/*.json
var files embed.FS

// texts returns the texts by language and key.
var texts = sync.OnceValue(func() map[string]map[string]string {
	all := map[string]map[string]string{}
	list, _ := files.ReadDir("text") // it is embedded
	for _, f := range list {
		lang, _ := strings.CutSuffix(f.Name(), ".json")
		data, _ := files.ReadFile("text/" + f.Name()) // it is embedded
		one := map[string]string{}
		if err := json.Unmarshal(data, &one); err != nil {
			panic("words: " + f.Name() + ": " + err.Error()) // a test reads every file
		}
		all[lang] = one
	}
	return all
})

// Known reports whether there are texts in a language.
func Known(lang string) bool { return texts()[lang] != nil }

// text returns a text. If the language is unknown or lacks the text, it returns the English
// one.
func text(lang, key string) string {
	if found, ok := texts()[lang][key]; ok {
		return found
	}
	return texts()[English][key]
}
