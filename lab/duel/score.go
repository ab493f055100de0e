package duel

import "math"

// Tally counts the results of a match from the first player's point of view.
type Tally struct {
	Wins, Draws, Losses int
	// Pairs[i] is the number of pairs of games in which the first player scored i half points.
	Pairs [5]int
}

// Add counts a game. The parameter halves is the first player's score in half points: 2, 1 or 0.
func (t *Tally) Add(halves int) {
	switch halves {
	case 2:
		t.Wins++
	case 1:
		t.Draws++
	default:
		t.Losses++
	}
}

// AddPair counts a finished pair of games. The parameter halves is the first player's score in the
// pair, in half points. Both games must already have been added with Add.
func (t *Tally) AddPair(halves int) { t.Pairs[halves]++ }

// Games is the number of games played.
func (t *Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Score is the first player's mean score per game. Before the first game it is 0.5.
func (t *Tally) Score() float64 {
	if t.Games() == 0 {
		return 0.5
	}
	return (float64(t.Wins) + float64(t.Draws)/2) / float64(t.Games())
}

// spread returns the number of independent samples, their mean and their variance. A sample is a
// pair of games, because the two games with the same opening are not independent. If no pair is
// complete, a sample is a single game.
func (t *Tally) spread() (n, mean, variance float64) {
	counts, step := t.Pairs[:], 0.25
	if t.Pairs == [5]int{} {
		counts, step = []int{t.Losses, t.Draws, t.Wins}, 0.5
	}
	for i, c := range counts {
		n += float64(c)
		mean += float64(c) * float64(i) * step
	}
	if n == 0 {
		return 0, 0.5, 0
	}
	mean /= n
	for i, c := range counts {
		d := float64(i)*step - mean
		variance += float64(c) * d * d
	}
	return n, mean, variance / n
}

// normal95 is the number of standard errors of a 95 % confidence interval.
const normal95 = 1.959964

// Elo returns the rating difference that corresponds to the score, and its 95 %
// confidence interval. Each value may be infinite.
func (t *Tally) Elo() (elo, low, high float64) {
	n, mean, variance := t.spread()
	if n == 0 {
		return 0, math.Inf(-1), math.Inf(1)
	}
	margin := normal95 * math.Sqrt(variance/n)
	return toElo(mean), toElo(mean - margin), toElo(mean + margin)
}

// Interval is the 95 % confidence interval of the score, limited to 0 and 1.
func (t *Tally) Interval() (low, high float64) {
	n, mean, variance := t.spread()
	if n == 0 {
		return 0, 1
	}
	margin := normal95 * math.Sqrt(variance/n)
	return max(mean-margin, 0), min(mean+margin, 1)
}

// toElo returns the Elo difference for an expected score.
func toElo(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return -400 * math.Log10(1/score-1)
}

// toScore returns the expected score for an Elo difference. It is the inverse of toElo.
func toScore(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// SPRT is a sequential probability ratio test of two hypotheses: the first player is Elo1 stronger,
// or the first player is Elo0 stronger. Both error rates are 5 %.
type SPRT struct{ Elo0, Elo1 float64 }

const (
	sprtError  = 0.05
	leastPairs = 10
)

// Bound is the absolute log-likelihood ratio at which the test ends.
func (SPRT) Bound() float64 { return math.Log((1 - sprtError) / sprtError) }

// LLR returns the log-likelihood ratio of the two hypotheses for the results so far. It uses the
// normal approximation over pairs of games.
func (s SPRT) LLR(t Tally) float64 {
	// Add half a pair for each possible result. Otherwise the variance would be zero as long as all
	// results are equal.
	const prior = 0.5
	var n, mean, variance float64
	for i, c := range t.Pairs {
		n += float64(c) + prior
		mean += (float64(c) + prior) * float64(i) / 4
	}
	if t.Pairs == [5]int{} {
		return 0
	}
	mean /= n
	for i, c := range t.Pairs {
		d := float64(i)/4 - mean
		variance += (float64(c) + prior) * d * d
	}
	variance /= n
	s0, s1 := toScore(s.Elo0), toScore(s.Elo1)
	return n * (s1 - s0) * (2*mean - s0 - s1) / (2 * variance)
}

// Verdict returns 1 if the test accepts Elo1, -1 if it accepts Elo0, and 0 while it is undecided.
func (s SPRT) Verdict(t Tally) int {
	pairs := 0
	for _, n := range t.Pairs {
		pairs += n
	}
	if pairs < leastPairs {
		return 0 // the normal approximation needs more results
	}
	switch llr := s.LLR(t); {
	case llr >= s.Bound():
		return 1
	case llr <= -s.Bound():
		return -1
	}
	return 0
}
