package formats_test

import (
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"kydai/game"
	"kydai/games/caro"
	"kydai/games/chess"
	"kydai/games/jieqi"
	"kydai/games/xiangqi"
	"kydai/record"
	"kydai/record/formats"
)

// repeated returns a stream that is never completely in memory: head, then text n times, then
// tail.
func repeated(head, text string, n int, tail string) io.Reader {
	chunk := max(1, min(n, (1<<16)/len(text)))
	block := strings.Repeat(text, chunk)
	parts := []io.Reader{strings.NewReader(head)}
	parts = append(parts, &looped{block: block, left: n / chunk * len(block)})
	return io.MultiReader(append(parts, strings.NewReader(strings.Repeat(text, n%chunk)+tail))...)
}

type looped struct {
	block    string
	at, left int
}

func (l *looped) Read(p []byte) (int, error) {
	if l.left == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), l.left)], l.block[l.at:])
	l.at, l.left = (l.at+n)%len(l.block), l.left-n
	return n, nil
}

// drain reads all games of a stream. It returns the number of games, the number of games with an
// error, the largest increase of the heap size in bytes, and the last error. The heap is measured
// at regular intervals and after every error; the parameter pause is the interval, as a number of
// games.
func drain(t *testing.T, format string, rules game.Rules, in io.Reader, pause int) (games, broken int, grown int64, last error) {
	t.Helper()
	r, err := formats.NewReader(format, in, record.ReadOptions{Rules: rules})
	if err != nil {
		t.Fatal(err)
	}
	before := heap()
	for {
		g, err := r.Next()
		if err == io.EOF {
			return games, broken, grown, last
		}
		if err != nil {
			broken, last = broken+1, err
			var e *record.Error
			if !errors.As(err, &e) {
				t.Fatalf("an error without a place: %v", err)
			}
		}
		games++
		if games%pause == 1 || err != nil {
			grown = max(grown, heap()-before)
		}
		runtime.KeepAlive(g)
	}
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// most is the memory in bytes that a reader may use for a hostile file: as much as the largest
// allowed game needs.
const most = 24 << 20

// TestHostileFiles checks that hostile input gives an error with the right code, that memory
// stays bounded, and that the next game is read.
func TestHostileFiles(t *testing.T) {
	const million, half = 1_000_000, 500_000
	for _, c := range []struct {
		name, format string
		rules        game.Rules
		in           io.Reader
		code         string
		games        int
	}{
		{"10 MB comment", "pgn", chess.Rules{}, repeated("1. e4 {", "xxxxxxxxx ", million, "} e5 *\n\n[Event \"b\"]\n\n1. d4 *\n"), record.TooBig, 2},
		{"10 MB comment without end", "pgn", chess.Rules{}, repeated("1. e4 {", "xxxxxxxxx ", million, ""), record.TooBig, 1},
		{"1e6 nested variations", "pgn", chess.Rules{}, repeated("1. e4 ", "(1. d4 ", million, "\n\n[Event \"b\"]\n\n1. d4 *\n"), record.TooBig, 2},
		{"1e6 opened brackets", "pgn", chess.Rules{}, repeated("1. e4 ", "(", million, ""), record.BadRecord, 1},
		{"1e6 closed brackets", "pgn", chess.Rules{}, repeated("1. e4 ", ")", million, ""), record.BadRecord, 1},
		{"1e6 tags", "pgn", chess.Rules{}, repeated("", "[A \"b\"]\n", million, "\n*\n"), record.TooBig, 1},
		{"a tag of 5 MB", "pgn", chess.Rules{}, repeated("[A \"", "xxxxxxxxx ", half, "\"]\n\n*\n"), record.TooBig, 1},
		{"a move of 5 MB", "pgn", chess.Rules{}, repeated("1. ", "xxxxxxxxxx", half, " *\n"), record.TooBig, 1},
		{"1e6 variations of one move", "pgn", chess.Rules{}, repeated("1. e4 ", "(d4)", million, " *\n"), record.TooBig, 1},
		{"wxf line of 5 MB", "wxf", xiangqi.Rules{}, repeated("FORMAT WXF\nRED ", "xxxxxxxxx ", half, "\nSTART{\n}END\n"), record.TooBig, 1},
		{"wxf comments", "wxf", xiangqi.Rules{}, repeated("FORMAT WXF\n", "COMMENT 1 x\n", million, "START{\n}END\n"), record.TooBig, 1},
		{"DhtmlXQ field of 5 MB", "dhtmlxq", xiangqi.Rules{}, repeated("[DhtmlXQ][DhtmlXQ_title]", "xxxxxxxxx ", half, "[/DhtmlXQ_title][/DhtmlXQ]"), record.TooBig, 1},
		{"DhtmlXQ without end", "dhtmlxq", xiangqi.Rules{}, repeated("[DhtmlXQ]", "[DhtmlXQ_", million, ""), record.TooBig, 1},
		{"XQF of 10 MB", "xqf", xiangqi.Rules{}, repeated("XQ\x0a", "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00", million, ""), record.TooBig, 1},
		{"1e6 nested trees", "sgf", caro.Rules{}, repeated("(;GM[4]", "(;B[hh]", million, ""), game.IllegalMove, 1},
		{"1e6 opened trees", "sgf", caro.Rules{}, repeated("(;GM[4]", "(", million, ""), record.TooBig, 1},
		{"SGF comment of 5 MB", "sgf", caro.Rules{}, repeated("(;GM[4]C[", "xxxxxxxxx ", half, "])"), record.TooBig, 1},
		{"psq line of 5 MB", "psq", caro.Rules{}, repeated("Piskvorky 15x15, ", "xxxxxxxxx ", half, "\n"), record.TooBig, 1},
		{"text of 5 MB", "text", chess.Rules{}, repeated("", "xxxxxxxxxx", half, "\n"), record.TooBig, 1},
		{"1e6 nested arrays", "json", chess.Rules{}, repeated(`{"format":"kydai","version":1,"game":"chess","x":`, "[", million, ""), record.BadRecord, 1},
		{"JSON of 5 MB", "json", chess.Rules{}, repeated(`{"format":"`, "xxxxxxxxxx", half, `"}`), record.TooBig, 1},
		{"box of 5 MB", "box", jieqi.Rules{}, repeated(`{"metadata":{"event":"`, "xxxxxxxxxx", half, `"},"moves":[]}`), record.TooBig, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			games, broken, grown, err := drain(t, c.format, c.rules, c.in, 1)
			var cause *game.Error
			if broken == 0 || !errors.As(err, &cause) {
				t.Fatalf("no error with a code: %v", err)
			}
			if want := c.code; cause.Code != want {
				t.Errorf("%v is %q, want %q", err, cause.Code, want)
			}
			if games != c.games {
				t.Errorf("%d games", games)
			}
			if grown > most {
				t.Errorf("%d MB in memory", grown>>20)
			}
			if len(err.Error()) > 2000 {
				t.Errorf("an error of %d bytes", len(err.Error()))
			}
		})
	}
}
