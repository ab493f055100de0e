package engine

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"kydai/game"
	"kydai/games/xiangqi"
	"kydai/lab/tune"
)

var _ tune.Model = (*Model)(nil)

func valueOf(h *handcrafted, b *xiangqi.Board) int {
	h.Reset(b)
	return h.Value(b)
}

// strange returns random weights, so that every missing or exchanged term of the evaluation changes
// the value.
func strange() *Weights {
	rng := rand.New(rand.NewPCG(3, 3))
	w := &Weights{}
	for i := range w {
		w[i] = pair(rng.IntN(41)-20, rng.IntN(41)-20)
	}
	return w
}

func TestEvalIsSymmetric(t *testing.T) {
	for _, w := range []*Weights{DefaultWeights(), strange()} {
		h := newHandcrafted(w)
		walkGames(t, 60, 120, func(b *xiangqi.Board) {
			fen := fenOf(b)
			want := valueOf(h, b)
			if got := valueOf(h, position(t, turned(fen)).Board()); got != want {
				t.Fatalf("%s: %d, with colours exchanged %d", fen, want, got)
			}
			if got := valueOf(h, position(t, mirrored(fen)).Board()); got != want {
				t.Fatalf("%s: %d, with left and right exchanged %d", fen, want, got)
			}
		})
	}
}

// TestSumsAreKept checks that the incrementally updated sums equal the sums computed from the
// board, after moves, passes and undone moves.
func TestSumsAreKept(t *testing.T) {
	h := newHandcrafted(DefaultWeights())
	rng := rand.New(rand.NewPCG(5, 5))
	for _, fen := range BenchPositions {
		b := position(t, fen).Board()
		h.Reset(b)
		for range 400 {
			ms := b.Legal(nil)
			if len(ms) == 0 || b.Depth() > 0 && rng.IntN(3) == 0 {
				if b.Depth() == 0 {
					break
				}
				b.Undo()
				h.Pop()
			} else {
				m := ms[rng.IntN(len(ms))]
				h.Push(b, m)
				b.Do(m)
			}
			if got, want := h.sums[len(h.sums)-1], h.scratch(b); got != want {
				t.Fatalf("%s: kept %+v, from scratch %+v", fenOf(b), got, want)
			}
		}
	}
}

// TestTraceIsTheValue checks that the value equals the sum of the traced counts times the weights.
func TestTraceIsTheValue(t *testing.T) {
	for _, w := range []*Weights{DefaultWeights(), strange()} {
		h := newHandcrafted(w)
		m := NewModel(w)
		walkGames(t, 40, 120, func(b *xiangqi.Board) {
			want := valueOf(h, b)
			if b.Turn() == game.Second {
				want = -want
			}
			if got := TraceOf(b).Value(w); got != want {
				t.Fatalf("%s: trace %d, value %d", fenOf(b), got, want)
			}
			sum := 0.0
			v := m.Vector()
			err := m.Trace(fenOf(b), func(part, weight int, n float64) {
				if part != 0 {
					t.Fatal("this evaluation is one plain sum")
				}
				sum += v[weight] * n
			})
			if err != nil {
				t.Fatal(err)
			}
			if d := sum - float64(want); d > 1 || d < -1 {
				t.Fatalf("%s: the model says %f, value %d", fenOf(b), sum, want)
			}
		})
	}
}

// TestSectionsHaveOrderAndUse checks that the sections of Weights are in ascending order, and that
// every section has a weight that occurs in the trace of some position.
func TestSectionsHaveOrderAndUse(t *testing.T) {
	last := -1
	for _, s := range Sections() {
		if s.First <= last || s.Width < 1 {
			t.Errorf("section %s begins at %d after %d", s.Name, s.First, last)
		}
		last = s.First
	}
	var used [weightCount]bool
	walkGames(t, 300, 150, func(b *xiangqi.Board) {
		for i, n := range TraceOf(b).Counts {
			used[i] = used[i] || n != 0
		}
	})
	sections := Sections()
	for i, s := range sections {
		end := weightCount
		if i+1 < len(sections) {
			end = sections[i+1].First
		}
		n := 0
		for _, u := range used[s.First:end] {
			if u {
				n++
			}
		}
		if n == 0 {
			t.Errorf("section %s is never used", s.Name)
		}
	}
}

func TestWeightsRoundTrip(t *testing.T) {
	w := strange()
	back := &Weights{}
	back.SetVector(w.Vector())
	if *back != *w {
		t.Error("the vector lost something")
	}
	text, err := os.ReadFile("weights.go")
	if err != nil {
		t.Fatal(err)
	}
	squeeze := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	if squeeze(string(text)) != squeeze(DefaultWeights().Source()) {
		t.Error("weights.go is not what Source writes")
	}
}

// TestHarmlessMaterialIsDrawish checks that a side with too little material to win has a value
// between 0 and a small limit. Without attacking pieces, the value must be 0.
func TestHarmlessMaterialIsDrawish(t *testing.T) {
	for _, c := range []struct {
		fen  string
		most int
	}{
		{"3k5/9/9/9/9/9/9/4B4/4A4/2B1KA3 w - - 0 1", 0},
		{"2bakab2/9/9/9/9/9/9/4B4/4A4/2BCKA3 w - - 0 1", 150},
		{"2bakab2/9/9/9/9/9/9/4B4/4A4/2BNKA3 w - - 0 1", 150},
		{"2bakab2/9/9/9/9/9/9/4B4/4A4/2BRKA3 w - - 0 1", 400},
	} {
		if v := valueOf(newHandcrafted(DefaultWeights()), position(t, c.fen).Board()); v < 0 || v > c.most {
			t.Errorf("%s: %d, want 0 to %d", c.fen, v, c.most)
		}
	}
}
