package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kydai/game"
	"kydai/record"
	"kydai/record/formats"
)

// TestConvertRoundTrips converts a record of each game to every format that kydai writes for the
// game, and then back to JSON. It checks that the moves are unchanged.
func TestConvertRoundTrips(t *testing.T) {
	for _, r := range allGames() {
		in := r.Info()
		if len(in.Formats) == 0 {
			continue
		}
		t.Run(in.Name, func(t *testing.T) {
			dir := t.TempDir()
			first := filepath.Join(dir, "first.json")
			writeGame(t, r, first)
			for _, format := range in.Formats {
				if f, ok := formats.Lookup(format); ok && f.ReadOnly {
					continue
				}
				there := filepath.Join(dir, "there"+suffix(format))
				back := filepath.Join(dir, "back-from-"+format+".json")
				for _, args := range [][]string{{first, there}, {there, back}} {
					if got := kydai("", "convert", args[0], args[1], "--game", in.Name); got.code != 0 {
						t.Fatalf("convert %v: %+v", args, got)
					}
				}
				if a, b := readGame(t, r, first), readGame(t, r, back); strings.Join(a.Codes(), " ") != strings.Join(b.Codes(), " ") {
					t.Errorf("by way of %s:\n  %v\n  %v", format, a.Codes(), b.Codes())
				}
			}
			if left, _ := filepath.Glob(filepath.Join(dir, "*.part")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// TestConvertTellsAll converts files without flags and checks that the format, game,
// encoding and notation are detected.
func TestConvertTellsAll(t *testing.T) {
	dir := t.TempDir()
	for _, r := range allGames() {
		in := r.Info()
		if len(in.Formats) == 0 || in.Example {
			continue
		}
		first := filepath.Join(dir, in.Name+".json")
		writeGame(t, r, first)
		want := strings.Join(readGame(t, r, first).Codes(), " ")
		var ways [][]string
		for _, format := range in.Formats {
			if f, ok := formats.Lookup(format); ok && !f.ReadOnly {
				ways = append(ways, []string{"--to", format})
			}
		}
		if noted, ok := r.(game.Noted); ok {
			for _, n := range noted.Notations() {
				ways = append(ways, []string{"--to", "pgn", "--notation", n.Name()}, []string{"--to", "pgn", "--notation", n.Name(), "--encoding", "gb18030"})
			}
		}
		for _, way := range ways {
			there, back := filepath.Join(dir, "there"), filepath.Join(dir, "back.json")
			if got := kydai("", append([]string{"convert", first, there}, way...)...); got.code != 0 {
				t.Fatalf("%s %v: %+v", in.Name, way, got)
			}
			if got := kydai("", "convert", there, back); got.code != 0 {
				text, _ := os.ReadFile(there)
				t.Fatalf("%s %v: %+v\n%s", in.Name, way, got, text)
			}
			if got := strings.Join(readGame(t, r, back).Codes(), " "); got != want {
				t.Errorf("%s %v:\n  %s\n  %s", in.Name, way, want, got)
			}
		}
	}
}

func writeGame(t *testing.T, r game.Rules, file string) {
	t.Helper()
	setup := game.Setup{}
	if d, ok := r.(game.Dealer); ok {
		setup.Secret = d.Deal(func(int) int { return 0 })
	}
	line, err := game.NewLine(r, setup)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 12 {
		legal := line.Legal()
		if len(legal) == 0 {
			break
		}
		if err := line.Push(legal[i*7%len(legal)]); err != nil {
			t.Fatal(err)
		}
	}
	out, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	w, err := formats.NewWriter("json", out, record.WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write(record.FromLine(line)); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}

func readGame(t *testing.T, r game.Rules, file string) *game.Line {
	t.Helper()
	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close() //nolint:errcheck // opened for reading only
	reader, err := formats.NewReader("json", in, record.ReadOptions{Rules: r})
	if err != nil {
		t.Fatal(err)
	}
	g, err := reader.Next()
	if err != nil {
		t.Fatal(err)
	}
	line, err := g.Line()
	if err != nil {
		t.Fatal(err)
	}
	if line.Ply() == 0 {
		t.Fatalf("%s holds no moves", file)
	}
	return line
}

// TestConvertKeepsOldFile checks that a failed conversion leaves the output
// file unchanged.
func TestConvertKeepsOldFile(t *testing.T) {
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.txt"), filepath.Join(dir, "out.json")
	write(t, in, "\n\n")
	write(t, out, "precious")
	name := exampleGame(0)
	if got := kydai("", "convert", in, out, "--game", name, "--from", "text"); got.code != exitFailure {
		t.Errorf("an empty record: %+v", got)
	}
	if text, _ := os.ReadFile(out); string(text) != "precious" {
		t.Errorf("the output was touched: %q", text)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*.part")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if got := kydai("", "convert", filepath.Join(dir, "nowhere.pgn"), out, "--game", name); got.code != exitFailure {
		t.Errorf("no such file: %+v", got)
	}
}

// TestConvertInPlace checks that a file can be converted to itself and that its moves are
// unchanged.
func TestConvertInPlace(t *testing.T) {
	r := allGames()[0]
	file := filepath.Join(t.TempDir(), "game.json")
	writeGame(t, r, file)
	before := readGame(t, r, file).Codes()
	if got := kydai("", "convert", file, file, "--game", r.Info().Name); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	if after := readGame(t, r, file).Codes(); strings.Join(before, " ") != strings.Join(after, " ") {
		t.Errorf("%v became %v", before, after)
	}
}

// TestConvertToDevice checks that writing to a device such as /dev/null does not replace the device
// with a regular file.
func TestConvertToDevice(t *testing.T) {
	const device = "/dev/null"
	if _, err := os.Stat(device); err != nil {
		t.Skip("no ", device)
	}
	r := allGames()[0]
	file := filepath.Join(t.TempDir(), "game.json")
	writeGame(t, r, file)
	if got := kydai("", "convert", file, device, "--game", r.Info().Name, "--to", "json"); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	info, err := os.Stat(device)
	if err != nil || info.Mode().IsRegular() {
		t.Fatalf("%s is now a file: %v, %v", device, info, err)
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
