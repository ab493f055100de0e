package proof

import (
	"sort"

	"kydai/game"
)

// tree builds the tree of the solution or of the refutation, with at most size moves.
func (a *attack) tree(ans *Answer, size int) *Node {
	root := &Node{}
	a.kind = ans.Kind
	if ans.Result == Refuted {
		a.refutation(root, a.plies(min(ans.Moves, a.most)))
		return root
	}
	root.Plies = a.long
	left := size
	if a.or {
		a.follow(root, 0, a.key, root.Plies, true, &left)
	} else {
		a.grow(root, 0, root.Plies, false, &left)
	}
	return root
}

// grow adds to n the continuation of the position at ply. In this position the attacker can reach
// the goal; the parameter rest is the maximum number of plies for this. If the attacker is to move,
// grow adds one shortest solution; otherwise it adds every reply of the defender, the longest
// defence first. The counter left is the number of moves that may still be added.
func (s *search) grow(n *Node, ply, rest int, or bool, left *int) {
	if or {
		m := s.winner(ply, rest)
		if m == game.NoMove || *left <= 0 {
			n.Cut = true
			return
		}
		s.follow(n, ply, m, rest, or, left)
		return
	}
	if s.drawn {
		if _, over := s.state.Verdict(ply); over && ply > 0 {
			return
		}
	}
	for _, m := range s.state.Moves(nil) {
		if *left <= 0 {
			n.Cut = true
			return
		}
		s.follow(n, ply, m, rest, or, left)
	}
	sort.SliceStable(n.Next, func(i, j int) bool { return n.Next[i].Plies > n.Next[j].Plies })
}

// follow adds the move m and its continuation to n.
func (s *search) follow(n *Node, ply int, m game.Move, rest int, or bool, left *int) {
	*left--
	s.do(ply, m)
	plies, ok := s.exact(ply+1, rest-1, !or)
	c := &Node{Move: m, Plies: plies, Cut: !ok}
	if ok && plies > 0 {
		s.grow(c, ply+1, plies, !or, left)
	}
	s.state.Undo()
	n.Next = append(n.Next, c)
}

// exact returns the smallest number of plies within which the attacker reaches the goal from the
// position at ply. It is at most the given number of plies.
func (s *search) exact(ply, rest int, or bool) (plies int, ok bool) {
	first, step := 0, 2
	if or {
		first = 1
	}
	if s.drawn { // the game can also end in a draw after a move of the defender
		first, step = 0, 1
	}
	for plies = first; plies <= rest; plies += step {
		v := s.visit(ply, plies, or, infinite, infinite)
		if v.pn == 0 {
			return int(v.plies), true
		}
		if v.dn != 0 {
			return 0, false // the search stopped because the nodes are used up
		}
	}
	return 0, false
}

// winner returns a move after which the attacker reaches the goal within the given number of plies,
// including that move. It returns NoMove if the nodes are used up.
func (s *search) winner(ply, rest int) game.Move {
	v := s.visit(ply, rest, true, infinite, infinite)
	if v.pn != 0 {
		return game.NoMove
	}
	return s.proved(ply)
}

// proved returns the move that proved the position at ply in the last visit. The attacker is to
// move in that position.
func (s *search) proved(ply int) game.Move {
	for _, c := range s.lists[ply] {
		if c.pn == 0 {
			return c.move
		}
	}
	return game.NoMove
}

// refutation adds each first move of the attacker with one reply of the defender that refutes it.
// If the defender is to move first, it adds every first move that refutes the attack.
func (a *attack) refutation(root *Node, rest int) {
	if !a.or {
		a.holds(root, 0, rest)
		return
	}
	for _, m := range a.state.Moves(nil) {
		n := &Node{Move: m}
		a.do(0, m)
		if first := len(n.Next); a.holds(n, 1, rest-1) > 0 {
			n.Next = n.Next[first : first+1]
		}
		a.state.Undo()
		root.Next = append(root.Next, n)
	}
}

// holds adds to n the defender's moves after which the attacker does not reach the goal in time.
// The parameter rest is the limit in plies, and it includes these moves. At the root holds adds all
// such moves, otherwise only the first. It returns the number of moves in n.
func (a *attack) holds(n *Node, ply, rest int) int {
	for _, m := range a.state.Moves(nil) {
		if a.out() {
			n.Cut = true
			break
		}
		a.do(ply, m)
		v := a.visit(ply+1, rest-1, true, infinite, infinite)
		a.state.Undo()
		if v.dn == 0 {
			n.Next = append(n.Next, &Node{Move: m})
			if ply > 0 {
				break
			}
		}
	}
	return len(n.Next)
}
