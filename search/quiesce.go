package search

import "kydai/game"

// quiesce searches only noisy moves (such as captures), until the position is quiet enough for the
// static evaluation. In check it searches all moves.
func (th *thread) quiesce(alpha, beta, ply int) int {
	th.pvLen[ply] = ply
	if th.chances != nil && th.chances.state.Open() {
		return th.chance(alpha, beta, 0, ply, false)
	}
	pv := beta-alpha > 1
	if th.count() {
		return 0
	}
	th.deepest = max(th.deepest, ply)
	if ply > 0 {
		if score, over := th.verdict(ply); over {
			return score
		}
	}
	if ply >= MaxPly-1 {
		return th.state.Eval()
	}
	key := th.key(ply)
	check := th.state.InCheck() // computed now, while the processor prefetches the table entry that is read next
	known, found := th.table.probe(key, ply)
	if found && !pv && usable(known, beta) {
		return known.score
	}

	bestScore, hope := -Infinite, Infinite
	if !check {
		static := th.static(th.driftOf(ply))
		bestScore = static
		if found && usable(known, bestScore+1) {
			bestScore = known.score
		}
		if bestScore >= beta {
			return bestScore
		}
		alpha = max(alpha, bestScore)
		hope = static + th.params.DeltaMargin
	}
	if th.solver != nil {
		if score, won := th.solve(ply); won {
			return score
		}
	}
	var ms []game.Move
	if check {
		ms = th.state.Moves(th.moves[ply][:0])
	} else {
		ms = th.state.Noisy(th.moves[ply][:0])
	}
	th.moves[ply] = ms
	scores := th.rate(ms, 0, ply, known.move)
	bestMove, start, tried := game.NoMove, alpha, 0
	for i := range ms {
		best(ms, scores, i)
		m := ms[i]
		if !check && th.blind(ply) && th.unseen(m) {
			continue
		}
		if bestScore > -MateIn {
			if scores[i] <= Bad {
				break // only captures that lose material are left
			}
			if !check && th.gainer != nil {
				if most := hope + th.gainer.Gain(m); most <= alpha {
					bestScore = max(bestScore, most)
					continue
				}
			}
		}
		th.path[ply] = m
		if !th.state.Do(m) {
			continue
		}
		tried++
		th.table.touch(th.state.Key())
		score := -th.quiesce(-beta, -alpha, ply+1)
		th.state.Undo()
		if th.stopped {
			return 0
		}
		if score > bestScore {
			bestScore = score
			if score > alpha {
				alpha, bestMove = score, m
				if pv {
					th.lengthen(ply, m)
				}
				if score >= beta {
					break
				}
			}
		}
	}
	if check && tried == 0 {
		return th.state.Stuck(ply)
	}
	b := exact
	switch {
	case bestScore >= beta:
		b = lower
	case bestScore <= start:
		b = upper
	}
	th.table.store(key, ply, entry{move: bestMove, score: bestScore, depth: 0, bound: b})
	return bestScore
}

// solve returns the score of a forced win that the state's solver finds. It does not look for one at
// the root, where the search must choose a move.
//
//go:noinline
func (th *thread) solve(ply int) (int, bool) {
	if ply == 0 {
		return 0, false
	}
	return th.solver.Solve(ply)
}
