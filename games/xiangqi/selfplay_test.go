package xiangqi

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"kydai/game"
)

// judgeGames returns the number of games that TestJudgedGames plays: the value of
// KYDAI_TEST_JUDGE_GAMES, or a default.
func judgeGames(t *testing.T) int {
	n, err := strconv.Atoi(os.Getenv("KYDAI_TEST_JUDGE_GAMES"))
	if err != nil {
		n = 900
		if testing.Short() {
			n = 90
		}
	}
	t.Logf("%d games", n)
	return n
}

// TestJudgedGames plays, under each law, games in which both sides often move back and forth,
// together with their mirror images (colours exchanged, board rotated). It checks that every
// repetition is decided, that a game and its mirror image end alike, and that the judge explains
// the reasons.
func TestJudgedGames(t *testing.T) {
	starts := []string{Start}
	for _, c := range ownCases(t) {
		starts = append(starts, c.FEN)
	}
	rng := rand.New(rand.NewPCG(20, 6))
	ended := map[string]int{}
	for g := range judgeGames(t) {
		law := &laws[g%len(laws)]
		start := starts[rng.IntN(len(starts))]
		m := mirror{flip: rng.IntN(2) == 1}
		one, two := judgedPair(t, law, start, m)
		for one.Ply() < 400 && !one.Outcome().Over() {
			move := restless(one, rng)
			if err := one.Push(move); err != nil {
				t.Fatalf("%s: %v", one.Position(), err)
			}
			if err := two.Play(m.code(move)); err != nil {
				t.Fatalf("%s: %v, but its mirror %s", two.Position(), err, one.Position())
			}
			a, b := one.Outcome(), two.Outcome()
			if a.Why != b.Why || a.Winner != b.Winner.Other() {
				t.Fatalf("%s, %s, %v: %v, but with colours changed %v", law.Name, start, one.Codes(), a, b)
			}
			decided(t, law, one)
		}
		ended[law.Name+" "+string(one.Outcome().Why)]++
	}
	for _, must := range []string{"wxf repetition", "wxf perpetual-check", "wxf perpetual-chase", "cxa perpetual-check",
		"cxa perpetual-chase", "cxa perpetual-threat", "online repetition"} {
		if ended[must] == 0 && !testing.Short() {
			t.Errorf("no game ended by %s: %v", must, ended)
		}
	}
	t.Log(ended)
}

// decided checks a repetition: at the third occurrence of a position the game ends, or the
// offending side may not make the move that leads to it. The judge must explain the ruling.
func decided(t *testing.T, law *Law, l *game.Line) {
	t.Helper()
	first, seen := back(l, law.Times)
	if seen < 2 {
		return
	}
	b := replayed(l, first)
	key, depth := b.Key(), b.Depth()
	of := law.Weigh(b, l.Ply()-first)
	if b.Key() != key || b.Depth() != depth {
		t.Fatalf("%s: weighing changed the board", l.Position())
	}
	r, ok := law.Explain(l, "vi")
	elsewhere := l.Outcome().Over() && !law.Judge(l).Over() || l.Position().Outcome().Over()
	switch {
	case elsewhere:
	case !ok || r.Text == "" || len(r.Remarks) != l.Ply()-r.From:
		t.Fatalf("%s: nothing to say: %v %+v", l.Position(), l.Codes(), r)
	case seen == law.Times && !l.Outcome().Over() && (law.RunLimits == nil || of[0] == nil && of[1] == nil):
		t.Fatalf("%s: %v is not decided", law.Name, l.Codes())
	case r.Outcome != l.Outcome():
		t.Fatalf("%s: explained %v, ruled %v", l.Position(), r.Outcome, l.Outcome())
	}
}

// restless returns a random move: mostly a move back and forth, otherwise a move that attacks a
// piece.
func restless(l *game.Line, rng *rand.Rand) game.Move {
	legal := l.Legal()
	if n := l.Ply(); n >= 4 && rng.IntN(8) > 0 {
		last := l.Move(n - 2)
		for _, m := range legal {
			if m.From() == last.To() && m.To() == last.From() && m.Taken() == 0 {
				return m
			}
		}
	}
	p, _ := l.Position().(*Position)
	b := p.Board()
	m := legal[rng.IntN(len(legal))]
	for range 8 {
		b.Do(m)
		attacks := b.InCheck() || len(b.chased(nil)) > 0
		b.Undo()
		if attacks {
			break
		}
		m = legal[rng.IntN(len(legal))]
	}
	return m
}

// mirror exchanges the colours and the two ends of the board. If flip is set, it also exchanges
// left and right.
type mirror struct{ flip bool }

func (m mirror) point(sq int) int {
	file, rank := sq%Files, Ranks-1-sq/Files
	if m.flip {
		file = Files - 1 - file
	}
	return rank*Files + file
}

func (m mirror) code(move game.Move) string {
	return pointName(m.point(int(move.From()))) + pointName(m.point(int(move.To())))
}

// judgedPair starts a game and its mirror image under a law.
func judgedPair(t *testing.T, law *Law, start string, m mirror) (one, two *game.Line) {
	t.Helper()
	p, err := readFEN(start)
	if err != nil {
		t.Fatal(err)
	}
	q := &Position{turn: p.turn.Other(), number: 1}
	for sq, piece := range p.cells {
		if piece != 0 {
			q.cells[m.point(sq)] = NewPiece(piece.Kind(), piece.Side().Other())
		}
	}
	lines := make([]*game.Line, 2)
	for i, text := range []string{start, q.String()} {
		lines[i], err = game.NewLine(Rules{}, game.Setup{Start: text, Options: map[string]string{LawOption: law.Name}})
		if err != nil {
			t.Fatal(err)
		}
	}
	return lines[0], lines[1]
}
