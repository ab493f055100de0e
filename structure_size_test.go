package kydai_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestNoTemplates checks that no package of the program calls methods by name (as package
// text/template does). Otherwise the linker keeps every exported method, which makes the program 3
// MB larger.
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
