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

// Interval returns the bounds that hold the true mean with 95 % probability.
func (e Estimate) Interval() (low, high float64) {
	return e.Mean - mul(normal95, e.Error), e.Mean + mul(normal95, e.Error)
}

// Interval returns the bounds that hold the player's strength with 95 %
// probability.
func (p Player) Interval() (low, high float64) {
	return Estimate{Mean: p.Mean, Error: p.Deviation}.Interval()
}

// priorDeviation is what is assumed before the first game: a strength of 1500 ±
// 350, as of a new player. Without it an opponent that never lost would be
// infinitely strong. It counts as much as about one game.
const priorDeviation = 350.0

// Fit returns the most likely strength of an opponent that has played these
// games. Each game holds the other player's mean and deviation, and the score of
// the opponent whose strength is wanted. The other players are not changed.
//
// The logarithm of the likelihood is concave, so Newton's method on its
// derivative, kept inside a shrinking bracket, finds the one maximum. The
// standard error is that of the information at the maximum.
func Fit(games []Game) Estimate {
	const steps, enough = 200, 1e-12
	prior := 1 / square(priorDeviation/scale)
	low, high := -20.0, 20.0 // 3,474 points on either side
	mu, information := 0.0, prior
	for range steps {
		slope := -mul(mu, prior)
		information = prior
		for _, game := range games {
			g := weight(game.Deviation / scale)
			e := expected(g, mu-(game.Mean-centre)/scale)
			slope += mul(g, game.Score-e)
			information += mul(square(g), mul(e, 1-e))
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
	return Estimate{Mean: centre + mul(scale, mu), Error: scale / math.Sqrt(information), Games: len(games)}
}
