// Package alphabeta turns a search.State of any game into an Engine.
package alphabeta

import (
	"context"
	"strconv"
	"time"

	"kydai/engine"
	"kydai/game"
	"kydai/search"
)

// Start prepares a search of a line. It returns the function fresh, which creates the search state
// of one thread and is called once for each search thread.
type Start func(line *game.Line) (fresh func() search.State, err error)

// Engine implements engine.Engine with the alpha-beta search of package search.
type Engine struct {
	start    Start
	searcher *search.Searcher
	threads  int
	unseen   engine.Unseen
}

var (
	_ engine.Engine     = (*Engine)(nil)
	_ engine.Forgetful  = (*Engine)(nil)
	_ engine.Adjustable = (*Engine)(nil)
	_ engine.Blinkered  = (*Engine)(nil)
)

// Default values, upper limits and names of the options. The hash size is in MiB.
const (
	usualHash    = 64
	maxHash      = 65536
	maxThreads   = 256
	optHash      = "Hash"
	optThreads   = "Threads"
	optClearHash = "Clear Hash"
)

// New creates an engine with one thread.
func New(start Start, p search.Params) *Engine {
	return &Engine{start: start, searcher: search.New(usualHash, p), threads: 1}
}

// NewGame clears the hash table and the move-ordering histories.
func (e *Engine) NewGame() { e.searcher.Clear() }

// Overlook sets which moves the next searches must leave out, as if the engine did not see them.
// While this is set, a search uses only one thread. With nil, no move is left out.
func (e *Engine) Overlook(unseen engine.Unseen) { e.unseen = unseen }

// Close does nothing: the garbage collector frees the memory.
func (e *Engine) Close() error { return nil }

// Options lists the options that SetOption accepts.
func (e *Engine) Options() []engine.Option {
	return []engine.Option{
		{Name: optHash, Kind: "spin", Default: strconv.Itoa(usualHash), Least: 1, Most: maxHash},
		{Name: optThreads, Kind: "spin", Default: "1", Least: 1, Most: maxThreads},
		{Name: optClearHash, Kind: "button"},
	}
}

// SetOption sets an option by name. It returns an error if the name is unknown or if the value is
// not a positive number. Values above the limit of an option are lowered to the limit.
func (e *Engine) SetOption(name, value string) error {
	if name == optClearHash {
		e.NewGame()
		return nil
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 {
		return game.Err("bad-option", "the option ", name, " cannot be ", value)
	}
	switch name {
	case optHash:
		e.searcher.Resize(min(n, maxHash))
	case optThreads:
		e.threads = min(n, maxThreads)
	default:
		return game.Err("bad-option", "there is no option ", name)
	}
	return nil
}

// Think searches until a limit is reached or ctx ends. It returns an error if the search
// cannot be prepared for the line.
func (e *Engine) Think(ctx context.Context, line *game.Line, lim engine.Limits, report func(engine.Thought)) (engine.Thought, error) {
	fresh, err := e.start(line)
	if err != nil {
		return engine.Thought{}, err
	}
	side := line.Position().Turn().Index()
	budget := lim.Allot(side)
	if budget.Hard > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, budget.Hard)
		defer cancel()
	}
	limits := search.Limits{Depth: lim.Depth, Nodes: lim.Nodes, Mate: lim.Mate, MultiPV: lim.MultiPV, Soft: budget.Soft, Hard: budget.Hard, Side: side, Unseen: e.unseen}
	if limits.Only, err = engine.Choices(line, lim.Only); err != nil {
		return engine.Thought{}, err
	}
	tell := func(search.Report) {}
	if report != nil {
		tell = func(r search.Report) { report(toInfo(line.Position(), r)) }
	}
	threads := e.threads
	if e.unseen != nil {
		threads = 1
	}
	r := e.searcher.Search(ctx, fresh, threads, limits, tell)
	if r.Best() == game.NoMove {
		return engine.Thought{}, game.Err(game.GameOver, "there is no legal move to choose from")
	}
	return toInfo(line.Position(), r), nil
}

// toInfo converts a report of package search to a Thought; p encodes the moves as codes.
func toInfo(p game.Position, r search.Report) engine.Thought {
	info := engine.Thought{Depth: r.Depth, Deepest: r.Deepest, Nodes: r.Nodes, Elapsed: max(r.Elapsed, time.Microsecond), Full: r.Full}
	for _, l := range r.Lines {
		v := engine.Variation{Score: engine.Score{Points: l.Score}}
		if n, forced := search.MovesToMate(l.Score); forced {
			v.Score.Mate = n
		}
		at := p
		for _, m := range l.Moves {
			code := at.Encode(m)
			back, err := at.Decode(code)
			if err != nil {
				break // the line comes from the hash table and may continue after the end of the game
			}
			v.Codes = append(v.Codes, code)
			ways := game.CompletionsOf(at, back)
			if len(ways) != 1 {
				break // the move reveals a hidden piece, so the rest of the line is unknown
			}
			at = at.Play(ways[0].Move)
		}
		info.Lines = append(info.Lines, v)
	}
	return info
}
