package operator

import (
	"math"
	"slices"
	"time"
)

// Times summarises how long a player thought about the moves of a game.
type Times struct {
	Moves            int
	Median, P10, P90 time.Duration
	// Variation is the coefficient of variation: the standard deviation divided by the mean. It is
	// 0 if the game has fewer than two moves or the player used no time.
	Variation float64
}

// TimesOf summarises the thinking times of a list of moves.
func TimesOf(spent []time.Duration) Times {
	t := Times{Moves: len(spent)}
	if len(spent) == 0 {
		return t
	}
	sorted := slices.Sorted(slices.Values(spent))
	t.Median, t.P10, t.P90 = at(sorted, 0.5), at(sorted, 0.1), at(sorted, 0.9)
	var sum, squares float64
	for _, d := range sorted {
		sum += d.Seconds()
	}
	mean := sum / float64(len(sorted))
	for _, d := range sorted {
		squares += (d.Seconds() - mean) * (d.Seconds() - mean)
	}
	if len(sorted) > 1 && mean > 0 {
		t.Variation = math.Sqrt(squares/float64(len(sorted)-1)) / mean
	}
	return t
}

// at returns the quantile q of sorted values, by linear interpolation between
// the two nearest values.
func at[T time.Duration | float64](sorted []T, q float64) T {
	where := q * float64(len(sorted)-1)
	low := int(where)
	if low+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[low] + T((where-float64(low))*float64(sorted[low+1]-sorted[low]))
}

// Spread describes the distribution of values over several games.
type Spread struct {
	Games     int // games that have thinking times
	Median    Band[time.Duration]
	Variation Band[float64]
}

// Band holds the quantiles 0.1, 0.5 and 0.9.
type Band[T time.Duration | float64] struct{ Low, Middle, High T }

func bandOf[T time.Duration | float64](values []T) Band[T] {
	if len(values) == 0 {
		return Band[T]{}
	}
	slices.Sort(values)
	return Band[T]{at(values, 0.1), at(values, 0.5), at(values, 0.9)}
}

func spreadOf(games []SheetGame) Spread {
	var medians []time.Duration
	var variations []float64
	for i := range games {
		if t := &games[i].Times; t.Moves > 0 {
			medians, variations = append(medians, t.Median), append(variations, t.Variation)
		}
	}
	return Spread{Games: len(medians), Median: bandOf(medians), Variation: bandOf(variations)}
}
