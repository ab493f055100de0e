package td

import (
	"context"
	"math/rand/v2"

	"kydai/engine"
	"kydai/game"
	"kydai/search/classic"
)

// Config contains the settings of a Learner.
type Config struct {
	Rules   game.Rules
	Family  classic.Family
	Lambda  float64 // λ: factor by which the effect of a difference shrinks for each move further back, from 0 to 1
	Rate    float64 // learning rate
	Explore float64 // share of moves that are random; nothing is learnt from them
	Depth   int     // search depth; a position gets the value at the end of the best line found
	Opening int     // number of random plies at the start of each game
	MostPly int     // a game with more plies is a draw
	Seed    uint64
}

// Learner plays games against itself and learns weights from them. Only one goroutine may use it at
// a time. Learners with equal configurations, weights and numbers of games learn the same weights.
type Learner struct {
	Config
	Weights []float64
	Games   int // number of games played; it determines the random numbers of the next game

	features classic.Features
	base     classic.Evaluator
	trace    []float64
	slope    []float64
}

// Played describes a game from which weights were learnt.
type Played struct {
	Plies  int
	Points float64 // score of the first side: 1, 0.5 or 0
	Error  float64 // mean squared difference between the values before and after a move
}

// New creates a learner whose weights are all 0.
func New(c Config) *Learner {
	l := &Learner{Config: c, features: FeaturesOf(c.Rules, c.Family)}
	l.base, _ = c.Family.Evaluator("")
	n := len(l.features.Names)
	l.Weights, l.trace, l.slope = make([]float64, n), make([]float64, n), make([]float64, n)
	return l
}

// Evaluator returns an evaluator that uses the learner's weights. Later games change these weights.
func (l *Learner) Evaluator() classic.Evaluator {
	return Evaluator("learning", l.features, l.Weights, l.base)
}

// start begins a game with some random plies. In a game with hidden pieces, it deals the pieces
// first.
func (l *Learner) start(rng *rand.Rand) (*game.Line, error) {
	for {
		s := game.Setup{}
		if d, ok := l.Rules.(game.Dealer); ok {
			s.Secret = d.Deal(rng.IntN)
		}
		line, err := game.NewLine(l.Rules, s)
		if err != nil {
			return nil, err
		}
		for range l.Opening {
			if legal := line.Legal(); len(legal) > 0 {
				err = line.Push(legal[rng.IntN(len(legal))])
			}
			if err != nil {
				return nil, err
			}
		}
		if !line.Outcome().Over() {
			return line, nil
		}
	}
}

// move chooses a move by a search from the view of the side to move. It returns the move's code and
// the position at the end of the line that the search expects.
func move(line *game.Line, e classic.Evaluator, depth int, rng *rand.Rand) (code string, leaf game.Position, err error) {
	view := line.View(line.Position().Turn())
	only, err := engine.Choices(view, nil)
	if err != nil {
		return "", nil, err
	}
	p := view.Position()
	r := classic.AlphaBeta(context.Background(), p, classic.Options{
		Eval: e, Depth: depth, Only: only, Rand: rng,
	})
	if code = p.Encode(r.Best()); len(r.Line) == 0 {
		return "", nil, game.Err(game.GameOver, "there is no legal move to choose from")
	}
	for _, m := range r.Line {
		ways := game.CompletionsOf(p, m)
		if len(ways) != 1 {
			break
		}
		p = p.Play(ways[0].Move)
	}
	return code, p, nil
}

// Play plays one game and learns from it.
func (l *Learner) Play() (Played, error) {
	l.Games++
	rng := rand.New(rand.NewPCG(l.Seed, uint64(l.Games)))
	line, err := l.start(rng)
	if err != nil {
		return Played{}, err
	}
	eval := l.Evaluator()
	clear(l.trace)
	played, counted := Played{}, 0
	known := false // whether before is the value of the previous position; false after a random move
	before := 0.0
	learn := func(v float64) {
		difference := v - before
		for i := range l.Weights {
			l.Weights[i] += l.Rate * difference * l.trace[i]
		}
		played.Error += difference * difference
		counted++
	}
	for line.Ply() < l.MostPly && !line.Outcome().Over() {
		if rng.Float64() < l.Explore {
			legal := line.Legal()
			if err := line.Push(game.CompletionsOf(line.Position(), legal[rng.IntN(len(legal))])[0].Move); err != nil {
				return Played{}, err
			}
			known = false
			clear(l.trace)
			continue
		}
		code, leaf, err := move(line, eval, l.Depth, rng)
		if err != nil {
			return Played{}, err
		}
		v := value(l.features, l.Weights, leaf)
		if o := leaf.Outcome(); o.Over() {
			v = result(o)
		}
		if known {
			learn(v)
		}
		for i := range l.trace {
			l.trace[i] *= l.Lambda
		}
		if !leaf.Outcome().Over() {
			slope := (1 - v*v) / 2
			l.features.Visit(leaf, func(weight int, x float64) { l.trace[weight] += slope * x })
		}
		before, known = v, true
		if err := line.Play(code); err != nil {
			return Played{}, err
		}
	}
	o := line.Outcome()
	if known {
		learn(result(o))
	}
	played.Plies, played.Points = line.Ply(), (1+result(o))/2
	if counted > 0 {
		played.Error /= float64(counted)
	}
	return played, nil
}

// result converts the outcome of a game to a value for the first side, from -1 to 1. An unfinished
// game counts as a draw.
func result(o game.Outcome) float64 {
	switch o.Winner {
	case game.First:
		return 1
	case game.Second:
		return -1
	}
	return 0
}

// Tally counts the games of a player by result.
type Tally struct{ Won, Drawn, Lost int }

// Compare plays pairs of games between the present weights and the given other weights, with
// searches of the same depth. Both games of a pair have the same opening, and the two sets of
// weights swap sides.
func (l *Learner) Compare(ctx context.Context, others []float64, pairs int) (t Tally, err error) {
	mine, theirs := l.Evaluator(), Evaluator("other", l.features, others, l.base)
	for n := range 2 * pairs {
		if ctx.Err() != nil {
			return t, nil //nolint:nilerr // not an error: return the tally of the games so far
		}
		me := game.First + game.Side(n%2)
		rng := rand.New(rand.NewPCG(l.Seed^uint64(l.Games)<<32, uint64(n/2)))
		line, err := l.start(rng)
		if err != nil {
			return t, err
		}
		for line.Ply() < l.MostPly && !line.Outcome().Over() {
			e := theirs
			if line.Position().Turn() == me {
				e = mine
			}
			code, _, err := move(line, e, l.Depth, rng)
			if err != nil {
				return t, err
			}
			if err := line.Play(code); err != nil {
				return t, err
			}
		}
		switch line.Outcome().Winner {
		case me:
			t.Won++
		case me.Other():
			t.Lost++
		default:
			t.Drawn++
		}
	}
	return t, nil
}
