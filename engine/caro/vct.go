package caro

// threatSolver looks for wins by threats: fours, and moves after which an
// open four is threatened. It is a depth-first proof-number search; a
// position is proved only if every answer loses, and what is no answer is
// read from the board: whoever neither stops the open four nor makes a four
// loses to it.
type threatSolver struct {
	b       *board
	fours   *fourSolver
	us      int // the attacker
	memory  []threatEntry
	salt    uint64 // part of every key in memory, so that older entries are not known
	nodes   int
	budget  int
	stop    func() bool
	stopped bool
	moves   [threatDepth][]cell
}

// threatEntry remembers the numbers of a position: proof is for the side to
// move there, refute against it.
type threatEntry struct {
	key           uint64
	proof, refute uint32
}

const (
	threatDepth  = 60
	threatMemory = 1 << 17
	unbounded    = 1 << 30
	threatFours  = 150 // stones the solver of fours may try for the attacker in one node
	refuteFours  = 60  // and for the defender
	threatLook   = 2   // nodes between looks at the clock
	threatMoves  = 96
	lineThreats  = 400 // nodes to find the way of a win that is in memory
)

// threatTable is the memory of threat solvers, one after the other. To wipe it
// for each would take longer than a quick answer may.
type threatTable struct {
	entries []threatEntry
	salt    uint64
}

func newThreatTable() *threatTable { return &threatTable{entries: make([]threatEntry, threatMemory)} }

// newThreatSolver makes a solver that knows nothing of what was solved before.
func newThreatSolver(b *board, fours *fourSolver, memory *threatTable) *threatSolver {
	const step = 0x9e3779b97f4a7c15 // odd and without a pattern
	memory.salt += step
	s := &threatSolver{b: b, fours: fours, memory: memory.entries, salt: memory.salt}
	all := make([]cell, threatDepth*threatMoves)
	for i := range s.moves {
		s.moves[i], all = all[:0:threatMoves], all[threatMoves:]
	}
	return s
}

// solve looks for a win of the colour to move in at most budget nodes, or
// until stop says so; stop may be nil. The answer is noCell if none was found.
func (s *threatSolver) solve(budget int, stop func() bool) cell {
	s.us, s.nodes, s.budget, s.stop, s.stopped = s.b.turn, 0, budget, stop, false
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

// line follows a win that solve has found, for showing it. It may end before
// the win does.
func (s *threatSolver) line(first cell) []cell {
	b := s.b
	moves := []cell{first}
	b.make(first)
	for len(moves) < threatDepth && !b.won {
		next := noCell
		if b.turn != s.us {
			if all, _, _, done := s.expand(0); !done && len(all) > 0 {
				next = s.stubborn(all)
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

// stubborn picks a defence that blocks before one that delays.
func (s *threatSolver) stubborn(all []cell) cell {
	best, most := noCell, -1
	for _, m := range all {
		if r := int(s.b.facts[s.b.shapeAt(s.us, m)].order); r > most {
			best, most = m, r
		}
	}
	return best
}

// probe returns the numbers of the position after a move.
func (s *threatSolver) probe(m cell) threatEntry {
	b := s.b
	key := b.key ^ zobrist[b.turn][m] ^ turnKey
	e := s.memory[key&(threatMemory-1)]
	if e.key == key^s.salt {
		return e
	}
	return threatEntry{proof: 1, refute: 1}
}

func (s *threatSolver) store(proof, refute uint32) {
	key := s.b.key
	s.memory[key&(threatMemory-1)] = threatEntry{key: key ^ s.salt, proof: proof, refute: refute}
}

// visit works on the position until one of its numbers reaches its limit.
func (s *threatSolver) visit(depth int, proofMost, refuteMost uint32) {
	b := s.b
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
		// The position is proved by its best move and refuted by all of them.
		// Positions are reached in many ways, so that a sum would count the
		// same work again and again: the hardest answer counts, and one for
		// each of the others.
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

// expand lists the moves of a position, or says that it is decided: proof 0
// is a win for the side to move, refute 0 a loss.
func (s *threatSolver) expand(depth int) (moves []cell, proof, refute uint32, done bool) {
	if depth >= threatDepth {
		return nil, s.lost(s.us), s.lost(s.us ^ 1), true
	}
	buf := s.moves[depth][:0]
	var won bool
	if s.b.turn == s.us {
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

// lost is the proof number of the side to move where colour loses.
func (s *threatSolver) lost(colour int) uint32 {
	if s.b.turn == colour {
		return unbounded
	}
	return 0
}

// attacks lists the attacker's moves, or reports that it wins.
func (s *threatSolver) attacks(buf []cell) (moves []cell, won bool) {
	b := s.b
	us, them := b.turn, b.turn^1
	if b.hasFive(us) {
		return buf, true
	}
	if b.hasFive(them) {
		return b.answers(them, buf), false
	}
	if plies, _, _ := s.fours.solve(threatFours); plies > 0 {
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

// defences lists the moves that may stop the attacker, or reports that the
// attack is over.
func (s *threatSolver) defences(buf []cell) (moves []cell, won bool) {
	b := s.b
	us, them := b.turn, b.turn^1 // us defends here
	if b.hasFive(us) {
		return buf, true
	}
	if b.hasFive(them) {
		return b.answers(them, buf), false
	}
	if b.count[them][kindOpenFour] == 0 {
		return buf, true // nothing is threatened
	}
	if plies, _, _ := s.fours.solve(refuteFours); plies > 0 {
		return buf, true
	}
	all := b.defences(them)
	own := b.fours(us)
	for row := range b.size {
		all[row] |= own[row]
	}
	return b.list(&all, buf), false
}
