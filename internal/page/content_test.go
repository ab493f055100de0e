package page

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kydai/game"
	"kydai/games"
	"kydai/internal/locale"
)

const web = "../../ui/"

// step is one step of a lesson.
type step struct {
	Start string
	Moves []string
	Goal  []string // codes of moves that solve the step; a star at the end stands for any further characters
}

// TestLessons checks that every game has at least ten lesson steps in every
// language, and that the goal of every step can be reached.
func TestLessons(t *testing.T) {
	for _, r := range append(games.All(), games.Examples()...) {
		name := r.Info().Name
		var steps []step
		text, err := os.ReadFile(filepath.Join(web, "..", "games", name, "text", "lessons.json"))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &steps); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(steps) < 10 {
			t.Errorf("%s is taught in %d steps", name, len(steps))
		}
		for _, lang := range locale.All {
			var said []string
			text, err := os.ReadFile(filepath.Join(web, "..", "games", name, "text", "lessons."+lang+".json"))
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(text, &said); err != nil || len(said) != len(steps) || slices.Contains(said, "") {
				t.Errorf("%s has %d texts in %s for %d steps: %v", name, len(said), lang, len(steps), err)
			}
		}
		for i, s := range steps {
			setup := game.Setup{Start: s.Start}
			if d, ok := r.(game.Dealer); ok && s.Start == "" {
				setup.Secret = d.Deal(func(int) int { return 0 })
			}
			line, err := game.NewLine(r, setup)
			if err != nil {
				t.Errorf("%s, step %d: %v", name, i+1, err)
				continue
			}
			for _, code := range s.Moves {
				if err := line.Play(code); err != nil {
					t.Errorf("%s, step %d: %s: %v", name, i+1, code, err)
				}
			}
			for _, g := range s.Goal {
				if !reachable(line, g) {
					t.Errorf("%s, step %d: %s cannot be played", name, i+1, g)
				}
			}
		}
	}
}

func reachable(line *game.Line, goal string) bool {
	prefix, more := strings.CutSuffix(goal, "*")
	for _, m := range line.Legal() {
		code := line.Position().Encode(m)
		if code == goal || more && strings.HasPrefix(code, prefix) {
			return true
		}
	}
	return false
}

func messages(t *testing.T, lang string) map[string]string {
	t.Helper()
	m := map[string]string{}
	for _, dir := range []string{"i18n/", "i18n/table/", "i18n/study/"} {
		text, err := os.ReadFile(web + dir + lang + ".json")
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &m); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// withOwn returns a copy of the common texts with the texts of one game added.
func withOwn(t *testing.T, common map[string]string, name, lang string) map[string]string {
	t.Helper()
	m := maps.Clone(common)
	text, err := os.ReadFile(filepath.Join(web, "..", "games", name, "text", lang+".json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return m
}

// TestRulesHaveWords checks that every term of the rules has a text in each language: sides,
// options, their values, notations, reasons, and the names of the games. A game's texts are in the
// game's own folder.
func TestRulesHaveWords(t *testing.T) {
	for _, lang := range locale.All {
		common := messages(t, lang)
		m := common
		want := func(key string) {
			t.Helper()
			if m[key] == "" {
				t.Errorf("%s has no text for %s", lang, key)
			}
		}
		for _, r := range append(games.All(), games.Examples()...) {
			in := r.Info()
			m = withOwn(t, common, in.Name, lang)
			want("game." + in.Name)
			want("game." + in.Name + ".about")
			for _, s := range in.Sides {
				want("side." + s)
			}
			for _, o := range in.Options {
				if o.Name == game.ViewOption {
					continue
				}
				want("option." + o.Name)
				for _, v := range o.Values {
					if _, err := strconv.Atoi(v); err != nil { // a number needs no text
						want("option." + o.Name + "." + v)
					}
				}
			}
			if n, ok := r.(game.Noted); ok {
				for _, notation := range n.Notations() {
					want("notation." + notation.Name())
				}
			}
			for _, about := range []string{"rules", "history"} {
				if _, err := os.Stat(filepath.Join(web, "..", aboutGame(in.Name, about, lang))); err != nil {
					t.Errorf("%s: its %s is not written in %s", in.Name, about, lang)
				}
			}
		}
		m = common
		for _, why := range []game.Reason{
			game.Checkmate, game.Stalemate, game.Repetition, game.PerpetualCheck, game.PerpetualChase, game.PerpetualThreat, game.MoveLimit, game.Material,
			game.BoardFull, game.Row, game.ByResignation, game.ByAgreement, game.ByTime, game.ByClaim, game.ByAbort,
		} {
			want("why." + string(why))
		}
	}
}

// TestRoutesAgree checks that the HTML shell and the client have the same list of pages and paths.
func TestRoutesAgree(t *testing.T) {
	route := regexp.MustCompile(`path: "([^"]+)", (?:texts: \[([^]]+)\], )?load: \(\) => import\("\.\./pages/(\w+)"\)`)
	client, texts, first := map[string]string{}, map[string]string{}, map[string]bool{}
	for _, file := range []string{"src/app/routes.ts", otherRoutes} {
		text, err := os.ReadFile(web + file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range route.FindAllStringSubmatch(string(text), -1) {
			client[m[1]] = "src/pages/" + m[3] + ".tsx"
			texts[m[1]] = strings.ReplaceAll(m[2], `"`, "")
			first[m[1]] = file != otherRoutes
		}
	}
	if len(client) < 10 {
		t.Fatalf("only %d routes were found", len(client))
	}
	for _, p := range pages {
		if client[p.path] != p.source {
			t.Errorf("%s is %q in the shell and %q in the client", p.path, p.source, client[p.path])
		}
		// The HTML shell must preload exactly the texts that the client requests for the page.
		if want := strings.Join(p.texts, ", "); texts[p.path] != want {
			t.Errorf("%s needs the texts %q in the shell and %q in the client", p.path, want, texts[p.path])
		}
		if first[p.path] != p.first {
			t.Errorf("%s is in the first list: %t in the shell and %t in the client", p.path, p.first, first[p.path])
		}
		delete(client, p.path)
	}
	for p := range client {
		t.Errorf("the shell does not know %s", p)
	}
}
