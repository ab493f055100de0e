package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestInStep checks that the generated files in the repository are up to date with the message
// types.
func TestInStep(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	files, err := generate(root)
	if err != nil || len(files) != 2 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(root, name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the messages say (%v); run: go generate ./internal/desk", name, err)
		}
	}
}

// TestRefuses checks that the generator returns an error for Go types that it cannot translate to
// JSON.
func TestRefuses(t *testing.T) {
	for _, text := range []string{
		"type Request struct {}",
		"type Request struct { A int }\ntype Reply struct {}",
		"type Request struct { A, B int `json:\"a\"` }\ntype Reply struct {}",
		"type Request struct { A Missing `json:\"a\"` }\ntype Reply struct {}",
		"type Request struct { A float64 `json:\"a\"` }\ntype Reply struct {}",
		"type",
	} {
		file := filepath.Join(t.TempDir(), "desk.go")
		if err := os.WriteFile(file, []byte("package desk\n"+text), 0o600); err != nil {
			t.Fatal(err)
		}
		if m, err := parse(file); err == nil {
			t.Errorf("%s: %+v", strings.ReplaceAll(text, "\n", "; "), m)
		}
	}
}
