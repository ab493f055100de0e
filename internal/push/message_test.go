package push

import (
	"encoding/json"
	"testing"

	"kydai/games"
	"kydai/internal/notice"
)

// TestWords checks that every kind of notice has texts in every language and an entry with the
// settings of its delivery, that every game has a name, and that each message fits into one
// encrypted block.
func TestWords(t *testing.T) {
	w, err := readWords()
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range notice.Kinds {
		if deliveries[kind].lives == 0 || deliveries[kind].urgency == "" {
			t.Errorf("%s has no way of delivery", kind)
		}
		for _, r := range games.All() {
			for asked, want := range map[string]string{"vi": "vi", "en": "en", "xx": "vi"} {
				text, err := w.messageOf(Due{Kind: kind, Game: r.Info().Name, Subject: "0123456789abcdef0123456789abcdef"}, asked)
				var m message
				if err != nil || json.Unmarshal(text, &m) != nil {
					t.Fatal(err)
				}
				if m.Title == "" || m.Body == r.Info().Name || m.Body == "" || m.Lang != want || len(text) >= block {
					t.Errorf("%s of %s in %s: %s", kind, r.Info().Name, asked, text)
				}
			}
		}
	}
}
