package kydai_test

import (
	"os"
	"regexp"
	"testing"
)

// TestArchitecturePaths checks that every file that docs/ARCHITECTURE.md names together with its
// folder exists.
func TestArchitecturePaths(t *testing.T) {
	text, err := os.ReadFile("docs/ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`([a-z]+/[a-z0-9/_.-]+\\.(?:go|tsx?))`").FindAllSubmatch(text, -1)
	if len(named) < 15 {
		t.Errorf("only %d files are named", len(named))
	}
	for _, m := range named {
		if _, err := os.Stat(string(m[1])); err != nil {
			t.Errorf("docs/ARCHITECTURE.md names %s: %v", m[1], err)
		}
	}
}
