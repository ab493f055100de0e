package engine

// threatSolver searches for wins by threats (VCT): the attacker plays fours, and moves that
// threaten an open four. It uses depth-first proof-number search. A position is a proved win only
// if every defence loses. A defence must stop the open four or make a four; any other reply loses
// and is not tried.
type threatSolver struct {
	board   *board
	fours   *fourSolver
	us      int // colour of the attacker
	memory  []threatEntry
	salt    uint64 // changes the table keys, so that this solver ignores the entries of earlier solvers
	nodes   int
	budget  int
	stop    func() bool
	stopped bool
	fast    bool // true if the four solver runs only in positions with a double threat
	moves   [threatDepth][]cell
}

// threatEntry holds the proof number and the disproof number of a position. Proved means that the
// side to move reaches its aim: the attacker wins, or the defender escapes.
type threatEntry struct {
	key           uint64
	proof, refute uint32
}

const (
	threatDepth  = 60
	threatMemory = 1 << 17
	unbounded    = 1 << 30
	threatFours  = 150 // stones that the four solver may try in each node of the attacker
	refuteFours  = 60  // stones that the four solver may try in each node of the defender
	fastFours    = 32  // stones that the four solver may try in each node of a fast solver
	threatLook   = 2   // nodes between two calls of stop
	threatMoves  = 96
	lineThreats  = 400 // node limit for each move when line reconstructs a win
)

// threatTable is the hash table that all threat solvers of an engine share. Clearing it would take
// too long for a quick move. Instead each solver has another salt in its keys, so that it ignores
// older entries.
type threatTable struct {
	entries []threatEntry
	salt    uint64
	moves   [threatDepth][]cell // move lists of a solver, by ply
}

func newThreatTable() *threatTable {
	t := &threatTable{entries: make([]threatEntry, threatMemory)}
	all := make([]cell, threatDepth*threatMoves)
	for i := range t.moves {
		t.moves[i], all = all[:0:threatMoves], all[threatMoves:]
	}
	return t
}

// newThreatSolver creates a solver that does not use older table entries.
func newThreatSolver(b *board, fours *fourSolver, memory *threatTable) *threatSolver {
	const step = 0x9e3779b97f4a7c15 // odd, with irregular bits, so that every solver gets a different salt
	memory.salt += step
	return &threatSolver{board: b, fours: fours, memory: memory.entries, salt: memory.salt, moves: memory.moves}
}

// newFastSolver creates a solver that needs a third of the time for a node. It continues the work of
// the fast solvers with the same attacker since the last call of newThreatSolver, so a larger budget
// does not repeat what a smaller one has searched.
func newFastSolver(b *board, fours *fourSolver, memory *threatTable) *threatSolver {
	salt := memory.salt
	if b.turn == 1 {
		salt ^= turnKey
	}
	return &threatSolver{board: b, fours: fours, memory: memory.entries, salt: salt, moves: memory.moves, fast: true}
}

// winsByFours reports whether the colour to move has a win by fours. The four solver may try the given
// number of stones.
func (s *threatSolver) winsByFours(budget int) bool {
	if s.fast {
		if !s.board.hasDouble(s.board.turn) {
			return false
		}
		budget = fastFours
	}
	plies, _, _ := s.fours.solve(budget)
	return plies > 0
}

// solve searches for a win of the colour to move. It uses at most budget nodes, and it stops early
// if the function stop returns true; stop may be nil. It returns the first move of the win, or
// noCell if it finds no win.
func (s *threatSolver) solve(budget int, stop func() bool) cell {
	s.us, s.nodes, s.budget, s.stop, s.stopped = s.board.turn, 0, budget, stop, false
	if _, proof, _, done := s.expand(0); done {
		if proof == 0 {
			_, m, _ := s.fours.solve(threatFours)
			return m
		}
		return noCell
	}
	s.visit(0, unbounded, unbounded)
	for _, m := range s.moves[0] {
		if s.probe(m).refute == 0 {
			return m
		}
	}
	return noCell
}

// line reconstructs the moves of a win for display. It may return only the first part of the win.
func (s *threatSolver) line(first cell) []cell {
	b := s.board
	moves := []cell{first}
	b.make(first)
	for len(moves) < threatDepth && !b.won {
		next := noCell
		if b.turn != s.us {
			if all, _, _, done := s.expand(0); !done && len(all) > 0 {
				next = s.stubborn(all)
			} else if b.hasFive(s.us) && !b.hasFive(b.turn) {
				next = b.first(&b.threats[s.us][kindFive]) // no stone stops the five
			}
		} else {
			if _, m, _ := s.fours.solve(threatFours); m != noCell {
				next = m
			} else {
				next = s.solve(lineThreats, nil)
			}
		}
		if next == noCell {
			break
		}
		moves = append(moves, next)
		b.make(next)
	}
	for range moves {
		b.undo()
	}
	return moves
}

// stubborn chooses the defence to show in the moves of a win: the cell on which a stone would be
// worth most to the attacker. Such a defence blocks and does not only delay.
func (s *threatSolver) stubborn(all []cell) cell {
	best, most := noCell, -1
	for _, m := range all {
		if r := int(s.board.facts[s.board.shapeAt(s.us, m)].order); r > most {
			best, most = m, r
		}
	}
	return best
}

// probe returns the table entry of the position after the move m.
func (s *threatSolver) probe(m cell) threatEntry {
	b := s.board
	key := b.keyAfter(m)
	e := s.memory[key&(threatMemory-1)]
	if e.key == key^s.salt {
		return e
	}
	return threatEntry{proof: 1, refute: 1}
}

func (s *threatSolver) store(proof, refute uint32) {
	key := s.board.key
	s.memory[key&(threatMemory-1)] = threatEntry{key: key ^ s.salt, proof: proof, refute: refute}
}

// visit searches a position until its proof number reaches proofMost or its disproof number reaches
// refuteMost, or until the search is stopped.
func (s *threatSolver) visit(depth int, proofMost, refuteMost uint32) {
	b := s.board
	s.nodes++
	if s.nodes >= s.budget || s.nodes%threatLook == 0 && s.stop != nil && s.stop() {
		s.stopped = true
	}
	moves, proof, refute, done := s.expand(depth)
	if done {
		s.store(proof, refute)
		return
	}
	for {
		// One winning move proves the position, so its proof number is the smallest of all moves.
		// To disprove it, all moves must fail. The disproof number is normally a sum over the
		// moves, but a sum would count positions repeatedly that several moves lead to. So use the
		// largest number of a move, plus one for each other undecided move.
		proof, refute = unbounded, 0
		best, second, open := noCell, uint32(unbounded), uint32(0)
		for _, m := range moves {
			e := s.probe(m)
			if e.refute < proof {
				second = proof
				proof, best = e.refute, m
			} else if e.refute < second {
				second = e.refute
			}
			refute = max(refute, e.proof)
			if e.proof > 0 {
				open++
			}
		}
		if open > 0 {
			refute = min(refute+open-1, unbounded)
		}
		if proof >= proofMost || refute >= refuteMost || s.stopped {
			s.store(proof, refute)
			return
		}
		b.make(best)
		s.visit(depth+1, refuteMost-open+1, min(proofMost, second+second/4+1))
		b.undo()
	}
}

// expand lists the moves of a position. If the position is already decided, the result done is
// true. Then either the result proof is 0, because the side to move has won, or the result refute
// is 0, because it has lost.
func (s *threatSolver) expand(depth int) (moves []cell, proof, refute uint32, done bool) {
	if depth >= threatDepth {
		return nil, s.lost(s.us), s.lost(s.us ^ 1), true
	}
	buf := s.moves[depth][:0]
	var won bool
	if s.board.turn == s.us {
		moves, won = s.attacks(buf)
	} else {
		moves, won = s.defences(buf)
	}
	s.moves[depth] = moves
	switch {
	case won:
		return moves, 0, unbounded, true
	case len(moves) == 0:
		return moves, unbounded, 0, true
	}
	return moves, 0, 0, false
}

// lost returns the proof number of a position that is lost for the given colour: unbounded if this
// colour is to move, otherwise 0, because the other colour has won.
func (s *threatSolver) lost(colour int) uint32 {
	if s.board.turn == colour {
		return unbounded
	}
	return 0
}

// attacks appends the attacker's moves to buf. The result won is true if the attacker wins at once
// or by fours.
func (s *threatSolver) attacks(buf []cell) (moves []cell, won bool) {
	b := s.board
	us, them := b.turn, b.turn^1
	if b.hasFive(us) {
		return buf, true
	}
	if b.hasFive(them) {
		return b.answers(them, buf), false
	}
	if s.winsByFours(threatFours) {
		return buf, true
	}
	all := b.fours(us)
	keep := b.openThrees(us)
	if b.count[them][kindOpenFour] > 0 {
		stop := b.defences(them)
		for row := range b.size {
			keep[row] &= stop[row]
		}
	}
	for row := range b.size {
		all[row] |= keep[row]
	}
	return b.list(&all, buf), false
}

// defences appends the moves that may stop the attacker to buf. The result won is true if the
// attack has already failed.
func (s *threatSolver) defences(buf []cell) (moves []cell, won bool) {
	b := s.board
	us, them := b.turn, b.turn^1 // us is the defender, who is to move
	if b.hasFive(us) {
		return buf, true
	}
	if b.hasFive(them) {
		return b.answers(them, buf), false
	}
	if b.count[them][kindOpenFour] == 0 {
		return buf, true // the attacker threatens nothing, so the attack has failed
	}
	if s.winsByFours(refuteFours) {
		return buf, true
	}
	all := b.defences(them)
	own := b.fours(us)
	for row := range b.size {
		all[row] |= own[row]
	}
	return b.list(&all, buf), false
}
