package engine

import (
	"bytes"
	"go/format"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"kydai/game"
	rules "kydai/games/caro"
	"kydai/lab/tune"
)

var (
	_ tune.Tuner = (*Model)(nil)
	_ tune.Finer = (*Model)(nil)
)

// TestTraceIsTheValue checks that the value of a position equals the sum of the coefficients that
// Trace reports, each times its value.
func TestTraceIsTheValue(t *testing.T) {
	m := NewModel()
	v := m.Vector()
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
			})
			if err != nil || math.Trunc(got) != want {
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
}

// TestSourceIsTheFile checks that weights.go is what Source writes for its values.
func TestSourceIsTheFile(t *testing.T) {
	text, err := os.ReadFile("weights.go")
	if err != nil {
		t.Fatal(err)
	}
	m := NewModel()
	source, err := format.Source([]byte(m.Source(m.Vector())))
	if err != nil || !bytes.Equal(source, text) {
		t.Errorf("weights.go is not what Source writes: %v", err)
	}
}

func TestQuiet(t *testing.T) {
	m := NewModel()
	for _, c := range []struct {
		moves []string
		best  string
		want  bool
	}{
		{[]string{"h8", "h9"}, "g7", true},
		{[]string{"h8", "a1", "i8", "a3", "j8", "a5"}, "k8", false},             // not quiet: black can make an open four
		{[]string{"h8", "a1", "i8", "a3", "j8"}, "k8", true},                    // white must answer, but can
		{[]string{"h8", "g8", "i8", "a3", "j8", "a5"}, "k8", true},              // a four that does not win
		{[]string{"h8", "g8", "i8", "a3", "j8", "a5", "k8", "a7"}, "l8", false}, // not quiet: black can complete a five
		{[]string{"h8", "g8", "i8", "a3", "j8", "a5", "k8"}, "l8", false},       // not quiet: the opponent can
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
