package games

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

func TestListIsSound(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range append(All(), Examples()...) {
		name := r.Info().Name
		if seen[name] {
			t.Errorf("%s is listed twice", name)
		}
		seen[name] = true
		if found, ok := Find(name); !ok || found.Info().Name != name {
			t.Errorf("%s is not found", name)
		}
		for _, file := range []string{name, filepath.Join(name, "rules.md")} {
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	for _, r := range All() {
		if r.Info().Example {
			t.Errorf("%s is an example among the games to play", r.Info().Name)
		}
	}
	for _, r := range append(All(), Examples()...) {
		in := r.Info()
		if _, err := os.Stat(filepath.Join(in.Name, "EXAMPLE.md")); (err == nil) != in.Example {
			t.Errorf("%s: EXAMPLE.md and Info().Example do not agree", in.Name)
		}
	}
	for _, r := range Examples() {
		if !r.Info().Example {
			t.Errorf("%s does not say that it is an example", r.Info().Name)
		}
	}
	if _, ok := Find("no such game"); ok {
		t.Error("found what is not there")
	}
}

// TestGuideNamesTheFiles checks docs/adding-a-game.md: the files in its table are exactly the
// files of the worked example.
func TestGuideNamesTheFiles(t *testing.T) {
	guide, err := os.ReadFile("../docs/adding-a-game.md")
	if err != nil {
		t.Fatal(err)
	}
	var named []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]+/[^`]+)` \\|").FindAllSubmatch(guide, -1) {
		named = append(named, string(m[1]))
	}
	var there []string
	err = filepath.WalkDir("othello", func(file string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			there = append(there, "games/"+filepath.ToSlash(file))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(named)
	slices.Sort(there)
	if len(named) == 0 || !slices.Equal(named, there) {
		t.Errorf("the guide names %v, the example has %v", named, there)
	}
}
