package proof

import "kydai/game"

// attack is a task as the prover searches it: from the point of view of the attacker, the side that
// tries to win or draw (see Goal and Task.Other).
type attack struct {
	*search
	or   bool // true if the attacker is to move in the position of the task (OR node)
	most int  // largest number of the attacker's moves
	next [kinds]int
	done [kinds]bool // by kind of moves: true if the kind is not used, or is refuted up to most moves
	key  game.Move   // the first move of the solution
	long int         // number of plies of the solution
}

// plies returns the number of plies of both sides in which the attacker plays n moves.
func (a *attack) plies(n int) int {
	if a.or {
		return 2*n - 1
	}
	return 2 * n
}

// moves returns the number of the attacker's moves in a number of plies.
func (a *attack) moves(plies int) int {
	if a.or {
		return (plies + 1) / 2
	}
	return plies / 2
}

// Solve solves a task. On return the state is unchanged. The same task gives the same answer,
// unless Stop ends the search.
func (p *Prover) Solve(st State, t Task) (Answer, error) {
	if _, ok := st.(Bounded); ok && t.Goal == Draw {
		return Answer{}, game.Fault(game.Err("no-proof", "the prover does not know the goal of a draw in this game"), "goal")
	}
	a := &attack{search: p.newSearch(st, &t), or: t.Other == (t.Goal == Survive), most: t.Moves}
	if a.most <= 0 || a.most > MaxMoves {
		a.most = MaxMoves
	}
	var ans Answer
	if l, ok := st.(Limited); ok && !a.drawn {
		if room := a.moves(max(l.Room(), 0)); room < a.most {
			a.most, ans.Limit = room, true
		}
	}
	for k := range a.next {
		a.next[k] = 1
		a.done[k] = a.most < 1 || a.drawn && Kind(k) != All
	}
	a.prove(&ans, t.Nodes)
	found := ans.Result
	if found == Proved {
		ans.Limit = false
		a.verify(&ans, t.Verify)
	}
	if t.Tree > 0 && found != Undecided {
		a.limit = a.nodes + t.Nodes
		ans.Tree = a.tree(&ans, t.Tree)
	}
	ans.Nodes = a.nodes
	if found == Refuted && ans.Limit {
		ans.Result = Undecided // the attack is refuted only up to the game's move limit
	}
	if t.Goal == Survive {
		ans.Result = [...]Result{Undecided: Undecided, Proved: Refuted, Refuted: Proved}[ans.Result]
	}
	return ans, nil
}

// firstShare is the node limit for each kind of moves in the first round of prove.
const firstShare = 5000

// prove searches for a proof with each kind of moves in turn. Each round gives every kind twice as
// many nodes as the round before, until the task is decided or all nodes are used.
func (a *attack) prove(ans *Answer, nodes uint64) {
	end := a.nodes + nodes
	for share := uint64(firstShare); ; share *= 2 {
		for k := Checks; k < kinds; k++ {
			a.limit = min(end, a.nodes+share)
			if a.deepen(k, a.most) {
				ans.Result, ans.Kind, ans.Moves = Proved, k, a.moves(a.long)
				return
			}
			if a.done[All] {
				ans.Result, ans.Kind, ans.Moves = Refuted, All, a.next[All]-1
				return
			}
		}
		if a.stopped || a.nodes >= end {
			ans.Kind, ans.Moves = All, a.next[All]-1
			return
		}
	}
}

// deepen searches with the moves of kind k, with one more move of the attacker in each iteration.
// It ends when the goal is reached, when the maximum number of moves (most) is refuted, or when the
// nodes are used up.
func (a *attack) deepen(k Kind, most int) (found bool) {
	a.kind = k
	for !a.done[k] && a.next[k] <= most && !a.out() {
		v := a.visit(0, a.plies(a.next[k]), a.or, infinite, infinite)
		switch {
		case v.pn == 0:
			a.key, a.long = a.proved(0), int(v.plies)
			return true
		case v.dn != 0:
			return false
		case v.plies >= never:
			a.next[k], a.done[k] = MaxMoves+1, true
		default:
			a.next[k] = max(a.next[k], a.moves(int(v.plies))) + 1
			a.done[k] = a.next[k] > a.most
		}
	}
	return false
}

// verify searches for a shorter solution with half of the nodes, and for other first moves with the
// other half.
func (a *attack) verify(ans *Answer, nodes uint64) {
	end := a.nodes + nodes
	a.limit = a.nodes + nodes/2
	if a.deepen(All, ans.Moves-1) {
		ans.Moves, ans.Kind = a.moves(a.long), All
	}
	ans.Shortest = a.next[All] >= ans.Moves
	if a.or && nodes > 0 {
		a.seconds(ans, end)
	}
}

// seconds searches for second solutions: other first moves that reach the goal in the same number
// of moves. Each round searches every undecided move with more nodes than the round before.
func (a *attack) seconds(ans *Answer, end uint64) {
	rest := a.long - 1
	open := a.others(a.key)
	for share := uint64(firstShare); len(open) > 0 && !a.stopped && a.nodes < end; share *= 2 {
		left := open[:0]
		for _, m := range open {
			switch v := a.after(m, rest, share, end); {
			case v.pn == 0:
				ans.Seconds = append(ans.Seconds, m)
			case v.dn != 0:
				left = append(left, m)
			}
		}
		open = left
	}
	ans.Unique = len(open) == 0 && len(ans.Seconds) == 0
}

// after searches the position after the first move m, first with checks only and then with all
// moves.
func (a *attack) after(m game.Move, rest int, share, end uint64) (v value) {
	a.do(0, m)
	defer a.state.Undo()
	for _, k := range [...]Kind{Checks, All} {
		a.kind, a.limit = k, min(end, a.nodes+share)
		if a.drawn && k != All {
			continue
		}
		if v = a.visit(1, rest, !a.or, infinite, infinite); v.pn == 0 {
			break
		}
	}
	return v
}

// others lists the first moves other than key.
func (a *attack) others(key game.Move) []game.Move {
	var list []game.Move
	for _, m := range a.state.Moves(nil) {
		if m != key {
			list = append(list, m)
		}
	}
	return list
}
