package engine

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestEvalFile evaluates a board by the values of files: those of the program, others, and none.
func TestEvalFile(t *testing.T) {
	line := lineOfMoves(t, nil, "h8i9e4j8")
	p, err := positionOf(line)
	if err != nil {
		t.Fatal(err)
	}
	e := New()
	points := func() int { return e.rootState(p).Eval() }
	shipped := points()
	folder := t.TempDir()
	file := func(name, content string) string {
		name = filepath.Join(folder, name)
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	m := NewModel()
	same := file("same.go", m.Source(m.Vector()))
	if err := m.Begin(nil); err != nil {
		t.Fatal(err)
	}
	byHand := file("hand.go", m.Source(m.Vector()))
	if err := e.SetOption("EvalFile", "hand"); err != nil {
		t.Fatal(err)
	}
	hand := points()
	if hand == shipped {
		t.Fatalf("the hand-made evaluation says %d too", hand)
	}
	for _, c := range []struct {
		value string
		want  int
	}{{same, shipped}, {byHand, hand}, {"", shipped}, {"<none>", hand}, {"<empty>", shipped}} {
		if err := e.SetOption("EvalFile", c.value); err != nil {
			t.Fatalf("%s: %v", c.value, err)
		}
		if got := points(); got != c.want {
			t.Errorf("%s: %d points, want %d", c.value, got, c.want)
		}
	}
	source := m.Source(m.Vector())
	for name, content := range map[string]string{
		"list":  "package engine\n",
		"short": "var v = values{1, 2, 3,\n}\n",
		"large": strings.Replace(source, "values{\n\t0,", "values{\n\t40000,", 1),
	} {
		if err := e.SetOption("EvalFile", file(name, content)); err == nil {
			t.Errorf("the file %q is accepted", name)
		}
	}
	if err := e.SetOption("EvalFile", filepath.Join(folder, "missing")); err == nil {
		t.Error("a file that does not exist is accepted")
	}
	if got := points(); got != shipped {
		t.Errorf("after the faults %d points, want %d", got, shipped)
	}
}
