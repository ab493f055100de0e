// Package engine plays caro and related games: freestyle, exactly five, and rules under which a row
// that is blocked at both ends does not win.
//
// For every empty cell the engine knows what a stone there would make in each direction, from
// tables computed from the win rule (class.go). It finds threats (threats.go), solves wins by fours
// and by threats before the search (vcf.go, vct.go), and plays every stage of an opening
// (opening.go).
package engine

import (
	"context"
	"sync/atomic"
	"time"

	"kydai/engine"
	"kydai/engine/alphabeta"
	"kydai/game"
	rules "kydai/games/caro"
	"kydai/search"
)

// Engine plays caro. It implements engine.Engine and several of its optional abilities.
type Engine struct {
	inner   *alphabeta.Engine
	only    []game.Move // moves that the next search may play; empty means all moves
	memory  int         // number of table entries of each four solver in the next search
	root    *fourSolver // four solver used outside the search; its table is kept from move to move
	tree    *fourSolver // four solver of the search's first thread; its memory is reused
	threats *threatTable
	known   *proofs     // wins by threats that were proved in this game
	blind   bool        // true if the engine must overlook moves; the solvers then do not run, as they see every stone
	steady  bool        // true if the search must use the hand-made evaluation, with which the levels are calibrated
	chosen  *evaluation // evaluation at full strength; nil means the learnt one
}

var (
	_ engine.Engine     = (*Engine)(nil)
	_ engine.Forgetful  = (*Engine)(nil)
	_ engine.Adjustable = (*Engine)(nil)
	_ engine.Preparer   = (*Engine)(nil)
	_ engine.Blinkered  = (*Engine)(nil)
	_ engine.Calibrated = (*Engine)(nil)
	_ engine.Tunable    = (*Engine)(nil)
)

// New creates an engine with one thread.
func New() *Engine {
	e := &Engine{
		memory: treeMemory, threats: newThreatTable(), known: new(proofs),
		root: &fourSolver{memory: make([]fourEntry, rootMemory)},
		tree: &fourSolver{spare: make([]fourEntry, treeMemory)},
	}
	e.inner = alphabeta.New(e.start, Params())
	return e
}

// Params returns the search parameters tuned for this evaluation.
func Params() search.Params {
	p := search.DefaultParams()
	p.Aspiration = 50
	p.RazorDepth, p.RazorMargin = 2, 400
	p.ReverseDepth, p.ReverseMargin = 6, 120
	p.NullEvalDivisor = 300
	p.FutilityDepth, p.FutilityBase, p.FutilityMargin = 6, 200, 140
	p.CountDepth, p.CountBase = 8, 5
	p.ReduceBase, p.ReduceDivisor = 60, 200
	p.HistoryDivisor = 10000
	return p
}

// start prepares a search and returns the function that creates the search states of the threads.
func (e *Engine) start(line *game.Line) (func() search.State, error) {
	p, err := positionOf(line)
	if err != nil {
		return nil, err
	}
	only, memory, eval := e.only, e.memory, e.evaluation()
	known := e.known
	if e.steady || e.blind {
		known = nil
	}
	var lent atomic.Bool
	return func() search.State {
		var s *State
		if lent.CompareAndSwap(false, true) {
			s = e.treeState(p)
		} else {
			s = stateOf(p, newFourSolver(nil, memory), eval)
		}
		s.only, s.known = only, known
		return s
	}, nil
}

// rootState returns a State for use before the search. Its four solver still has the results of
// earlier calls in its table.
//
//go:noinline
func (e *Engine) rootState(p *rules.Position) *State {
	e.root.stop = nil
	return stateOf(p, e.root, e.evaluation())
}

// treeState returns a State for the search. The table of its four solver is empty, but uses the
// same memory as in the last search.
func (e *Engine) treeState(p *rules.Position) *State {
	e.tree.memory, e.tree.size = nil, e.memory
	return stateOf(p, e.tree, e.evaluation())
}

func positionOf(line *game.Line) (*rules.Position, error) {
	p, ok := line.Position().(*rules.Position)
	if !ok {
		return nil, game.Err(game.BadPosition, "this is not a position of caro")
	}
	return p, nil
}

// NewGame clears the hash table and the histories of the last game.
func (e *Engine) NewGame() {
	e.inner.NewGame()
	e.known = new(proofs)
}

// Overlook sets the moves that the next searches leave out; nil means that no move is left out.
func (e *Engine) Overlook(unseen engine.Unseen) {
	e.blind = unseen != nil
	e.inner.Overlook(unseen)
}

// Calibrate makes the next searches use the hand-made evaluation and the search parameters with
// which the levels are calibrated, or those of full strength again.
func (e *Engine) Calibrate(on bool) {
	e.steady = on
	e.inner.Calibrate(on)
}

// Params lists the numbers of the search at full strength.
func (e *Engine) Params() []engine.Param { return e.inner.Params() }

// SetParam sets a number of the search at full strength.
func (e *Engine) SetParam(name string, value int) error { return e.inner.SetParam(name, value) }

// Prepare computes the class tables for the win rule of the line, and both evaluations. It takes time
// only on first use.
func (e *Engine) Prepare(_ context.Context, line *game.Line) error {
	p, err := positionOf(line)
	if err == nil {
		handMade()
		e.rootState(p)
	}
	return err
}

// Close does nothing: the garbage collector frees the memory.
func (e *Engine) Close() error { return e.inner.Close() }

// Limits of the solvers that run before the search. A name with Fours is a limit of the four solver
// (wins by fours alone), a name with Threats a limit of the threat solver (wins by fours and
// threats of fours).
const (
	rootFours    = 200_000                // maximum number of stones tried
	rootThreats  = 20_000                 // maximum number of nodes
	depthFours   = 64                     // with a depth limit, the stones tried are limited to depthFours << depth
	depthThreats = 8                      // with a depth limit, the nodes are limited to depthThreats << depth
	solverShare  = 5                      // the solvers may use 1/solverShare of the time
	solverNodes  = 4                      // the solvers may use 1/solverNodes of a node limit
	solverLeast  = 300 * time.Microsecond // if less time than this is available for the move, the solvers do not run
	threatsPerMs = 150                    // with a time limit, this many nodes of the threat solver per millisecond
)

// Think chooses a move in every phase of the game, including the opening with its choices.
func (e *Engine) Think(ctx context.Context, line *game.Line, lim engine.Limits, report func(engine.Thought)) (engine.Thought, error) {
	p, err := positionOf(line)
	if err != nil {
		return engine.Thought{}, err
	}
	if line.Outcome().Over() {
		return engine.Thought{}, game.Err(game.GameOver, "the game is over")
	}
	if p.Stage() != rules.Playing {
		return e.open(ctx, p, lim, report)
	}
	e.only = nil
	for _, code := range lim.Only {
		m, err := p.Decode(code)
		if err != nil {
			return engine.Thought{}, err
		}
		e.only = append(e.only, m)
	}
	began := time.Now()
	if budget := lim.Allot(p.Turn().Index()); budget.Hard > 0 && budget.Soft < solverLeast {
		e.memory = hastyMemory
		return e.inner.Think(ctx, line, lim, report)
	}
	e.memory = treeMemory
	if lim.MultiPV <= 1 && !e.blind {
		if info, ok := e.solve(ctx, p, lim, began); ok {
			if report != nil {
				report(info)
			}
			return info, nil
		}
	}
	used, side := time.Since(began), p.Turn().Index()
	if lim.MoveTime > 0 {
		lim.MoveTime = max(lim.MoveTime-used, time.Millisecond)
	}
	if lim.Left[side] > 0 {
		lim.Left[side] = max(lim.Left[side]-used, time.Millisecond)
	}
	if lim.MultiPV > 1 || e.blind {
		return e.inner.Think(ctx, line, lim, report)
	}
	if e.steady {
		return e.careful(ctx, line, p, lim, report)
	}
	return e.reviewed(ctx, line, p, lim, report)
}

// solve searches for a forced win with the solvers' share of the limits. It returns false if it
// finds no win.
func (e *Engine) solve(ctx context.Context, p *rules.Position, lim engine.Limits, began time.Time) (engine.Thought, bool) {
	s := e.rootState(p)
	if s.pro > 0 && s.board.stones <= proBound {
		return engine.Thought{}, false
	}
	fourBudget, threatBudget, gap := solverBudget(lim, p.Turn())
	if !e.steady {
		threatBudget, gap = threatBudget/reviewLater, gap/reviewLater // reviews continue this work
	}
	stop := func() bool { return ctx.Err() != nil || gap > 0 && time.Since(began) > gap }
	s.fours.stop = stop
	var found []cell
	var nodes int
	if plies, _, _ := s.fours.solve(fourBudget); plies > 0 {
		nodes = s.fours.nodes
		found = s.fours.line(fourBudget)
	} else {
		t := newThreatSolver(s.board, s.fours, e.threats)
		if !e.steady {
			t = newFastSolver(s.board, s.fours, e.threats)
		}
		m := t.solve(threatBudget, stop)
		nodes = t.nodes
		if m != noCell {
			found = t.line(m)
		}
	}
	return e.winBy(found, s, p, nodes, began)
}

// winBy returns the result for a win by the given stones of both sides. It returns false if there is
// no such win or if it is not allowed.
func (e *Engine) winBy(found []cell, s *State, p *rules.Position, nodes int, began time.Time) (engine.Thought, bool) {
	if len(found) == 0 || s.board.stones+len(found) > s.board.most || len(e.only) > 0 && !contains(e.only, s.move(found[0])) {
		return engine.Thought{}, false
	}
	v := engine.Variation{Score: engine.Score{Points: search.Won(len(found)), Mate: (len(found) + 1) / 2}}
	for _, c := range found {
		v.Codes = append(v.Codes, p.Encode(s.move(c)))
	}
	return engine.Thought{
		Depth: len(found), Deepest: len(found), Nodes: uint64(nodes), //nolint:gosec // the number of nodes is not negative, so the conversion is safe
		Elapsed: max(time.Since(began), time.Microsecond), Lines: []engine.Variation{v},
	}, true
}

// solverBudget returns what the solvers may use of the limits. The result fours limits the stones
// that the four solver tries, threats limits the nodes of the threat solver, and gap limits the
// time of both. A gap of 0 means no time limit.
func solverBudget(lim engine.Limits, turn game.Side) (fours, threats int, gap time.Duration) {
	fours, threats = rootFours, rootThreats
	if lim.Depth > 0 {
		fours = min(fours, depthFours<<min(lim.Depth, 20))
		threats = min(threats, depthThreats<<min(lim.Depth, 20))
	}
	if lim.Nodes > 0 {
		fours = int(min(uint64(fours), lim.Nodes/solverNodes))
		threats = int(min(uint64(threats), lim.Nodes/solverNodes))
	}
	if budget := lim.Allot(turn.Index()); budget.Hard > 0 {
		gap = budget.Soft / solverShare
		ms := int(gap/time.Millisecond) + 1
		fours = min(fours, 1000*ms)
		threats = threatsPerMs * ms
	}
	return fours, threats, gap
}
