package formats_test

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"testing"

	"kydai/game"
	"kydai/games/chess"
	"kydai/games/xiangqi"
	"kydai/record"
	"kydai/record/formats"
	"kydai/record/recordtest"
)

type failing struct{ text string }

var errDisk = errors.New("disk on fire")

func (f *failing) Read(b []byte) (int, error) {
	if f.text == "" {
		return 0, errDisk
	}
	n := copy(b, f.text)
	f.text = f.text[n:]
	return n, nil
}

// TestStreamFails checks that an error of the stream is returned once, together with the part
// of the game read before it.
func TestStreamFails(t *testing.T) {
	for format, text := range map[string]string{
		"pgn": "1. e4 e5 2. Nf3 ", "json": `{"format":"kydai","version":1,"game":"chess","moves":[{"code":"e2e4"},{"code":"e7e5"},{"code":"g1f3"}`,
		"text": "1. e2e4 e7e5 2. g1f3\n",
	} {
		r, _ := formats.NewReader(format, &failing{text}, record.ReadOptions{Rules: chess.Rules{}})
		g, e := recordtest.Next(t, r)
		if !errors.Is(e, errDisk) || recordtest.Tree(g) != "e2e4 e7e5 g1f3" {
			t.Errorf("%s: %v, kept %q", format, e, recordtest.Tree(g))
		}
		if _, err := r.Next(); err != io.EOF {
			t.Errorf("%s: then %v", format, err)
		}
	}
}

// streamBytes is the length of the file that TestStream reads: 1 GB for `make records`.
func streamBytes() int {
	if os.Getenv("KYDAI_TEST_RECORDS") != "" {
		return 1 << 30
	}
	return 6 << 20
}

// TestStream reads a long file, which is generated while it is read. The memory used must not
// depend on the length of the file.
func TestStream(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(50))
	for _, c := range []struct {
		rules    game.Rules
		o        record.WriteOptions
		share    int // the test file of this case has streamBytes/share bytes
		annotate bool
	}{
		{chess.Rules{}, record.WriteOptions{}, 1, true},
		{xiangqi.Rules{}, record.WriteOptions{Notation: "chinese", Encoding: "gb18030"}, 4, false},
	} {
		m := recordtest.Maker{Rand: rand.New(rand.NewPCG(41, 42)), Rules: c.rules}
		var text bytes.Buffer
		w, err := formats.NewWriter("pgn", &text, c.o)
		if err != nil {
			t.Fatal(err)
		}
		const batch = 40
		for range batch {
			g := record.FromLine(m.Line(t, game.Setup{}, 80))
			for _, n := range g.Main() {
				if c.annotate {
					n.After = []string{"[%eval 0.17] [%clk 0:05:00] a book move, well known to everybody"}
				}
			}
			if err := w.Write(g); err != nil {
				t.Fatal(err)
			}
		}
		times := streamBytes()/c.share/text.Len() + 1
		games, broken, grown, err := drain(t, "pgn", c.rules, repeated("", text.String(), times, ""), 500)
		if games != batch*times || broken > 0 {
			t.Errorf("%d of %d games, %d broken: %v", games, batch*times, broken, err)
		}
		if grown > 4<<20 {
			t.Errorf("memory grew by %d KB", grown>>10)
		}
		t.Logf("%s: %d MB, %d games, %d KB more memory", c.rules.Info().Name, times*text.Len()>>20, games, grown>>10)
	}
}
