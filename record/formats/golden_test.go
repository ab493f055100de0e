package formats_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kydai/record"
	"kydai/record/formats"
	"kydai/record/recordtest"
)

// TestTrees checks the files in testdata/trees. Each .tree file describes one annotated game. The
// other files with the same name contain this game, one file for every format that can hold it. All
// files of a game must have the same contents, and writing a file again must give the same bytes.
// With -update, the files in other formats are written from the .json files.
func TestTrees(t *testing.T) {
	sources, err := filepath.Glob("testdata/trees/*.tree")
	if err != nil || len(sources) < 4 {
		t.Fatal(sources, err)
	}
	for _, source := range sources {
		name := strings.TrimSuffix(filepath.Base(source), ".tree")
		rules, ok := recordtest.Find(name)
		if !ok {
			t.Fatalf("there is no game %s", name)
		}
		want, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		for _, format := range rules.Info().Formats {
			f, _ := formats.Lookup(format)
			if !f.Tree || f.ReadOnly {
				continue
			}
			t.Run(name+"/"+format, func(t *testing.T) {
				file := filepath.Join("testdata", "trees", name+"."+format)
				if *update {
					from, err := os.ReadFile(filepath.Join("testdata", "trees", name+".json"))
					if err != nil {
						t.Fatal(err)
					}
					text := recordtest.Write(t, format, record.WriteOptions{OpenSecret: true}, recordtest.ReadAll(t, "json", string(from), rules)...)
					if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				games := recordtest.ReadAll(t, format, string(text), rules)
				if again := recordtest.Write(t, format, record.WriteOptions{OpenSecret: true}, games...); again != string(text) {
					t.Errorf("written again it is\n%s\nnot\n%s", again, text)
				}
				if got := recordtest.Tree(games[0]); got != strings.TrimSpace(string(want)) {
					t.Errorf("it says\n%s\nnot\n%s", got, want)
				}
			})
		}
	}
}
