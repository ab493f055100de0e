package glicko

import (
	"math"
	"math/rand/v2"
	"testing"
)

// play draws the results of an opponent of the given strength against several people, each of whom
// plays the same given number of games. A person's true strength differs from the rating by one
// random error. The error has the size of the deviation and is the same in all games of the person.
func play(r *rand.Rand, strength float64, people, each int) [][]Game {
	all := make([][]Game, people)
	for i := range all {
		deviation := 45 + 65*r.Float64()
		mean := 1500 + 250*r.NormFloat64()
		off := r.NormFloat64()
		for range each {
			mean += 5 * r.NormFloat64() // the rating changes a little between two games
			g := Game{Mean: mean, Deviation: deviation}
			if r.Float64() < 1/(1+math.Pow(10, (mean+off*deviation-strength)/400)) {
				g.Score = 1
			}
			all[i] = append(all[i], g)
		}
	}
	return all
}

// apart puts every game into a group of its own.
func apart(people [][]Game) (all [][]Game) {
	for _, games := range people {
		for _, g := range games {
			all = append(all, []Game{g})
		}
	}
	return all
}

// TestFitCovers checks that the interval of the estimate contains the true strength in about 95 %
// of the trials, with many games of few people and with few games. As a control, it checks that an
// estimate that treats the games as independent fails this test.
func TestFitCovers(t *testing.T) {
	const trials = 250
	for _, c := range []struct{ people, each int }{{60, 1}, {8, 20}, {5, 6}, {2, 20}} {
		r := rand.New(rand.NewPCG(4, 1450))
		held, control, worst := 0, 0, 0.0
		holds := func(e Estimate) int {
			if low, high := e.Interval(); low <= 1450 && 1450 <= high {
				return 1
			}
			return 0
		}
		for range trials {
			games := play(r, 1450, c.people, c.each)
			e := Fit(games)
			held += holds(e)
			worst = max(worst, math.Abs(e.Mean-1450))
			if c.people == 8 {
				control += holds(Fit(apart(games)))
			}
		}
		t.Logf("%d people, %d games each: %d of %d intervals hold (control %d); the worst mean is %.0f off", c.people, c.each, held, trials, control, worst)
		if held < trials*91/100 || held > trials*99/100 {
			t.Errorf("%d of %d intervals of 95 %% hold the true strength", held, trials)
		}
		if control > trials*91/100 {
			t.Errorf("the control holds the true strength in %d of %d", control, trials)
		}
	}
}

// TestFitIsMaximum checks that no strength near the result of Fit is more likely. It computes the
// likelihood by a different integration rule, on a fine grid.
func TestFitIsMaximum(t *testing.T) {
	people := play(rand.New(rand.NewPCG(1, 2)), 1900, 12, 5)
	likelihood := func(mean float64) float64 {
		sum := -math.Pow((mean-1500)/priorDeviation, 2) / 2
		for _, games := range people {
			person := 0.0
			for z := -7.0; z <= 7; z += 0.01 {
				at := math.Exp(-z * z / 2)
				for _, g := range games {
					p := 1 / (1 + math.Exp(-(mean-g.Mean-z*g.Deviation)/scale))
					at *= math.Pow(p, g.Score) * math.Pow(1-p, 1-g.Score)
				}
				person += at
			}
			sum += math.Log(person)
		}
		return sum
	}
	e := Fit(people)
	for _, step := range []float64{0.1, 1, 20, 300} {
		if likelihood(e.Mean+step) >= likelihood(e.Mean) || likelihood(e.Mean-step) >= likelihood(e.Mean) {
			t.Errorf("a strength %v points from %v is more likely", step, e.Mean)
		}
	}
	// Check that the standard error agrees with the curvature of the likelihood.
	const h = 1.0
	curve := (2*likelihood(e.Mean) - likelihood(e.Mean+h) - likelihood(e.Mean-h)) / (h * h)
	if want := 1 / math.Sqrt(curve); math.Abs(e.Error-want) > 0.05 {
		t.Errorf("the error is %v, the curvature says %v", e.Error, want)
	}
}

// TestFitEdges checks that results with little information give a wide interval and a finite mean.
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
	top, bottom := Fit(apart([][]Game{wins})), Fit(apart([][]Game{losses}))
	if !(top.Mean > 2500 && top.Mean < 4500 && top.Error > 100) || !(bottom.Mean < 500 && bottom.Mean > -1500 && bottom.Error > 100) {
		t.Errorf("only wins give %+v, only losses %+v", top, bottom)
	}
	if math.Abs(top.Mean-2000-(1000-bottom.Mean)) > 1e-6 {
		t.Error("wins and losses are not mirror images")
	}
}
