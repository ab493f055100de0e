package ui

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kydai/game"
	"kydai/games"
)

// step is one step of learning a game.
type step struct {
	Start  string
	Moves  []string
	Goal   []string // codes that solve it; a star at the end stands for anything
	Vi, En string
}

// Every game is taught in at least ten steps, in both languages, and every
// goal of a step can be reached.
func TestLessons(t *testing.T) {
	for _, r := range games.All() {
		name := r.Info().Name
		var steps []step
		text, err := os.ReadFile(filepath.Join("i18n", "learn", name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &steps); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(steps) < 10 {
			t.Errorf("%s is taught in %d steps", name, len(steps))
		}
		for i, s := range steps {
			if s.Vi == "" || s.En == "" {
				t.Errorf("%s, step %d: a text is missing", name, i+1)
			}
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
	text, err := os.ReadFile("i18n/" + lang + ".json")
	if err != nil {
		t.Fatal(err)
	}
	m := map[string]string{}
	if err := json.Unmarshal(text, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// What the rules can say has words in both languages: sides, options, their
// values, notations, reasons, and the games themselves.
func TestRulesHaveWords(t *testing.T) {
	for _, lang := range languages {
		m := messages(t, lang)
		want := func(key string) {
			t.Helper()
			if m[key] == "" {
				t.Errorf("%s has no text for %s", lang, key)
			}
		}
		for _, r := range games.All() {
			in := r.Info()
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
					if o.Name != "size" {
						want("option." + o.Name + "." + v)
					}
				}
			}
			if n, ok := r.(game.Noted); ok {
				for _, notation := range n.Notations() {
					want("notation." + notation.Name())
				}
			}
			if _, err := os.Stat(filepath.Join("i18n", "rules", in.Name+"."+lang+".md")); err != nil {
				t.Errorf("%s: the rules are not written in %s", in.Name, lang)
			}
		}
		for _, why := range []game.Reason{
			game.Checkmate, game.Stalemate, game.Repetition, game.PerpetualCheck, game.PerpetualChase, game.PerpetualThreat, game.MoveLimit, game.Material,
			game.BoardFull, game.Row, game.ByResignation, game.ByAgreement, game.ByTime, game.ByClaim, game.ByAbort,
		} {
			want("why." + string(why))
		}
	}
}

// The shell knows the pages that the client knows, by the same paths.
func TestRoutesAgree(t *testing.T) {
	text, err := os.ReadFile("src/app/routes.ts")
	if err != nil {
		t.Fatal(err)
	}
	client := map[string]string{}
	for _, m := range regexp.MustCompile(`path: "([^"]+)", load: \(\) => import\("\.\./pages/(\w+)"\)`).FindAllStringSubmatch(string(text), -1) {
		client[m[1]] = "src/pages/" + m[2] + ".tsx"
	}
	if len(client) < 10 {
		t.Fatalf("only %d routes were found", len(client))
	}
	for _, p := range pages {
		if client[p.path] != p.source {
			t.Errorf("%s is %q in the shell and %q in the client", p.path, p.source, client[p.path])
		}
		delete(client, p.path)
	}
	for p := range client {
		t.Errorf("the shell does not know %s", p)
	}
}
