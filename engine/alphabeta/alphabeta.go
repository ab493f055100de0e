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

// Setting is a way to search: an evaluation, which Start prepares, and search parameters.
type Setting struct {
	Start  Start
	Params search.Params
}

// Engine implements engine.Engine with the alpha-beta search of package search.
type Engine struct {
	full, levels Setting // how the engine searches at full strength, and how while it is calibrated
	calibrated   bool    // the next search uses levels
	last         bool    // the last search used levels
	searcher     *search.Searcher
	threads      int
	unseen       engine.Unseen
	review       func(search.Report) search.Review
}

var (
	_ engine.Engine     = (*Engine)(nil)
	_ engine.Forgetful  = (*Engine)(nil)
	_ engine.Adjustable = (*Engine)(nil)
	_ engine.Blinkered  = (*Engine)(nil)
	_ engine.Calibrated = (*Engine)(nil)
	_ engine.Tunable    = (*Engine)(nil)
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
	full := Setting{start, p}
	return NewCalibrated(full, full)
}

// NewCalibrated creates an engine with one thread, whose levels below the highest were calibrated
// with another setting than that of its full strength.
func NewCalibrated(full, levels Setting) *Engine {
	return &Engine{full: full, levels: levels, searcher: search.New(usualHash, full.Params), threads: 1}
}

// Calibrate makes the next searches use the setting with which the levels were calibrated, or that
// of full strength again.
func (e *Engine) Calibrate(on bool) { e.calibrated = on }

// setting returns the setting of the next search. If it is not that of the last search, the table
// is cleared, because its scores come from another evaluation.
func (e *Engine) setting() Setting {
	if e.calibrated != e.last {
		e.last = e.calibrated
		e.NewGame()
	}
	if e.calibrated {
		return e.levels
	}
	return e.full
}

// Params lists the numbers of the search at full strength.
func (e *Engine) Params() []engine.Param {
	var list []engine.Param
	for _, p := range e.full.Params.List() {
		list = append(list, engine.Param(p))
	}
	return list
}

// SetParam sets a number of the search at full strength. The levels keep theirs.
func (e *Engine) SetParam(name string, value int) error {
	if !e.full.Params.Set(name, value) {
		return game.Err("bad-option", "the search has no number ", name, " that can be ", strconv.Itoa(value))
	}
	return nil
}

// NewGame clears the hash table and the move-ordering histories.
func (e *Engine) NewGame() { e.searcher.Clear() }

// Overlook sets which moves the next searches must leave out, as if the engine did not see them.
// While this is set, a search uses only one thread. With nil, no move is left out.
func (e *Engine) Overlook(unseen engine.Unseen) { e.unseen = unseen }

// Review sets search.Limits.Review for the next searches; nil means none.
func (e *Engine) Review(review func(search.Report) search.Review) { e.review = review }

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
	setting := e.setting()
	fresh, err := setting.Start(line)
	if err != nil {
		return engine.Thought{}, err
	}
	side := line.Position().Turn().Index()
	budget := lim.Allot(side)
	if budget.Hard > 0 {
		var cancel context.CancelFunc
		ctx, cancel = within(ctx, budget.Hard)
		defer cancel()
	}
	limits := search.Limits{Depth: lim.Depth, Nodes: lim.Nodes, Mate: lim.Mate, MultiPV: lim.MultiPV, Soft: budget.Soft, Hard: budget.Hard, ByClock: budget.ByClock, Side: side, Unseen: e.unseen, Review: e.review}
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
	e.searcher.Use(setting.Params)
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
