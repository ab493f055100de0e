package glicko

import "math"

// Player is the strength of a player. Mean and Deviation use the Elo scale: a new player has 1500,
// and a player who is 200 points stronger wins about three of four games.
type Player struct {
	Mean       float64
	Deviation  float64 // standard deviation of the mean
	Volatility float64 // expected change of the true strength in one rating period
}

// Game is one game, with the opponent's rating before the game.
type Game struct {
	Mean, Deviation float64
	Score           float64 // 1 won, 0.5 drawn, 0 lost
}

// System holds the constants of the rating system.
type System struct {
	// Tau limits the change of the volatility; the paper suggests 0.3 to 1.2.
	Tau float64
	// Period is the length of a rating period in seconds.
	Period float64
	// MinDeviation is the lower limit of the deviation. With a smaller deviation, the ratings of
	// frequent players would hardly change any more. MaxDeviation is the deviation of a new player.
	MinDeviation, MaxDeviation float64
	// MinMean and MaxMean are the limits of the mean that a database row can store.
	MinMean, MaxMean float64
}

// Standard returns the constants of this site.
//
// The period of four days is chosen so that a deviation of 50 points grows to 111 in a year without
// games, which is just enough to make the rating provisional again. The smallest deviation of 45
// lets a win against an equal player always change the rating by about 6 points.
func Standard() System {
	return System{
		Tau:          0.5,
		Period:       4 * 24 * 3600,
		MinDeviation: 45,
		MaxDeviation: 350,
		MinMean:      100,
		MaxMean:      4000,
	}
}

const (
	scale  = 173.7178 // Elo points in one unit of the paper's scale
	centre = 1500.0
	// paperVolatility is the volatility of a new player in the paper.
	paperVolatility = 0.06
	// tolerance ends the search for the volatility. With the paper's 1e-6, the eighth digit of the
	// result would be arbitrary.
	tolerance = 1e-13
	maxSteps  = 200
)

// New returns a new player. The parameter mean is a guess of the player's strength; nothing else is
// known.
func (s System) New(mean float64) Player {
	return Player{Mean: max(s.MinMean, min(s.MaxMean, mean)), Deviation: s.MaxDeviation, Volatility: paperVolatility}
}

// Wait returns the player after some seconds without a game. The deviation grows as in periods
// without games in the paper, here in fractions of a period. Negative seconds count as zero.
func (s System) Wait(p Player, seconds float64) Player {
	periods := max(0, seconds) / s.Period
	phi := p.Deviation / scale
	grown := mul(scale, math.Sqrt(square(phi)+mul(square(p.Volatility), periods)))
	p.Deviation = min(grown, max(p.Deviation, s.MaxDeviation))
	return p
}

// Played returns the players a and b after a game between them. The parameter score is the score of
// a. The deviations of a and b must be those at the time of the game (see Wait). The game counts as
// a rating period of length zero, because Wait has already added the deviation for the time since
// the last game.
func (s System) Played(a, b Player, score float64) (Player, Player) {
	nextA := s.Update(a, []Game{{b.Mean, b.Deviation, score}}, 0)
	nextB := s.Update(b, []Game{{a.Mean, a.Deviation, 1 - score}}, 0)
	return s.bound(nextA), s.bound(nextB)
}

func (s System) bound(p Player) Player {
	p.Mean = max(s.MinMean, min(s.MaxMean, p.Mean))
	p.Deviation = max(s.MinDeviation, min(s.MaxDeviation, p.Deviation))
	return p
}

// Update performs steps 2 to 8 of the paper: it returns the player after the games of one rating
// period. The parameter periods is the length of this rating period as a multiple of s.Period; it
// is 1 in the paper.
func (s System) Update(p Player, games []Game, periods float64) Player {
	if len(games) == 0 {
		return s.Wait(p, mul(periods, s.Period))
	}
	mu, phi := (p.Mean-centre)/scale, p.Deviation/scale
	var information, surprise float64 // 1/v and Δ/v of the paper
	for _, game := range games {
		g := weight(game.Deviation / scale)
		e := expected(g, mu-(game.Mean-centre)/scale)
		information += mul(square(g), mul(e, 1-e))
		surprise += mul(g, game.Score-e)
	}
	v := 1 / information
	sigma := s.volatility(p.Volatility, phi, v, mul(v, surprise))
	before := square(phi) + mul(square(sigma), periods)
	after := 1 / math.Sqrt(1/before+information)
	return Player{
		Mean:       p.Mean + mul(scale, mul(square(after), surprise)),
		Deviation:  mul(scale, after),
		Volatility: sigma,
	}
}

// weight is the function g of the paper: how much a game against an opponent with this
// deviation counts.
func weight(phi float64) float64 {
	return 1 / math.Sqrt(1+mul(3, square(phi))/(math.Pi*math.Pi))
}

// expected is the function E of the paper, for a difference of two means.
func expected(g, difference float64) float64 {
	return 1 / (1 + exp(-mul(g, difference)))
}

// volatility performs step 5 of the paper: it finds the root of the paper's function f with the
// Illinois variant of regula falsi.
func (s System) volatility(sigma, phi, v, delta float64) float64 {
	a := log(square(sigma))
	phi2, delta2, tau2 := square(phi), square(delta), square(s.Tau)
	f := func(x float64) float64 {
		e := exp(x)
		sum := phi2 + v + e
		return mul(e, delta2-sum)/mul(2, square(sum)) - (x-a)/tau2
	}
	low, high := a, a-s.Tau
	if delta2 > phi2+v {
		high = log(delta2 - phi2 - v)
	} else {
		for k := 2; f(high) < 0 && k < maxSteps; k++ {
			high = a - mul(float64(k), s.Tau)
		}
	}
	atLow, atHigh := f(low), f(high)
	for n := 0; n < maxSteps && math.Abs(high-low) > tolerance && atHigh != atLow; n++ {
		next := low + mul(low-high, atLow)/(atHigh-atLow)
		at := f(next)
		if mul(at, atHigh) <= 0 {
			low, atLow = high, atHigh
		} else {
			atLow /= 2
		}
		high, atHigh = next, at
	}
	return exp(low / 2)
}

// Until returns the number of seconds without a game after which the player's deviation exceeds the
// given deviation; 0 if it already does.
func (s System) Until(p Player, deviation float64) float64 {
	room := square(deviation/scale) - square(p.Deviation/scale)
	if room <= 0 {
		return 0
	}
	return mul(room/square(p.Volatility), s.Period)
}
