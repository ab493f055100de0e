package search

import "kydai/game"

// This file implements Limits.Unseen: a search can leave out root moves and replies to root moves.
// It never leaves out deeper moves.

// overlook returns the root moves that are not left out, and sets Limits.Only to them. If the side
// to move is in check, or if all moves would be left out, it returns all of them.
func (th *thread) overlook(legal []game.Move) []game.Move {
	unseen := th.shared.limits.Unseen
	if unseen == nil || th.state.InCheck() {
		return legal
	}
	var seen []game.Move
	for _, m := range legal {
		if !unseen(m, game.NoMove) {
			seen = append(seen, m)
		}
	}
	if len(seen) == 0 {
		return legal
	}
	th.shared.limits.Only = seen
	return seen
}

// blind reports whether the search may leave out moves at ply.
func (th *thread) blind(ply int) bool { return ply == 1 && th.salt != 0 }

// key returns the key of the position in the table. At ply 1 it is different from the state's key
// if Limits.Unseen is set, because scores at that ply may ignore some replies and must not be used
// for other searches.
func (th *thread) key(ply int) uint64 {
	if ply == 1 {
		return th.state.Key() ^ th.salt
	}
	return th.state.Key()
}

// unseen reports whether the reply m to the current root move is left out.
func (th *thread) unseen(m game.Move) bool { return th.shared.limits.Unseen(th.path[0], m) }

// verdict returns the verdict of the state on the position. It ignores a win if the first move of
// the win is left out by Limits.Unseen.
func (th *thread) verdict(ply int) (score int, over bool) {
	score, over = th.state.Verdict(ply)
	if over && score >= MateIn && th.blind(ply) && th.winner != nil && th.unseen(th.winner.Winning()) {
		return 0, false
	}
	return score, over
}
