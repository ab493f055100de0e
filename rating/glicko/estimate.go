package glicko

import "math"

// Estimate is the strength of an opponent that does not learn.
type Estimate struct {
	Mean  float64
	Error float64 // standard error of the mean
	Games int
}

// normal95 is the half width of the 95 % interval of a normal distribution.
const normal95 = 1.96

// Interval returns the bounds that contain the true mean with 95 % probability.
func (e Estimate) Interval() (low, high float64) {
	return e.Mean - mul(normal95, e.Error), e.Mean + mul(normal95, e.Error)
}

// Interval returns the bounds that contain the player's true strength with 95 % probability.
func (p Player) Interval() (low, high float64) {
	return Estimate{Mean: p.Mean, Error: p.Deviation}.Interval()
}

// priorDeviation describes what Fit assumes before the first game: a strength of 1500 ± 350, as for
// a new player. Without this assumption, an opponent that never lost would be infinitely strong.
// The assumption has about the weight of one game.
const priorDeviation = 350.0

// Fit returns the most likely strength of an opponent that has played the given games. Each
// game holds the other player's mean and deviation, and the score of the opponent whose
// strength is estimated. The ratings of the other players are not changed.
//
// The games of one person form one group: if a person is stronger than the rating says, this
// is so in all of their games. The likelihood of each group is averaged over the possible
// error of that person's rating. Treating the games as independent would give an interval that
// is too narrow, especially if each person plays many games.
//
// The logarithm of the likelihood is concave, so Newton's method on its derivative, kept
// inside a shrinking bracket, finds the only maximum. The standard error follows from the
// information at the maximum.
func Fit(people [][]Game) Estimate {
	const steps, enough = 200, 1e-12
	prior := 1 / square(priorDeviation/scale)
	low, high := -20.0, 20.0 // search range: 3,474 rating points on either side of the centre
	mu, information, games := 0.0, prior, 0
	for range steps {
		slope := -mul(mu, prior)
		information, games = prior, 0
		for _, person := range people {
			s, i := evidence(person, mu)
			slope += s
			information += i
			games += len(person)
		}
		if slope > 0 {
			low = mu
		} else {
			high = mu
		}
		next := mu + slope/information
		if next < low || next > high {
			next = (low + high) / 2
		}
		done := math.Abs(next-mu) < enough
		mu = next
		if done {
			break
		}
	}
	return Estimate{Mean: centre + mul(scale, mu), Error: scale / math.Sqrt(information), Games: games}
}

// The unknown error of a player's rating is averaged over these points, in deviations from the
// mean: -4, -3.5 and so on to 4. For a normal distribution this is exact to eight digits.
const (
	places   = 17
	outmost  = 4.0
	distance = 2 * outmost / (places - 1)
)

// evidence returns two values of the log-likelihood of one person's games at mu: the first
// derivative (slope) and the negated second derivative (information).
func evidence(games []Game, mu float64) (slope, information float64) {
	var likely, slopes, curves [places]float64
	best := math.Inf(-1)
	for k := range places {
		z := mul(float64(k), distance) - outmost
		likely[k] = -square(z) / 2
		for _, g := range games {
			x := mu - (g.Mean-centre+mul(z, g.Deviation))/scale
			grown := 1 + exp(-x)
			e := 1 / grown
			likely[k] -= log(grown) + mul(1-g.Score, x) // adds score·log e + (1-score)·log(1-e)
			slopes[k] += g.Score - e
			curves[k] += mul(e, 1-e)
		}
		best = max(best, likely[k])
	}
	var all, first, second, curve float64
	for k := range places {
		w := exp(likely[k] - best)
		all += w
		first += mul(w, slopes[k])
		second += mul(w, square(slopes[k]))
		curve += mul(w, curves[k])
	}
	slope = first / all
	return slope, curve/all - (second/all - square(slope))
}
