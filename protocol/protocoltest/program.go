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

// Program returns a function that opens a peer which plays the part of an external program
// according to a transcript. The peer must receive lines that match the regular expressions after
// ">". It sends the lines after "<", and "$ die" makes it exit. Sections of the file are separated
// by lines "=== …". Each call of the function plays the next section, and the last section repeats.
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

// act plays a section and returns a description of the first mismatch; "" if there is none. It is
// no mismatch if the other side closes the connection before the end of the section.
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
