package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// asProgram is the name of an environment variable. If it is set, this test binary behaves as the
// program kydai; see TestReadme.
const asProgram = "KYDAI_TEST_AS_PROGRAM"

// speed matches numbers in the output that depend on the machine.
var speed = regexp.MustCompile(`in [0-9.]+ s, [0-9.]+ [a-z]+ nodes per second`)

// TestReadme runs every "$ …" line of the README files in a shell and compares the output with the
// lines that the file shows. A line "…" in a file matches any number of output lines.
func TestReadme(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("needs bash")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if err := os.Symlink(self, filepath.Join(bin, "kydai")); err != nil {
		t.Skip("needs symbolic links")
	}
	for _, name := range []string{"README.md", "README.vi.md"} {
		text, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		typed := 0
		for _, block := range blocks(string(text)) {
			for _, part := range strings.Split("\n"+block, "\n$ ")[1:] {
				command, want, _ := strings.Cut(part, "\n")
				typed++
				c := exec.CommandContext(t.Context(), "bash", "-c", command+" 2>&1")
				c.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), asProgram+"=1")
				out, err := c.Output()
				if err != nil {
					t.Errorf("%s: $ %s: %v\n%s", name, command, err, out)
					continue
				}
				if got := string(out); !fits(strings.Trim(want, "\n"), strings.Trim(got, "\n")) {
					t.Errorf("%s: $ %s\nprints\n%s\nbut the page says\n%s", name, command, got, want)
				}
			}
		}
		if typed < 6 {
			t.Errorf("%s has only %d commands with their output", name, typed)
		}
	}
}

// blocks returns the text of each fenced code block of a Markdown page.
func blocks(text string) []string {
	var list []string
	for i, part := range strings.Split(text, "\n```") {
		if i%2 == 1 {
			_, body, _ := strings.Cut(part, "\n") // cut off the language of the block
			list = append(list, body)
		}
	}
	return list
}

// fits reports whether the output matches the text on the page.
func fits(want, got string) bool {
	var pattern strings.Builder
	for _, line := range strings.Split(want, "\n") {
		line = strings.TrimRight(line, " ")
		if strings.TrimSpace(line) == "…" {
			pattern.WriteString("(?s:.*?)\n")
			continue
		}
		quoted := regexp.QuoteMeta(line)
		if speed.MatchString(line) {
			quoted = regexp.QuoteMeta(speed.ReplaceAllString(line, "")) + speed.String()
		}
		pattern.WriteString(quoted + " *\n")
	}
	// The output may have further lines before the first line that the page shows.
	return regexp.MustCompile("(^|\n)" + pattern.String()).MatchString(got + "\n")
}
