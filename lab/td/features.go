package td

import (
	"math"
	"strconv"
	"unicode"
	"unicode/utf8"

	"kydai/game"
	"kydai/search/classic"
)

// letters is the number of piece letters that have weights: a to z.
const letters = 26

// Pieces returns the features for a game that defines none. For each kind of piece these are the
// number on the board, and the number on each square. Squares are seen from the piece's own side,
// and the left and right halves of the board are treated as equal. Upper-case letters belong to the
// first side. Features have names such as "R" for a rook and "R a3" for a rook on the third rank at
// the edge.
func Pieces(r game.Rules) classic.Features {
	in := r.Info()
	half := (in.Width + 1) / 2
	kind := 1 + half*in.Height
	f := classic.Features{Names: make([]string, letters*kind)}
	for letter := range letters {
		name := string(rune('A' + letter))
		f.Names[letter*kind] = name
		for rank := range in.Height {
			for file := range half {
				f.Names[letter*kind+1+rank*half+file] = name + " " + string(rune('a'+file)) + strconv.Itoa(rank+1)
			}
		}
	}
	f.Visit = func(p game.Position, visit func(weight int, x float64)) {
		grid, _ := game.GridOf(p)
		for sq, cell := range grid.Cells {
			c, _ := utf8.DecodeRuneInString(cell)
			letter := int(unicode.ToUpper(c)) - 'A'
			rank, file := sq/grid.Width, sq%grid.Width
			if cell == "" || letter < 0 || letter >= letters || rank >= in.Height || file >= in.Width {
				continue
			}
			x := 1.0
			if unicode.IsLower(c) {
				x, rank = -1, grid.Height-1-rank
			}
			file = min(file, grid.Width-1-file)
			visit(letter*kind, x)
			visit(letter*kind+1+rank*half+file, x)
		}
	}
	return f
}

// FeaturesOf returns the features that a game defines, or else those of Pieces.
func FeaturesOf(r game.Rules, family classic.Family) classic.Features {
	if family.Features != nil {
		return *family.Features
	}
	return Pieces(r)
}

// won is the value that an Evaluator of this package gives to a won game.
const won = 1000

// Evaluator returns an evaluator with learnt weights. The order of moves and the values of captures
// come from base, the default evaluator of the game.
func Evaluator(name string, f classic.Features, weights []float64, base classic.Evaluator) classic.Evaluator {
	base.Name, base.About = name, "learnt by TD(λ)"
	base.Value = func(p game.Position, s game.Side) float64 {
		v := won * value(f, weights, p)
		if s == game.Second {
			v = -v
		}
		return v
	}
	base.Unit, base.Decided, base.Explore, base.Width = won/10, 0, 2*won, 0
	return base
}

// value returns the value of a position for the first side, from -1 to 1.
func value(f classic.Features, weights []float64, p game.Position) float64 {
	sum := 0.0
	f.Visit(p, func(weight int, x float64) { sum += weights[weight] * x })
	return math.Tanh(sum / 2)
}
