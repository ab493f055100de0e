// Package protocoltest plays transcripts of a protocol, against a server or in place of a
// program.
//
// A transcript is a text file. Lines "> text" are sent to the server; lines "< pattern" are
// regular expressions for whole lines of its answers, in order. "< ..." skips any number of
// lines before the next pattern; "~ 20ms" waits; "$ end" expects the end of the output. Other
// lines are comments.
package protocoltest

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// patience is the time limit for one answer of the server.
const patience = 10 * time.Second

// Serve plays every transcript whose file name matches pattern against a server.
func Serve(t *testing.T, pattern string, serve func(in io.Reader, out io.Writer) error) {
	t.Helper()
	for _, name := range files(t, pattern) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			serveOne(t, name, serve)
		})
	}
}

func files(t *testing.T, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("no transcript %s, %v", pattern, err)
	}
	return names
}

func serveOne(t *testing.T, name string, serve func(in io.Reader, out io.Writer) error) {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	theirIn, toThem := io.Pipe()
	fromThem, theirOut := io.Pipe()
	failed := make(chan error, 1)
	go func() {
		failed <- serve(theirIn, theirOut)
		_ = theirOut.Close() // closing a pipe cannot fail
		_ = theirIn.Close()
	}()
	said := make(chan string, 1000)
	go func() {
		defer close(said)
		s := bufio.NewScanner(fromThem)
		for s.Scan() {
			said <- s.Text()
		}
	}()
	skip := false
	for i, line := range strings.Split(string(text), "\n") {
		where := fmt.Sprintf("%s:%d: %s", name, i+1, line)
		mark, rest, _ := strings.Cut(line, " ")
		switch {
		case mark == ">":
			if _, err := io.WriteString(toThem, rest+"\n"); err != nil {
				t.Fatalf("%s: nobody listens any more", where)
			}
		case mark == "<" && rest == "...":
			skip = true
		case mark == "<":
			expect(t, where, rest, said, skip)
			skip = false
		case mark == "~":
			d, err := time.ParseDuration(rest)
			if err != nil {
				t.Fatalf("%s: %v", where, err)
			}
			time.Sleep(d)
		case mark == "$":
			select {
			case got, more := <-said:
				if more {
					t.Fatalf("%s: it still says %q", where, got)
				}
			case <-time.After(patience):
				t.Fatalf("%s: it does not end", where)
			}
		}
	}
	_ = toThem.Close() // closing a pipe cannot fail
	for range said {   // discard output after the last pattern
	}
	if err := <-failed; err != nil {
		t.Errorf("%s: the server fails: %v", name, err)
	}
}

func expect(t *testing.T, where, pattern string, said <-chan string, skip bool) {
	t.Helper()
	want, err := regexp.Compile("^(?:" + pattern + ")$")
	if err != nil {
		t.Fatalf("%s: %v", where, err)
	}
	late := time.After(patience)
	for {
		select {
		case got, ok := <-said:
			switch {
			case !ok:
				t.Fatalf("%s: the output has ended", where)
			case want.MatchString(got):
				return
			case !skip:
				t.Fatalf("%s: it says %q", where, got)
			}
		case <-late:
			t.Fatalf("%s: no answer", where)
		}
	}
}
