package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCurlOfGuide runs the curl commands from the guide for bot authors, in each language of the
// guide.
func TestCurlOfGuide(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("curl is not installed")
	}
	url, _ := startServer(t, t.TempDir())
	files, err := filepath.Glob("../../docs/guide/*/authors.md")
	if err != nil || len(files) < 2 {
		t.Fatalf("the guides are %v, %v", files, err)
	}
	tried := map[string]bool{} // commands that already ran: the guides in all languages contain the same commands
	for _, file := range files {
		text, err := os.ReadFile(file) //nolint:gosec // a file of this repository
		if err != nil {
			t.Fatal(err)
		}
		_, block, _ := strings.Cut(string(text), "\nURL=http://localhost:8080\n")
		block, _, ok := strings.Cut(block, "```")
		// The last curl command reads a stream of events that never ends, so stop it after 3
		// seconds.
		typed := strings.Replace(block, "curl -sN ", "timeout 3 curl -sN ", 1)
		if !ok || typed == block {
			t.Errorf("%s has no commands for a bot", file)
			continue
		}
		if tried[typed] {
			continue
		}
		tried[typed] = true
		c := exec.Command("sh", "-c", typed) //nolint:gosec // the command comes from the guide in this repository
		c.Env = append(os.Environ(), "URL="+url)
		out, _ := c.CombinedOutput() // ignore the error: the program timeout ends the last command with an error code
		for _, want := range []string{`"ply":1`, `[Event `, `C2=5`, `{"t":"started"`} {
			if !strings.Contains(string(out), want) {
				t.Errorf("%s: the commands do not lead to %s; they say:\n%s", file, want, out)
			}
		}
	}
}
