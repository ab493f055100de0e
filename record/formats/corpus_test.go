package formats_test

import (
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"kydai/game"
	"kydai/record"
	"kydai/record/formats"
	"kydai/record/recordtest"
	"kydai/search/classic"
)

// corpusGames is the number of self-play games that are tested for each game and notation.
// `make records` plays more.
func corpusGames(t *testing.T) int {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv("KYDAI_TEST_RECORDS"))
	if err != nil || n < 1 {
		return 12
	}
	return n
}

// selfPlay plays a game with a mixture of greedy and random moves. The greedy moves capture
// pieces as people do; the random moves produce rare situations.
func selfPlay(t *testing.T, m recordtest.Maker) *game.Line {
	t.Helper()
	var setup game.Setup
	if d, ok := m.Rules.(game.Dealer); ok {
		setup.Secret = d.Deal(m.IntN)
	}
	l, err := game.NewLine(m.Rules, setup)
	if err != nil {
		t.Fatal(err)
	}
	for l.Ply() < 160 {
		legal := l.Legal()
		if len(legal) == 0 {
			break
		}
		move := legal[m.IntN(len(legal))]
		if m.IntN(3) == 0 {
			move = classic.Greedy(l.Position(), classic.Pieces(), m.Rand, nil).Best()
		}
		if err := l.Push(move); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

// TestCorpus writes self-play games in every format and notation of each game: a written game
// must read as the same game, and writing it again must give the same text.
func TestCorpus(t *testing.T) {
	for _, rules := range recordtest.All {
		in := rules.Info()
		if in.Example {
			continue
		}
		t.Run(in.Name, func(t *testing.T) {
			m := recordtest.Maker{Rand: rand.New(rand.NewPCG(31, uint64(len(in.Name)))), Rules: rules}
			ways := waysToWrite(rules)
			plies, left := 0, corpusGames(t)
			for left > 0 {
				var lines []*game.Line
				for range min(left, 50) {
					l := selfPlay(t, m)
					plies += l.Ply()
					lines = append(lines, l)
				}
				left -= len(lines)
				for _, w := range ways {
					corpusTrip(t, w.format, w.notation, lines)
				}
			}
			t.Logf("%d games, %d plies, in %d formats and notations", corpusGames(t), plies, len(ways))
		})
	}
}

type way struct{ format, notation string }

// waysToWrite lists every format that can hold a game, with every notation if the format
// supports several.
func waysToWrite(rules game.Rules) []way {
	var ways []way
	names := append([]string{"pgn", "text", "json"}, rules.Info().Formats...)
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if f, ok := formats.Lookup(name); !ok || f.ReadOnly {
			continue
		}
		ways = append(ways, way{name, ""})
		if noted, ok := rules.(game.Noted); ok && (name == "pgn" || name == "text") {
			for _, n := range noted.Notations() {
				ways = append(ways, way{name, n.Name()})
			}
		}
	}
	return ways
}

func corpusTrip(t *testing.T, format, notation string, lines []*game.Line) {
	t.Helper()
	o := record.WriteOptions{Notation: notation, OpenSecret: true}
	var text, again bytes.Buffer
	out, _ := formats.NewWriter(format, &text, o)
	back, _ := formats.NewWriter(format, &again, o)
	var games []*record.Game
	for _, l := range lines {
		if format == "box" {
			l = l.View(game.NoSide)
		}
		g := record.FromLine(l)
		g.Tags = nil
		if format == "psq" {
			g.Result = record.ResultOf(l.Position().Outcome())
		}
		games = append(games, g)
		if err := out.Write(g); err != nil {
			t.Fatal(err)
		}
	}
	r, err := formats.NewReader(format, bytes.NewReader(text.Bytes()), record.ReadOptions{Rules: lines[0].Rules()})
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; ; i++ {
		g, err := r.Next()
		if err == io.EOF {
			if i != len(games) {
				t.Fatalf("%s %s: %d of %d games came back", format, notation, i, len(games))
			}
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if !g.Equal(games[i]) {
			t.Fatalf("%s %s: game %d is another:\n%s\n%s", format, notation, i, recordtest.Tree(g), recordtest.Tree(games[i]))
		}
		if err := back.Write(g); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(text.Bytes(), again.Bytes()) {
		t.Fatalf("%s %s: writing again gives another text", format, notation)
	}
}
