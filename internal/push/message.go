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

// words holds the texts of push messages by language and key. The names of the games come from the
// texts of the web pages.
type words map[string]map[string]string

// usualLanguage is the default language, for devices whose language is unknown.
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

// language returns the requested language if texts exist for it, otherwise usualLanguage.
func (w words) language(asked string) string {
	if w[asked] == nil {
		return usualLanguage
	}
	return asked
}

// gameName returns the name of a game as the pages show it; the id of the game if the game has no
// name.
func gameName(game, lang string) string {
	body, err := kydai.Texts.ReadFile("games/" + path.Base(game) + "/text/" + lang + ".json")
	all := map[string]string{}
	if err != nil || json.Unmarshal(body, &all) != nil || all["game."+game] == "" {
		return game
	}
	return all["game."+game]
}

// message is the payload of a push message. The service worker of the client shows it.
type message struct {
	Kind  string `json:"kind"`
	Title string `json:"title"`
	Body  string `json:"body"` // name of the game, shown as the text of the message
	Open  string `json:"open"` // path of the page that a click opens
	Tag   string `json:"tag"`  // a message with this tag replaces an earlier message with the same tag
	Lang  string `json:"lang"`
}

// messageOf returns the push message for a notice, in JSON.
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

// delivery holds how long and how urgently a push service must try to deliver messages of one kind.
type delivery struct {
	lives   time.Duration // time for which the push service keeps the message if the device is switched off
	urgency string
}

var deliveries = map[notice.Kind]delivery{
	notice.Started:   {10 * time.Minute, "high"},
	notice.Turn:      {24 * time.Hour, "normal"},
	notice.Soon:      {6 * time.Hour, "high"},
	notice.Challenge: {30 * time.Minute, "high"},
	notice.Result:    {24 * time.Hour, "low"},
}

// topic returns the push topic of a match. A push service keeps only the last undelivered message
// of a topic. The topic is a hash, so that the push service does not learn the id of the match.
func topic(subject string) string {
	sum := sha256.Sum256([]byte("topic " + subject))
	return b64.EncodeToString(sum[:])[:32]
}
