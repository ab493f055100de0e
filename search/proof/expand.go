package proof

import "kydai/game"

// expand lists the moves of the position at ply with the known values of the positions after them.
// If the position is already decided, it returns the position's value and done = true. The
// parameter or is true if the attacker is to move (OR node). The parameter rest is the number of
// plies left.
func (s *search) expand(ply, rest int, or bool) (list []child, v value, done bool) {
	if s.drawn && ply > 0 {
		if score, over := s.state.Verdict(ply); over {
			return nil, s.ended(score, or), true
		}
	}
	moves := s.state.Moves(s.moves[ply][:0])
	s.moves[ply] = moves
	if len(moves) == 0 {
		return nil, s.ended(s.state.Stuck(ply), or), true
	}
	if least := s.soonest(or); least > rest {
		return nil, failed(uint8(least - 1)), true //nolint:gosec // cannot overflow: the value is a small number of plies
	}
	list = s.lists[ply][:0]
	for _, m := range moves {
		if or && !s.usable(ply, m) {
			continue
		}
		c := child{move: m}
		s.count()
		s.do(ply, m)
		c.value = s.guess(ply+1, rest-1, !or)
		s.state.Undo()
		if or && c.pn == 0 || !or && c.dn == 0 {
			list = append(list[:0], c)
			break
		}
		list = append(list, c)
	}
	s.lists[ply] = list
	if len(list) == 0 {
		return nil, failed(never), true
	}
	return list, value{}, false
}

// soonest returns a lower bound of the number of plies in which the attacker can reach the goal.
// The parameter or is true if the attacker is to move.
func (s *search) soonest(or bool) int {
	if s.bounded != nil && !s.drawn {
		return s.bounded.Soonest(or)
	}
	if or || s.drawn {
		return 1
	}
	return 2 // the defender is to move and not mated yet, so the attacker needs one more move
}

// ended returns the value of a finished game. The parameter score is the result for the side to
// move, and or is true if the attacker is to move.
func (s *search) ended(score int, or bool) value {
	if !or {
		score = -score
	}
	if score > 0 || s.drawn && score == 0 {
		return reached(0)
	}
	return failed(never)
}

// guess returns an initial value for a position that has not been searched yet. A proof gets harder
// with every reply of the defender, so the proof number is the number of replies. If the defender
// has no legal move, the game is over.
func (s *search) guess(ply, rest int, or bool) value {
	if v, ok := s.table.probe(s.path[ply], rest, s.kind); ok {
		return v
	}
	v := value{pn: 1, dn: 1}
	if or {
		return v
	}
	answers := s.answers(ply)
	if answers == 0 {
		return s.ended(s.state.Stuck(ply), or)
	}
	if rest == 0 && !s.drawn {
		return failed(0)
	}
	v.pn = uint32(answers) //nolint:gosec // cannot overflow, because it is a number of moves
	return v
}

// answers counts the legal moves of the position at ply.
func (s *search) answers(ply int) int {
	if s.counter != nil {
		return s.counter.Count()
	}
	s.moves[ply] = s.state.Moves(s.moves[ply][:0])
	return len(s.moves[ply])
}

// usable reports whether the attacker may play the move m in the current search, which may be
// restricted to checks and threats (see Kind).
func (s *search) usable(ply int, m game.Move) bool {
	switch {
	case s.kind == All || s.checks(m):
		return true
	case s.kind == Checks || s.passer == nil:
		return false
	}
	return s.threatens(ply, m)
}

func (s *search) checks(m game.Move) bool {
	if s.checker != nil {
		return s.checker.GivesCheck(m)
	}
	s.state.Do(m)
	defer s.state.Undo()
	return s.state.InCheck()
}

// threatPlies is the maximum length, in plies, of the win by checks that a move must threaten. Only
// moves with such a threat belong to the kind Threats.
const threatPlies = 3

// threatens reports whether the attacker would win by checks after the move m if the defender
// passed.
func (s *search) threatens(ply int, m game.Move) bool {
	s.state.Do(m)
	defer s.state.Undo()
	if !s.passer.DoPass() {
		return true
	}
	defer s.passer.UndoPass()
	return s.forces(ply+2, threatPlies)
}

// forces reports whether the attacker, who is to move, wins by checks within the given number of
// plies. It uses a plain depth-first search, because threats are short.
func (s *search) forces(ply, rest int) bool {
	s.count()
	moves := s.state.Moves(s.moves[ply][:0])
	s.moves[ply] = moves
	for _, m := range moves {
		if !s.checks(m) {
			continue
		}
		s.state.Do(m)
		won := s.falls(ply+1, rest-1)
		s.state.Undo()
		if won {
			return true
		}
	}
	return false
}

// falls reports whether the defender, who is in check, loses within the given number of plies
// whatever reply is played.
func (s *search) falls(ply, rest int) bool {
	if rest == 0 {
		return s.answers(ply) == 0 && s.ended(s.state.Stuck(ply), false).pn == 0
	}
	moves := s.state.Moves(s.moves[ply][:0])
	s.moves[ply] = moves
	if len(moves) == 0 {
		return s.ended(s.state.Stuck(ply), false).pn == 0
	}
	for _, m := range moves {
		s.state.Do(m)
		lost := s.forces(ply+1, rest-1)
		s.state.Undo()
		if !lost {
			return false
		}
	}
	return true
}
