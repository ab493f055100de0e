package formats_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kydai/game"
	"kydai/games/jieqi"
	"kydai/record"
	"kydai/record/formats"
	"kydai/record/recordtest"
)

// TestRoundTrip writes random games in every format of their game and in the formats for all
// games, and reads them back.
func TestRoundTrip(t *testing.T) {
	for _, rules := range recordtest.All {
		names := append([]string{"pgn", "json", "text"}, rules.Info().Formats...)
		if _, ok := game.NotationOf(rules, "wxf"); ok {
			names = append(names, "wxf")
		}
		slices.Sort(names)
		for _, name := range slices.Compact(names) {
			f, ok := formats.Lookup(name)
			if !ok {
				t.Fatalf("%s is written in %s, which nobody can read", rules.Info().Name, name)
			}
			if f.ReadOnly {
				continue
			}
			t.Run(rules.Info().Name+"/"+name, func(t *testing.T) {
				m := recordtest.Maker{Rand: rand.New(rand.NewPCG(1, 2)), Rules: rules}
				var games []*record.Game
				for range 25 {
					games = append(games, m.Game(t, f))
				}
				text := recordtest.Write(t, name, record.WriteOptions{OpenSecret: true}, games...)
				back := recordtest.ReadAll(t, name, text, rules)
				if len(back) != len(games) {
					t.Fatalf("wrote %d games, read %d:\n%s", len(games), len(back), text)
				}
				for i := range games {
					if !games[i].Equal(back[i]) {
						t.Fatalf("game %d changed:\n%s\nis now\n%s", i,
							recordtest.Write(t, name, record.WriteOptions{OpenSecret: true}, games[i]),
							recordtest.Write(t, name, record.WriteOptions{OpenSecret: true}, back[i]))
					}
				}
				if again := recordtest.Write(t, name, record.WriteOptions{OpenSecret: true}, back...); again != text {
					t.Fatalf("writing again gives another text:\n%s\n%s", text, again)
				}
				if got, ok := formats.Detect([]byte(text[:min(500, len(text))])); !ok || got != name {
					t.Errorf("detected as %q", got)
				}
			})
		}
	}
}

// TestNotations writes PGN in every notation of each game.
func TestNotations(t *testing.T) {
	for _, rules := range recordtest.All {
		noted, ok := rules.(game.Noted)
		if !ok {
			continue
		}
		for _, n := range noted.Notations() {
			t.Run(rules.Info().Name+"/"+n.Name(), func(t *testing.T) {
				m := recordtest.Maker{Rand: rand.New(rand.NewPCG(3, 4)), Rules: rules}
				for range 20 {
					g := record.FromLine(m.Line(t, m.Setup(), 100))
					text := recordtest.Write(t, "pgn", record.WriteOptions{Notation: n.Name(), OpenSecret: true}, g)
					if back := recordtest.ReadAll(t, "pgn", text, rules); len(back) != 1 || !back[0].Equal(g) {
						t.Fatalf("changed:\n%s\n%s", text, recordtest.Write(t, "pgn", record.WriteOptions{Notation: n.Name(), OpenSecret: true}, back...))
					}
				}
			})
		}
	}
}

// TestSecret writes games with hidden pieces, and views of these games that contain only what one
// side knows. A complete game must be written as a spectator knows it, and a view must be written
// unchanged.
func TestSecret(t *testing.T) {
	rules := jieqi.Rules{}
	m := recordtest.Maker{Rand: rand.New(rand.NewPCG(5, 6)), Rules: rules}
	for _, format := range []string{"pgn", "json", "wxf", "text"} {
		for range 20 {
			line := m.Line(t, m.Setup(), 80)
			for _, s := range []game.Side{game.NoSide, game.First, game.Second} {
				g := record.FromLine(line)
				if s != game.NoSide {
					g = record.FromLine(line.View(s))
				}
				text := recordtest.Write(t, format, record.WriteOptions{}, g)
				back := recordtest.ReadAll(t, format, text, rules)[0]
				want := record.FromLine(line.View(s))
				if !back.Equal(want) {
					t.Fatalf("%s for %v is\n%s\nnot\n%s", format, s, text, recordtest.Write(t, format, record.WriteOptions{}, want))
				}
				if !back.Setup.Secret.Empty() || strings.Contains(strings.ToLower(text), "deal") {
					t.Fatalf("the deal got out:\n%s", text)
				}
				if l, err := back.Line(); err != nil || !slices.Equal(l.Codes(), line.View(s).Codes()) {
					t.Fatalf("the line of the view is another: %v", err)
				}
			}
		}
	}
}

// TestViewDropsVariations checks that a view contains no variations, because variations would
// reveal face-down pieces.
func TestViewDropsVariations(t *testing.T) {
	m := recordtest.Maker{Rand: rand.New(rand.NewPCG(7, 8)), Rules: jieqi.Rules{}}
	g := record.FromLine(m.Line(t, m.Setup(), 30))
	start, err := g.Rules.New(g.Setup)
	if err != nil {
		t.Fatal(err)
	}
	g.Root.Add(game.CompletionsOf(start, start.Legal()[0])[0].Move)
	text := recordtest.Write(t, "json", record.WriteOptions{}, g)
	if back := recordtest.ReadAll(t, "json", text, nil)[0]; len(back.Root.Next) != 1 {
		t.Fatalf("the view kept a variation: %s", text)
	}
	if text = recordtest.Write(t, "json", record.WriteOptions{OpenSecret: true}, g); !strings.Contains(text, "variations") {
		t.Fatalf("the open record lost a variation: %s", text)
	}
}

// TestLine converts records to lines and back.
func TestLine(t *testing.T) {
	for _, rules := range recordtest.All {
		m := recordtest.Maker{Rand: rand.New(rand.NewPCG(9, 9)), Rules: rules}
		for range 10 {
			line := m.Line(t, m.Setup(), 60)
			back, err := record.FromLine(line).Line()
			if err != nil || !slices.Equal(back.Codes(), line.Codes()) || back.Outcome() != line.Outcome() {
				t.Fatalf("%s: %v %v", rules.Info().Name, err, back.Codes())
			}
		}
	}
}
