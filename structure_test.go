// Package kydai_test checks the structure of the whole source tree: which package may import which,
// what each package must document, where the name of a game may occur, and how long a file may be.
// The table of imports below equals the table in docs/ARCHITECTURE.md. A package without a row
// fails the test, so that a new package is added by decision and not by accident.
//
// Every check is a function of a set of files, so that structure_seed_test.go can test the check
// with invalid files.
package kydai_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"kydai/games"
)

const module = "kydai"

// room is one row of the import table: a package or a group of packages, and the packages that it
// may import.
type room struct {
	path    string   // a package, or a pattern of path.Match
	imports []string // import paths or patterns; "^" stands for the name of the folder above the importing package
	outside bool     // may import packages of other modules
	pure    bool     // must not import fmt, os or time, even indirectly
}

func row(p string, imports ...string) room { return room{path: p, imports: imports} }

func (r room) withModules() room { r.outside = true; return r }
func (r room) pureRoom() room    { r.pure = true; return r }

// rooms is the import table. It contains existing and planned packages. A row with the exact path
// takes precedence over a row with a pattern.
var rooms = []room{
	row("game").pureRoom(),
	row("game/clock", "game"),
	row("game/gametest", "game"),
	row("games", "game", "games/*").pureRoom(),
	row("games/*", "game").pureRoom(),
	row("games/jieqi", "game", "games/xiangqi").pureRoom(), // this game is based on xiangqi; no other game may import another game
	row("record", "game", "record/charset"),
	row("record/*", "game", "record", "record/charset", "record/internal/*"), // one package for each format
	row("record/formats", "game", "record", "record/*", "record/internal/build"),
	row("record/recordtest", "game", "games", "record", "record/charset", "record/formats"), // test helpers for formats
	row("record/internal/scan", "game", "record", "record/charset"),
	row("record/internal/build", "game", "record", "record/internal/scan"),
	row("record/charset").withModules(), // the only low-level package with an external module (see docs/adr/0014)
	row("picture", "game"),
	row("search", "game"),
	row("search/*", "game", "search"),
	row("engine", "game"),
	row("engine/alphabeta", "game", "search", "engine"),
	row("engine/character", "game", "engine"),
	row("engine/nnue", "game"),
	row("engine/netted", "game", "search", "engine", "engine/alphabeta", "engine/nnue"),
	row("engine/nnue/asm").withModules(), // a separate module that generates assembly code (docs/adr/0057)
	row("games/*/engine", "game", "games/^", "search", "search/*", "engine", "engine/*"),
	row("games/jieqi/engine", "game", "games/jieqi", "games/xiangqi", "search", "search/*", "engine", "engine/*"), // the game is based on xiangqi
	row("reason", "game", "engine"),
	row("reason/pieces", "game", "reason"),
	row("reason/texts", "game", "reason"),
	row("games/*/words", "game", "games/^", "reason", "reason/pieces"),
	row("games/jieqi/words", "game", "games/jieqi", "games/xiangqi", "games/xiangqi/words", "reason", "reason/pieces"), // the game is based on xiangqi
	row("games/words", "game", "games/*/words", "reason"),
	row("games/engines", "game", "games/*/engine", "search", "search/classic", "engine", "engine/nnue", "lab/tune"),
	row("protocol", "game", "engine"),
	row("protocol/protocoltest", "game", "engine", "protocol"),
	row("protocol/*", "game", "engine", "protocol"),
	row("lab", "game", "games", "games/engines", "record", "record/formats", "search", "search/*", "engine", "engine/*", "review", "lab/*"),
	row("lab/chance", "game", "engine", "lab", "lab/duel", "lab/player"),
	row("lab/classic", "game", "search", "search/*", "engine", "engine/alphabeta"),
	row("lab/duel", "game", "record", "record/formats", "games/engines", "engine", "engine/*", "protocol", "lab/player"),
	row("lab/luck", "game", "engine"),
	row("lab/opponents", "game", "games", "games/engines", "engine", "engine/*", "lab", "lab/duel", "lab/player"),
	row("lab/player", "game", "games", "games/engines", "search/classic", "engine", "engine/*", "protocol", "protocol/*", "lab/classic", "lab/td"),
	row("lab/results", "game", "lab", "lab/player"),
	row("lab/selfplay", "game", "engine", "lab/duel"),
	row("lab/td", "game", "engine", "search/classic"),
	row("lab/train", "game", "engine/nnue"),
	row("lab/tune", "game", "engine"),
	row("internal/desk", "game", "engine", "search/classic", "lab/classic", "lab/td"),
	row("internal/desk/gen"),
	row("internal/desk/full", "games", "games/engines", "search/classic", "internal/desk"),
	row("games/*/wasm", "games/^", "games/^/engine", "internal/desk"),
	row("internal/desk/study", "game", "engine", "reason", "search", "search/proof", "internal/desk"),
	row("games/*/study", "games/^", "games/^/engine", "games/^/words", "internal/desk", "internal/desk/study"),
	row("internal/desk/archive", "game", "games", "record", "record/formats"),
	row("match", "game", "game/clock"),
	row("match/compact", "game", "match"),
	row("fair", "game"),
	row("rating", "game", "game/clock", "match", "rating/glicko"),
	row("rating/glicko"),
	row("pairing"),
	row("tourney").pureRoom(),
	row("tourney/matching").pureRoom(),
	row("tourney/trf", "game", "tourney").pureRoom(),
	row("tourney/words", "tourney", "tourney/swiss").pureRoom(),
	row("tourney/signed", "game"),
	row("tourney/*", "tourney", "tourney/matching").pureRoom(),
	row("review", "game").pureRoom(),
	row("account", "game").withModules(), // needs modules for Unicode and argon2: docs/adr/0021, 0022
	row("internal/bus"),
	row("internal/cluster", "match", "internal/bus", "internal/trace"),
	row("internal/play", "game", "game/clock", "games", "record", "engine", "engine/character", "match", "fair", "rating", "pairing", "internal/bus", "internal/cluster", "internal/trace"),
	row("internal/people", "account", "game", "internal/bus").withModules(), // needs a module for passkeys: docs/adr/0026
	row("internal/operator", "engine", "game", "match", "internal/play", "review"),
	row("internal/talk", "game", "match", "internal/bus", "internal/play"),
	row("internal/ties", "game"),
	row("internal/notice", "game", "internal/bus", "internal/play"),
	row("internal/dial"),
	row("internal/dial/dialtest"), // test helpers
	row("internal/push", ".", "game", "internal/dial", "internal/notice"),
	row("internal/push/pushtest"), // test helpers
	row("internal/oauth", "account", "game", "internal/play"),
	row("internal/webhook", "game", "internal/dial", "internal/sleep"),
	row("internal/webhook/webhooktest", "internal/dial"), // test helpers
	row("internal/study", "game"),
	row("internal/classes", "account", "game", "game/clock", "internal/bus", "internal/events", "internal/people", "internal/play", "match"),
	row("internal/clubs", "account", "game", "internal/events", "tourney", "tourney/signed", "tourney/trf"),
	row("internal/events", "game", "game/clock", "internal/bus", "internal/play", "internal/sleep", "tourney", "tourney/*"),
	row("internal/store", "account", "game", "match", "match/compact", "internal/classes", "internal/clubs", "internal/events", "internal/notice", "internal/oauth", "internal/operator", "internal/people", "internal/play", "internal/push", "internal/sleep", "internal/study", "internal/talk", "internal/ties", "internal/trace", "internal/webhook", "rating", "rating/glicko").withModules(),
	row("internal/certs", "internal/sleep").withModules(), // external modules: docs/adr/0035
	row("internal/qrcode").withModules(),
	row("internal/room", "internal/locale", "internal/qrcode", "internal/sleep").withModules(), // needs a module for multicast DNS: docs/adr/0035
	row("internal/locale"),
	row("internal/pool"),
	row("internal/sleep"),
	row("internal/trace"),
	row("internal/otlp", "game", "internal/trace").withModules(),
	row("internal/meter").withModules(),
	row("internal/version"),
	row("internal/store/consumertest", "internal/play", "internal/store", "test/servers"), // test helpers for event consumers
	row("internal/bus/natsbus", "internal/bus", "internal/pool").withModules(),
	row("ui"),
	row("."),
	row("internal/page", ".", "games", "internal/desk", "internal/desk/full", "internal/locale", "ui").withModules(), // needs a module for Brotli: docs/adr/0034
	row("internal/wire", "game", "game/clock", "match", "internal/notice", "internal/play", "internal/talk"),
	row("internal/web", "account", "game", "game/clock", "record", "record/formats", "engine", "match", "internal/bus", "internal/classes", "internal/clubs", "internal/events", "internal/locale", "internal/meter", "internal/notice", "internal/oauth", "internal/operator", "internal/people", "internal/play", "internal/pool", "internal/push", "internal/qrcode", "internal/study", "internal/talk", "internal/ties", "internal/trace", "internal/webhook", "internal/wire", "picture", "tourney", "tourney/signed", "tourney/swiss", "tourney/trf", "tourney/words").withModules(),
	row("internal/web/webtest", "internal/web"), // test helpers
	row("clients/gen"),
	row("clients/go"),               // a library for other programs, so it uses only the standard library
	row("examples/*", "clients/go"), // programs as other developers would write them
	row("test/load", "game", "game/clock", "games", "match", "internal/wire").withModules(),
	row("cmd/*", "*", "*/*", "*/*/*").withModules(),
	row("release/*").withModules(),    // a separate module with the release tools
	row("test/chaos").withModules(),   // contains only tests
	row("test/servers").withModules(), // test helpers
	row("test/chaos/faults", "match", "internal/bus", "internal/play"),
	row("test/*", "game", "games", "games/*", "record", "record/formats"), // programs that compare kydai with other software
}

// exceptions lists, by folder, a word that checkNames ignores although it contains the name of
// another game: the game on which the folder's game is based, or a common name of the game itself.
var exceptions = map[string]string{
	"games/jieqi":          "xiangqi",
	"games/jieqi/engine":   "xiangqi",
	"games/xiangqi":        "chinese chess",
	"games/xiangqi/engine": "chinese chess",
	"games/jieqi/ui":       "xiangqi",
	"games/jieqi/words":    "xiangqi",
}

// lists contains the files that may name every game.
var lists = []string{"games/games.go", "games/engines/engines.go", "games/engines/nets.go", "games/words/words.go"}

// tree is a set of files: their contents by slash-separated path.
type tree map[string]string

func TestImports(t *testing.T)      { report(t, checkImports(repo(t), rooms)) }
func TestDocComments(t *testing.T)  { report(t, checkDocs(repo(t))) }
func TestFileSizes(t *testing.T)    { report(t, checkSizes(repo(t))) }
func TestOutsidePaths(t *testing.T) { report(t, checkOutside(repo(t))) }

func TestGameNames(t *testing.T) {
	names := gameNames()
	if len(names) < 5 {
		t.Fatalf("only %d games are listed (%v); the test would prove nothing", len(names), names)
	}
	report(t, checkNames(repo(t), names))
}

// TestPureRooms checks that the pure packages do not depend on fmt, os or time. It gets the
// dependencies from the go command, because such an import can be indirect.
func TestPureRooms(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command")
	}
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}} {{join .Deps \" \"}}", "./game", "./games/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) < 2 {
		t.Fatalf("go list named only %d packages", len(lines))
	}
	report(t, checkDeps(lines, rooms))
}

func report(t *testing.T, problems []string) {
	t.Helper()
	for _, p := range problems {
		t.Error(p)
	}
}

func gameNames() []string {
	var names []string
	for _, r := range append(games.All(), games.Examples()...) {
		names = append(names, r.Info().Name)
	}
	return names
}

// repo reads the source tree that contains this test.
func repo(t *testing.T) tree {
	t.Helper()
	files := tree{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		slash := filepath.ToSlash(name)
		if d.IsDir() {
			hidden := strings.HasPrefix(slash, ".") && slash != "." && slash != ".ci"
			if hidden || d.Name() == "node_modules" || slash == "bin" || slash == "dist" || slash == "out" || slash == "ui/dist" || slash == "ui/build" {
				return filepath.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() {
			return nil
		}
		text, err := os.ReadFile(name)
		files[slash] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func (f tree) paths() []string {
	all := make([]string, 0, len(f))
	for p := range f {
		all = append(all, p)
	}
	sort.Strings(all)
	return all
}

// goFiles parses the Go files, including tests, in the given mode and calls a function once for
// every file. It reports a file that cannot be parsed as a problem.
func (f tree) goFiles(mode parser.Mode, each func(p string, fset *token.FileSet, file *ast.File)) (problems []string) {
	fset := token.NewFileSet()
	for _, p := range f.paths() {
		if path.Ext(p) != ".go" || strings.Contains(p, "testdata/") {
			continue
		}
		file, err := parser.ParseFile(fset, p, f[p], mode)
		if err != nil {
			problems = append(problems, err.Error())
			continue
		}
		each(p, fset, file)
	}
	return problems
}

// checkImports compares the imports of all files with the import table. A test may import any
// package of this module, except packages in internal/ and cmd/: only tests in internal/, cmd/ and
// test/ may import them.
func checkImports(f tree, table []room) []string {
	var problems []string
	bad := f.goFiles(parser.ImportsOnly, func(p string, fset *token.FileSet, file *ast.File) {
		dir := path.Dir(p)
		test := strings.HasSuffix(p, "_test.go")
		r, ok := roomOf(table, dir)
		if atTop := test && dir == "."; !ok && !atTop {
			problems = append(problems, p+": package "+dir+" has no row in the import table")
			return
		}
		for _, spec := range file.Imports {
			imp, _ := strconv.Unquote(spec.Path.Value)
			if why := r.refuses(dir, imp, test); why != "" {
				problems = append(problems, fmt.Sprintf("%s: imports %s: %s", fset.Position(spec.Pos()), imp, why))
			}
		}
	})
	return append(bad, problems...)
}

func roomOf(table []room, dir string) (room, bool) {
	for _, r := range table {
		if r.path == dir {
			return r, true
		}
	}
	for _, r := range table {
		if ok, _ := path.Match(r.path, dir); ok {
			return r, true
		}
	}
	return room{}, false
}

// refuses returns the reason why a file in dir may not import the path imp; "" if the import is
// allowed. r is the row of the table that applies to the file.
func (r room) refuses(dir, imp string, test bool) string {
	inner, ours := strings.CutPrefix(imp, module+"/")
	if imp == module {
		inner, ours = ".", true
	}
	switch {
	case ours && test:
		adapter := strings.HasPrefix(inner, "internal/") || strings.HasPrefix(inner, "cmd/")
		if adapter && inner != dir && !mayUseAdapters(dir) {
			return "not even a test may reach up to an adapter"
		}
	case ours:
		for _, allowed := range r.imports {
			if ok, _ := path.Match(strings.ReplaceAll(allowed, "^", path.Base(path.Dir(dir))), inner); ok {
				return ""
			}
		}
		return "the import table does not allow it"
	case imp == "C":
		return "no cgo"
	case strings.Contains(strings.Split(imp, "/")[0], "."):
		if !r.outside {
			return "only the standard library is allowed here"
		}
	case r.pure && !test && impure(imp):
		return "fmt, os and time stay out of the rules"
	}
	return ""
}

// mayUseAdapters reports whether tests in the folder dir may import packages in internal/ and cmd/
// (adapters and commands).
func mayUseAdapters(dir string) bool {
	for _, top := range []string{"internal/", "cmd/", "test/"} {
		if strings.HasPrefix(dir, top) {
			return true
		}
	}
	return false
}

func impure(imp string) bool { return imp == "fmt" || imp == "os" || imp == "time" }

// checkDeps reads lines of the form "package dependency dependency …" and reports every pure
// package that depends on fmt, os or time, directly or indirectly.
func checkDeps(lines []string, table []room) (problems []string) {
	for _, line := range lines {
		words := strings.Fields(line)
		r, ok := roomOf(table, strings.TrimPrefix(words[0], module+"/"))
		if !ok || !r.pure {
			continue
		}
		for _, dep := range words[1:] {
			if impure(dep) {
				problems = append(problems, words[0]+" pulls in "+dep)
			}
		}
	}
	return problems
}

// checkDocs requires one doc comment for every package. A package and its external test package
// count as one.
func checkDocs(f tree) []string {
	type pkg struct {
		name string
		doc  string
	}
	pkgs := map[string]*pkg{}
	bad := f.goFiles(parser.ParseComments|parser.PackageClauseOnly, func(p string, _ *token.FileSet, file *ast.File) {
		dir := path.Dir(p)
		if pkgs[dir] == nil {
			pkgs[dir] = &pkg{name: strings.TrimSuffix(file.Name.Name, "_test")}
		}
		if file.Doc != nil {
			pkgs[dir].doc += file.Doc.Text()
		}
	})
	for dir, p := range pkgs {
		want := "Package " + p.name
		if p.name == "main" {
			want = "Command " + path.Base(dir)
		}
		if !strings.HasPrefix(p.doc, want) {
			bad = append(bad, dir+`: no doc comment that begins with "`+want+`"`)
		}
	}
	sort.Strings(bad)
	return bad
}

// checkNames searches for names of games in source files that must not contain them. It also finds
// the names inside longer words and in upper case.
func checkNames(f tree, names []string) (problems []string) {
	for _, p := range f.paths() {
		if !isSource(p) || slices.Contains(lists, p) {
			continue
		}
		text := strings.ToLower(f[p])
		if word, ok := exceptions[path.Dir(p)]; ok {
			text = strings.ReplaceAll(text, word, "")
		}
		for i, line := range strings.Split(text, "\n") {
			for _, name := range names {
				if strings.Contains(line, name) && !mayName(p, name) {
					problems = append(problems, fmt.Sprintf("%s:%d names %s", p, i+1, name))
				}
			}
		}
	}
	return problems
}

func mayName(p, name string) bool {
	return strings.HasPrefix(p, "games/"+name+"/")
}

// isSource reports whether the file p is source code of the product. Tests, test programs, data,
// documentation and translations are not.
func isSource(p string) bool {
	if !slices.Contains([]string{".go", ".ts", ".tsx", ".js", ".mjs", ".css", ".html"}, path.Ext(p)) {
		return false
	}
	if strings.HasSuffix(p, "_test.go") || strings.Contains(path.Base(p), ".test.") {
		return false
	}
	for _, dir := range []string{"testdata/", "i18n/"} {
		if strings.Contains(p, dir) {
			return false
		}
	}
	for _, top := range []string{"data/", "docs/", "test/", "ui/e2e/"} {
		if strings.HasPrefix(p, top) {
			return false
		}
	}
	return true
}

const (
	longLines = 500 // a longer file must contain a comment that gives the reason for its length
	maxLines  = 800
	whyLong   = "// Long because"
)

// checkSizes limits the length of Go files. Tests and generated files may be longer.
func checkSizes(f tree) (problems []string) {
	for _, p := range f.paths() {
		if path.Ext(p) != ".go" || strings.HasSuffix(p, "_test.go") || strings.HasPrefix(f[p], "// Code generated ") {
			continue
		}
		switch n := strings.Count(f[p], "\n"); {
		case n > maxLines:
			problems = append(problems, fmt.Sprintf("%s: %d lines; split it", p, n))
		case n > longLines && !strings.Contains(f[p], whyLong):
			problems = append(problems, fmt.Sprintf("%s: %d lines and no %q", p, n, whyLong))
		}
	}
	return problems
}

// checkOutside searches for paths that lead to a folder outside the repository. Only the CI script
// may use this folder, because a clone of the repository does not contain it.
func checkOutside(f tree) (problems []string) {
	const beside = ".." + "/shared"
	for _, p := range f.paths() {
		if p == ".ci/run" {
			continue
		}
		for i, line := range strings.Split(f[p], "\n") {
			if strings.Contains(line, beside) {
				problems = append(problems, fmt.Sprintf("%s:%d mentions %s", p, i+1, beside))
			}
		}
	}
	return problems
}
