package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kydai/game"
	"kydai/games"
)

var update = flag.Bool("update", false, "write the transcripts in testdata again")

// TestMain runs kydai instead of the tests if the environment variable asProgram is set. TestReadme
// and other tests set it to start this test binary as the program kydai.
func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	flag.Parse()
	os.Exit(m.Run())
}

// TestTranscripts runs every command line in the testdata files and compares the output with the
// file. In a file, a line "$ kydai …" is a command, and the lines "< …" after it are its standard
// input. The output follows: standard output, standard error with the prefix "! ", and the exit
// code if it is not 0.
func TestTranscripts(t *testing.T) {
	// Fix the list of games. Otherwise a new game would change the transcripts.
	every := allGames
	t.Cleanup(func() { allGames = every })
	allGames = func() []game.Rules {
		var list []game.Rules
		for _, name := range []string{"chess", "xiangqi", "jieqi", "caro", "othello"} {
			if r, ok := games.Find(name); ok {
				list = append(list, r)
			}
		}
		return list
	}
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d transcripts, %v", len(files), err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := replay(t, string(text))
			if *update {
				if err := os.WriteFile(name, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got != string(text) {
				t.Errorf("the program says something else now (go test ./cmd/kydai -update writes it):\n%s", firstDifference(string(text), got))
			}
		})
	}
}

// replay runs the commands of a transcript and returns the transcript with the
// current output. It keeps comment lines "# …".
func replay(t *testing.T, transcript string) string {
	t.Helper()
	var out strings.Builder
	lines := strings.Split(transcript, "\n")
	for i, line := range lines {
		switch {
		case strings.HasPrefix(line, "# "):
			out.WriteString(line + "\n")
		case strings.HasPrefix(line, "$ kydai"):
			out.WriteString(line + "\n")
			var in strings.Builder
			for _, next := range lines[i+1:] {
				text, ok := strings.CutPrefix(next, "<")
				if !ok {
					break
				}
				out.WriteString(next + "\n")
				in.WriteString(strings.TrimPrefix(text, " ") + "\n")
			}
			got := kydai(in.String(), words(t, line)[2:]...)
			out.WriteString(got.out)
			if got.out != "" && !strings.HasSuffix(got.out, "\n") {
				t.Errorf("%s: the output does not end its last line", line)
			}
			for e := range strings.Lines(stopwatch.ReplaceAllString(got.err, "")) {
				out.WriteString("! " + e)
			}
			if got.code != 0 {
				fmt.Fprintf(&out, "exit %d\n", got.code)
			}
			out.WriteString("\n")
		}
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// stopwatch matches output with measured times, which differ between runs.
var stopwatch = regexp.MustCompile(`(?m)^depth \d+ in [\d.]+ s, [\d.]+ million nodes per second\n`)

// words splits a command line at spaces outside of double quotes.
func words(t *testing.T, line string) []string {
	t.Helper()
	var list []string
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			list = append(list, part)
			continue
		}
		list = append(list, strings.Fields(part)...)
	}
	if strings.Count(line, `"`)%2 == 1 {
		t.Fatalf("a quote is open: %s", line)
	}
	return list
}

// result is the output and the exit code of one run.
type result struct {
	out, err string
	code     int
}

func kydai(in string, args ...string) result {
	var out, err bytes.Buffer
	a := &app{in: strings.NewReader(in), out: &out, err: &err}
	code := a.run(args)
	return result{out.String(), err.String(), code}
}

func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := 0; ; i++ {
		switch {
		case i >= len(w) || i >= len(g):
			return fmt.Sprintf("want %d lines, got %d", len(w), len(g))
		case w[i] != g[i]:
			return fmt.Sprintf("line %d\n  want %s\n  got  %s", i+1, w[i], g[i])
		}
	}
}

// TestEveryCommandIsHelped requests the help text of every command, as "help COMMAND" and with
// --help, and checks that both give the same text.
func TestEveryCommandIsHelped(t *testing.T) {
	for _, c := range commands() {
		byWord, byFlag := kydai("", "help", c.name), kydai("", c.name, "--help")
		if byWord.code != 0 || byWord != byFlag {
			t.Errorf("%s: help gives %+v, --help %+v", c.name, byWord, byFlag)
		}
		for _, want := range []string{"kydai " + c.name + ": " + c.short, "Usage\n"} {
			if !strings.Contains(byWord.out, want) {
				t.Errorf("%s: the help lacks %q", c.name, want)
			}
		}
		for line := range strings.Lines(byWord.out) {
			if n := len([]rune(line)); n > 101 {
				t.Errorf("%s: a line of help is %d columns wide: %s", c.name, n, line)
			}
		}
	}
}

// TestExamplesWork checks that the examples in the help texts work, except those that need a file,
// a server or a long time.
func TestExamplesWork(t *testing.T) {
	clubFiles(t) // some examples read and write files
	ran := 0
	for _, c := range commands() {
		if c.examples == nil || slices.Contains([]string{"archive", "convert", "judge", "suite", "tune", "fit", "serve", "worker", "admin", "doctor", "backup", "restore", "load", "verify", "luck", "datagen", "positions", "train"}, c.name) {
			continue
		}
		for _, e := range c.examples() {
			ran++
			if got := kydai("", words(t, e)[1:]...); got.code != 0 || got.out == "" {
				t.Errorf("%s: %+v", e, got)
			}
		}
	}
	if ran < 6 {
		t.Errorf("only %d examples", ran)
	}
}

func TestVersion(t *testing.T) {
	for _, word := range []string{"version", "--version", "-v"} {
		if got := kydai("", word); got.code != 0 || !strings.HasPrefix(got.out, "kydai ") || !strings.Contains(got.out, "AGPL") {
			t.Errorf("%s: %+v", word, got)
		}
	}
}

// TestColor checks that the output with colours differs from the plain output only in the
// colour codes.
func TestColor(t *testing.T) {
	for _, name := range gameNames() {
		plain := kydai("", "show", name)
		var out bytes.Buffer
		a := &app{in: strings.NewReader(""), out: &out, err: io.Discard, color: true}
		if code := a.run([]string{"show", name}); code != 0 {
			t.Fatalf("show %s: exit %d", name, code)
		}
		stripped := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(out.String(), "")
		if stripped == out.String() {
			t.Errorf("%s: no colour", name)
		}
		if stripped != plain.out {
			t.Errorf("%s: colour changed the text\n%s", name, firstDifference(plain.out, stripped))
		}
	}
}

func TestNoColor(t *testing.T) {
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "")
	terminal, err := os.OpenFile("/dev/null", os.O_WRONLY, 0) // /dev/null is a character device, so wantsColor takes it for a terminal
	if err != nil {
		t.Skip("no character device to try it on")
	}
	defer terminal.Close() //nolint:errcheck // nothing was written
	if !wantsColor(terminal) {
		t.Error("no colour on a terminal")
	}
	t.Setenv("NO_COLOR", "1")
	if wantsColor(terminal) {
		t.Error("colour in spite of NO_COLOR")
	}
	t.Setenv("NO_COLOR", "")
	t.Setenv("TERM", "dumb")
	if wantsColor(terminal) {
		t.Error("colour on a dumb terminal")
	}
	t.Setenv("TERM", "xterm")
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close() //nolint:errcheck // nothing was written
	if wantsColor(file) {
		t.Error("colour in a file")
	}
}

// TestFullDisk checks that a command fails if its output cannot be written.
func TestFullDisk(t *testing.T) {
	var err bytes.Buffer
	a := &app{in: strings.NewReader(""), out: fullDisk{}, err: &err}
	if code := a.run([]string{"games"}); code != exitFailure || !strings.Contains(err.String(), "disk is full") {
		t.Errorf("exit %d, %q", code, err.String())
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

func TestNearest(t *testing.T) {
	known := []string{"show", "perft", "games", "legal"}
	for word, want := range map[string]string{
		"shwo": "show", "pertf": "perft", "game": "games", "LEGAL": "legal", "leg": "legal", "prft": "perft",
		"zzz": "", "x": "", "": "",
	} {
		if got := nearest(word, known); got != want {
			t.Errorf("nearest(%q) = %q, want %q", word, got, want)
		}
	}
}
