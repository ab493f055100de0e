package recordtest

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"kydai/game"
	"kydai/record"
	"kydai/record/formats"
)

// Fuzz feeds arbitrary data to a reader. It checks that the reader does not panic and reaches the
// end of the data, and that the games read, including broken ones, can be written and read again.
func Fuzz(f *testing.F, format string, games ...game.Rules) {
	f.Helper()
	f.Fuzz(func(t *testing.T, which byte, data []byte) {
		rules := games[int(which)%len(games)]
		r, err := formats.NewReader(format, bytes.NewReader(data), record.ReadOptions{Rules: rules})
		if err != nil {
			t.Fatal(err)
		}
		for range 10*len(data) + 10 {
			g, err := r.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			if g == nil {
				if err == nil {
					t.Fatal("neither a game nor an error")
				}
				continue
			}
			if _, bad := rules.New(g.Setup); bad != nil {
				continue // the start position is invalid, so the game cannot be written
			}
			Again(t, format, g)
		}
		t.Fatal("the reader does not come to an end")
	})
}

// Again writes g, reads it back and checks that the result equals g.
func Again(t *testing.T, format string, g *record.Game) {
	t.Helper()
	var b bytes.Buffer
	w, _ := formats.NewWriter(format, &b, record.WriteOptions{OpenSecret: true})
	if err := w.Write(g); err != nil {
		t.Fatalf("what was read cannot be written: %v", err)
	}
	text := b.String()
	r, _ := formats.NewReader(format, &b, record.ReadOptions{Rules: g.Rules})
	back, err := r.Next()
	if err != nil {
		t.Fatalf("what was written cannot be read: %v\n%s", err, text)
	}
	if !back.Equal(g) {
		t.Fatalf("reading gave %+v\n%s\nthen %+v\n%s\nby way of\n%s", g, Tree(g), back, Tree(back), text)
	}
	if rest, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Fatalf("one game became two: %v %v\n%s", rest, err, text)
	}
}

// Seeds adds random games of each of the given games to the fuzz corpus.
func Seeds(f *testing.F, format string, games ...game.Rules) {
	f.Helper()
	form, _ := formats.Lookup(format)
	for i, rules := range games {
		m := Maker{Rand: Rand(uint64(i)), Rules: rules}
		for range 3 {
			var b bytes.Buffer
			w, _ := formats.NewWriter(format, &b, record.WriteOptions{OpenSecret: true})
			if err := w.Write(m.Game(&testing.T{}, form)); err != nil {
				f.Fatal(err)
			}
			f.Add(byte(i), b.Bytes())
		}
	}
}
