package kydai_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/packages.md")

// layers lists the layers of the project, from the lowest to the highest. A package belongs to the
// layer with its exact path or, if there is none, to the first layer with a matching pattern. It
// may import packages of its own layer and of lower layers.
var layers = []struct {
	name     string
	patterns []string
}{
	{"the frame", []string{"game", "game/clock", "game/gametest"}},
	{"rules, search and engines", []string{"games", "games/*", "games/*/engine", "games/*/words", "reason", "reason/*", "search", "search/*", "engine", "engine/*", "record", "record/*", "record/internal/*", "picture", "review", "lab/tune"}},
	{"protocols and the lab", []string{"protocol", "protocol/*", "lab", "lab/*"}},
	{"matches, deals, ratings and accounts", []string{"match", "match/*", "fair", "rating", "rating/*", "pairing", "tourney", "tourney/*", "account", "account/*"}},
	{"use cases of the server", []string{"internal/play", "internal/play/*", "internal/cluster", "internal/bus", "internal/trace", "internal/people", "internal/classes", "internal/clubs", "internal/events", "internal/study"}},
	{"adapters", []string{"internal/*", "internal/*/*", "clients/*", "ui", "."}},
	{"programs and tests of the whole", []string{"cmd/*", "games/*/wasm", "games/*/study", "examples/*", "internal/store/consumertest", "test/*", "test/*/*"}},
}

// TestPackages compares docs/packages.md with the packages that the go command lists, and
// checks that no package imports a package of a higher layer.
func TestPackages(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command")
	}
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}}\t{{.Doc}}\t{{join .Imports \" \"}}", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	page, problems := packages(strings.Split(strings.TrimSpace(string(out)), "\n"))
	report(t, problems)
	const file = "docs/packages.md"
	if *update {
		if err := os.WriteFile(file, []byte(page), 0o644); err != nil { //nolint:gosec // the page is public, so every user may read the file
			t.Fatal(err)
		}
	}
	if old, err := os.ReadFile(file); err != nil || string(old) != page {
		t.Errorf("%s is not what go list says; run: go test . -run TestPackages -update", file)
	}
}

// packages returns the page that lists all packages, with one table per layer, and the problems:
// imports of packages in higher layers, and packages without a layer. The parameter lines contains
// one line per package: the import path, the first sentence of the package comment and the imports,
// separated by tabs.
//
// The packages that every game has share the rows of ofGames, so that a new game does not change
// the page.
func packages(lines []string) (page string, problems []string) {
	tables := make([]strings.Builder, len(layers))
	shared := map[string][]string{} // imports of the game packages, by row of ofGames
	for _, line := range lines {
		field := strings.Split(line, "\t")
		name := inside(field[0])
		at := layerOf(name)
		if at < 0 {
			problems = append(problems, name+" belongs to no layer of structure_packages_test.go")
			continue
		}
		var imports []string
		for _, i := range strings.Fields(field[2]) {
			if i != module && !strings.HasPrefix(i, module+"/") {
				continue
			}
			i = inside(i)
			if up := layerOf(i); up > at {
				problems = append(problems, fmt.Sprintf("%s (%s) imports %s (%s)", name, layers[at].name, i, layers[up].name))
			}
			if row, ok := rowOfGames(i); ok {
				i = "`" + row + "`"
			}
			imports = append(imports, i)
		}
		slices.Sort(imports)
		imports = slices.Compact(imports)
		if row, ok := rowOfGames(name); ok {
			shared[row] = append(shared[row], imports...)
			continue
		}
		doc := strings.TrimPrefix(field[1], "Package "+path.Base(name)+" ")
		fmt.Fprintf(&tables[at], "| `%s` | %s | %s |\n", name, doc, strings.Join(imports, ", "))
	}
	for _, g := range ofGames {
		if imports := shared[g.row]; imports != nil {
			slices.Sort(imports)
			fmt.Fprintf(&tables[layerOf(g.pattern)], "| `%s` | %s | %s |\n", g.row, g.doc, strings.Join(slices.Compact(imports), ", "))
		}
	}
	var b strings.Builder
	b.WriteString("# Packages\n\nMade from the code by `go test . -run TestPackages -update`; the test compares it. From the top floor\n" +
		"to the ground: a package imports packages of its own table and of tables further down, never of one above.\n")
	for i, l := range slices.Backward(layers) {
		fmt.Fprintf(&b, "\n## %s\n\n| package | what it is | imports |\n|---|---|---|\n%s", capital(l.name), tables[i].String())
	}
	return b.String(), problems
}

// ofGames are the packages that every game has. The game's own folder contains the description
// of the game itself.
var ofGames = []struct{ pattern, row, doc string }{
	{"games/*", "games/<game>", "the rules of a game, its positions as text and its notations; one game may stand on another"},
	{"games/*/engine", "games/<game>/engine", "plays the game: a search.State and an evaluation"},
	{"games/*/words", "games/<game>/words", "finds the motifs of a move: what package reason turns into sentences"},
	{"games/*/wasm", "games/<game>/wasm", "the browser module of the game: rules, engine and session server"},
	{"games/*/study", "games/<game>/study", "the study module of the game: the browser module with the prover and more"},
}

// rowOfGames returns the row of ofGames to which a package belongs; false if it does not belong to
// a game.
func rowOfGames(name string) (string, bool) {
	if name == "games/engines" || name == "games/words" {
		return "", false
	}
	for _, g := range ofGames {
		if ok, _ := path.Match(g.pattern, name); ok {
			return g.row, true
		}
	}
	return "", false
}

// inside returns an import path in the form used in the tables, relative to the module.
func inside(importPath string) string {
	if importPath == module {
		return "."
	}
	return strings.TrimPrefix(importPath, module+"/")
}

// layerOf returns the index of a package's layer, or -1 if the package has none. A pattern without
// a star takes precedence over a pattern with a star.
func layerOf(name string) int {
	found := -1
	for i, l := range layers {
		for _, p := range l.patterns {
			if p == name {
				return i
			}
			if ok, _ := path.Match(p, name); ok && found < 0 {
				found = i
			}
		}
	}
	return found
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// TestPackagesSeeded checks that two problems are reported: an import of a higher layer, and a
// package without a layer.
func TestPackagesSeeded(t *testing.T) {
	lines := []string{
		module + "/game\tPackage game is the frame.\t" + module + "/match fmt",
		module + "/match\tPackage match plays.\t" + module + "/game",
		module + "/nowhere\tPackage nowhere is lost.\t",
	}
	_, problems := packages(lines)
	want := []string{"game (the frame) imports match (matches, deals, ratings and accounts)", "nowhere belongs to no layer of structure_packages_test.go"}
	if !slices.Equal(problems, want) {
		t.Errorf("%q, want %q", problems, want)
	}
}
