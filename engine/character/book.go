package character

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Book is the opening book of a game, read from games/<game>/text/book.json. The package
// lab/opponents makes the lines with the game's own engine. Every line starts from the default
// start position, under the default rules.
type Book struct {
	Seed  uint64 `json:"seed"`
	Nodes uint64 `json:"nodes"` // node limit of the searches that made the book
	// Each line is a text: the name of the opening, the weight of the line, and the codes of the
	// moves in order.
	Lines []string `json:"lines"`
}

// Weighted is a move from a book with its weight.
type Weighted struct {
	Code   string
	Weight float64
}

// Next returns the moves that the book has for an opening after the given moves. Moves are in the
// order of the book's lines; the weights of equal moves are added.
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

// Draw selects one of the given book moves at random; the parameter u is a random number from 0 to
// 1. At the highest level the probability of a move is proportional to its weight. The lower the
// level, the more equal are the probabilities. Draw returns "" if there are no book moves.
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

// Depth returns the number of plies for which a level follows the book if the player has not chosen
// an opening.
func Depth(level int) int { return 2 + 2*level }
