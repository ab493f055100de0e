package kydai_test

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestSmallFlags checks that .goreleaser.yaml has the same compiler flags as release/small.flags,
// which all other builds of the program read. It also checks that the packages named in the flags
// exist.
func TestSmallFlags(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	flags := strings.Fields(read("release/small.flags"))
	var released []string
	for _, line := range strings.Split(read(".goreleaser.yaml"), "\n") {
		if flag, ok := strings.CutPrefix(strings.TrimSpace(line), "- -gcflags="); ok {
			released = append(released, "-gcflags="+flag)
		}
	}
	if len(flags) == 0 || !slices.Equal(flags, released) {
		t.Errorf("goreleaser has the flags %v, release/small.flags %v", released, flags)
	}
	for _, flag := range flags {
		dir, own := strings.CutPrefix(flag, "-gcflags=./")
		if !own {
			continue
		}
		dir, _, _ = strings.Cut(dir, "=")
		dir, _, _ = strings.Cut(dir, "/...")
		if _, err := os.Stat(dir); err != nil {
			t.Errorf("%s is for packages that do not exist", flag)
		}
	}
}
