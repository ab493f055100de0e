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

	"kydai/protocol"
)

// Program returns a function that opens a peer which plays the program's part of a transcript.
// Lines with ">" are regular expressions that the received lines must match; the peer sends lines
// with "<"; "$ die" makes the program exit. Each call of the function plays the next section of the
// file. Sections are separated by lines "=== …", and the last section repeats.
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
				_ = in.Close() // closing a pipe cannot fail
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

// act plays a section and returns a description of the mismatches. Lines that are missing at the
// end of the section are not mismatches, because the other side may close the connection at any
// time.
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
		// After its last line, the program continues to read, so that the other side does not
		// block.
	}
	return ""
}
