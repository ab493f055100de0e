package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestFilesAreGenerated checks that the committed files equal the output of the generator, except
// for the first line, which contains the command-line arguments.
func TestFilesAreGenerated(t *testing.T) {
	for _, c := range []struct{ kernels, pkg, folder string }{
		{"int", "nnue", ".."},
		{"float", "train", "../../../lab/train"},
	} {
		dir := t.TempDir()
		files := []string{"kernels_amd64.s", "stubs_amd64.go"}
		cmd := exec.CommandContext(t.Context(), "go", "run", ".", "-kernels", c.kernels, "-pkg", c.pkg, //nolint:gosec // the arguments are constants of this test
			"-out", filepath.Join(dir, files[0]), "-stubs", filepath.Join(dir, files[1]))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		for _, name := range files {
			if body(t, filepath.Join(dir, name)) != body(t, filepath.Join(c.folder, name)) {
				t.Errorf("%s/%s is not what the generator writes; run: make asm", c.folder, name)
			}
		}
	}
}

func body(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name) //nolint:gosec // the test reads only files of this repository
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "\n")
	return rest
}

// TestModuleIsGenerated checks that the committed WebAssembly module equals the output of the
// generator.
func TestModuleIsGenerated(t *testing.T) {
	got, err := os.ReadFile("../browser/kernels.wasm")
	if err != nil || !bytes.Equal(got, wasmModule()) {
		t.Errorf("browser/kernels.wasm is not what the generator writes (%v); run: make asm", err)
	}
}
