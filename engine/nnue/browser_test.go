//go:build !js

package nnue

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestBrowser runs the other tests of this package as a browser module under node: with the kernels
// of browser/kernels.wasm, and without vector instructions.
func TestBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program for browsers")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	dir := t.TempDir()
	program, support := filepath.Join(dir, "nnue.wasm"), filepath.Join(dir, "wasm_exec.cjs")
	build := exec.CommandContext(t.Context(), "go", "test", "-c", "-vet", "off", "-o", program, ".")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=-buildvcs=false")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(support, text, 0o600); err != nil {
		t.Fatal(err)
	}
	for kernels, wants := range map[string][]string{
		"browser/kernels.wasm": {"fast: true", "--- PASS: TestKernels", "--- PASS: FuzzKernels", "--- PASS: TestStack", "--- PASS: TestScanHeader"},
		"none":                 {"fast: false", "--- SKIP: TestKernels", "--- SKIP: TestStack", "--- PASS: TestScanHeader"},
	} {
		out, err := exec.CommandContext(t.Context(), node, "testdata/run.mjs", support, program, kernels, "-test.v").CombinedOutput() //nolint:gosec // the program of this test
		for _, want := range wants {
			if err != nil || !strings.Contains(string(out), want) {
				t.Errorf("%s: %v, without %q: %s", kernels, err, want, out)
			}
		}
	}
}
