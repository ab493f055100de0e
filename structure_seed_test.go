package kydai_test

import (
	"strings"
	"testing"
)

// The tests below give each check a violation, which the check must report, and a similar permitted
// case, which the check must accept.

func TestImportsSeeded(t *testing.T) {
	for _, c := range []struct{ path, imp, want string }{
		{"game/x.go", module + "/games/chess", "does not allow"},
		{"game/x.go", "fmt", "stay out of the rules"},
		{"games/chess/x.go", "time", "stay out of the rules"},
		{"games/chess/x.go", "os", "stay out of the rules"},
		{"games/chess/x.go", module + "/games/xiangqi", "does not allow"},
		{"games/xiangqi/x.go", module + "/games/jieqi", "does not allow"},
		{"games/jieqi/x.go", module + "/games/chess", "does not allow"},
		{"games/chess/x.go", module + "/record", "does not allow"},
		{"game/x.go", "github.com/x/y", "standard library"},
		{"game/x.go", "C", "no cgo"},
		{"record/x.go", module + "/games", "does not allow"},
		{"record/x.go", module + "/internal/web", "does not allow"},
		{"games/chess/engine/x.go", module + "/games/caro", "does not allow"},
		{"games/chess/engine/x.go", module + "/match", "does not allow"},
		{"games/chess/x.go", module + "/games/chess/engine", "does not allow"},
		{"match/x.go", module + "/internal/store", "does not allow"},
		{"internal/store/x.go", module + "/internal/web", "does not allow"},
		{"cmd/kydai/x.go", "C", "no cgo"},
		{"util/x.go", "strings", "no row"},
		{"games/chess/x_test.go", module + "/internal/web", "not even a test"},
		{"games/chess/x_test.go", "github.com/x/y", "standard library"},

		{"game/x.go", "strings", ""},
		{"game/clock/x.go", "time", ""},
		{"game/gametest/x.go", "os", ""},
		{"games/jieqi/x.go", module + "/games/xiangqi", ""},
		{"games/games.go", module + "/games/chess", ""},
		{"games/chess/x_test.go", "fmt", ""},
		{"games/chess/x_test.go", module + "/game/gametest", ""},
		{"games/chess/engine/x.go", module + "/games/chess", ""},
		{"games/chess/engine/x.go", module + "/search/mcts", ""},
		{"record/x_test.go", module + "/games", ""},
		{"internal/store/x.go", "github.com/x/y", ""},
		{"cmd/kydai/x.go", module + "/internal/web", ""},
		{"cmd/kydai/x.go", module + "/games", ""},
	} {
		f := tree{c.path: "package x\n\nimport _ \"" + c.imp + "\"\n"}
		wantProblem(t, c.path+" imports "+c.imp, checkImports(f, rooms), c.want)
	}
	wantProblem(t, "a file that does not parse", checkImports(tree{"game/x.go": "pakage x"}, rooms), "expected 'package'")
}

func TestPureRoomsSeeded(t *testing.T) {
	wantProblem(t, "fmt by way of others", checkDeps([]string{module + "/games/chess internal/abi fmt " + module + "/game"}, rooms), "pulls in fmt")
	wantProblem(t, "time by way of others", checkDeps([]string{module + "/game io time"}, rooms), "pulls in time")
	wantProblem(t, "harmless packages", checkDeps([]string{module + "/game io internal/fmtsort", module + "/game/clock time"}, rooms), "")
}

func TestDocCommentsSeeded(t *testing.T) {
	wantProblem(t, "no comment", checkDocs(tree{"x/a.go": "package x\n", "x/b.go": "package x\n"}), "x: no doc comment")
	wantProblem(t, "a comment apart", checkDocs(tree{"x/a.go": "// Package x is a box.\n\npackage x\n"}), "x: no doc comment")
	wantProblem(t, "another name", checkDocs(tree{"x/a.go": "// Package y is a box.\npackage x\n"}), "x: no doc comment")
	wantProblem(t, "a command", checkDocs(tree{"x/a.go": "// Package main is a box.\npackage main\n"}), "Command x")
	wantProblem(t, "one file has it", checkDocs(tree{"x/a.go": "package x\n", "x/b.go": "// Package x is a box.\npackage x\n"}), "")
	wantProblem(t, "a command that has it", checkDocs(tree{"x/a.go": "// Command x runs.\npackage main\n"}), "")
}

func TestGameNamesSeeded(t *testing.T) {
	names := []string{"chess", "xiangqi", "jieqi"}
	for _, c := range []struct{ path, line, want string }{
		{"match/match.go", `if r.Info().Name == "chess" {`, "match/match.go:2 names chess"},
		{"match/match.go", "// as in Chess960", "match/match.go:2 names chess"},
		{"record/pgn/read.go", "const isXiangqi = 1", "record/pgn/read.go:2 names xiangqi"},
		{"ui/src/board/draw.ts", "case 'jieqi':", "names jieqi"},
		{"ui/src/board/board.css", ".chess { }", "names chess"},
		{"games/chess/fen.go", "// unlike xiangqi", "names xiangqi"},
		{"games/xiangqi/fen.go", "// jieqi uses this", "names jieqi"},
		{"games/xiangqi/fen.go", "// as in chess", "names chess"},
		{"record/pgn/read.go", `"Chinese Chess"`, "names chess"},
		{"games/other.go", "chess.Rules{}", "names chess"},
		{"cmd/kydai/main.go", `"kydai perft chess 5"`, "names chess"},

		{"games/chess/fen.go", "package chess", ""},
		{"games/chess/engine/eval.go", "package chess", ""},
		{"games/chess/ui/pieces.ts", "chess", ""},
		{"games/jieqi/rules.go", "xiangqi.Rules{}", ""},
		{"games/xiangqi/rules.go", `"Chinese Chess"`, ""},
		{"games/games.go", "chess.Rules{}", ""},
		{"games/engines/engines.go", "chess.New()", ""},
		{"record/pgn/pgn_test.go", "chess", ""},
		{"ui/src/board/draw.test.ts", "chess", ""},
		{"games/chess/rules.md", "chess", ""},
		{"ui/src/i18n/vi.ts", "chess", ""},
		{"match/match.go", "// check, checkmate", ""},
	} {
		f := tree{c.path: "\n" + c.line + "\n"}
		wantProblem(t, c.path+" says "+c.line, checkNames(f, names), c.want)
	}
}

func TestFileSizesSeeded(t *testing.T) {
	long := func(n int) string { return strings.Repeat("\n", n) }
	wantProblem(t, "801 lines", checkSizes(tree{"x/a.go": "// Long because of a table.\n" + long(800)}), "801 lines; split it")
	wantProblem(t, "501 lines", checkSizes(tree{"x/a.go": long(501)}), "501 lines and no")
	wantProblem(t, "501 lines with a reason", checkSizes(tree{"x/a.go": "// Long because of a table.\n" + long(500)}), "")
	wantProblem(t, "500 lines", checkSizes(tree{"x/a.go": long(500)}), "")
	wantProblem(t, "a long test", checkSizes(tree{"x/a_test.go": long(5000)}), "")
	wantProblem(t, "a generated file", checkSizes(tree{"x/a.go": "// Code generated by x; DO NOT EDIT.\n" + long(5000)}), "")
}

func TestOutsidePathsSeeded(t *testing.T) {
	beside := strings.Join([]string{"..", "shared", "data"}, "/")
	wantProblem(t, "a test", checkOutside(tree{"x/a_test.go": "\nread(\"../" + beside + "\")\n"}), "x/a_test.go:2")
	wantProblem(t, "a page", checkOutside(tree{"docs/x.md": beside}), "docs/x.md:1")
	wantProblem(t, "the CI script", checkOutside(tree{".ci/run": beside}), "")
}

// TestRepoIsRead checks that the source tree was actually read, because the checks report no
// problems for an empty tree.
func TestRepoIsRead(t *testing.T) {
	f := repo(t)
	for _, p := range []string{"game/line.go", "games/games.go", "structure_test.go", "go.mod", ".ci/run"} {
		if f[p] == "" {
			t.Errorf("%s was not read", p)
		}
	}
	for p := range f {
		if strings.Contains(p, "node_modules") || strings.HasPrefix(p, ".git/") {
			t.Errorf("%s is not ours", p)
		}
	}
}

// wantProblem checks that the list in the parameter got holds exactly one problem, and that this
// problem contains the text in the parameter want. If that text is "", the list must be empty.
func wantProblem(t *testing.T, what string, got []string, want string) {
	t.Helper()
	switch {
	case want == "" && len(got) > 0:
		t.Errorf("%s: reported %q, should pass", what, got)
	case want != "" && (len(got) != 1 || !strings.Contains(got[0], want)):
		t.Errorf("%s: reported %q, want one with %q", what, got, want)
	}
}
