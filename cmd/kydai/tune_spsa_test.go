package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestTuneSPSA checks that a run continued from its state file gives the numbers of a whole run, and
// that a state of other numbers is refused.
func TestTuneSPSA(t *testing.T) {
	dir := t.TempDir()
	run := func(games, file string, names ...string) result {
		args := []string{"tune", "spsa", "--game", "chess", "--games", games, "--nodes", "40", "--plies", "30", "--seed", "3", "-o", filepath.Join(dir, file)}
		return kydai("", append(args, names...)...)
	}
	whole := run("8", "whole.json", "count-base:2", "reverse-margin")
	want := regexp.MustCompile(`^number .*8 games\ncount-base +4 .*LLR.*\nreverse-margin +60 .*LLR.*\n$`)
	if whole.code != 0 || !want.MatchString(whole.out) {
		t.Fatalf("%+v", whole)
	}
	other := run("8", "whole.json", "count-base:2")
	if other.code == 0 {
		t.Errorf("a state of other numbers was continued: %+v", other)
	}
	again := run("8", "whole.json", "count-base:2", "reverse-margin")
	if again.out != whole.out {
		t.Errorf("a finished run became\n%s, was\n%s", again.out, whole.out)
	}
	text, err := os.ReadFile(filepath.Join(dir, "whole.json"))
	if err != nil || !regexp.MustCompile(`"Pairs": 4,`).Match(text) {
		t.Errorf("%s, %v", text, err)
	}
}
