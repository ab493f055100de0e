package kydai_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestModulePath changes the module path in a copy of the source tree and checks with the go
// command that every import is still found.
func TestModulePath(t *testing.T) {
	if testing.Short() {
		t.Skip("copies the tree")
	}
	const path = "example.org/some.one/chessboards"
	dir := t.TempDir()
	files := repo(t)
	files["ui/dist/.keep"] = ""
	for name, text := range files {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	run("sh", "scripts/module.sh", path)
	for _, imported := range strings.Fields(run("go", "list", "-test", "-deps", "./...")) {
		if imported == module || strings.HasPrefix(imported, module+"/") {
			t.Errorf("%s is still imported", imported)
		}
	}
	changed := func(name, want string) {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s has no %q (%v)", name, want, err)
		}
	}
	changed("cmd/wasm/build.flags", "-gcflags="+path+"/internal/desk=-l")
	changed(".golangci.yml", "local-prefixes: ["+path+"]")
	changed("structure_test.go", "const module = \""+path+"\"")
	// These texts only look like import paths. They belong to a protocol, so the script must not
	// change them.
	changed("fair/hash.go", `"kydai/fair/1/"`)
	changed("internal/play/deal.go", `"kydai/fair/sign"`)
}
