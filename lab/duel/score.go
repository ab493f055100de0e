package duel

import "math"

// Tally counts results from the first player's point of view.
type Tally struct {
	Wins, Draws, Losses int
	// Pairs[i] are the pairs of games in which it made i half points.
	Pairs [5]int
}

// Add counts a game by its half points: 2, 1 or 0.
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

// AddPair counts that two games of a pair, counted already, made so many half
// points together.
func (t *Tally) AddPair(halves int) { t.Pairs[halves]++ }

// Games is the number of games played.
func (t *Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Score is the mean of the points, 0.5 before the first game.
func (t *Tally) Score() float64 {
	if t.Games() == 0 {
		return 0.5
	}
	return (float64(t.Wins) + float64(t.Draws)/2) / float64(t.Games())
}

// spread returns over how many independent things the mean was taken, the
// mean and the variance of one of them: pairs of games, for the two games of
// an opening are not independent, or games if there is no whole pair.
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

// normal95 is how many standard errors hold 95 % of a normal distribution.
const normal95 = 1.959964

// Elo is the difference in rating that explains the score, and the ends of
// its 95 % confidence interval. Each may be infinite.
func (t *Tally) Elo() (elo, low, high float64) {
	n, mean, variance := t.spread()
	if n == 0 {
		return 0, math.Inf(-1), math.Inf(1)
	}
	margin := normal95 * math.Sqrt(variance/n)
	return toElo(mean), toElo(mean - margin), toElo(mean + margin)
}

// toElo is the difference in rating that an expected score means.
func toElo(score float64) float64 {
	switch {
	case score <= 0:
		return math.Inf(-1)
	case score >= 1:
		return math.Inf(1)
	}
	return -400 * math.Log10(1/score-1)
}

// toScore is the inverse of toElo.
func toScore(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// SPRT is a sequential test of the hypothesis that the first player is Elo1
// stronger against the one that it is Elo0 stronger, with an error of 5 % on
// either side.
type SPRT struct{ Elo0, Elo1 float64 }

const (
	sprtError  = 0.05
	leastPairs = 10
)

// Bound is the log-likelihood ratio at which the test ends, on either side of
// 0.
func (SPRT) Bound() float64 { return math.Log((1 - sprtError) / sprtError) }

// LLR is the log-likelihood ratio of the two hypotheses for what was played,
// by the normal approximation over pairs.
func (s SPRT) LLR(t Tally) float64 {
	// Something of everything keeps a few equal results from passing for
	// certainty.
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

// Verdict is 1 when Elo1 is accepted, -1 when Elo0 is, 0 while undecided.
func (s SPRT) Verdict(t Tally) int {
	pairs := 0
	for _, n := range t.Pairs {
		pairs += n
	}
	if pairs < leastPairs {
		return 0 // the approximation is not for so few
	}
	switch llr := s.LLR(t); {
	case llr >= s.Bound():
		return 1
	case llr <= -s.Bound():
		return -1
	}
	return 0
}
