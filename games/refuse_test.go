package games

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kydai/game"
)

var (
	reasonCode   = regexp.MustCompile(`(?:refused\w+ *= |game\.Refuse\()"([a-z-]+)"`)
	importOfGame = regexp.MustCompile(`"[^"]*/games/([a-z]+)"`)
)

// reasonsOf lists the refusal codes in the source files of a game and of the game on which it is
// based.
func reasonsOf(t *testing.T, name string) map[string]bool {
	t.Helper()
	codes := map[string]bool{}
	files, err := filepath.Glob(filepath.Join(name, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range reasonCode.FindAllSubmatch(text, -1) {
			codes[string(m[1])] = true
		}
		if m := importOfGame.FindSubmatch(text); m != nil && filepath.Base(file) == "refuse.go" {
			for code := range reasonsOf(t, string(m[1])) {
				codes[code] = true
			}
		}
	}
	return codes
}

var languages = []string{"vi", "en", "zh-Hans", "zh-Hant"}

// TestReasonsHaveSentences checks that every reason for a refused move has a sentence in every
// language.
func TestReasonsHaveSentences(t *testing.T) {
	for _, r := range append(All(), Examples()...) {
		name := r.Info().Name
		texts := map[string]map[string]string{}
		for _, lang := range languages {
			text, err := os.ReadFile(filepath.Join(name, "text", "refuse."+lang+".json"))
			if err != nil {
				t.Fatal(err)
			}
			var all map[string]string
			if err := json.Unmarshal(text, &all); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			texts[lang] = all
		}
		need := reasonsOf(t, name)
		if len(need) < 2 {
			t.Errorf("%s: no reasons found in the source", name)
		}
		need[game.RefusedOver] = true
		if _, ok := r.(game.Restrainer); ok {
			need[game.RefusedRepeat] = true
		}
		for key := range playedReasons(t, r) {
			need[key] = true
		}
		for _, lang := range languages {
			for key := range need {
				if !sentence(texts[lang], key) {
					t.Errorf("%s: no sentence for %s in %s", name, key, lang)
				}
			}
			if len(texts[lang]) != len(texts["vi"]) {
				t.Errorf("%s: the languages have different sentences", name)
			}
		}
	}
}

// sentence reports whether texts contains a sentence for the key, or for the code alone. The key is
// a refusal code, or a code, a dot and a kind of piece. For a key without a kind, a sentence for
// the code with any kind is enough.
func sentence(texts map[string]string, key string) bool {
	code, _, withKind := strings.Cut(key, ".")
	if texts[key] != "" || texts[code] != "" {
		return true
	}
	for k := range texts {
		if !withKind && strings.HasPrefix(k, code+".") {
			return true
		}
	}
	return false
}

// playedReasons plays random games and collects the codes of refused moves, with their kinds.
func playedReasons(t *testing.T, r game.Rules) map[string]bool {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	setup := game.Setup{}
	if d, ok := r.(game.Dealer); ok {
		setup.Secret = d.Deal(rng.IntN)
	}
	l, err := game.NewLine(r, setup)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for l.Ply() < 60 && !l.Outcome().Over() {
		p := l.Position()
		g, _ := game.GridOf(p)
		for to := range game.Square(len(g.Cells)) {
			from := game.Square(rng.IntN(len(g.Cells)))
			for _, from := range []game.Square{from, game.NoSquare} {
				why := game.RefusalIn(l, from, to)
				if why.Code != "" && why.Code != game.RefusedOthers && why.Code != game.RefusedSame {
					found[why.Code+"."+why.Kind] = true
				}
				if why.Lead != "" {
					found[why.Lead+"."+why.Kind] = true
				}
			}
		}
		legal := p.Legal()
		if err := l.Push(legal[rng.IntN(len(legal))]); err != nil {
			t.Fatal(err)
		}
	}
	return found
}
