package tune

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"kydai/engine"
	"kydai/game"
	"kydai/games/othello"
)

// toy is a test model whose positions are lists of numbers. The first three numbers are linear
// terms. The other two are squared, one with a negative and one with a positive sign.
type toy struct{ w []float64 }

func (t toy) Vector() []float64 { return t.w }

func (t toy) Trace(position string, visit func(part, weight int, c float64)) error {
	for i, f := range strings.Fields(position) {
		x, err := strconv.ParseFloat(f, 64)
		if err != nil || math.IsNaN(x) || math.Abs(x) > 1e6 {
			return errors.New("no number: " + f)
		}
		switch {
		case i < 3:
			visit(0, i, x)
		case i == 3:
			visit(-1, 3, x)
		case i == 4:
			visit(1, 4, x)
		default:
			visit(0, -1, x)
		}
	}
	return nil
}

func samples(t *testing.T, truth []float64, n int) []Sample {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 1))
	var lines strings.Builder
	for range n {
		position := ""
		for range 5 {
			position += strconv.Itoa(rng.IntN(5)-2) + " "
		}
		s, err := NewSample(toy{}, position, 0)
		if err != nil {
			t.Fatal(err)
		}
		result := "0"
		if rng.Float64() < chance(s.Value(truth), 0.01) {
			result = "1"
		}
		lines.WriteString(position + ";" + result + "\n")
	}
	out, err := Read(strings.NewReader(lines.String()), toy{})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestFitFindsTheTruth(t *testing.T) {
	truth := []float64{100, -60, 30, 6, 4}
	data := samples(t, truth, 20000)
	start := []float64{50, 50, 50, 2, 2}
	got := Fit(context.Background(), data, start, Options{Epochs: 60, Batch: 500, Scale: 0.01, Rate: 2})
	for i := range truth {
		if d := math.Abs(got[i] - truth[i]); d > 8 || i > 2 && d > 1.5 {
			t.Errorf("weight %d is %.1f, was %.1f", i, got[i], truth[i])
		}
	}
	if before, after := Loss(data, start, 0.01), Loss(data, got, 0.01); after >= before {
		t.Errorf("the loss went from %f to %f", before, after)
	}
	if k := FitScale(data, truth); math.Abs(k-0.01) > 0.001 {
		t.Errorf("the scale is %f", k)
	}
}

// TestFitIgnoresUnits checks that large coefficients do not change what a fit predicts.
func TestFitIgnoresUnits(t *testing.T) {
	data := samples(t, []float64{100, -60, 30, 6, 4}, 4000)
	start, same := []float64{50, 50, 50, 2, 2}, []float64{0.05, 0.5, 50, 2, 2}
	options := Options{Epochs: 30, Batch: 500, Scale: 0.01, Rate: 2}
	plain := Fit(context.Background(), data, start, options)
	other := append([]Sample(nil), data...)
	for i := range other {
		other[i].terms = append([]term(nil), data[i].terms...)
		for j, x := range other[i].terms {
			switch {
			case x.part == 0 && x.weight == 0:
				other[i].terms[j].coefficient *= 1000
			case x.part == 0 && x.weight == 1:
				other[i].terms[j].coefficient *= 100
			}
		}
	}
	got := Fit(context.Background(), other, same, options)
	got[0] *= 1000
	got[1] *= 100
	for i := range plain {
		if math.Abs(got[i]-plain[i]) > 0.1 {
			t.Errorf("weight %d is %.2f, without the other units %.2f", i, got[i], plain[i])
		}
	}
}

func TestGradientIsTheSlope(t *testing.T) {
	data := samples(t, []float64{10, 20, 30, 4, 5}, 200)
	w := []float64{30, -20, 10, 3, 2}
	const k, h = 0.02, 1e-4
	grad := make([]float64, len(w))
	for i := range data {
		data[i].addGradient(w, k, grad)
	}
	for i := range w {
		up, down := append([]float64(nil), w...), append([]float64(nil), w...)
		up[i] += h
		down[i] -= h
		want := (Loss(data, up, k) - Loss(data, down, k)) / (2 * h) * float64(len(data))
		if math.Abs(grad[i]-want) > 1e-4*(1+math.Abs(want)) {
			t.Errorf("weight %d: gradient %g, slope %g", i, grad[i], want)
		}
	}
}

func TestReadSaysWhatIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		"1 2 3":        "line 1 must be a position, a result",
		"1 2;1;3;4":    "line 1 must be a position, a result",
		"1 2;1\n1 2;2": "line 2 has the result 2",
		"1 x;1":        "line 1 has a bad position",
		"1 2;1;much":   "line 1 has much points",
	} {
		if _, err := Read(strings.NewReader(text), toy{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if s, err := Read(strings.NewReader("\n1 2 3 4 5 6;0.5\n\n"), toy{}); err != nil || len(s) != 1 || s[0].constant != 6 {
		t.Errorf("%v %v", s, err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("1 2 3 4 5;0.5\n")
	f.Add(";;1")
	f.Add("1;NaN")
	f.Add("1 2;1;-30")
	f.Fuzz(func(t *testing.T, text string) {
		data, err := Read(strings.NewReader(text), toy{})
		if err == nil && len(data) > 0 {
			if v := Loss(data, []float64{1, 1, 1, 1, 1}, 0.01); !(v >= 0 && v <= 1) {
				t.Errorf("loss %v", v)
			}
		}
	})
}

// stub is a test engine that plays the first legal move and reports no score.
type stub struct{}

func (stub) Think(_ context.Context, l *game.Line, _ engine.Limits, _ func(engine.Thought)) (engine.Thought, error) {
	return engine.Thought{Lines: []engine.Variation{{Codes: []string{l.Position().Encode(l.Legal()[0])}}}}, nil
}

func (stub) Close() error { return nil }

func TestMixTakesAShareOfTheSearch(t *testing.T) {
	data, err := Read(strings.NewReader("1 2;1;0\n1 2;0;120\n1 2;1\n"), toy{})
	if err != nil {
		t.Fatal(err)
	}
	Mix(data, 0.5, 0.01)
	for i, want := range []float64{0.75, chance(120, 0.01) / 2, 1} {
		if math.Abs(data[i].Result-want) > 1e-12 {
			t.Errorf("sample %d: %v, want %v", i, data[i].Result, want)
		}
	}
}

// opening plays random moves. The number of the game is the seed of the random source.
func opening(n int) (*game.Line, error) {
	line, err := game.NewLine(othello.Rules{}, game.Setup{})
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(3, uint64(n)))
	for range 6 {
		legal := line.Legal()
		if err := line.Push(legal[rng.IntN(len(legal))]); err != nil {
			return nil, err
		}
	}
	return line, nil
}

// prophet is an engine that announces a forced win at once: negative for the opponent.
type prophet struct {
	stub
	mate int
}

func (p prophet) Think(ctx context.Context, l *game.Line, lim engine.Limits, report func(engine.Thought)) (engine.Thought, error) {
	info, err := p.stub.Think(ctx, l, lim, report)
	info.Lines[0].Score.Mate = p.mate
	return info, err
}

// TestSelfPlayEndsEarly checks that a proved win ends a game with its result, and that a game is
// drawn after the longest number of plies.
func TestSelfPlayEndsEarly(t *testing.T) {
	for _, c := range []struct {
		engine  engine.Engine
		longest int
		want    float64 // if the first side is to move; otherwise 1 - want
		some    bool    // whether there are positions
	}{
		{prophet{mate: 3}, 0, 1, false},
		{prophet{mate: -3}, 0, 0, false},
		{stub{}, 9, 0.5, true},
	} {
		s := SelfPlay{Engine: c.engine, Open: opening, Longest: c.longest, Quiet: func(game.Position, game.Move) bool { return true }}
		positions, result, err := s.game(0)
		if err != nil || result != c.want || (len(positions) > 0) != c.some {
			t.Errorf("%+v: %d positions, result %v, %v", c, len(positions), result, err)
		}
		if c.longest > 0 && len(positions) != c.longest-6 {
			t.Errorf("%d positions after 6 plies of opening, longest game %d", len(positions), c.longest)
		}
	}
}

func TestSelfPlayWritesWhatReadReads(t *testing.T) {
	var out strings.Builder
	told := 0
	s := SelfPlay{
		Engine: stub{}, Open: opening, Games: 12,
		Quiet:    func(p game.Position, _ game.Move) bool { return p.Turn() == game.First },
		Finished: func(_, positions int) { told = positions },
	}
	n, err := s.Write(context.Background(), &out)
	if err != nil || n < 60 || told != n {
		t.Fatal(n, told, err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != n {
		t.Fatalf("%d lines, said %d", len(lines), n)
	}
	results := map[string]int{}
	for _, l := range lines {
		fields := strings.Split(l, ";")
		p, err := othello.Rules{}.New(game.Setup{Start: fields[0]})
		if err != nil || p.Turn() != game.First || fields[2] != "0" {
			t.Fatalf("%s: %v", l, err)
		}
		results[fields[1]]++
	}
	if len(results) < 2 {
		t.Errorf("all games ended alike: %v", results)
	}
	var again strings.Builder
	if _, err := s.Write(context.Background(), &again); err != nil || again.String() != out.String() {
		t.Error("the same openings are played otherwise")
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	if n, err := s.Write(stopped, &again); n != 0 || err != nil {
		t.Errorf("a run that may not begin wrote %d positions, %v", n, err)
	}
}
