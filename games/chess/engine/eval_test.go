package engine

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"kydai/game"
	"kydai/games/chess"
)

// valueOf evaluates a board with an empty cache and newly computed sums.
func valueOf(h *handcrafted, b *chess.Board) int {
	clear(h.cache)
	h.Reset(b)
	return h.Value(b)
}

func TestColoursAreEqual(t *testing.T) {
	h := newHandcrafted(DefaultWeights())
	walkGames(t, 60, 120, func(b *chess.Board) {
		m := board(t, mirrored(b.FEN()))
		if got, want := valueOf(h, &m), valueOf(h, b); got != want {
			t.Fatalf("%s: %d, with colours exchanged %d", b.FEN(), want, got)
		}
	})
}

func TestSumsAreKept(t *testing.T) {
	h, fresh := newHandcrafted(DefaultWeights()), newHandcrafted(DefaultWeights())
	rng := rand.New(rand.NewPCG(3, 4))
	for g := range 60 {
		b := board(t, starts[g%len(starts)])
		h.Reset(&b)
		var sums []sum
		for range 150 {
			now := h.sums[len(h.sums)-1]
			if want := h.scratch(&b); now != want {
				t.Fatalf("%s: kept %v, from scratch %v", b.FEN(), now, want)
			}
			if got, want := h.Value(&b), valueOf(fresh, &b); got != want {
				t.Fatalf("%s: value %d, without memory %d", b.FEN(), got, want)
			}
			sums = append(sums, now)
			ms := b.Legal(nil)
			if len(ms) == 0 {
				break
			}
			m := ms[rng.IntN(len(ms))]
			h.Push(&b, m)
			b.Do(m)
		}
		for len(h.sums) > 1 {
			h.Pop()
			if got, want := h.sums[len(h.sums)-1], sums[len(h.sums)-1]; got != want {
				t.Fatalf("Pop left %v, want %v", got, want)
			}
		}
	}
}

// TestTraceIsTheValue checks that Trace is complete: the coefficients that it reports, each times
// its weight, must add up to the value of the position, up to rounding. If the endgame value is not
// scaled, this must also hold after the weights change.
func TestTraceIsTheValue(t *testing.T) {
	w := DefaultWeights()
	model, h := NewModel(w), newHandcrafted(w)
	v := model.Vector()
	seen, n := make([]bool, len(v)), 0
	walkGames(t, 60, 100, func(b *chess.Board) {
		n++
		if n%9 != 0 {
			return
		}
		squares := map[int]float64{}
		got := 0.0
		err := model.Trace(b.FEN(), func(part, weight int, c float64) {
			switch {
			case weight < 0:
				got += c
			case part == 0:
				got += c * v[weight]
				seen[weight] = true
			default:
				squares[part] += c * v[weight]
				seen[weight] = true
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		for part, s := range squares {
			if s > 0 {
				got += math.Copysign(s*s, float64(part))
			}
		}
		h.Reset(b)
		want := h.evaluate(b, h.sums[0])
		if b.Turn() == chess.Black {
			want = -want
		}
		if math.Abs(got-float64(want)) > 2.5 {
			t.Fatalf("%s: the trace says %.2f, the evaluation %d", b.FEN(), got, want)
		}
	})
	missing := 0
	for _, s := range seen {
		if !s {
			missing++
		}
	}
	if missing > len(v)/5 {
		t.Errorf("%d of %d weights occur in no position", missing, len(v))
	}
}

// TestTraceSeparatesWeights checks the coefficients that traceRest computes for several weights at
// once: each must be the change of the sums if this weight alone increases by 1.
func TestTraceSeparatesWeights(t *testing.T) {
	m, n := NewModel(DefaultWeights()), 0
	walkGames(t, 20, 100, func(b *chess.Board) {
		if n++; n%9 != 0 {
			return
		}
		s := m.eval.scratch(b)
		base := scratch{board: b}
		total := m.fresh(&base, s)
		type key struct{ part, index int }
		got := map[key]int{}
		m.traceRest(b, s, &base, total, 0, func(part, index, n int) { got[key{part, index}] = n })
		index := 0
		for _, f := range m.weights.Fields() {
			for i := range f.Values {
				x := scratch{board: b}
				f.Values[i]++
				sum := m.fresh(&x, s)
				f.Values[i]--
				for part, want := range map[int]Pair{0: sum - total, -1: x.danger[0] - base.danger[0], 1: x.danger[1] - base.danger[1]} {
					if n := got[key{part, index}]; n != int(want) {
						t.Fatalf("%s: %s %d has the coefficient %d in part %d, want %d", b.FEN(), f.Name, i, n, part, want)
					}
				}
				index++
			}
		}
	})
}

func TestVectorIsTheWeights(t *testing.T) {
	w, c := DefaultWeights(), &Weights{}
	c.SetVector(w.Vector())
	if *c != *w {
		t.Fatal("the vector does not make the same weights again")
	}
	if !strings.Contains(w.Source(), "Danger: [18]Pair{") {
		t.Error("Source lacks a field")
	}
	for _, p := range []Pair{pair(-1, 1), pair(5, -7), pair(-300, -400), pair(0, -1)} {
		if pair(p.mg(), p.eg()) != p {
			t.Errorf("pair %d %d", p.mg(), p.eg())
		}
	}
	if s := pair(-5, 3) + pair(2, -8); s.mg() != -3 || s.eg() != -5 {
		t.Errorf("sum %d %d", s.mg(), s.eg())
	}
}

// TestValueMakesSense checks that an advantage raises the value if everything else is equal.
func TestValueMakesSense(t *testing.T) {
	h := newHandcrafted(DefaultWeights())
	for _, c := range []struct{ name, better, worse string }{
		{"a queen more", "4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1", "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1"},
		{"an advanced passed pawn", "4k3/8/P7/8/8/8/8/4K2B w - - 0 1", "4k3/8/8/8/8/P7/8/4K2B w - - 0 1"},
		{"pawns side by side", "4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1", "4k3/pp6/8/8/8/P7/P7/4K3 w - - 0 1"},
		{"a sheltered king", "r2q1rk1/ppp2ppp/2n2n2/8/8/2N2N2/PPP2PPP/R2Q1RK1 w - - 0 1", "r2q1rk1/ppp2ppp/2n2n2/8/8/2N2N2/PPP5/R2Q1RK1 w - - 0 1"},
		{"bishops of one colour", "8/5k2/1p4b1/8/2P5/1P6/3K2B1/8 w - - 0 1", "8/5k2/1p3b2/8/2P5/1P6/3K2B1/8 w - - 0 1"},
	} {
		better, worse := board(t, c.better), board(t, c.worse)
		if x, y := valueOf(h, &better), valueOf(h, &worse); x <= y {
			t.Errorf("%s: %d, without %d", c.name, x, y)
		}
	}
}

// TestTurnCounts checks that the weights for the side to move count for that side alone. White's
// knight attacks one rook, and white's pawn attacks two, of which one is attacked twice. Both kings
// are in danger from a queen, but only the king of the side that waits counts as in danger.
func TestTurnCounts(t *testing.T) {
	for _, c := range []struct {
		name         string
		set          func(w *Weights)
		white, black int // value if white or black is to move
	}{
		{"MinorThreatTurn", func(w *Weights) { w.MinorThreatTurn[chess.Rook-chess.Pawn] = pair(50, 50) }, 50, 0},
		{"PawnThreatTurn", func(w *Weights) { w.PawnThreatTurn[chess.Rook-chess.Pawn] = pair(50, 50) }, 100, 0},
		{"hangingTurn", func(w *Weights) { w.Terms[hangingTurn] = pair(25, 25) }, 25, 0},
		{"dangerTurn", func(w *Weights) { w.Danger[dangerTurn] = pair(320, 0) }, 54, 54},
	} {
		w := &Weights{}
		c.set(w)
		h := newHandcrafted(w)
		for turn, want := range map[string]int{"w": c.white, "b": c.black} {
			b := board(t, "q3k3/8/8/3r1r2/4P3/2N5/PPPPPPP1/Q3K3 "+turn+" - - 0 1")
			if got := valueOf(h, &b); got != want {
				t.Errorf("%s, %s to move: %d, want %d", c.name, turn, got, want)
			}
		}
	}
}

func TestDrawnMaterialIsNearNothing(t *testing.T) {
	h := newHandcrafted(DefaultWeights())
	for _, fen := range []string{
		"4k3/8/8/8/8/8/8/2NNK3 w - - 0 1", "4k1r1/8/8/8/8/8/8/2BRK3 w - - 0 1", "4k1n1/8/8/8/8/8/8/3RK3 w - - 0 1",
	} {
		b := board(t, fen)
		if v := valueOf(h, &b); v < -150 || v > 150 {
			t.Errorf("%s: %d", fen, v)
		}
	}
}

func TestNothingIsAllocated(t *testing.T) {
	s := NewState(board(t, BenchPositions[1]), nil, newHandcrafted(DefaultWeights()))
	moves, scores := make([]game.Move, 0, chess.MaxMoves), make([]int32, chess.MaxMoves)
	noisy := make([]game.Move, 0, chess.MaxMoves)
	n := testing.AllocsPerRun(50, func() {
		moves = s.Moves(moves[:0])
		s.Score(moves, scores[:len(moves)])
		for _, m := range moves {
			s.Do(m)
			s.Verdict(1)
			s.Eval()
			noisy = s.Noisy(noisy[:0])
			s.Score(noisy, scores[:len(noisy)])
			if s.DoPass() {
				s.UndoPass()
			}
			s.Undo()
		}
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkValue(b *testing.B) {
	h := newHandcrafted(DefaultWeights())
	var boards []chess.Board
	for _, fen := range BenchPositions[:7] {
		boards = append(boards, board(b, fen))
	}
	for i := 0; b.Loop(); i++ {
		x := &boards[i%len(boards)]
		h.evaluate(x, sum{phase: 20})
	}
}
