package proof

import "kydai/game"

// Prover solves tasks one after another. All tasks share one table.
type Prover struct {
	table *table
}

// New creates a prover with a table of the given size in MiB.
func New(mib int) *Prover { return &Prover{table: newTable(mib)} }

// maxPly is larger than the number of plies of any search.
const maxPly = 2*MaxMoves + 2

// search holds the state of the search for one task.
type search struct {
	state   State
	checker Checker // this and the next fields are nil if the state does not have the ability
	counter Counter
	passer  Passer
	bounded Bounded
	table   *table
	drawn   bool // the goal is a draw, so repetitions, and therefore the history, matter
	kind    Kind
	nodes   uint64
	limit   uint64 // number of nodes at which the search stops
	stop    func() bool
	stopped bool // the function stop ended the search
	path    [maxPly + 1]uint64
	lists   [maxPly + 1][]child
	moves   [maxPly + 8][]game.Move
}

// child is a move of a position, with the known value of the position after it.
type child struct {
	move game.Move
	value
}

func (p *Prover) newSearch(st State, t *Task) *search {
	p.table.renew()
	s := &search{state: st, table: p.table, drawn: t.Goal == Draw, stop: t.Stop}
	s.checker, _ = st.(Checker)
	s.counter, _ = st.(Counter)
	s.passer, _ = st.(Passer)
	s.bounded, _ = st.(Bounded)
	s.path[0] = st.Key()
	return s
}

// StopEvery is the number of nodes between two calls of Task.Stop.
const StopEvery = 256

// count counts a visited position and calls Task.Stop regularly.
func (s *search) count() {
	s.nodes++
	if s.nodes%StopEvery == 0 && s.stop != nil && s.stop() {
		s.stopped = true
	}
}

func (s *search) out() bool { return s.stopped || s.nodes >= s.limit }

// do plays a move of the position at ply and stores the key of the new position in path. If the
// goal is Draw, the stored key depends on the whole history, because repetitions matter.
func (s *search) do(ply int, m game.Move) {
	s.state.Do(m)
	s.path[ply+1] = s.state.Key()
	if s.drawn {
		s.path[ply+1] ^= mix(s.path[ply])
	}
}

// visit searches the position at ply until it is decided within the given number of plies (rest) or
// until its proof or disproof number reaches its limit (pnMost, dnMost). The parameter or is true
// if the attacker is to move.
func (s *search) visit(ply, rest int, or bool, pnMost, dnMost uint32) value {
	before := s.nodes
	list, v, done := s.expand(ply, rest, or)
	for !done {
		sum, best, second, open := combine(list, or)
		v = sum
		if v.decided() || v.pn >= pnMost || v.dn >= dnMost || s.out() {
			break
		}
		c := &list[best]
		least := second + second/4 + 1
		pn, dn := min(pnMost, least), dnMost-open+1
		if !or {
			pn, dn = pnMost-open+1, min(dnMost, least)
		}
		s.do(ply, c.move)
		c.value = s.visit(ply+1, rest-1, !or, pn, dn)
		s.state.Undo()
	}
	s.table.store(s.path[ply], rest, s.kind, v, s.nodes-before)
	return v
}

// combine computes the proof and disproof number of a position from its children. It also returns
// the index of the child to search next, the second smallest of the numbers by which this child was
// chosen, and the number of open children. Many lines lead to the same positions, so adding up the
// numbers of all children would count work twice. Instead of the sum, combine uses the largest
// number plus one for each other open child.
func combine(list []child, or bool) (v value, best int, second, open uint32) {
	least, most := uint32(infinite), uint32(0)
	second = infinite
	for i := range list {
		c := &list[i]
		mine, other := c.pn, c.dn // mine is 0 if this child decides the position in favour of the side to move
		if !or {
			mine, other = c.dn, c.pn
		}
		if mine < least || i == 0 {
			second = least
			least, best = mine, i
		} else if mine < second {
			second = mine
		}
		most = max(most, other)
		if other > 0 {
			open++
		}
	}
	if open > 0 {
		most = min(most+open-1, infinite)
	}
	if or {
		v = value{pn: least, dn: most}
	} else {
		v = value{pn: most, dn: least}
	}
	switch {
	case v.pn == 0:
		v = reached(distance(list, or, true))
	case v.dn == 0:
		v = failed(distance(list, or, false))
	}
	return v, best, second, open
}

// distance returns the number of plies within which a position is decided, from its decided
// children. The attacker uses the child with the fewest plies, the defender the child with the most
// plies.
func distance(list []child, or, won bool) uint8 {
	near, far := uint8(never), uint8(0)
	for i := range list {
		if c := &list[i]; c.decided() && (c.pn == 0) == won {
			near, far = min(near, c.plies), max(far, c.plies)
		}
	}
	if or {
		return later(near)
	}
	return later(far)
}

// later returns the number of plies plus one. The value never means any number of plies and is not
// increased.
func later(plies uint8) uint8 {
	if plies >= never {
		return never
	}
	return plies + 1
}
