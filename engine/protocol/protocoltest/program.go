package protocoltest

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"kydai/engine/protocol"
)

// Program opens a peer that plays the program's part of a transcript: it
// wants what ">" sends, as a regular expression, and says what "<" says.
// "$ die" makes it end. Each call of the function plays the next part of the
// file, as divided by lines "=== …"; the last part is played again and again.
func Program(t *testing.T, name string) func() (*protocol.Peer, error) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	parts := regexp.MustCompile(`(?m)^=== .*\n`).Split(string(text), -1)
	opened := 0
	return func() (*protocol.Peer, error) {
		part := parts[min(opened, len(parts)-1)]
		opened++
		run := opened
		in, toProgram := io.Pipe()
		fromProgram, out := io.Pipe()
		var once sync.Once
		end := func() {
			once.Do(func() {
				_ = in.Close() // a pipe's Close cannot fail
				_ = out.Close()
			})
		}
		go func() {
			defer end()
			if fault := act(part, in, out); fault != "" {
				t.Errorf("%s, run %d: %s", name, run, fault)
			}
		}()
		return protocol.NewPeer(name, fromProgram, toProgram, end), nil
	}
}

// act plays a part and returns what was wrong. What was not asked at the end
// does not matter: the other side may close whenever it likes.
func act(part string, in io.Reader, out io.Writer) string {
	s := bufio.NewScanner(in)
	for _, line := range strings.Split(part, "\n") {
		mark, rest, _ := strings.Cut(line, " ")
		switch mark {
		case ">":
			if !s.Scan() {
				return ""
			}
			want, err := regexp.Compile("^(?:" + rest + ")$")
			if err != nil {
				return err.Error()
			}
			if !want.MatchString(s.Text()) {
				return fmt.Sprintf("it is told %q, not %q", s.Text(), rest)
			}
		case "<":
			if _, err := io.WriteString(out, rest+"\n"); err != nil {
				return ""
			}
		case "~":
			if d, err := time.ParseDuration(rest); err == nil {
				time.Sleep(d)
			}
		case "$":
			return ""
		}
	}
	for s.Scan() {
		// A program that has nothing more to say still reads.
	}
	return ""
}
