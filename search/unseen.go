package search

import "kydai/game"

// This file implements Limits.Unseen: root moves and replies to root moves can be left out of a
// search; deeper moves are never left out.

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

// blind reports whether replies may be left out at ply.
func (th *thread) blind(ply int) bool { return ply == 1 && th.salt != 0 }

// key returns the key of the position for the table. At ply 1 it differs from the state's key,
// because replies may be left out there.
func (th *thread) key(ply int) uint64 {
	if ply == 1 {
		return th.state.Key() ^ th.salt
	}
	return th.state.Key()
}

// unseen reports whether a reply is left out.
func (th *thread) unseen(m game.Move) bool { return th.shared.limits.Unseen(th.path[0], m) }

// verdict returns the verdict of the state, but ignores a win whose first move is left out.
func (th *thread) verdict(ply int) (score int, over bool) {
	score, over = th.state.Verdict(ply)
	if over && score >= MateIn && th.blind(ply) && th.winner != nil && th.unseen(th.winner.Winning()) {
		return 0, false
	}
	return score, over
}
