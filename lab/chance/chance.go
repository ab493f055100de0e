// Package chance fits a function that converts an engine's score to a winning chance. The function
// is logistic and is fitted to the results of games between equal players.
package chance

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Sample is a position with a score and the result of its game. Both values are from the point of
// view of the side to move.
type Sample struct {
	Points int
	Result float64 // result of the game: 1, 0.5 or 0
}

// Game holds the scored positions of one game. Positions of the same game are not independent. So
// this package computes every interval over games, and gives each game the same weight.
type Game []Sample

// odds is the factor ln 3 in the logistic function: a score equal to Model.Scale means odds of 3 to
// 1. See engine.WinChance.
var odds = math.Log(3)

// Model is a fitted function. It converts a score in points to the winning chance
//
//	1 / (1 + 3^-(Shift + points/Scale))
type Model struct {
	Scale float64
	Shift float64 // advantage of the side to move, as a multiple of Scale; 0 in every model that engines use
}

// At returns the winning chance for a score in points.
func (m Model) At(points int) float64 {
	return 1 / (1 + math.Exp(-odds*(m.Shift+float64(points)/m.Scale)))
}

// Fit returns the model without a shift that makes the results most likely. A draw counts as
// half a win and half a loss. It returns false if no scale fits, for example if there are no
// games.
func Fit(games []Game) (Model, bool) { return fit(games, false) }

// FitShifted is like Fit, but also fits the shift.
func FitShifted(games []Game) (Model, bool) { return fit(games, true) }

// fit maximises the likelihood by Newton's method and shortens steps that do not improve it. The
// method converges because the negative logarithm of the likelihood is convex.
func fit(games []Game, shifted bool) (Model, bool) {
	a, b := 0.0, odds/200 // a and b define the winning chance 1 / (1 + e^-(a + b*points))
	loss := cost(games, a, b)
	for range 100 {
		var ga, gb, haa, hab, hbb float64
		for _, g := range games {
			weight := 1 / float64(max(len(g), 1))
			for _, s := range g {
				x := float64(s.Points)
				p := 1 / (1 + math.Exp(-(a + b*x)))
				d, h := weight*(p-s.Result), weight*p*(1-p)
				ga, gb = ga+d, gb+d*x
				haa, hab, hbb = haa+h, hab+h*x, hbb+h*x*x
			}
		}
		var da, db float64
		if det := haa*hbb - hab*hab; shifted {
			da, db = (hbb*ga-hab*gb)/det, (haa*gb-hab*ga)/det
		} else {
			db = gb / hbb
		}
		next := cost(games, a-da, b-db)
		for range 60 {
			if next <= loss {
				break
			}
			da, db = da/2, db/2
			next = cost(games, a-da, b-db)
		}
		if !(next <= loss) { // no shorter step is better, or the loss is not a number (NaN)
			break
		}
		a, b, loss = a-da, b-db, next
		if math.Abs(db) < 1e-9*math.Abs(b) && math.Abs(da) < 1e-9 {
			break
		}
	}
	// No scale fits if there are no games or if higher scores go with worse results. No scale fits
	// either if the scores predict every result, because then every smaller scale fits better.
	if scale := odds / b; len(games) > 0 && scale > 1 && scale < 1e5 {
		return Model{Scale: scale, Shift: a / odds}, true
	}
	return Model{}, false
}

// cost is the negative logarithm of the likelihood of the results.
func cost(games []Game, a, b float64) (sum float64) {
	for _, g := range games {
		for _, s := range g {
			x := a + b*float64(s.Points)
			// base is a common part of log(1 + e^-x) and log(1 + e^x). With it, both can be
			// computed without overflow.
			base := math.Log1p(math.Exp(-math.Abs(x)))
			sum += (base + s.Result*max(-x, 0) + (1-s.Result)*max(x, 0)) / float64(len(g))
		}
	}
	return sum
}

// Brier returns the Brier score of a model: the mean squared difference between winning chance and
// result, averaged over the games.
func Brier(games []Game, m Model) float64 {
	sum := 0.0
	for _, g := range games {
		sum += g.brier(m)
	}
	return sum / float64(max(len(games), 1))
}

func (g Game) brier(m Model) float64 {
	sum := 0.0
	for _, s := range g {
		d := m.At(s.Points) - s.Result
		sum += d * d
	}
	return sum / float64(max(len(g), 1))
}

// Interval is a mean or an estimate with its 95 % confidence interval.
type Interval struct{ Mean, Low, High float64 }

// normal95 is the number of standard errors of a 95 % confidence interval.
const normal95 = 1.959964

// Compare returns the Brier score of the second model minus that of the first, paired by game. If
// the difference is negative, the second model is better.
func Compare(games []Game, first, second Model) Interval {
	n, sum, squares := float64(max(len(games), 1)), 0.0, 0.0
	for _, g := range games {
		d := g.brier(second) - g.brier(first)
		sum, squares = sum+d, squares+d*d
	}
	mean := sum / n
	margin := normal95 * math.Sqrt(max(squares/n-mean*mean, 0)/max(n-1, 1))
	return Interval{mean, mean - margin, mean + margin}
}

// resamples is the number of bootstrap samples of an interval.
const resamples = 400

// ScaleOf fits a model without a shift. It returns the scale with a confidence interval, which it
// computes by a bootstrap over games.
func ScaleOf(games []Game, rng *rand.Rand) (Interval, bool) {
	m, ok := Fit(games)
	if !ok {
		return Interval{}, false
	}
	var scales []float64
	for range resamples {
		if again, ok := Fit(resample(games, rng)); ok {
			scales = append(scales, again.Scale)
		}
	}
	low, high := quantiles(scales)
	return Interval{m.Scale, low, high}, true
}

func resample(games []Game, rng *rand.Rand) []Game {
	drawn := make([]Game, len(games))
	for i := range drawn {
		drawn[i] = games[rng.IntN(len(games))]
	}
	return drawn
}

// quantiles returns the lower and upper bound of the middle 95 % of the values.
func quantiles(values []float64) (low, high float64) {
	if len(values) == 0 {
		return math.NaN(), math.NaN()
	}
	slices.Sort(values)
	last := float64(len(values) - 1)
	return values[int(math.Round(0.025*last))], values[int(math.Round(0.975*last))]
}

// Bins is the number of groups of a calibration, by winning chance: 0 to 10 %, 10 to 20 % and so
// on.
const Bins = 10

// Bin is one group of positions in a calibration. It compares the winning chance that a model
// predicted with the results.
type Bin struct {
	Positions int
	Predicted float64 // mean predicted winning chance
	Result    Interval
}

// Calibrate groups the positions by their winning chance. The intervals come
// from a bootstrap over games.
func Calibrate(games []Game, m Model, rng *rand.Rand) [Bins]Bin {
	bins, _ := grouped(games, m)
	var results [Bins][]float64
	for range resamples {
		_, means := grouped(resample(games, rng), m)
		for i, mean := range means {
			if !math.IsNaN(mean) {
				results[i] = append(results[i], mean)
			}
		}
	}
	for i := range bins {
		bins[i].Result.Low, bins[i].Result.High = quantiles(results[i])
	}
	return bins
}

func grouped(games []Game, m Model) (bins [Bins]Bin, means [Bins]float64) {
	for _, g := range games {
		for _, s := range g {
			p := m.At(s.Points)
			b := &bins[min(int(p*Bins), Bins-1)]
			b.Positions++
			b.Predicted += p
			b.Result.Mean += s.Result
		}
	}
	for i := range bins {
		n := float64(bins[i].Positions)
		bins[i].Predicted /= n
		bins[i].Result.Mean /= n
		means[i] = bins[i].Result.Mean
	}
	return bins, means
}

// Split separates the games into those for the fit and those for the test. The games come in
// rounds: in each round every player of the list Players has one game. Every third round is for the
// test.
func Split(games []Game) (fit, test []Game) {
	round := len(Players())
	for i, g := range games {
		if i/round%3 == 2 {
			test = append(test, g)
		} else {
			fit = append(fit, g)
		}
	}
	return fit, test
}
