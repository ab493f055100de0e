package td_test

import (
	"bytes"
	"context"
	"math"
	"reflect"
	"strings"
	"testing"

	"kydai/game"
	"kydai/games"
	"kydai/games/engines"
	"kydai/lab/td"
	"kydai/search/classic"
)

func learner(t *testing.T, name, settings string) *td.Learner {
	t.Helper()
	r, ok := games.Find(name)
	if !ok {
		t.Fatalf("no game %s", name)
	}
	c := td.Usual(r)
	c.Family, c.Seed, c.MostPly = engines.Historic(name), 3, 80
	if err := c.Set(settings); err != nil {
		t.Fatal(err)
	}
	return td.New(c)
}

func play(t *testing.T, l *td.Learner, n int) {
	t.Helper()
	for range n {
		p, err := l.Play()
		if err != nil {
			t.Fatal(err)
		}
		if p.Plies < 1 || p.Error < 0 || p.Error > 4 || p.Points != 0 && p.Points != 0.5 && p.Points != 1 {
			t.Fatalf("%+v", p)
		}
	}
}

// TestLearns checks that a learner whose weights start at 0 learns to beat a player whose weights
// are 0.
func TestLearns(t *testing.T) {
	l := learner(t, "caro", "")
	l.MostPly, l.Seed = 200, 1
	play(t, l, 25)
	tally, err := l.Compare(context.Background(), make([]float64, len(l.Weights)), 3)
	if err != nil || tally.Won < 5 || tally.Won+tally.Drawn+tally.Lost != 6 {
		t.Errorf("%+v, %v after 25 games; weights %v", tally, err, l.Weights)
	}
}

// TestEveryGameLearns checks for every game that learning changes the weights, that equal seeds
// give equal weights, and that no weight becomes infinite or NaN.
func TestEveryGameLearns(t *testing.T) {
	for _, r := range games.All() {
		name := r.Info().Name
		a, b := learner(t, name, "rate=0.2"), learner(t, name, "rate=0.2")
		play(t, a, 2)
		play(t, b, 2)
		if !reflect.DeepEqual(a.Weights, b.Weights) {
			t.Errorf("%s: one seed, two results", name)
		}
		sum := 0.0
		for _, w := range a.Weights {
			sum += math.Abs(w)
		}
		if math.IsNaN(sum) || math.IsInf(sum, 0) {
			t.Errorf("%s: %v", name, a.Weights)
		}
		if e := a.Evaluator(); sum > 0 && e.Value(start(t, r), game.First) != -e.Value(start(t, r), game.Second) {
			t.Errorf("%s: the sides are not opposite", name)
		}
	}
}

func start(t *testing.T, r game.Rules) game.Position {
	t.Helper()
	p, err := r.New(game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestPieces checks that a piece counts by its kind and by its square, seen from its own side. The
// left and right halves of the board must be equal.
func TestPieces(t *testing.T) {
	r, _ := games.Find("chess")
	f := td.Pieces(r)
	p, err := r.New(game.Setup{Start: "4k2r/8/8/8/8/8/8/N3K3 w - - 0 1"})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	f.Visit(p, func(weight int, x float64) { got[f.Names[weight]] += x })
	want := map[string]float64{"N": 1, "N a1": 1, "R": -1, "R a1": -1, "K": 0, "K d1": 0}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	sums := map[string]float64{}
	f.Visit(start(t, r), func(weight int, x float64) { sums[f.Names[weight]] += x })
	for name, x := range sums {
		if x != 0 {
			t.Errorf("%s counts %v in the start position", name, x)
		}
	}
}

// TestFile checks that a written file can be read, that learning continues from the file, and that
// the file gives an evaluator.
func TestFile(t *testing.T) {
	l := learner(t, "chess", "lambda=0.9,rate=0.5")
	play(t, l, 3)
	var out bytes.Buffer
	if err := l.File("mine").Write(&out); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	f, err := td.Read(strings.NewReader(text))
	if err != nil || f.Games != 3 || f.Lambda != 0.9 || !reflect.DeepEqual(f, l.File("mine")) {
		t.Fatalf("%+v, %v", f, err)
	}
	again := learner(t, "chess", "")
	if err := again.Continue(f); err != nil || again.Games != 3 {
		t.Fatal(err)
	}
	for i, w := range again.Weights {
		if math.Abs(w-l.Weights[i]) > 1e-4 {
			t.Errorf("weight %d is %v, was %v", i, w, l.Weights[i])
		}
	}
	e, err := f.Evaluator(l.Rules, engines.Historic("chess"))
	if err != nil || e.Name != "mine" {
		t.Fatalf("%+v, %v", e, err)
	}
	p := start(t, l.Rules)
	o := classic.Options{Eval: e, Depth: 2, Order: true}
	if r := classic.AlphaBeta(context.Background(), p, o); r.Best() == game.NoMove {
		t.Error("a search with it finds no move")
	}
	for fault, bad := range map[string]string{
		"not a file": "{}",
		"not for":    strings.Replace(text, `"chess"`, `"caro"`, 1),
		"unknown":    strings.Replace(text, `"weights": {`, `"weights": {"Z z9": 1,`, 1),
	} {
		f, err := td.Read(strings.NewReader(bad))
		if err == nil {
			_, err = f.Evaluator(l.Rules, engines.Historic("chess"))
		}
		if err == nil || !strings.Contains(err.Error(), fault) {
			t.Errorf("%s: %v", fault, err)
		}
	}
}

func TestSettings(t *testing.T) {
	c := td.Usual(games.All()[0])
	if err := c.Set("lambda=0,rate=1,explore=0,depth=4,"); err != nil || c.Lambda != 0 || c.Rate != 1 || c.Explore != 0 || c.Depth != 4 {
		t.Errorf("%+v, %v", c, err)
	}
	for _, bad := range []string{"lambda=1.1", "lambda", "rate=0", "explore=1", "depth=5", "depth=1.5", "taste=1", "rate=NaN"} {
		if err := c.Set(bad); err == nil {
			t.Errorf("%s was taken: %+v", bad, c)
		}
	}
}
