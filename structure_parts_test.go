package kydai_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// playParts lists the parts of package play and the files of each part. A part may call the methods
// of another part but must not use its fields. Every part may use the fields of the shared files.
var playParts = map[string]string{
	"service": "service facade ends ratings options tokens",
	"time":    "time lookback",
	"table":   "table tables audience snapshot reveal seal change command begin arrival refusal watch watched sweep outage follow news renamed left plan plans deleted",
	"start":   "start",
	"lobby":   "lobby lobby_watch lobby_keep lobby_live accept challenge seek",
	"pairs":   "pairs pairs_begin seat",
	"deal":    "deal deals ceremony",
	"machine": "machine machines pace started hint job budget quota admit worker review reviews",
	shared:    "base kept late matchid random store tickets types errors cursor names notices meters",
}

const shared = "shared"

// TestPlayParts checks that no file of one part of package play uses the fields of another part.
func TestPlayParts(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command")
	}
	const dir = "internal/play"
	files := tree{}
	for p, text := range repo(t) {
		if path.Dir(p) == dir && path.Ext(p) == ".go" && !strings.HasSuffix(p, "_test.go") {
			files[path.Base(p)] = text
		}
	}
	if len(files) < 20 {
		t.Fatalf("only %d files of %s were read", len(files), dir)
	}
	out, err := exec.Command("go", "list", "-deps", "-export", "-f", "{{.ImportPath}} {{.Export}}", "./"+dir).Output()
	if err != nil {
		t.Fatal(err)
	}
	export := map[string]string{}
	for line := range strings.Lines(string(out)) {
		if f := strings.Fields(line); len(f) == 2 {
			export[f[0]] = f[1]
		}
	}
	report(t, checkFields(files, playParts, func(p string) (io.ReadCloser, error) { return os.Open(export[p]) }))
}

func TestPlayPartsSeeded(t *testing.T) {
	parts := map[string]string{"table": "table watch", "lobby": "lobby", shared: "base"}
	check := func(what, lobby, want string) {
		t.Helper()
		f := tree{
			"table.go": "package x\ntype table struct { seq int; Name string }\nfunc (t *table) now() int { return t.seq }",
			"watch.go": "package x\nfunc watch(t *table) int { return t.seq }",
			"base.go":  "package x\ntype base struct { node string }",
			"lobby.go": "package x\ntype lobby struct { *table; base base; open int }\n" + lobby,
		}
		wantProblem(t, what, checkFields(f, parts, nil), want)
	}
	check("another's field", "func f(t *table) int { return t.seq }", "lobby.go:3 takes seq of table.go: lobby reaches into table")
	check("a promoted field", "func (l *lobby) f() { l.seq++ }", "lobby.go:3 takes seq of table.go")
	check("a method, own, shared and exported fields", "func (l *lobby) f() (int, string) { return l.now() + l.open, l.base.node + l.Name }", "")
	wantProblem(t, "a file of no part", checkFields(tree{"new.go": "package x"}, parts, nil), "new.go belongs to no part")
	wantProblem(t, "what does not compile", checkFields(tree{"lobby.go": "package x\nvar a = b"}, parts, nil), "undefined: b")
}

// checkFields type-checks a package and reports every use of an unexported field that belongs to
// another part and not to the shared files. The parameter parts lists the files of each part, and
// the function open opens the compiled data of imported packages.
func checkFields(f tree, parts map[string]string, open importer.Lookup) []string {
	of := map[string]string{}
	for part, names := range parts {
		for _, name := range strings.Fields(names) {
			of[name+".go"] = part
		}
	}
	fset := token.NewFileSet()
	var files []*ast.File
	var problems []string
	for _, p := range f.paths() {
		file, err := parser.ParseFile(fset, p, f[p], parser.SkipObjectResolution)
		if err != nil {
			return []string{err.Error()}
		}
		if of[p] == "" {
			problems = append(problems, p+" belongs to no part")
		}
		files = append(files, file)
	}
	info := &types.Info{Selections: map[*ast.SelectorExpr]*types.Selection{}}
	conf := types.Config{Importer: importer.ForCompiler(fset, "gc", open)}
	pkg, err := conf.Check("x", fset, files, info)
	if err != nil {
		return append(problems, err.Error())
	}
	for sel, use := range info.Selections {
		field, ok := use.Obj().(*types.Var)
		if !ok || field.Pkg() != pkg || field.Exported() {
			continue
		}
		at, home := fset.Position(sel.Pos()), fset.Position(field.Pos()).Filename
		if from, to := of[at.Filename], of[home]; from != to && to != shared {
			problems = append(problems, fmt.Sprintf("%s:%d takes %s of %s: %s reaches into %s", at.Filename, at.Line, field.Name(), home, from, to))
		}
	}
	slices.Sort(problems)
	return problems
}
