package push

import (
	"crypto/sha256"
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"strings"
	"time"

	"kydai"
	"kydai/internal/notice"
)

//go:embed text/*.json
var texts embed.FS

// words are the texts of messages by language and key; the names of the games
// are those of the pages.
type words map[string]map[string]string

// usualLanguage is that of a device with an unknown one.
const usualLanguage = "vi"

func readWords() (words, error) {
	all := words{}
	files, err := texts.ReadDir("text")
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		body, err := texts.ReadFile("text/" + f.Name())
		if err != nil {
			return nil, err
		}
		one := map[string]string{}
		if err := json.Unmarshal(body, &one); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name(), err)
		}
		all[strings.TrimSuffix(f.Name(), path.Ext(f.Name()))] = one
	}
	return all, nil
}

// language returns a language that there are words of.
func (w words) language(asked string) string {
	if w[asked] == nil {
		return usualLanguage
	}
	return asked
}

// gameName returns the name of a game as the pages say it.
func gameName(game, lang string) string {
	body, err := kydai.Texts.ReadFile("games/" + path.Base(game) + "/text/" + lang + ".json")
	all := map[string]string{}
	if err != nil || json.Unmarshal(body, &all) != nil || all["game."+game] == "" {
		return game
	}
	return all["game."+game]
}

// message is what a browser is sent. The worker of the pages shows it.
type message struct {
	Kind  string `json:"kind"`
	Title string `json:"title"`
	Body  string `json:"body"` // name of the game
	Open  string `json:"open"` // path of the page
	Tag   string `json:"tag"`  // a later message with this tag takes the place of an earlier one
	Lang  string `json:"lang"`
}

// messageOf writes the message of a notice.
func (w words) messageOf(d Due, lang string) ([]byte, error) {
	lang = w.language(lang)
	page := "/g/"
	if d.Kind == notice.Challenge {
		page = "/c/"
	}
	return json.Marshal(message{
		Kind: string(d.Kind), Title: w[lang][string(d.Kind)], Body: gameName(d.Game, lang), Open: page + d.Subject, Tag: d.Subject, Lang: lang,
	})
}

// delivery is how a push service treats the messages of a kind.
type delivery struct {
	lives   time.Duration // for a device that is switched off
	urgency string
}

var deliveries = map[notice.Kind]delivery{
	notice.Started:   {10 * time.Minute, "high"},
	notice.Turn:      {24 * time.Hour, "normal"},
	notice.Soon:      {6 * time.Hour, "high"},
	notice.Challenge: {30 * time.Minute, "high"},
	notice.Result:    {24 * time.Hour, "low"},
}

// topic names a match for the push service, which keeps only the last message of
// a topic, without telling it which match.
func topic(subject string) string {
	sum := sha256.Sum256([]byte("topic " + subject))
	return b64.EncodeToString(sum[:])[:32]
}
