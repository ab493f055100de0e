package engines_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"kydai/game"
	"kydai/games"
	"kydai/games/engines"
	"kydai/lab/tune"
)

// tuners returns the evaluations that can be tuned, by game.
func tuners(t *testing.T) map[string]tune.Tuner {
	t.Helper()
	all := map[string]tune.Tuner{}
	for _, e := range engines.All() {
		if m, ok := engines.Tuner(e.Game); ok {
			all[e.Game] = m
		}
	}
	if len(all) < 3 {
		t.Fatalf("only %d evaluations can be tuned", len(all))
	}
	return all
}

// opener returns a function that starts games with random moves. In games in which stones are
// placed, the random moves are near the middle.
func opener(t *testing.T, name string) func(n int) (*game.Line, error) {
	t.Helper()
	r, ok := games.Find(name)
	if !ok {
		t.Fatalf("no game %s", name)
	}
	return func(n int) (*game.Line, error) {
		rng := rand.New(rand.NewPCG(9, uint64(n)))
		var s game.Setup
		if d, ok := r.(game.Dealer); ok {
			s.Secret = d.Deal(rng.IntN)
		}
		line, err := game.NewLine(r, s)
		if err != nil {
			return nil, err
		}
		for range 6 {
			legal := line.Legal()
			m := legal[rng.IntN(len(legal))]
			if m.From() == game.NoSquare {
				m = legal[len(legal)/2+rng.IntN(5)-2]
			}
			if err := line.Push(m); err != nil {
				return nil, err
			}
		}
		return line, nil
	}
}

// TestFitHelpsOnWhatWasHeldOut checks that a fit predicts the search values of positions that it
// has not seen. The fit starts from zero weights and learns from 2,000 positions of self-play; its
// error on the remaining positions must be smaller than with zero weights. The results of some
// thirty games are too few to fit hundreds of weights, so the test fits only the search values.
func TestFitHelpsOnWhatWasHeldOut(t *testing.T) {
	if testing.Short() {
		t.Skip("plays games")
	}
	const k = 0.005 // 220 points mean a winning chance of 75 percent
	for name, m := range tuners(t) {
		e, err := engines.New(name)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(context.Background())
		var out strings.Builder
		play := tune.SelfPlay{
			Engine: e, Open: opener(t, name), Games: 1000, Nodes: 100, Quiet: m.Quiet,
			Finished: func(_, positions int) {
				if positions >= 2300 {
					stop()
				}
			},
		}
		n, err := play.Write(ctx, &out)
		stop()
		if err != nil || n < 2300 {
			t.Fatalf("%s: %d positions, %v", name, n, err)
		}
		samples, err := tune.Read(strings.NewReader(out.String()), m)
		if err != nil || len(samples) != n {
			t.Fatalf("%s: read %d of %d positions, %v", name, len(samples), n, err)
		}
		nothing := make([]float64, len(m.Vector()))
		fitted, held := samples[:2000], samples[2000:]
		tune.Mix(samples, 1, k)
		got := tune.Fit(context.Background(), fitted, nothing, tune.Options{Epochs: 20, Batch: 250, Rate: 3, Scale: k, Pull: 1e-6})
		before, after := tune.Loss(held, nothing, k), tune.Loss(held, got, k)
		t.Logf("%s: %d weights, error on %d positions held out %.4f, then %.4f; with the engine's own %.4f",
			name, len(nothing), len(held), before, after, tune.Loss(held, m.Vector(), k))
		if after > 0.95*before {
			t.Errorf("%s: the error went from %.4f to %.4f", name, before, after)
		}
	}
}

// TestSourceCompilesToTheSameWeights checks that the output of Source compiles, and that the
// compiled engine plays with those weights.
func TestSourceCompilesToTheSameWeights(t *testing.T) {
	if testing.Short() {
		t.Skip("asks the go command")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	replace := map[string]string{}
	overlay := func(path, text string) {
		at := filepath.Join(dir, fmt.Sprint(len(replace))+".go")
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(root, path)] = at
	}
	want := map[string][]float64{}
	for name, m := range tuners(t) {
		v := m.Vector()
		for i := range v {
			v[i] += float64(i%7 - 3)
		}
		want[name] = v
		overlay("games/"+name+"/engine/weights.go", m.Source(v))
	}
	overlay("games/zz/main.go", `package main

import (
	"encoding/json"
	"os"

	"kydai/games/engines"
)

func main() {
	all := map[string][]float64{}
	for _, e := range engines.All() {
		if m, ok := engines.Tuner(e.Game); ok {
			all[e.Game] = m.Vector()
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(all); err != nil {
		panic(err)
	}
}
`)
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(list, text, 0o600); err != nil {
		t.Fatal(err)
	}
	run := exec.Command("go", "run", "-overlay", list, "./games/zz")
	run.Dir = root
	var problems bytes.Buffer
	run.Stderr = &problems
	out, err := run.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, problems.String())
	}
	got := map[string][]float64{}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the weights came back as %v, not %v", got, want)
	}
}
