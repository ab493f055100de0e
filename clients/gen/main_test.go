package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const root = "../.."

// TestClients checks that the client files in the repository equal the files that generate makes
// from docs/openapi.json.
func TestClients(t *testing.T) {
	made, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range made {
		have, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(have, want) {
			t.Errorf("%s is not what the document says; run: go generate ./clients/gen", path)
		}
	}
}

// TestEveryOperation checks that each client has a method for each operation of the API, and a type
// for each model.
func TestEveryOperation(t *testing.T) {
	a, err := load(filepath.Join(root, "docs", "openapi.json"))
	if err != nil {
		t.Fatal(err)
	}
	if len(a.operations) < 90 || len(a.models) < 100 {
		t.Fatalf("%d operations and %d models", len(a.operations), len(a.models))
	}
	made, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	wants := func(path, text string) {
		t.Helper()
		if !strings.Contains(string(made[path]), text) {
			t.Errorf("%s has no %q", path, text)
		}
	}
	for _, o := range a.operations {
		wants("clients/go/kydai.go", ") "+goName(o.id)+"(ctx")
		wants("clients/ts/kydai.mjs", "\n  "+o.id+"(")
		wants("clients/ts/kydai.d.mts", "\n  "+o.id+"(")
		wants("clients/python/kydai.py", "def "+pyName(o.id)+"(self")
	}
	for _, m := range a.models {
		wants("clients/go/kydai.go", "type "+m.name+" struct")
		wants("clients/ts/kydai.d.mts", "interface "+m.name+" {")
		wants("clients/python/kydai.py", "\n"+map[bool]string{true: m.name + " = TypedDict(", false: "class " + m.name + "(TypedDict)"}[strings.Contains(string(made["clients/python/kydai.py"]), "\n"+m.name+" = ")])
	}
	for _, path := range []string{"clients/go/kydai.go", "clients/ts/kydai.d.mts", "clients/python/kydai.py"} {
		for _, empty := range []string{" : ", ": \n", "[]\t", "list[]"} {
			if strings.Contains(string(made[path]), empty) {
				t.Errorf("%s has a field without a type: %q", path, empty)
			}
		}
	}
}

// TestSyntax checks the syntax of the JavaScript and Python clients with node and python3. The Go
// compiler already checks the Go client.
func TestSyntax(t *testing.T) {
	for _, args := range [][]string{
		{"node", "--check", "clients/ts/kydai.mjs"},
		{"python3", "-c", "import ast, sys; ast.parse(open('clients/python/kydai.py').read())"},
	} {
		if _, err := exec.LookPath(args[0]); err != nil && os.Getenv("CI") == "" {
			t.Logf("not checked: %v", err)
			continue
		}
		cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v: %v\n%s", args, err, out)
		}
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct{ name, goes, snakes string }{
		{"listMyMatches", "ListMyMatches", "list_my_matches"}, {"id", "ID", "id"}, {"from", "From", "from_"},
		{"signInByLink", "SignInByLink", "sign_in_by_link"}, {"p256dh", "P256dh", "p256dh"},
	} {
		if g, p := goName(c.name), pyName(c.name); g != c.goes || p != c.snakes {
			t.Errorf("%s is %s in Go and %s in Python; want %s and %s", c.name, g, p, c.goes, c.snakes)
		}
	}
}
