package formats_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kydai/game"
	"kydai/record"
	"kydai/record/formats"
	"kydai/record/recordtest"
)

var update = flag.Bool("update", false, "write data/records again")

// samples are small files in every format, made for this project. All files of one game contain the
// same moves, which the field text contains as PGN.
var samples = []struct {
	game  string
	text  string // the moves of the game, as PGN
	files []sample
}{
	{"chess", "[Event \"Giải cờ\"]\n[White \"An\"]\n[Black \"Bình\"]\n\n1. e4 {[%clk 0:05:00]} e5 2. Nf3! (2. f4 exf4 (2... d5 {!?}) 3. Bc4) 2... Nc6 $10 1/2-1/2\n", []sample{
		{"chess.pgn", "pgn", record.WriteOptions{}, 0}, {"chess.json", "json", record.WriteOptions{}, 0},
	}},
	{"xiangqi", "[Event \"杯賽\"]\n[Red \"胡榮華\"]\n\n1. C2=5 H8+7 {好棋} (1... H2+3 2. H2+3 {先手}) 2. H2+3 R9=8 1-0\n", []sample{
		{"xiangqi.pgn", "pgn", record.WriteOptions{}, 0},
		{"xiangqi-iccs.pgn", "pgn", record.WriteOptions{Notation: "iccs"}, 0},
		{"xiangqi-vietnamese.pgn", "pgn", record.WriteOptions{Notation: "vietnamese"}, 0},
		{"xiangqi-chinese-utf8.pgn", "pgn", record.WriteOptions{Notation: "chinese"}, 0},
		{"xiangqi-chinese-gb18030.pgn", "pgn", record.WriteOptions{Notation: "chinese", Encoding: "gb18030"}, 0},
		{"xiangqi-chinese-big5.pgn", "pgn", record.WriteOptions{Notation: "chinese-traditional", Encoding: "big5"}, 0},
		{"xiangqi.wxf", "wxf", record.WriteOptions{}, 0},
		{"xiangqi-vietnamese.txt", "text", record.WriteOptions{Notation: "vietnamese"}, 0},
		{"xiangqi-chinese.txt", "text", record.WriteOptions{Notation: "chinese", Encoding: "gb18030"}, 0},
		{"xiangqi.dhtmlxq", "dhtmlxq", record.WriteOptions{}, 0},
		{"xiangqi-gb18030.dhtmlxq", "dhtmlxq", record.WriteOptions{Encoding: "gb18030"}, 0},
		{"xiangqi-1.0.xqf", "xqf", record.WriteOptions{}, 10},
		{"xiangqi-1.1.xqf", "xqf", record.WriteOptions{}, 11},
		{"xiangqi-1.8.xqf", "xqf", record.WriteOptions{}, 18},
	}},
	{"jieqi", "[Red \"An\"]\n\n1. h2e2c h7e7p 2. b2b6r a9a8n *\n", []sample{
		{"jieqi.wxf", "wxf", record.WriteOptions{}, 0}, {"jieqi.pgn", "pgn", record.WriteOptions{}, 0},
		{"jieqi-box.json", "box", record.WriteOptions{}, 0},
	}},
	{"caro", "[X \"An\"]\n[O \"Bình\"]\n\n1. h8 h9 {!} (1... i9 2. g7) 2. i8 g8 *\n", []sample{
		{"caro.psq", "psq", record.WriteOptions{}, 0}, {"caro.sgf", "sgf", record.WriteOptions{}, 0}, {"caro.txt", "text", record.WriteOptions{}, 0},
	}},
}

type sample struct {
	name, format string
	o            record.WriteOptions
	version      byte // version of the XQF format in which the file is written; 0 for the other formats
}

// TestSamples detects the format of each file from its bytes, and reads the same moves from
// all files of a game, including variations if the format keeps them.
func TestSamples(t *testing.T) {
	dir := filepath.Join("..", "..", "data", "records")
	for _, s := range samples {
		rules, _ := recordtest.Find(s.game)
		want := recordtest.ReadAll(t, "pgn", s.text, rules)[0]
		for _, file := range s.files {
			path := filepath.Join(dir, file.name)
			if *update {
				writeSample(t, path, want, file)
			}
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			format, _ := formats.Detect(data)
			if format != file.format {
				t.Errorf("%s is taken for %q", file.name, format)
				continue
			}
			r, ok := formats.GameOf(data, format, recordtest.All, nil)
			if !ok || r.Info().Name != s.game {
				t.Errorf("%s is taken for another game: %v", file.name, r)
				continue
			}
			reader, err := formats.NewReader(format, bytes.NewReader(data), record.ReadOptions{Rules: r})
			if err != nil {
				t.Fatal(err)
			}
			g, err := reader.Next()
			if err != nil {
				t.Errorf("%s: %v", file.name, err)
				continue
			}
			f, _ := formats.Lookup(format)
			if a, b := moves(g, f.Tree), moves(want, f.Tree); a != b {
				t.Errorf("%s: read %s, want %s", file.name, a, b)
			}
			if first := strings.ToUpper(r.Info().Sides[0][:1]) + r.Info().Sides[0][1:]; g.Tag(first) != want.Tag(first) {
				t.Errorf("%s: %s is %q, not %q", file.name, first, g.Tag(first), want.Tag(first))
			}
		}
	}
}

// moves returns the moves of the main line as text or, if the parameter all is true, the moves of
// the whole tree.
func moves(g *record.Game, all bool) string {
	bare := &record.Game{Rules: g.Rules, Setup: g.Setup}
	var copyTo func(from, to *record.Node)
	copyTo = func(from, to *record.Node) {
		for i, n := range from.Next {
			if i == 0 || all {
				copyTo(n, to.Add(n.Move))
			}
		}
	}
	copyTo(&g.Root, &bare.Root)
	return recordtest.Tree(bare)
}

func writeSample(t *testing.T, path string, g *record.Game, s sample) {
	t.Helper()
	if s.version > 0 {
		x := &recordtest.XQF{Version: s.version, Mask: 0x5a, Given: [4]byte{7, 91, 133, 202}, Ors: [4]byte{1, 2, 4, 8}}
		if err := os.WriteFile(path, x.Write(t, g), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if err := os.WriteFile(path, []byte(recordtest.Write(t, s.format, s.o, g)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestGameOf checks which game GameOf guesses for a file, including files that fit no game.
func TestGameOf(t *testing.T) {
	for _, c := range []struct{ format, text, want, expected string }{
		{"pgn", "1. e4 e5 2. Nf3 *", "chess", ""},
		{"pgn", "1. C2=5 H8+7 *", "xiangqi", ""},
		{"pgn", "1. 炮二平五　马8进7　1-0", "xiangqi", ""},
		{"pgn", "[Game \"Chinese Chess\"]\n\n*", "xiangqi", ""},
		{"pgn", "[Game \"Jieqi\"]\n[Red \"An\"]\n\n*", "jieqi", ""},
		{"wxf", "FORMAT WXF\nSTART{\n1. C2=5(N) H8+7(R)\n}END", "jieqi", ""},
		{"wxf", "FORMAT WXF\nSTART{\n1. C2=5 H8+7\n}END", "xiangqi", ""},
		{"text", "h8h9i8i9", "caro", ""},
		{"text", "Xyzzy", "", "chess"},
		{"text", "1. d4 d5 2. c4 e6", "caro", ""},
		{"text", "1. d4 d5 2. c4 e6", "chess", "chess"},
		{"text", "h8h9i8i9", "caro", "chess"},
		{"pgn", "1. C2=5 H8+7 *", "xiangqi", "chess"},
	} {
		got := ""
		var expected game.Rules
		for _, r := range recordtest.All {
			if r.Info().Name == c.expected {
				expected = r
			}
		}
		if r, ok := formats.GameOf([]byte(c.text), c.format, recordtest.All, expected); ok {
			got = r.Info().Name
		}
		if got != c.want {
			t.Errorf("%s %q is %q, want %q", c.format, c.text, got, c.want)
		}
	}
	var none []game.Rules
	if _, ok := formats.GameOf([]byte("1. e4"), "pgn", none, nil); ok {
		t.Error("a game of no games")
	}
}
