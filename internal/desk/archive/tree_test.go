package archive

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kydai/games"
	"kydai/record"
	"kydai/record/formats"
)

// trees are the golden files of package formats: annotated games, each in every
// format that can hold it.
func trees(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("../../../record/formats/testdata/trees/*.*")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range files {
		if !strings.HasSuffix(f, ".tree") {
			out = append(out, f)
		}
	}
	if len(out) < 8 {
		t.Fatalf("%d files", len(out))
	}
	return out
}

// A file that we wrote comes out of the page as it went in, to the byte.
func TestFileToFile(t *testing.T) {
	for _, name := range trees(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		format, _ := formats.BySuffix(name)
		in := ask(t, Request{Op: "import", Data: text, Game: "chess"})
		if in.Error != nil || len(in.Games) != 1 || in.Games[0].Problem != nil {
			t.Errorf("%s: %+v %+v", name, in.Error, in.Games)
			continue
		}
		out := ask(t, Request{Op: "export", Format: format, Record: in.Games[0].Record, Over: true})
		if out.Error != nil || out.Text != string(text) {
			t.Errorf("%s: %+v\n%s\nbecame\n%s", name, out.Error, text, out.Text)
		}
	}
}

// FuzzFileToFile: whatever a file holds, what was read of it is the same after
// it was written and read again, in its own format and in ours.
func FuzzFileToFile(f *testing.F) {
	samples, err := filepath.Glob("../../../data/records/*.*")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range append(trees(f), samples...) {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in := ask(t, Request{Op: "import", Data: data, Game: "chess"})
		from, _ := formats.Detect(data)
		for _, g := range in.Games {
			read := gameOf(t, g)
			for _, name := range []string{"json", from} {
				if f, _ := formats.Lookup(name); !f.Tree || f.ReadOnly {
					continue
				}
				out := ask(t, Request{Op: "export", Format: name, Record: g.Record, Over: true})
				if out.Error != nil {
					t.Fatalf("%s cannot be written as %s: %+v", g.Record, name, out.Error)
				}
				back := ask(t, Request{Op: "import", Format: name, Text: out.Text, Game: read.Rules.Info().Name})
				if back.Error != nil || len(back.Games) != 1 {
					t.Fatalf("%s\n%+v", out.Text, back)
				}
				again := gameOf(t, back.Games[0])
				if again.Rules != read.Rules {
					continue // the game is guessed where the text does not say it
				}
				if !again.Equal(read) {
					t.Fatalf("%s\nbecame\n%s\nby way of\n%s", g.Record, back.Games[0].Record, out.Text)
				}
			}
		}
	})
}

// gameOf reads the document of a game.
func gameOf(t *testing.T, g Game) *record.Game {
	t.Helper()
	r, err := formats.NewReader("json", bytes.NewReader(g.Record), record.ReadOptions{Find: games.Find})
	if err != nil {
		t.Fatal(err)
	}
	out, err := r.Next()
	if err != nil {
		t.Fatalf("%v\n%s", err, g.Record)
	}
	if !json.Valid(g.Record) {
		t.Fatalf("%s", g.Record)
	}
	return out
}
