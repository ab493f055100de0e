package glicko

import (
	"math"
	"math/rand/v2"
	"testing"
)

// play draws the results of an opponent of the given strength against people
// whose true strength spreads around their ratings by their deviations.
func play(r *rand.Rand, strength float64, games int) []Game {
	all := make([]Game, games)
	for i := range all {
		deviation := 45 + 100*r.Float64()
		mean := 1500 + 250*r.NormFloat64()
		truth := mean + deviation*r.NormFloat64()
		all[i] = Game{Mean: mean, Deviation: deviation}
		if r.Float64() < 1/(1+math.Pow(10, (truth-strength)/400)) {
			all[i].Score = 1
		}
	}
	return all
}

// The interval of the estimate holds the true strength about as often as it
// says.
func TestFitCovers(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1450))
	held, worst := 0, 0.0
	const trials = 400
	for range trials {
		e := Fit(play(r, 1450, 412))
		low, high := e.Interval()
		if low <= 1450 && 1450 <= high {
			held++
		}
		worst = max(worst, math.Abs(e.Mean-1450))
		if e.Games != 412 || e.Error < 15 || e.Error > 25 {
			t.Fatalf("the estimate is %+v", e)
		}
	}
	if held < trials*91/100 || held > trials*99/100 {
		t.Errorf("%d of %d intervals of 95 %% hold the true strength", held, trials)
	}
	if worst > 100 {
		t.Errorf("an estimate is %.0f points off", worst)
	}
}

// Fit finds the maximum: no strength near it is more likely.
func TestFitIsMaximum(t *testing.T) {
	games := play(rand.New(rand.NewPCG(1, 2)), 1900, 60)
	likelihood := func(mean float64) float64 {
		sum := -math.Pow((mean-1500)/priorDeviation, 2) / 2
		for _, g := range games {
			w := 1 / math.Sqrt(1+3*math.Pow(g.Deviation/scale/math.Pi, 2))
			p := 1 / (1 + math.Exp(-w*(mean-g.Mean)/scale))
			sum += g.Score*math.Log(p) + (1-g.Score)*math.Log(1-p)
		}
		return sum
	}
	e := Fit(games)
	for _, step := range []float64{0.1, 1, 20, 300} {
		if likelihood(e.Mean+step) >= likelihood(e.Mean) || likelihood(e.Mean-step) >= likelihood(e.Mean) {
			t.Errorf("a strength %v points from %v is more likely", step, e.Mean)
		}
	}
}

// Results that say little give a wide interval and a finite mean.
func TestFitEdges(t *testing.T) {
	if e := Fit(nil); e.Mean != 1500 || math.Abs(e.Error-350) > 1e-9 || e.Games != 0 {
		t.Errorf("no games give %+v", e)
	}
	wins := make([]Game, 1000)
	for i := range wins {
		wins[i] = Game{Mean: 2000, Deviation: 60, Score: 1}
	}
	losses := make([]Game, 1000)
	for i := range losses {
		losses[i] = Game{Mean: 1000, Deviation: 60, Score: 0}
	}
	top, bottom := Fit(wins), Fit(losses)
	if !(top.Mean > 2500 && top.Mean < 4500 && top.Error > 100) || !(bottom.Mean < 500 && bottom.Mean > -1500 && bottom.Error > 100) {
		t.Errorf("only wins give %+v, only losses %+v", top, bottom)
	}
	if math.Abs(top.Mean-2000-(1000-bottom.Mean)) > 1e-6 {
		t.Error("wins and losses are not mirror images")
	}
}
