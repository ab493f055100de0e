package search

import (
	"context"
	"math"
	"sync/atomic"
	"time"

	"kydai/game"
)

// Limits say when to stop. The first one reached counts; with none the search
// goes on until its context ends.
type Limits struct {
	Depth   int           // plies
	Nodes   uint64        // over all threads
	Soft    time.Duration // no new iteration is begun after this
	Hard    time.Duration // stop, as the end of the context would; also where nothing can interrupt the search
	Mate    int           // stop when a win in so many moves is found
	MultiPV int           // how many best lines; 0 is 1
	Only    []game.Move   // root moves to look at; none means all
	Side    int           // 0 or 1, the side to move; it only keeps apart what is learned about each
}

// Line is one of the best lines found.
type Line struct {
	Score int
	Moves []game.Move
}

// Report is what is known after an iteration.
type Report struct {
	Depth, Deepest int
	Nodes          uint64
	Elapsed        time.Duration
	Lines          []Line // best first
	Full           int    // of the table, in thousandths
}

// Best is the move to play, or NoMove.
func (r Report) Best() game.Move {
	if len(r.Lines) == 0 || len(r.Lines[0].Moves) == 0 {
		return game.NoMove
	}
	return r.Lines[0].Moves[0]
}

// Searcher keeps what is worth keeping between the moves of a game: the
// table and the histories of its threads. It runs one search at a time.
type Searcher struct {
	table   *Table
	params  Params
	now     func() time.Time
	threads []*thread
}

// New makes a searcher with a table of so many MiB and one thread.
func New(mib int, p Params) *Searcher {
	return &Searcher{table: NewTable(mib), params: p, now: time.Now}
}

// Clear forgets everything learned, for a new game.
func (s *Searcher) Clear() {
	s.table.Clear()
	for _, th := range s.threads {
		th.hist.clear()
	}
}

// Resize replaces the table.
func (s *Searcher) Resize(mib int) { s.table = NewTable(mib) }

// shared is what the threads of one search have in common.
type shared struct {
	stop   atomic.Bool
	nodes  atomic.Uint64 // counted in lumps
	limits Limits
	look   uint64 // nodes between looks at the clock
	began  time.Time
	now    func() time.Time
}

// thread is one searching goroutine with all the memory it needs.
type thread struct {
	id        int
	state     State
	passer    Passer // nil where nobody passes; so the others
	checker   Checker
	prover    Prover
	stager    Stager
	exchanger Exchanger
	gainer    Gainer
	shaper    Shaper
	luck      *chances
	table     *Table
	params    Params
	shared    *shared
	hist      *history
	nodes     uint64
	lump      uint64 // nodes not yet told to shared
	stopped   bool

	rootDepth  int
	rootScore  int // of the best root move so far
	deepest    int
	multi      int         // which of the best lines is searched
	exclude    []game.Move // first moves of the better lines
	last       Line        // of the iteration before, for ordering
	high       []game.Move // the line that was better than the window
	reductions [64][64]int

	path   [MaxPly + 2]game.Move
	evals  [MaxPly + 2]int
	skip   [MaxPly + 2]game.Move // a move that a singular search leaves out
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

// maxMoves is more than any position of any game here has.
const maxMoves = 420

func newThread(id int, p Params) *thread {
	th := &thread{id: id, params: p, hist: newHistory(), one: make([]game.Move, 0, 1)}
	moves := make([]game.Move, 3*(MaxPly+2)*maxMoves)
	scores := make([]int32, 2*(MaxPly+2)*maxMoves)
	for i := range th.moves {
		th.moves[i], moves = moves[:0:maxMoves], moves[maxMoves:]
		th.quiets[i], moves = moves[:0:maxMoves], moves[maxMoves:]
		th.spareMoves[i], moves = moves[:0:maxMoves], moves[maxMoves:]
		th.scores[i], scores = scores[:maxMoves:maxMoves], scores[maxMoves:]
		th.spareScores[i], scores = scores[:maxMoves:maxMoves], scores[maxMoves:]
	}
	for d := 1; d < 64; d++ {
		for n := 1; n < 64; n++ {
			r := float64(p.ReduceBase)/100 + math.Log(float64(d))*math.Log(float64(n))*100/float64(p.ReduceDivisor)
			th.reductions[d][n] = int(r)
		}
	}
	return th
}

const (
	// lumpSize is how many nodes a thread visits between looks at the shared
	// state.
	lumpSize = 256
	// clockLook is how many it visits between looks at the clock: about a
	// millisecond of work for an engine that solves something in every node.
	// The end of the context is seen there too.
	clockLook = 16
	// hurried is a time so short that the clock is looked at in every node.
	hurried = time.Millisecond
)

// count counts a node and reports whether to stop.
func (th *thread) count() bool {
	th.nodes++
	th.lump++
	if th.nodes%th.shared.look == 0 {
		if hard := th.shared.limits.Hard; hard > 0 && th.shared.now().Sub(th.shared.began) >= hard {
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
	return th.stopped
}

// lengthen puts a move before the line found behind it.
func (th *thread) lengthen(ply int, m game.Move) {
	th.pv[ply][ply] = m
	n := max(th.pvLen[ply+1], ply+1)
	copy(th.pv[ply][ply+1:n], th.pv[ply+1][ply+1:n])
	th.pvLen[ply] = n
}

// rootBest is the best move of the last iteration, if it is to be searched.
func (th *thread) rootBest() game.Move {
	if len(th.last.Moves) == 0 {
		return game.NoMove
	}
	return th.last.Moves[0]
}

// allowed keeps the root moves that the limits and the other lines leave.
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

// Search thinks about a position. Each thread gets a state of its own from
// fresh. report is called after each iteration of the first thread, never
// concurrently. The best line found so far is always at hand: the result
// holds at least one move if there is one.
func (s *Searcher) Search(ctx context.Context, fresh func() State, threads int, lim Limits, report func(Report)) Report {
	sh := &shared{limits: lim, look: clockLook, began: s.now(), now: s.now}
	if lim.Hard > 0 && lim.Hard < hurried {
		sh.look = 1
	}
	s.table.newSearch()
	for len(s.threads) < max(threads, 1) {
		s.threads = append(s.threads, newThread(len(s.threads), s.params))
	}
	if ctx.Err() != nil {
		sh.stop.Store(true)
	}
	unwatch := context.AfterFunc(ctx, func() { sh.stop.Store(true) })
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
	th.luck = newChances(st)
	th.nodes, th.lump, th.stopped, th.deepest = 0, 0, false, 0
	th.last, th.exclude, th.multi = Line{}, nil, 0
	th.hist.killers = [MaxPly + 2][2]game.Move{}
	th.skip = [MaxPly + 2]game.Move{}
}
