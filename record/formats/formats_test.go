package formats_test

import (
	"io"
	"strings"
	"testing"

	"kydai/games/caro"
	"kydai/games/jieqi"
	"kydai/games/xiangqi"
	"kydai/record"
	"kydai/record/formats"
	"kydai/record/recordtest"
)

func FuzzDetect(f *testing.F) {
	f.Add([]byte("FORMAT WXF"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if name, ok := formats.Detect(data); ok {
			if _, known := formats.Lookup(name); !known {
				t.Fatalf("no such format: %q", name)
			}
		}
	})
}

func TestHostileLines(t *testing.T) {
	const jsonGood = `{"format":"kydai","version":1,"game":"caro","moves":[{"code":"h8"}],"result":"*"}`
	for name, c := range map[string]struct {
		format, head, body, tail string
	}{
		"json string": {"json", `{"format":"kydai","tags":"`, "x", "\n" + jsonGood},
		"json moves":  {"json", `{"format":"kydai","version":1,"game":"caro","moves":[`, `{"code":"h8","variations":[[`, "\n" + jsonGood},
		"json depth":  {"json", `{"format":`, `[`, "\n" + jsonGood},
		"text line":   {"text", "", "x", "\n\nh8"},
		"text header": {"text", "X: ", "x", "\n\nh8"},
		"text tags":   {"text", "", "A1: x\nB: y\n", "\n\nh8"},
		"psq names":   {"psq", "Piskvorky 15x15, 11:11, 0\n", "name\n", "\nPiskvorky 15x15, 11:11, 0\n8,8,0\n"},
		"psq stones":  {"psq", "Piskvorky 15x15, 11:11, 0\n", "8,8,0\n", "\nPiskvorky 15x15, 11:11, 0\n8,8,0\n"},
	} {
		in := io.MultiReader(strings.NewReader(c.head), &recordtest.Endless{Text: c.body, Left: 6 << 20}, strings.NewReader(c.tail))
		r, err := formats.NewReader(c.format, in, record.ReadOptions{Rules: caro.Rules{}})
		if err != nil {
			t.Fatal(err)
		}
		failed := 0
		for {
			g, err := r.Next()
			if err == io.EOF {
				t.Errorf("%s: the good game is lost", name)
				break
			}
			if err == nil && recordtest.Tree(g) == "h8" {
				break
			}
			if err != nil {
				failed++
			}
		}
		if failed == 0 {
			t.Errorf("%s: no error", name)
		}
	}
	wxf := io.MultiReader(strings.NewReader("FORMAT WXF\n"), &recordtest.Endless{Text: "A x\n", Left: 6 << 20}, strings.NewReader("\nFORMAT WXF\nSTART{\n1. C2=5\n}END"))
	r, _ := formats.NewReader("wxf", wxf, record.ReadOptions{Rules: xiangqi.Rules{}})
	if _, e := recordtest.Next(t, r); e.Err == nil {
		t.Errorf("WXF: %v", e)
	}
	if g, err := r.Next(); err != nil || recordtest.Tree(g) != "h2e2" {
		t.Errorf("WXF: the game after: %v", err)
	}
}

func TestFormats(t *testing.T) {
	for text, want := range map[string]string{
		"\ufeff[Event \"x\"]":        "pgn",
		"  {\"format\":\"kydai\"}":   "json",
		"{a comment} 1. e4":          "pgn",
		"1. e4 (1. d4) *":            "pgn",
		"FORMAT WXF\n":               "wxf",
		"RED x\nSTART{\n":            "wxf",
		"Piskvorky 15x15, 11:11, 0":  "psq",
		"h8h9":                       "text",
		"Game: caro\n\nh8":           "text",
		"":                           "",
		"XQ\x00\x01":                 "",
		"% escape\n[Event \"x\"]\n ": "pgn",
	} {
		if got, ok := formats.Detect([]byte(text)); got != want || ok != (want != "") {
			t.Errorf("%q is %q", text, got)
		}
	}
	for file, want := range map[string]string{"a.PGN": "pgn", "b/c.jsonl": "json", "x.txt": "text", "pgn": "", "x.doc": ""} {
		if got, ok := formats.BySuffix(file); got != want || ok != (want != "") {
			t.Errorf("%s is %q", file, got)
		}
	}
	if _, err := formats.NewReader("doc", nil, record.ReadOptions{}); err == nil {
		t.Error("a format nobody knows")
	}
	if _, err := formats.NewWriter("doc", nil, record.WriteOptions{}); err == nil {
		t.Error("a format nobody knows")
	}
	for _, f := range formats.Formats() {
		if _, err := formats.NewReader(f.Name, strings.NewReader(""), record.ReadOptions{}); err == nil {
			t.Errorf("%s read without rules", f.Name)
		}
	}
}

// TestDeal checks that a written deal can be read back, both in letters and in hexadecimal.
func TestDeal(t *testing.T) {
	m := recordtest.Maker{Rand: recordtest.Rand(11), Rules: jieqi.Rules{}}
	g := record.FromLine(m.Line(t, m.Setup(), 20))
	for _, format := range []string{"pgn", "json", "wxf", "text"} {
		text := recordtest.Write(t, format, record.WriteOptions{OpenSecret: true}, g)
		if back := recordtest.ReadAll(t, format, text, jieqi.Rules{})[0]; back.Setup.Secret != g.Setup.Secret {
			t.Errorf("%s: the deal changed:\n%s", format, text)
		}
	}
	r := recordtest.Reader(t, "pgn", "[Deal \"0xzz\"]\n\n*", jieqi.Rules{})
	if _, e := recordtest.Next(t, r); e.Token != "0xzz" {
		t.Errorf("%+v", e)
	}
	r = recordtest.Reader(t, "pgn", "[Deal \"much too short\"]\n\n*", jieqi.Rules{})
	if _, e := recordtest.Next(t, r); e.Ply != 0 {
		t.Errorf("%+v", e)
	}
}
