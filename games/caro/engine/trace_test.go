package engine

import (
	"bytes"
	"go/format"
	"math/rand/v2"
	"os"
	"testing"

	"kydai/game"
	rules "kydai/games/caro"
	"kydai/lab/tune"
)

var _ tune.Tuner = (*Model)(nil)

// TestTraceIsTheValue checks that the value of a position equals the sum of the coefficients that
// Trace reports, each times its weight. It also checks that every weight occurs in a trace, unless
// it is always 0.
func TestTraceIsTheValue(t *testing.T) {
	m := NewModel(DefaultWeights())
	v := m.Vector()
	var used [weightCount]bool
	rng := rand.New(rand.NewPCG(8, 1))
	for range 30 {
		line, err := game.NewLine(rules.Rules{}, game.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		for range 50 {
			p := line.Position().(*rules.Position)
			s := &State{board: boardOf(p)}
			want := float64(s.Eval())
			if p.Turn() == game.Second {
				want = -want
			}
			got := 0.0
			err := m.Trace(p.String(), func(part, weight int, n float64) {
				if part != 0 {
					t.Fatal("this evaluation is one plain sum")
				}
				got += n * v[weight]
				used[weight] = true
			})
			if err != nil || got != want {
				t.Fatalf("%s: the trace says %v, the evaluation %v, %v", p, got, want, err)
			}
			// Place random stones near each other, so that rows occur.
			all := s.board.nearby()
			near := s.board.list(&all, nil)
			next := s.board.centre()
			if len(near) > 0 {
				next = near[rng.IntN(len(near))]
			}
			if err := line.Push(s.move(next)); err != nil {
				t.Fatal(err)
			}
			if line.Outcome().Over() {
				break
			}
		}
	}
	for i, x := range DefaultWeights() {
		if x != 0 && !used[i] {
			t.Errorf("%s counts in no position", weightNames[i])
		}
	}
}

func TestWeightsRoundTrip(t *testing.T) {
	var w, back Weights
	for i := range w {
		w[i] = 3*i - 40
	}
	back.SetVector(w.Vector())
	if back != w {
		t.Error("the vector lost something")
	}
	text, err := os.ReadFile("weights.go")
	if err != nil {
		t.Fatal(err)
	}
	source, err := format.Source([]byte(NewModel(DefaultWeights()).Source(DefaultWeights().Vector())))
	if err != nil || !bytes.Equal(source, text) {
		t.Errorf("weights.go is not what Source writes: %v\n%s", err, source)
	}
}

func TestQuiet(t *testing.T) {
	m := NewModel(DefaultWeights())
	for _, c := range []struct {
		moves []string
		best  string
		want  bool
	}{
		{[]string{"h8", "h9"}, "g7", true},
		{[]string{"h8", "a1", "i8", "a3", "j8", "a5"}, "k8", false}, // not quiet: black can make an open four
		{[]string{"h8", "g8", "i8", "a3", "j8", "a5"}, "k8", false}, // not quiet: the best move makes a four
	} {
		line, err := game.NewLine(rules.Rules{}, game.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		for _, code := range c.moves {
			if err := line.Play(code); err != nil {
				t.Fatal(err)
			}
		}
		best, err := line.Position().Decode(c.best)
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Quiet(line.Position(), best); got != c.want {
			t.Errorf("%v, then %s: %v", c.moves, c.best, got)
		}
	}
}
