package kydai_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestNoTemplates checks that the program does not import text/template or html/template. These
// packages call methods by name, so the linker would keep every exported method, and the program
// would be 3 MB larger.
func TestNoTemplates(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command")
	}
	out, err := exec.Command("go", "list", "-deps", "./cmd/kydai").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	deps := strings.Fields(string(out))
	for _, name := range []string{"text/template", "html/template"} {
		if slices.Contains(deps, name) {
			t.Errorf("cmd/kydai pulls in %s; `go list -deps -f '{{.ImportPath}} {{.Imports}}' ./cmd/kydai` says by whom", name)
		}
	}
}
