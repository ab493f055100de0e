package engines

import (
	"os/exec"
	"strings"
	"testing"
)

// TestProverStaysOut checks that the browser modules for playing do not contain the prover, and
// that the modules of the study page do.
func TestProverStaysOut(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command")
	}
	cmd := exec.Command("go", "list", "-f", "{{.ImportPath}} {{join .Deps \" \"}}", "kydai/games/...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(out), "/wasm ") {
		t.Fatal("no browser module is listed")
	}
	for _, line := range strings.Split(string(out), "\n") {
		name, deps, _ := strings.Cut(line, " ")
		has, study := strings.Contains(" "+deps+" ", " kydai/search/proof "), strings.HasSuffix(name, "/study")
		if has != study {
			t.Errorf("%s contains the prover: %v", name, has)
		}
	}
}
