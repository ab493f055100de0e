package words

import (
	"context"
	"slices"
	"strings"
	"testing"

	"kydai/engine"
	"kydai/game"
	"kydai/games"
	"kydai/games/engines"
	"kydai/reason"
)

// known lists well-known tactics: a start position, the moves played from it, the move to explain
// ("" means the best move), and a motif that the explanation must contain.
var known = []struct{ game, start, moves, move, want string }{
	{"chess", "5r1k/6pp/7N/8/2Q5/8/5PPP/6K1 w - - 0 1", "", "", "does sacrifice"},
	{"chess", "3r2k1/4bppp/8/2n5/8/8/5PPP/2RR2K1 w - - 0 1", "", "d1d8", "does overloaded"},
	{"chess", "3r2k1/5ppp/5n2/6B1/4b3/7P/5PP1/4R1K1 w - - 0 1", "", "g5f6", "does removed"},
	{"chess", "6k1/5ppp/8/8/8/1P6/b1P2PPP/2K5 w - - 0 1", "", "c1b2", "does trapped"},
	{"chess", "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 0 5", "", "c1g5", "does pin"},
	{"chess", "4k3/pp6/8/8/4N3/7q/1K3P2/4R3 w - - 0 1", "", "", "does discovered check"},
	{"chess", "q3k3/8/8/8/8/8/8/4K2R w K - 0 1", "", "h1h8", "does skewer check"},
	{"xiangqi", "3k5/R8/9/9/9/9/9/9/1R7/5K3 w - - 0 1", "", "", "does rooks"},
	{"xiangqi", "3k5/9/9/9/9/9/9/9/1R7/4K4 w - - 0 1", "", "", "does face now"},
	{"xiangqi", "2b1k1b2/1R2a4/9/9/9/4P4/9/9/4C4/3K5 w - - 0 1", "", "b8e8", "does gouge"},
	{"xiangqi", "3aka3/9/9/9/4C4/9/9/9/7C1/3K5 w - - 0 1", "", "h1e1", "does cannons mate"},
	{"xiangqi", "3k1a3/9/3N5/9/9/9/9/9/7C1/4K4 w - - 0 1", "", "h1d1", "does horse-cannon mate"},
	{"xiangqi", "3k2b2/9/4c4/6N2/9/9/9/9/4R4/3A1K3 w - - 0 1", "", "g6f8", "does eye guard"},
	{"xiangqi", "", "", "h2e2", "does central"},
	{"caro", "", "f8 e8 g8 k8 h8 a1 i8 c15", "j8", "does no-five blocked"},
	{"caro", "", "f8 a1 g8 c1 h8 e1 j8 g1 k8 i1", "i8", "does no-five overline"},
	{"caro", "", "h8 a1 i8 a15 h9 o1 i10 o15 l9 c1", "", "does double-three"},
	{"jieqi", "", "", "h2e2", "does turns"},
}

// TestKnown explains the known tactics with the engine. With -update it also adds them to the
// golden files.
func TestKnown(t *testing.T) {
	for _, k := range known {
		q := askKnown(t, k.game, k.start, k.moves, k.move)
		var got []string
		for _, role := range roles {
			if c := q.Case(role); c != nil {
				for _, m := range list()[k.game].Motifs(c) {
					got = append(got, strings.TrimSpace(role+" "+m.Code+" "+m.Kind))
				}
			}
		}
		if !slices.Contains(got, k.want) {
			t.Errorf("%s %s %s %s: %v, want %s (%s, %s)", k.game, k.start, k.moves, k.move, got, k.want,
				show(q.Position, q.Played), show(q.Position, q.Better))
			continue
		}
		if *update {
			addGolden(t, k.game, q)
		}
	}
}

func askKnown(t *testing.T, name, start, moves, move string) *reason.Question {
	t.Helper()
	r, _ := games.Find(name)
	line, err := game.NewLine(r, game.Setup{Start: start})
	if err != nil {
		t.Fatalf("%s: %v", start, err)
	}
	for _, code := range strings.Fields(moves) {
		if err := line.Play(code); err != nil {
			t.Fatalf("%s: %v", code, err)
		}
	}
	e, err := engines.New(name)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close() //nolint:errcheck // nothing is kept
	q, err := reason.Ask(context.Background(), e, line.View(line.Position().Turn()), move, engine.Limits{Nodes: 40_000})
	if err != nil {
		t.Fatalf("%s %s: %v", start, move, err)
	}
	return q
}

// addGolden adds a question to a golden file unless the file already contains it.
func addGolden(t *testing.T, name string, q *reason.Question) {
	t.Helper()
	set, g := readGolden(t, name), goldenOf(q)
	for _, have := range set {
		if have.Position == g.Position && have.Played.Codes[0] == g.Played.Codes[0] {
			return
		}
	}
	writeGolden(t, name, append(set, g))
}
