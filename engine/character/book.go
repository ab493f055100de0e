package character

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Book holds lines of play of the openings of a game, made by its own engine
// (package lab/book): games/<game>/text/book.json. They begin at the default
// start with the default rules.
type Book struct {
	Seed  uint64 `json:"seed"`
	Nodes uint64 `json:"nodes"` // of the searches that made it
	// Lines are written "opening weight code code …".
	Lines []string `json:"lines"`
}

// Weighted is a move of a book with its weight.
type Weighted struct {
	Code   string
	Weight float64
}

// Next returns the moves that follow in lines of an opening, in the order of
// the lines.
func (b Book) Next(opening string, codes []string) []Weighted {
	var next []Weighted
	for _, line := range b.Lines {
		name, rest, _ := strings.Cut(line, " ")
		if name != opening {
			continue
		}
		number, rest, _ := strings.Cut(rest, " ")
		moves := strings.Fields(rest)
		weight, err := strconv.ParseFloat(number, 64)
		if err != nil || len(moves) <= len(codes) || !slices.Equal(moves[:len(codes)], codes) {
			continue
		}
		code := moves[len(codes)]
		if i := slices.IndexFunc(next, func(w Weighted) bool { return w.Code == code }); i >= 0 {
			next[i].Weight += weight
		} else {
			next = append(next, Weighted{code, weight})
		}
	}
	return next
}

// Draw chooses a move by a number from 0 to 1. The strongest level plays moves
// as often as the book has them; weaker ones make less of a difference.
func Draw(next []Weighted, level, levels int, u float64) string {
	power := math.Min(1, float64(level)/float64(levels))
	total := 0.0
	for _, w := range next {
		total += math.Pow(w.Weight, power)
	}
	at := u * total
	for _, w := range next {
		if at -= math.Pow(w.Weight, power); at < 0 {
			return w.Code
		}
	}
	if len(next) == 0 {
		return ""
	}
	return next[len(next)-1].Code
}

// Depth returns how many plies of the book a level knows by itself.
func Depth(level int) int { return 2 + 2*level }
