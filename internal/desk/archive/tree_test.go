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

// trees returns the golden files of package formats: annotated games, each in every
// format that can hold variations.
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

// TestFileToFile checks that a file in kydai's own output format is written back byte for
// byte.
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

// TestFilesAgain checks that every golden file and every sample is the same after reading, writing
// and reading again.
func TestFilesAgain(t *testing.T) {
	samples, err := filepath.Glob("../../../data/records/*.*")
	if err != nil || len(samples) < 15 {
		t.Fatal(samples, err)
	}
	for _, name := range append(trees(t), samples...) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if read := fileAgain(t, data); read == 0 {
				t.Error("no game was read")
			}
		})
	}
}

// FuzzFileAgain checks that games read from a file stay the same after writing and reading again.
// The seeds are one short file per format with variations; TestFilesAgain covers the long files.
func FuzzFileAgain(f *testing.F) {
	for _, text := range []string{
		"[White \"An\"]\n\n1. e4 {a} e5 2. Nf3! (2. f4 $2) *\n",
		"(;FF[4]GM[4]SZ[15]PB[An];B[hh]C[a](;W[hi])(;W[gg]))",
		"[DhtmlXQ][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1][/DhtmlXQ]",
		`{"format":"kydai","version":1,"game":"chess","moves":[{"code":"e2e4","variations":[[{"code":"d2d4"}]]}],"result":"*"}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) { fileAgain(t, data) })
}

// fileAgain reads a file, writes each game in its original format and in JSON, and reads
// the results: all must be the same game. It returns the number of games.
func fileAgain(t *testing.T, data []byte) int {
	t.Helper()
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
				continue // the text of this format does not name the game, and the detected game differs
			}
			if !again.Equal(read) {
				t.Fatalf("%s\nbecame\n%s\nby way of\n%s", g.Record, back.Games[0].Record, out.Text)
			}
		}
	}
	return len(in.Games)
}

// gameOf parses the document of a game.
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
