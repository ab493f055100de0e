package kydai_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strings"
	"testing"
)

// methodLimit is the largest number of methods that a type in a package may have.
type methodLimit struct {
	pkg     string
	typ     string // "" means any type in the package
	methods int
}

// methodLimits limits the number of methods of types in the packages that run games, so that these
// types do not grow too large. The first matching row applies.
var methodLimits = []methodLimit{
	{"internal/play", "Service", 30},
	{"internal/play", "", 45},
	{"internal/cluster", "", 45},
}

// TestMethods checks that no type in the packages that run games has too many methods.
func TestMethods(t *testing.T) { report(t, checkMethods(repo(t), methodLimits)) }

func TestMethodsSeeded(t *testing.T) {
	limits := []methodLimit{{"x", "Door", 1}, {"x", "", 2}}
	file := func(decls ...string) tree { return tree{"x/a.go": "package x\n" + strings.Join(decls, "\n")} }
	door, room := "func (d *Door) Open() {}", "func (r Room) a() {}\nfunc (*Room) b() {}"
	wantProblem(t, "a façade with one more", checkMethods(file(door, "func (Door) shut() {}"), limits), "x.Door has 2 methods; 1 may be")
	wantProblem(t, "a type with one more", checkMethods(file(room, "func (r *Room) c() {}"), limits), "x.Room has 3 methods; 2 may be")
	wantProblem(t, "a generic type with one more", checkMethods(file(
		"func (*Box[T]) a() {}", "func (Box[T]) b() {}", "func (Box[T]) c() {}"), limits), "x.Box has 3 methods; 2 may be")
	two := file(room)
	two["x/b.go"] = "package x\nfunc (*Room) c() {}"
	wantProblem(t, "methods in two files", checkMethods(two, limits), "x.Room has 3 methods; 2 may be")
	wantProblem(t, "as many as may be", checkMethods(file(door, room, "func shut(d Door) {}"), limits), "")
	test := file(room)
	test["x/a_test.go"] = "package x\nfunc (*Room) c() {}"
	wantProblem(t, "a method of a test", checkMethods(test, limits), "")
	wantProblem(t, "another package", checkMethods(tree{"y/a.go": "package y\nfunc (D) a() {}\nfunc (D) b() {}\nfunc (D) c() {}"}, limits), "no type in x has methods")
}

// checkMethods counts the methods of each type, exported or not. It ignores test files.
func checkMethods(f tree, limits []methodLimit) []string {
	count := map[[2]string]int{} // number of methods by package and type
	problems := f.goFiles(parser.SkipObjectResolution, func(p string, _ *token.FileSet, file *ast.File) {
		if strings.HasSuffix(p, "_test.go") {
			return
		}
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil {
				count[[2]string{path.Dir(p), receiver(fn.Recv.List[0].Type)}]++
			}
		}
	})
	found := map[string]bool{}
	for of, n := range count {
		i := slices.IndexFunc(limits, func(l methodLimit) bool { return l.pkg == of[0] && (l.typ == "" || l.typ == of[1]) })
		if i < 0 {
			continue
		}
		found[of[0]] = true
		if n > limits[i].methods {
			problems = append(problems, fmt.Sprintf("%s.%s has %d methods; %d may be", of[0], of[1], n, limits[i].methods))
		}
	}
	for _, l := range limits {
		if !found[l.pkg] {
			problems = append(problems, "no type in "+l.pkg+" has methods")
		}
	}
	slices.Sort(problems)
	return slices.Compact(problems)
}

// receiver returns the type name in the receiver of a method.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
