package search

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"kydai/game"
	"kydai/games"
	"kydai/test/timing"
)

// framed is a slow and simple State for any game of package game: it keeps a stack of positions and
// derives a static value from the key. It lets the tests check the search without an engine's
// evaluation.
type framed struct {
	stack []game.Position
}

func newFramed(p game.Position) *framed { return &framed{stack: []game.Position{p}} }

func (f *framed) now() game.Position { return f.stack[len(f.stack)-1] }

func (f *framed) Moves(buf []game.Move) []game.Move { return append(buf, f.now().Legal()...) }

func (f *framed) Noisy(buf []game.Move) []game.Move {
	for _, m := range f.now().Legal() {
		if m.Taken() != 0 {
			buf = append(buf, m)
		}
	}
	return buf
}

func (f *framed) Do(m game.Move) bool {
	f.stack = append(f.stack, f.now().Play(m))
	return true
}

func (f *framed) Undo()         { f.stack = f.stack[:len(f.stack)-1] }
func (f *framed) Key() uint64   { return f.now().Key() }
func (f *framed) InCheck() bool { return len(game.MarksOf(f.now())) > 0 }

func (f *framed) Eval() int {
	k := f.now().Key()
	return int((k^k>>17^k>>41)%401) - 200
}

func (f *framed) Score(ms []game.Move, out []int32) {
	for i, m := range ms {
		out[i] = 0
		if m.Taken() != 0 {
			out[i] = Good + int32(m.Taken())
		}
	}
}

func (f *framed) Verdict(ply int) (int, bool) {
	o := f.now().Outcome()
	switch {
	case !o.Over():
		return 0, false
	case o.Winner == game.NoSide:
		return 0, true
	case o.Winner == f.now().Turn():
		return Won(ply), true
	}
	return Lost(ply), true
}

func (f *framed) Stuck(ply int) int {
	score, _ := f.Verdict(ply)
	return score
}

// minimax computes the value of a position without pruning. The tests compare the search with it.
func minimax(f *framed, depth, ply int) int {
	if ply > 0 {
		if score, over := f.Verdict(ply); over {
			return score
		}
	}
	if depth == 0 {
		return f.Eval()
	}
	best := -Infinite
	for _, m := range f.Moves(nil) {
		f.Do(m)
		best = max(best, -minimax(f, depth-1, ply+1))
		f.Undo()
	}
	return best
}

// randomPosition plays some random moves of a game.
func randomPosition(r game.Rules, rng *rand.Rand, plies int) game.Position {
	s := game.Setup{}
	if d, ok := r.(game.Dealer); ok {
		s.Secret = d.Deal(rng.IntN)
	}
	l, err := game.NewLine(r, s)
	if err != nil {
		panic(err)
	}
	for range plies {
		legal := l.Legal()
		if len(legal) == 0 {
			break
		}
		if err := l.Push(legal[rng.IntN(len(legal))]); err != nil {
			panic(err)
		}
	}
	return l.Position()
}

// TestPlainEqualsMinimax checks that, with everything else disabled, alpha-beta gives the value of
// minimax and a move with that value. With KYDAI_TEST_SEARCH=full it tests 1,000 positions of each
// game, and every fourth position one ply deeper if it has few moves.
func TestPlainEqualsMinimax(t *testing.T) {
	full := os.Getenv("KYDAI_TEST_SEARCH") == "full"
	for _, r := range append(games.All(), games.Examples()...) {
		n := 120
		switch {
		case full:
			n = 1000
		case r.Info().Width*r.Info().Height > 200:
			n = 6 // minimax is slow on wide boards
		case testing.Short():
			n /= 4
		}
		rng := rand.New(rand.NewPCG(5, 5))
		deeper := 0
		for i := 0; i < n; {
			p := randomPosition(r, rng, 10+rng.IntN(60))
			legal := len(p.Legal())
			if legal == 0 {
				continue
			}
			i++
			depth := 2
			if full && i%4 == 0 && legal < 40 {
				depth = 3
				deeper++
			}
			want := minimax(newFramed(p), depth, 0)
			rep := New(1, Bare()).Search(context.Background(), func() State { return newFramed(p) }, 1, Limits{Depth: depth}, nil)
			if rep.Lines[0].Score != want {
				t.Fatalf("%s %d: %s: %d, minimax says %d", r.Info().Name, i, p, rep.Lines[0].Score, want)
			}
			f := newFramed(p)
			f.Do(rep.Best())
			if got := -minimax(f, depth-1, 1); got != want {
				t.Fatalf("%s %d: %s: the move is worth %d, not %d", r.Info().Name, i, p, got, want)
			}
		}
		t.Logf("%s: %d positions, %d of them to depth 3, the others to 2", r.Info().Name, n, deeper)
	}
}

// TestOneThreadIsDeterministic checks that two searches of a position on one thread visit the same
// number of nodes and find the same move.
func TestOneThreadIsDeterministic(t *testing.T) {
	for _, r := range games.All() {
		p := randomPosition(r, rand.New(rand.NewPCG(1, 1)), 20)
		var nodes [2]uint64
		var best [2]game.Move
		for i := range nodes {
			rep := New(4, DefaultParams()).Search(context.Background(), func() State { return newFramed(p) }, 1, Limits{Nodes: 3000}, nil)
			nodes[i], best[i] = rep.Nodes, rep.Best()
		}
		if nodes[0] != nodes[1] || best[0] != best[1] {
			t.Errorf("%s: %v nodes, %v", r.Info().Name, nodes, best)
		}
	}
}

func TestContextStopsAtOnce(t *testing.T) {
	r := games.All()[0]
	p := randomPosition(r, rand.New(rand.NewPCG(2, 2)), 10)
	// These positions are slow to search, so the limit is generous; the tests of each engine check
	// a stricter limit.
	timing.Within(t, 100*time.Millisecond, timing.DefaultTrials, func() time.Duration {
		ctx, cancel := context.WithCancel(context.Background())
		var stopped time.Time
		go func() {
			time.Sleep(50 * time.Millisecond)
			stopped = time.Now()
			cancel()
		}()
		rep := New(4, DefaultParams()).Search(ctx, func() State { return newFramed(p) }, 1, Limits{}, nil)
		if rep.Best() == game.NoMove {
			t.Error("no move at hand")
		}
		<-ctx.Done()
		return time.Since(stopped)
	})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	rep := New(1, DefaultParams()).Search(ctx, func() State { return newFramed(p) }, 1, Limits{}, nil)
	if rep.Best() == game.NoMove {
		t.Error("a search that may not begin has no move at hand")
	}
}

func TestMultiPVLinesDiffer(t *testing.T) {
	for _, r := range games.All() {
		p := randomPosition(r, rand.New(rand.NewPCG(3, 3)), 15)
		rep := New(4, DefaultParams()).Search(context.Background(), func() State { return newFramed(p) }, 1, Limits{Depth: 3, MultiPV: 4}, nil)
		if len(rep.Lines) != 4 {
			t.Fatalf("%s: %d lines", r.Info().Name, len(rep.Lines))
		}
		seen := map[game.Move]bool{}
		for i, l := range rep.Lines {
			if seen[l.Moves[0]] {
				t.Errorf("%s: line %d begins like another", r.Info().Name, i)
			}
			seen[l.Moves[0]] = true
			if i > 0 && l.Score > rep.Lines[i-1].Score {
				t.Errorf("%s: line %d is better than the one before", r.Info().Name, i)
			}
		}
	}
}

func TestOnlySomeMoves(t *testing.T) {
	r := games.All()[0]
	p := randomPosition(r, rand.New(rand.NewPCG(4, 4)), 15)
	only := p.Legal()[3:5]
	rep := New(1, DefaultParams()).Search(context.Background(), func() State { return newFramed(p) }, 1, Limits{Depth: 3, Only: only}, nil)
	if b := rep.Best(); b != only[0] && b != only[1] {
		t.Errorf("played %#x, allowed were %#x", b, only)
	}
}

func TestTableKeepsEntries(t *testing.T) {
	tb := NewTable(1)
	for i, e := range []entry{
		{move: 77, score: -123, depth: 9, bound: exact}, {move: 1 << 30, score: Won(3), depth: 100, bound: lower},
		{score: Lost(5), depth: 0, bound: upper},
	} {
		key := uint64(42 + i)
		tb.store(key, 7, e)
		if got, ok := tb.probe(key, 7); !ok || got != e {
			t.Errorf("%+v came back as %+v", e, got)
		}
		if _, ok := tb.probe(key+9, 7); ok {
			t.Error("found what was never stored")
		}
	}
	// A shallow bound must not replace a deep entry. An entry without a move must keep the stored
	// move of the position.
	tb.store(43, 7, entry{score: 5, depth: 1, bound: upper})
	if got, _ := tb.probe(43, 7); got.depth != 100 {
		t.Errorf("the deep entry gave way to %+v", got)
	}
	tb.store(42, 7, entry{score: 5, depth: 9, bound: exact})
	if got, _ := tb.probe(42, 7); got.move != 77 || got.score != 5 {
		t.Errorf("the move of the older entry is gone: %+v", got)
	}
	// A mate score is stored as the distance from its position, so probe converts it to the ply of
	// the search.
	tb.store(42, 7, entry{move: 1, score: Won(9), depth: 50, bound: exact})
	if got, _ := tb.probe(42, 3); got.score != Won(5) {
		t.Errorf("a win two plies away is %d at ply 3", got.score)
	}
}

func TestMovesToMate(t *testing.T) {
	for score, want := range map[int]int{Won(1): 1, Won(3): 2, Lost(0): 0, Lost(2): -1, Lost(4): -2} {
		if got, ok := MovesToMate(score); !ok || got != want {
			t.Errorf("score %d: %d, want %d", score, got, want)
		}
	}
	if _, ok := MovesToMate(MateIn - 1); ok {
		t.Error("an ordinary score is no mate")
	}
}

func TestParamsAreInRange(t *testing.T) {
	p := DefaultParams()
	for _, x := range p.List() {
		if x.Value < x.Least || x.Value > x.Most {
			t.Errorf("%s is %d, outside %d to %d", x.Name, x.Value, x.Least, x.Most)
		}
	}
}

// TestDepthOneIsFinished checks that depth 1 compares all moves even if the node limit or the time
// is used up. A cancelled search must return a move without comparing all moves.
func TestDepthOneIsFinished(t *testing.T) {
	past, free := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer free()
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, r := range games.All() {
		p := randomPosition(r, rand.New(rand.NewPCG(6, 6)), 12)
		search := func(ctx context.Context, l Limits) Report {
			return New(1, DefaultParams()).Search(ctx, func() State { return newFramed(p) }, 1, l, nil)
		}
		want := search(context.Background(), Limits{Depth: 1})
		for name, got := range map[string]Report{
			"one node":   search(context.Background(), Limits{Nodes: 1}),
			"no time":    search(context.Background(), Limits{Soft: 1, Hard: 1}),
			"a deadline": search(past, Limits{}),
		} {
			if got.Depth != 1 || got.Best() != want.Best() || got.Lines[0].Score != want.Lines[0].Score {
				t.Errorf("%s, %s: depth %d, %+v instead of %+v", r.Info().Name, name, got.Depth, got.Lines, want.Lines)
			}
		}
		if got := search(canceled, Limits{}); got.Nodes > 2*lumpSize || got.Best() == game.NoMove {
			t.Errorf("%s, canceled: %d nodes, %v", r.Info().Name, got.Nodes, got.Lines)
		}
	}
}
