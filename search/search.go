package search

import (
	"context"
	"math"
	"sync/atomic"
	"time"

	"kydai/game"
)

// Limits say when a search stops: at the first limit that it reaches. Without limits, a search runs
// until its context ends.
type Limits struct {
	Depth   int           // maximum depth in plies; 0: no limit
	Nodes   uint64        // maximum number of nodes over all threads; 0: no limit
	Soft    time.Duration // the search begins no new iteration after this time
	Hard    time.Duration // the search stops after this time, for callers whose context cannot interrupt it
	ByClock bool          // Soft comes from a clock: the search for one line may scale Soft and stay below Hard
	Mate    int           // the search stops when it finds a forced win in this many moves
	MultiPV int           // number of best lines; 0 means 1
	Only    []game.Move   // root moves to search; empty means all
	Side    int           // side to move, 0 or 1; selects the histories of that side
	// Unseen reports whether the search must leave out a move, as if the player did not see it. The
	// parameter first is a root move. If the parameter reply is NoMove, the move in question is
	// this root move; otherwise it is the reply to the root move. Moves out of check are never left
	// out, and at least one root move stays. If Unseen is nil, no move is left out. Unseen requires
	// a search on one thread.
	Unseen func(first, reply game.Move) bool
	// Review, if it is not nil, is called between the iterations of a search for one line. It may
	// examine the positions of the line and change what Verdict says about them.
	Review func(Report) Review
	// Watch, if it is not nil, is called with the state of each position that the search evaluates. It
	// must not change the state, and it requires a search on one thread.
	Watch func(State)
}

// Review is the result of Limits.Review.
type Review struct {
	Again  bool   // verdicts have changed, so the last depths must be searched again
	Enough bool   // the search must stop
	Nodes  uint64 // cost of the review in nodes
}

// Line is one principal variation with its score.
type Line struct {
	Score int
	Moves []game.Move
}

// Report is the result of an iteration, the search to one depth.
type Report struct {
	Depth, Deepest int
	Nodes          uint64
	Elapsed        time.Duration
	Lines          []Line // principal variations, best first
	Full           int    // part of the hash table that is in use, in thousandths
}

// Best returns the move to play, or NoMove if the search has found none.
func (r Report) Best() game.Move {
	if len(r.Lines) == 0 || len(r.Lines[0].Moves) == 0 {
		return game.NoMove
	}
	return r.Lines[0].Moves[0]
}

// Searcher keeps the transposition table and the move histories between the moves of a game. It
// runs only one search at a time.
type Searcher struct {
	table   *Table
	params  Params
	now     func() time.Time
	threads []*thread
}

// New creates a searcher with a table of the given size in MiB and one thread.
func New(mib int, p Params) *Searcher {
	return &Searcher{table: NewTable(mib), params: p, now: time.Now}
}

// Clear empties the table and the histories, for a new game.
func (s *Searcher) Clear() {
	s.table.Clear()
	for _, th := range s.threads {
		th.hist.clear()
	}
}

// Use sets the parameters of the next searches. The table and the histories are kept.
func (s *Searcher) Use(p Params) { s.params = p }

// Resize replaces the transposition table by an empty table of mib MiB.
func (s *Searcher) Resize(mib int) {
	s.table = nil // let the garbage collector free the old table before the new one is allocated
	s.table = NewTable(mib)
}

// shared is the state that the threads of one search share.
type shared struct {
	stop   atomic.Bool
	cancel atomic.Bool   // the caller cancelled the search, which stops even depth 1
	nodes  atomic.Uint64 // number of nodes so far; threads add theirs in batches
	limits Limits
	look   uint64 // number of nodes between checks of the clock
	began  time.Time
	now    func() time.Time
}

// thread is one searching goroutine with its own memory.
type thread struct {
	id        int
	state     State
	passer    Passer // this and the next fields are nil if the state does not have the ability
	checker   Checker
	prover    Prover
	stager    Stager
	exchanger Exchanger
	gainer    Gainer
	shaper    Shaper
	chances   *chances
	winner    Winner
	solver    Solver
	salt      uint64 // combined with the table keys at ply 1 if Limits.Unseen is set; otherwise 0
	table     *Table
	params    Params
	shared    *shared
	hist      *history
	nodes     uint64
	lump      uint64 // nodes not yet added to shared.nodes
	stopped   bool
	whole     bool // the current iteration ignores all limits; only a cancellation stops it

	rootDepth  int
	rootScore  int // score of the best root move so far
	deepest    int
	multi      int         // index of the line being searched (MultiPV)
	exclude    []game.Move // first moves of the better lines, which this line must not begin with
	last       Line        // principal variation of the previous iteration, for move ordering
	pace       pace
	hard       time.Duration // time limit of the current iteration; 0: no limit
	high       []game.Move   // best line of a root search whose score was above the window (fail high)
	reductions [64][64]int

	path   [MaxPly + 2]game.Move
	evals  [MaxPly + 2]int
	skip   [MaxPly + 2]game.Move // by ply: the move that the singular extension test leaves out
	pv     [MaxPly + 2][MaxPly + 2]game.Move
	pvLen  [MaxPly + 2]int
	moves  [MaxPly + 2][]game.Move
	scores [MaxPly + 2][]int32
	quiets [MaxPly + 2][]game.Move
	single [1]int32
	one    []game.Move

	spareMoves  [MaxPly + 2][]game.Move
	spareScores [MaxPly + 2][]int32
}

// maxMoves is larger than the number of legal moves in any position of any game.
const maxMoves = 420

func newThread(id int, p Params) *thread {
	th := &thread{id: id, hist: newHistory(), one: make([]game.Move, 0, 1)}
	moves := make([]game.Move, 3*(MaxPly+2)*maxMoves)
	scores := make([]int32, 2*(MaxPly+2)*maxMoves)
	for i := range th.moves {
		th.moves[i], moves = moves[:0:maxMoves], moves[maxMoves:]
		th.quiets[i], moves = moves[:0:maxMoves], moves[maxMoves:]
		th.spareMoves[i], moves = moves[:0:maxMoves], moves[maxMoves:]
		th.scores[i], scores = scores[:maxMoves:maxMoves], scores[maxMoves:]
		th.spareScores[i], scores = scores[:maxMoves:maxMoves], scores[maxMoves:]
	}
	th.use(p)
	return th
}

// use sets the parameters of the next search.
func (th *thread) use(p Params) {
	th.params = p
	for d := 1; d < 64; d++ {
		for n := 1; n < 64; n++ {
			r := float64(p.ReduceBase)/100 + math.Log(float64(d))*math.Log(float64(n))*100/float64(p.ReduceDivisor)
			th.reductions[d][n] = int(r)
		}
	}
}

const (
	// lumpSize is the number of nodes after which a thread adds its count to the shared state.
	lumpSize = 256
	// clockLook is the number of nodes between checks of the clock and of the context: about a
	// millisecond for an engine with an expensive evaluation.
	clockLook = 16
	// hurried is a time limit. If the limit Hard of a search is shorter, the search checks the
	// clock at every node.
	hurried = time.Millisecond
)

// count counts a node and reports whether the search must stop. If the field whole is set, limits
// do not stop the search; only a cancellation by the caller does.
func (th *thread) count() bool {
	th.nodes++
	th.lump++
	if th.nodes%th.shared.look == 0 {
		if th.hard > 0 && th.shared.now().Sub(th.shared.began) >= th.hard {
			th.shared.stop.Store(true)
		}
		th.stopped = th.stopped || th.shared.stop.Load()
	}
	if th.lump >= lumpSize || th.shared.limits.Nodes > 0 && th.lump >= th.shared.limits.Nodes/16+1 {
		total := th.shared.nodes.Add(th.lump)
		th.lump = 0
		lim := &th.shared.limits
		if lim.Nodes > 0 && total >= lim.Nodes {
			th.shared.stop.Store(true)
		}
		if th.shared.stop.Load() {
			th.stopped = true
		}
	}
	if th.whole && th.stopped {
		th.stopped = th.shared.cancel.Load()
	}
	return th.stopped
}

// lengthen sets the principal variation at ply to m, followed by the variation at ply+1.
func (th *thread) lengthen(ply int, m game.Move) {
	th.pv[ply][ply] = m
	n := max(th.pvLen[ply+1], ply+1)
	copy(th.pv[ply][ply+1:n], th.pv[ply+1][ply+1:n])
	th.pvLen[ply] = n
}

// rootBest returns the first move of the line that the previous iteration found, or NoMove if there
// is no such line.
func (th *thread) rootBest() game.Move {
	if len(th.last.Moves) == 0 {
		return game.NoMove
	}
	return th.last.Moves[0]
}

// allowed returns the root moves to search: those in Limits.Only, if it is set, and without the
// first moves of the lines that this iteration has already found.
func (th *thread) allowed(ms []game.Move) []game.Move {
	out := ms[:0]
	for _, m := range ms {
		if has(th.exclude, m) || len(th.shared.limits.Only) > 0 && !has(th.shared.limits.Only, m) {
			continue
		}
		out = append(out, m)
	}
	return out
}

func has(ms []game.Move, m game.Move) bool {
	for _, x := range ms {
		if x == m {
			return true
		}
	}
	return false
}

// Search searches a position. The function fresh creates a state for each thread. The function
// report is called after each iteration of the first thread, never concurrently. Depth 1 is
// completed even if a limit or the deadline of ctx is reached earlier, because only then all moves
// have been compared. A cancelled search returns immediately, with a move if a legal move exists.
func (s *Searcher) Search(ctx context.Context, fresh func() State, threads int, lim Limits, report func(Report)) Report {
	sh := &shared{limits: lim, look: clockLook, began: s.now(), now: s.now}
	if lim.Hard > 0 && lim.Hard < hurried {
		sh.look = 1
	}
	s.table.newSearch()
	for len(s.threads) < max(threads, 1) {
		s.threads = append(s.threads, newThread(len(s.threads), s.params))
	}
	for _, th := range s.threads {
		if th.params != s.params {
			th.use(s.params)
		}
	}
	end := func() {
		sh.cancel.Store(ctx.Err() == context.Canceled)
		sh.stop.Store(true)
	}
	if ctx.Err() != nil {
		end()
	}
	unwatch := whenDone(ctx, end)
	defer unwatch()

	done := make(chan struct{}, threads)
	for i := 1; i < threads; i++ {
		go func(th *thread) {
			th.prepare(fresh(), s.table, sh)
			th.deepen(nil)
			done <- struct{}{}
		}(s.threads[i])
	}
	main := s.threads[0]
	main.prepare(fresh(), s.table, sh)
	result := main.deepen(report)
	sh.stop.Store(true)
	for i := 1; i < threads; i++ {
		<-done
	}
	return result
}

func (th *thread) prepare(st State, t *Table, sh *shared) {
	th.state, th.table, th.shared = st, t, sh
	th.passer, _ = st.(Passer)
	th.checker, _ = st.(Checker)
	th.prover, _ = st.(Prover)
	th.stager, _ = st.(Stager)
	th.exchanger, _ = st.(Exchanger)
	th.gainer, _ = st.(Gainer)
	th.shaper, _ = st.(Shaper)
	th.chances = newChances(st)
	th.winner, _ = st.(Winner)
	th.solver, _ = st.(Solver)
	th.salt = 0
	if sh.limits.Unseen != nil {
		th.salt = st.Key()<<1 | 1
	}
	th.nodes, th.lump, th.stopped, th.deepest = 0, 0, false, 0
	th.last, th.exclude, th.multi = Line{}, nil, 0
	th.hard = sh.limits.Hard
	th.pace.begin()
	th.hist.killers = [MaxPly + 2][2]game.Move{}
	th.skip = [MaxPly + 2]game.Move{}
}
