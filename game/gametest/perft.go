package gametest

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	"kydai/game"
)

// FullPerft is the environment variable that removes the depth limit of
// PerftFile when set to "full".
const FullPerft = "KYDAI_TEST_PERFT"

// Perft counts the move sequences of exactly depth moves from p, using only package game.
func Perft(p game.Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	legal := p.Legal()
	if depth == 1 {
		return uint64(len(legal))
	}
	var n uint64
	for _, m := range legal {
		n += Perft(p.Play(m), depth-1)
	}
	return n
}

// PerftCase is one position of a perft file: its name, its position text, and the expected number
// of move sequences for each depth.
type PerftCase struct {
	ID, EPD string
	Nodes   map[int]uint64
}

// ReadPerftFile reads a file of lines "id NAME", "epd TEXT" and
// "perft DEPTH NODES"; "#" starts a comment line.
func ReadPerftFile(path string) ([]PerftCase, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // read-only
	var cases []PerftCase
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		word, rest, _ := strings.Cut(strings.TrimSpace(lines.Text()), " ")
		if word == "id" {
			cases = append(cases, PerftCase{ID: rest, Nodes: map[int]uint64{}})
			continue
		}
		if word == "" || word == "#" {
			continue
		}
		if len(cases) == 0 {
			return nil, broken("perft", "%s:%d: a line before the first id", path, n)
		}
		last := &cases[len(cases)-1]
		switch word {
		case "epd":
			last.EPD = rest
		case "perft":
			d, count, _ := strings.Cut(rest, " ")
			depth, err1 := strconv.Atoi(d)
			nodes, err2 := strconv.ParseUint(count, 10, 64)
			if err1 != nil || err2 != nil {
				return nil, broken("perft", "%s:%d: %q", path, n, rest)
			}
			last.Nodes[depth] = nodes
		default:
			return nil, broken("perft", "%s:%d: unknown word %q", path, n, word)
		}
	}
	return cases, lines.Err()
}

// PerftFile compares the results of the given function with the expected numbers of a perft file,
// for depths up to maxDepth. If KYDAI_TEST_PERFT=full, it compares all depths in the file.
func PerftFile(t *testing.T, path string, maxDepth int, count func(epd string, depth int) (uint64, error)) {
	t.Helper()
	cases, err := ReadPerftFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) == 0 {
		t.Fatalf("%s holds no position", path)
	}
	full := os.Getenv(FullPerft) == "full"
	for _, c := range cases {
		t.Run(c.ID, func(t *testing.T) {
			for depth := 1; depth <= len(c.Nodes); depth++ {
				want, ok := c.Nodes[depth]
				if !ok {
					t.Fatalf("the file skips depth %d", depth)
				}
				if depth > maxDepth && !full {
					break
				}
				got, err := count(c.EPD, depth)
				if err != nil {
					t.Fatal(err)
				}
				if got != want {
					t.Errorf("perft %d of %s = %d, want %d", depth, c.EPD, got, want)
				}
			}
		})
	}
}
