package engine

// fourSolver searches for wins by fours alone (VCF). Every move of the attacker makes a four, so
// the defender has few replies. The solver tries all of them. Under caro rules several stones may
// stop a four, and a defending stone may make a four itself.
type fourSolver struct {
	board   *board
	memory  []fourEntry
	size    int         // number of table entries; the table is created on first use
	spare   []fourEntry // table of the last search, whose memory is reused if it has the right size
	nodes   int
	budget  int
	stop    func() bool // called regularly during a search; if it returns true, the search stops; may be nil
	aborted bool
	stopped bool // true if the search ended because stop returned true
	moves   [fourDepth][64]cell
}

// fourDepth is the largest number of fours in a sequence.
const fourDepth = 64

// fourEntry is a table entry for a position in which the attacker is to move.
type fourEntry struct {
	key   uint64
	move  int16 // first move of the win
	plies int16 // plies to the win; 0: there is none (proved); -n: none found with n << budgetShift stones
}

const (
	budgetShift = 4
	fourLook    = 512 // number of stones tried between two calls of stop
	nearBonus   = 300 // ordering bonus for a four close to the previous four, on one line with it
	// Numbers of table entries, which must be powers of two.
	hastyMemory = 1 << 9 // small enough to clear in a very short time per move
	treeMemory  = 1 << 15
	rootMemory  = 1 << 17
)

func newFourSolver(b *board, memory int) *fourSolver {
	return &fourSolver{board: b, size: memory}
}

func (s *fourSolver) newMemory() []fourEntry {
	if len(s.spare) != s.size {
		return make([]fourEntry, s.size)
	}
	clear(s.spare)
	return s.spare
}

// solve searches for a win by fours of the colour to move. It tries at most budget stones. The
// result plies is the length of the win, or 0 if solve found none. If sure is true in this case,
// there is certainly no win by fours.
func (s *fourSolver) solve(budget int) (plies int, move cell, sure bool) {
	b := s.board
	us := b.turn
	if b.hasFive(us) {
		return 1, b.first(&b.threats[us][kindFive]), true
	}
	if !b.hasFour(us) {
		return 0, noCell, true
	}
	if s.memory == nil {
		s.memory = s.newMemory()
	}
	s.nodes, s.budget, s.aborted, s.stopped = 0, budget, false, false
	e := &s.memory[b.key&uint64(len(s.memory)-1)]
	if e.key == b.key && e.plies < 0 && budget <= int(-e.plies)<<budgetShift {
		return 0, noCell, false
	}
	plies, move = s.attack(0)
	if plies == 0 && s.aborted {
		if !s.stopped && (e.key != b.key || e.plies < 0) {
			*e = fourEntry{key: b.key, plies: int16(-min(budget>>budgetShift, 1<<14))}
		}
		return 0, noCell, false
	}
	return plies, move, true
}

// attack returns the length of a win by fours of the colour to move, in plies, and its first move.
// The length is 0 if there is no such win, or if a limit ended the search.
func (s *fourSolver) attack(depth int) (plies int, move cell) {
	b := s.board
	us := b.turn
	if b.hasFive(us) {
		return 1, b.first(&b.threats[us][kindFive])
	}
	if !b.hasFour(us) {
		return 0, noCell
	}
	e := &s.memory[b.key&uint64(len(s.memory)-1)]
	if e.key == b.key && e.plies >= 0 {
		return int(e.plies), cell(e.move)
	}
	if depth >= fourDepth {
		s.aborted = true
		return 0, noCell
	}
	key := b.key
	for _, m := range s.candidates(depth) {
		if s.nodes%fourLook == fourLook-1 && s.stop != nil && s.stop() {
			s.stopped = true
		}
		if s.nodes >= s.budget || s.stopped {
			s.aborted = true
			return 0, noCell
		}
		b.make(m)
		s.nodes++
		n := s.defend(depth)
		b.undo()
		if n > 0 {
			*e = fourEntry{key: key, move: int16(m), plies: int16(n + 1)}
			return n + 1, m
		}
		if s.aborted {
			return 0, noCell
		}
	}
	*e = fourEntry{key: key, move: int16(noCell)}
	return 0, noCell
}

// candidates lists the attacker's moves that make a four, the most promising first. If the opponent
// threatens to win, only moves that also stop this threat are listed.
func (s *fourSolver) candidates(depth int) []cell {
	b := s.board
	us, them := b.turn, b.turn^1
	buf := s.moves[depth][:0]
	if b.hasFive(them) {
		var room [2]cell
		for _, r := range b.answers(them, room[:0]) {
			if k := b.kindAt(us, r); k >= kindFour {
				buf = append(buf, r)
			}
		}
		return buf
	}
	all := b.fours(us)
	buf = b.list(&all, buf)
	last := noCell // cell of the attacker's previous move, which made a four; noCell if there is none
	if depth > 0 {
		last = cell(b.frames[b.depth-2].at)
	}
	rate := func(c cell) int {
		r := int(b.facts[b.shapeAt(us, c)].order)*2 + int(b.facts[b.shapeAt(them, c)].order)
		if last != noCell && inLine(c, last) {
			r += nearBonus
		}
		return r
	}
	for i := 1; i < len(buf); i++ {
		m := buf[i]
		r := rate(m)
		j := i
		for ; j > 0 && rate(buf[j-1]) < r; j-- {
			buf[j] = buf[j-1]
		}
		buf[j] = m
	}
	return buf
}

// inLine reports whether two cells lie on one line and are less than reach cells apart.
func inLine(a, b cell) bool {
	dr, dc := a>>rowShift-b>>rowShift, a&rowMask-b&rowMask
	return (dr == 0 || dc == 0 || dr == dc || dr == -dc) && max(dr, -dr, dc, -dc) < reach
}

// defend tries every defence against a four. If one of them does not lose, it returns 0. Otherwise
// it returns the number of plies after which the best defence loses.
func (s *fourSolver) defend(depth int) int {
	b := s.board
	us, them := b.turn, b.turn^1
	if b.hasFive(us) {
		return 0
	}
	longest := 2 // without an answer, the defender loses in two plies: any stone, then the five
	var room [2]cell
	for _, r := range b.answers(them, room[:0]) {
		b.make(r)
		n, _ := s.attack(depth + 1)
		b.undo()
		if n == 0 {
			return 0
		}
		longest = max(longest, n+1)
	}
	return longest
}

// line returns the moves of both sides in the win that solve found.
func (s *fourSolver) line(budget int) []cell {
	b := s.board
	var moves []cell
	for {
		plies, m, _ := s.solve(budget)
		if plies == 0 {
			break
		}
		moves = append(moves, m)
		b.make(m)
		if b.won {
			break
		}
		r := s.bestDefence(budget)
		if r == noCell {
			break
		}
		moves = append(moves, r)
		b.make(r)
	}
	for range moves {
		b.undo()
	}
	return moves
}

// bestDefence returns the answer to a four that delays the loss longest.
func (s *fourSolver) bestDefence(budget int) cell {
	b := s.board
	var room [2]cell
	best, longest := noCell, 0
	all := b.answers(b.turn^1, room[:0])
	if len(all) == 0 {
		return b.first(&b.threats[b.turn^1][kindFive])
	}
	for _, r := range all {
		b.make(r)
		n, _, _ := s.solve(budget)
		b.undo()
		if n > longest {
			best, longest = r, n
		}
	}
	return best
}
