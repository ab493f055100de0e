// Package classic wraps the algorithms of package search/classic as engines. So these textbook
// algorithms can play against any other player.
package classic

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/search/classic"
)

// Names of the algorithms.
const (
	Minimax   = "minimax"
	AlphaBeta = "alphabeta"
	Ordered   = "ordered"
	Deepening = "deepening"
	MCTS      = "mcts"
	Greedy    = "greedy"
	Random    = "random"
)

// Algorithm describes an algorithm for the lab's pages and help texts.
type Algorithm struct {
	Name, About string
	Settings    []string // names of the settings that the algorithm has
}

// Algorithms lists all algorithms, simplest first.
func Algorithms() []Algorithm {
	tree := []string{"depth", "width", "eval"}
	return []Algorithm{
		{Random, "any legal move", nil},
		{Greedy, "takes the most valuable piece, else any move", []string{"eval"}},
		{Minimax, "every line of play to a depth", tree},
		{AlphaBeta, "the same value without what cannot matter", tree},
		{Ordered, "alpha-beta that tries the best captures first", tree},
		{Deepening, "ordered to depth 1, 2, 3 … until the time is up, best moves first", append([]string{"time"}, tree...)},
		{MCTS, "a tree grown by simulations, chosen by UCB1", []string{"sims", "c", "replies", "keep", "threads", "eval"}},
	}
}

// Config is an algorithm with its parameters. A zero value of a parameter means the default.
type Config struct {
	Algorithm string
	Eval      classic.Evaluator
	Depth     int
	Width     int           // moves searched per position; 0 means the evaluator's default, negative means all
	Time      time.Duration // time limit per move, for iterative deepening only
	Sims      int
	Explore   float64
	Replies   int    // number of greedy moves that MCTS plays before it evaluates; 0 means the default, negative means none
	Keep      bool   // MCTS keeps its search trees from move to move
	Threads   int    // number of threads of MCTS, each with a tree of its own; 0 means 1
	Seed      uint64 // seed of the random choice between equally good moves
}

// Default parameters.
const (
	usualMinimax = 3
	usualDepth   = 4
	usualSims    = 3000
	usualReplies = 1
	mostDepth    = 64
)

// Engine plays by one of the algorithms. Its random choices depend only on its seed and on the line
// of moves. So the same game can be repeated unless a time limit ends a search. An engine that
// keeps its search trees from move to move repeats a game only if it plays the game from the start.
type Engine struct {
	config Config
	kept   kept
}

var (
	_ engine.Engine    = (*Engine)(nil)
	_ engine.Forgetful = (*Engine)(nil)
)

// BadAlgorithm is the error code for an unknown algorithm.
const BadAlgorithm = "bad-algorithm"

// New creates an engine.
func New(c Config) (*Engine, error) {
	usual := usualDepth
	switch c.Algorithm {
	case Random, Greedy, AlphaBeta, Ordered, MCTS:
	case Minimax:
		usual = usualMinimax
	case Deepening:
		if c.Time > 0 {
			usual = mostDepth
		}
	default:
		return nil, game.Err(BadAlgorithm, "there is no algorithm ", c.Algorithm)
	}
	if c.Eval.Value == nil {
		c.Eval = classic.Pieces()
	}
	if c.Depth <= 0 {
		c.Depth = usual
	}
	if c.Width == 0 {
		c.Width = c.Eval.Width
	}
	if c.Sims <= 0 {
		c.Sims = usualSims
	}
	if c.Replies == 0 {
		c.Replies = usualReplies
	}
	c.Replies = max(c.Replies, 0)
	return &Engine{config: c}, nil
}

// Close does nothing: the engine holds no resources.
func (e *Engine) Close() error { return nil }

// Think searches with the algorithm and returns one line of moves. If a time or node limit ends the
// search early, the line is the best one so far.
func (e *Engine) Think(ctx context.Context, line *game.Line, lim engine.Limits, report func(engine.Thought)) (engine.Thought, error) {
	began := time.Now()
	tell := func(classic.Result) {}
	if report != nil {
		tell = func(r classic.Result) { report(e.info(line.Position(), r, began)) }
	}
	r, err := e.Search(ctx, line, lim, tell)
	if err != nil {
		return engine.Thought{}, err
	}
	return e.info(line.Position(), r, began), nil
}

// Search is like Think, but returns the result in the type of package search/classic.
func (e *Engine) Search(ctx context.Context, line *game.Line, lim engine.Limits, tell func(classic.Result)) (classic.Result, error) {
	if line.Outcome().Over() {
		return classic.Result{}, game.Err(game.GameOver, "the game is over")
	}
	only, err := engine.Choices(line, lim.Only)
	if err != nil {
		return classic.Result{}, err
	}
	hard := lim.Allot(line.Position().Turn().Index()).Hard
	if t := e.config.Time; t > 0 && (hard == 0 || t < hard) {
		hard = t
	}
	if hard > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, hard)
		defer cancel()
	}
	r := e.search(ctx, line, lim, only, tell)
	if r.Best() == game.NoMove {
		return r, game.Err(game.GameOver, "there is no legal move to choose from")
	}
	return r, nil
}

func (e *Engine) search(ctx context.Context, line *game.Line, lim engine.Limits, only []game.Move, tell func(classic.Result)) classic.Result {
	c, p, rng := e.config, line.Position(), e.draws(line)
	if lim.Depth > 0 {
		c.Depth = min(c.Depth, lim.Depth)
	}
	o := classic.Options{
		Eval: c.Eval, Depth: c.Depth, Width: max(c.Width, 0), MaxNodes: lim.Nodes,
		Order: c.Algorithm == Ordered || c.Algorithm == Deepening, Only: only, Rand: rng,
	}
	switch c.Algorithm {
	case Random:
		return classic.Random(p, rng, only)
	case Greedy:
		return classic.Greedy(p, c.Eval, rng, only)
	case Minimax:
		return classic.Minimax(ctx, p, o)
	case Deepening:
		return classic.Deepen(ctx, p, o, tell)
	case MCTS:
		sims := c.Sims
		if lim.Nodes > 0 && lim.Nodes < uint64(sims) {
			sims = int(lim.Nodes)
		}
		return e.simulate(ctx, line, classic.MonteCarlo{
			Eval: c.Eval, Sims: sims, Explore: c.Explore, Replies: c.Replies, Threads: c.Threads, Only: only, Rand: rng,
		})
	}
	return classic.AlphaBeta(ctx, p, o)
}

// draws returns the random source for one move. It depends only on the seed and on all positions of
// the line.
func (e *Engine) draws(line *game.Line) *rand.Rand {
	mixed := uint64(line.Ply())
	for i := range line.Ply() + 1 {
		mixed = (mixed ^ line.Key(i)) * 0x9e3779b97f4a7c15
		mixed ^= mixed >> 29
	}
	return rand.New(rand.NewPCG(e.config.Seed, mixed))
}

// info converts a result of package search/classic. Moves become codes, and the value becomes a
// score in hundredths of the evaluator's unit.
func (e *Engine) info(p game.Position, r classic.Result, began time.Time) engine.Thought {
	v := engine.Variation{Score: score(r.Value, e.config.Eval.Unit)}
	at := p
	for _, m := range r.Line {
		v.Codes = append(v.Codes, at.Encode(m))
		ways := game.CompletionsOf(at, m)
		if len(ways) != 1 {
			break
		}
		at = at.Play(ways[0].Move)
	}
	return engine.Thought{
		Depth: r.Depth, Deepest: r.Depth, Nodes: r.Nodes,
		Elapsed: max(time.Since(began), time.Microsecond), Lines: []engine.Variation{v},
	}
}

func score(value, unit float64) engine.Score {
	if plies, forced := classic.PliesToEnd(value); forced {
		if plies < 0 {
			return engine.Score{Mate: (plies - 1) / 2}
		}
		return engine.Score{Mate: (plies + 1) / 2}
	}
	if unit <= 0 {
		unit = 1
	}
	return engine.Score{Points: int(math.Round(value / unit * 100))}
}
