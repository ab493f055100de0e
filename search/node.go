package search

import "kydai/game"

// node searches a position to a depth. The score is for the side to move. A score of at most alpha
// is an upper bound, a score of at least beta is a lower bound, and a score between alpha and beta
// is exact. The steps are numbered, and each can be read separately.
func (th *thread) node(alpha, beta, depth, ply int, cut bool) int {
	p := &th.params
	pv := beta-alpha > 1
	th.pvLen[ply] = ply
	skipped := th.skip[ply]

	// 0. Chance node: expand the outcomes of the last move.
	if th.chances != nil && th.chances.state.Open() {
		return th.chance(alpha, beta, depth, ply, cut)
	}

	// 1. Quiescence search at depth 0.
	if depth <= 0 && !p.Plain {
		return th.quiesce(alpha, beta, ply)
	}

	// 2. Check time and node limits.
	if th.count() {
		return 0
	}
	th.deepest = max(th.deepest, ply)

	// 3. End of the game or maximum ply.
	if ply > 0 && skipped == game.NoMove {
		if score, over := th.verdict(ply); over {
			return score
		}
		alpha = max(alpha, Lost(ply))
		beta = min(beta, Won(ply+1))
		if alpha >= beta {
			return alpha
		}
	}
	if depth <= 0 || ply >= MaxPly-1 {
		return th.state.Eval()
	}

	// 4. Transposition table lookup. InCheck is computed first, while the
	// prefetched memory arrives.
	key := th.key(ply)
	check := th.state.InCheck()
	blind := !check && th.blind(ply)
	var known entry
	var found bool
	if skipped == game.NoMove && !p.Plain {
		known, found = th.table.probe(key, ply)
	}
	hash := known.move
	if ply == 0 {
		hash = th.rootBest()
	}
	if found && !pv && known.depth >= depth && usable(known, beta) {
		return known.score
	}

	// 5. Static evaluation. The variable eval is the static evaluation, replaced by the score in
	//   the table if that is more accurate.
	static, eval := -Infinite, -Infinite
	var drift *int16
	if !check {
		drift = th.driftOf(ply)
		static = th.static(drift)
		eval = static
		if found && usable(known, eval+1) {
			eval = known.score
		}
	}
	th.evals[ply] = static
	improving := !check && ply >= 2 && static > th.evals[ply-2]

	if !pv && !check && !p.Plain && skipped == game.NoMove && beta < MateIn && beta > -MateIn {
		// 6. Razoring: the evaluation is so far below alpha that only tactics
		// can help.
		if depth <= p.RazorDepth && eval+p.RazorMargin*depth <= alpha {
			if score := th.quiesce(alpha, beta, ply); score <= alpha {
				return score
			}
		}
		// 7. Reverse futility pruning: the evaluation is so far above beta that no search is
		// needed.
		margin := p.ReverseMargin * depth
		if improving {
			margin -= p.ReverseMargin
		}
		if depth <= p.ReverseDepth && eval-margin >= beta && eval < MateIn {
			return (eval + beta) / 2
		}
	}

	// 8. Forced win found by the state's solver.
	if th.solver != nil && skipped == game.NoMove {
		if score, won := th.solve(ply); won {
			return score
		}
	}

	if !pv && !check && !p.Plain && skipped == game.NoMove && beta < MateIn && beta > -MateIn {
		// 9. Null move pruning: the score stays above beta even if the side to move passes.
		if depth >= p.NullDepth && eval >= beta && static >= beta-p.NullSlack*depth &&
			th.passer != nil && th.before(ply, 1) != game.NoMove && !(found && known.bound == upper && known.score < beta) {
			if score, ok := th.pass(beta, depth, ply, eval, cut); ok {
				return score
			}
		}
	}

	// 10. Internal iterative reduction: no hash move, so reduce the depth by
	// one.
	if hash == game.NoMove && depth >= p.IterativeDepth && skipped == game.NoMove && (pv || cut) {
		depth--
	}

	// 11. Loop over the moves, best first.
	pick := picker{hash: hash, check: check}
	pick.early = hash != game.NoMove && ply > 0 && th.prover != nil && th.prover.Sure(hash)
	bestScore, bestMove := -Infinite, game.NoMove
	bestQuiet := false
	start := alpha
	quiets := th.quiets[ply][:0]
	tried := 0
	for {
		m, rating, ok := th.next(&pick, ply)
		if !ok {
			break
		}
		if m == skipped || blind && th.unseen(m) {
			continue
		}
		quiet := rating < Good && rating > Bad || m == hash && th.isQuiet(m)

		// 12. Prune moves that are unlikely to raise alpha.
		if ply > 0 && bestScore > -MateIn && m != hash && !p.Plain {
			if quiet && !check {
				late := depth <= p.CountDepth && tried >= th.mostMoves(depth, improving) && (!pv || p.CountPV > 0)
				left := max(depth-th.reductions[min(depth, 63)][min(tried+1, 63)], 0)
				rest := late || th.hopeless(depth, left, static, alpha, rating)
				if (rest || th.loses(m, left)) && !th.spares(m, depth) {
					if rest && (th.checker == nil || depth < p.SpareDepth) && (late || pick.losersDiffer()) {
						pick.dropQuiets()
					}
					continue
				}
			}
			if rating <= Bad && depth <= p.ExchangeDepth && Bad-rating > p.ExchangeMargin*depth {
				continue
			}
		}

		// 13. Extensions: replies to check, and a singular hash move.
		extension := 0
		if check {
			extension = p.CheckExtension
		}
		if m == hash && found && ply > 0 && depth >= p.SingularDepth && known.bound != upper &&
			known.depth >= depth-3 && known.score < MateIn && known.score > -MateIn {
			e, score, stop := th.singular(m, known, beta, depth, ply, cut)
			if stop {
				return score
			}
			if e != 0 {
				extension = e
			}
		}
		if ply > 2*th.rootDepth {
			extension = min(extension, 0)
		}

		// 14. Search the move: the first move with the full window, the others reduced and with a
		// null window. If a reduced move raises alpha, search that move again at full depth and
		// then with the full window.
		th.path[ply] = m
		if !th.state.Do(m) {
			continue
		}
		tried++
		before := th.nodes
		th.table.touch(th.state.Key())
		score := th.child(alpha, beta, depth-1+extension, ply, tried, reductionFacts{
			quiet: quiet, pv: pv, cut: cut, check: check, improving: improving, rating: rating,
			special: rating >= counterRating,
		})
		th.state.Undo()
		if th.stopped {
			return 0
		}
		if ply == 0 && th.shared.limits.ByClock {
			th.pace.spend(m, th.nodes-before)
		}

		// 15. Update the best move, alpha and the principal variation.
		if score > bestScore {
			bestScore = score
			if score > alpha {
				alpha, bestMove, bestQuiet = score, m, quiet
				if pv {
					th.lengthen(ply, m)
				}
				if ply == 0 {
					th.rootScore = score
				}
				if score >= beta {
					if quiet {
						th.learn(ply, depth, m, quiets)
					}
					break
				}
			}
		}
		if quiet {
			quiets = append(quiets, m)
		}
	}
	if tried == 0 {
		if skipped != game.NoMove {
			return alpha
		}
		if blind {
			return static // every legal reply is left out by the option Limits.Unseen
		}
		return th.state.Stuck(ply)
	}

	// 16. Store the result in the transposition table and update the histories.
	if skipped == game.NoMove && !p.Plain {
		b := exact
		switch {
		case bestScore >= beta:
			b = lower
		case bestScore <= start:
			b = upper
		}
		if ply > 0 || th.multi == 0 && len(th.shared.limits.Only) == 0 && th.salt == 0 {
			th.table.store(key, ply, entry{move: bestMove, score: bestScore, depth: depth, bound: b})
		}
		if drift != nil && (bestMove == game.NoMove || bestQuiet) && bestScore < MateIn && bestScore > -MateIn &&
			(b != lower || bestScore > static) && (b != upper || bestScore < static) {
			learnDrift(drift, bestScore, static, depth)
		}
	}
	return bestScore
}

// static returns the evaluation of the position, corrected by the drift (the mean evaluation error
// in similar positions).
func (th *thread) static(drift *int16) int {
	v := th.state.Eval()
	if watch := th.shared.limits.Watch; watch != nil {
		watch(th.state)
	}
	if drift != nil {
		v = min(max(v+int(*drift)/driftShare, -MateIn+1), MateIn-1)
	}
	return v
}

// usable reports whether a table entry decides on which side of limit the true score is: whether it
// is at least limit, or below limit.
func usable(e entry, limit int) bool {
	return e.bound == exact || e.bound == lower && e.score >= limit || e.bound == upper && e.score < limit
}

// isQuiet reports whether the hash move is quiet. It computes the rating of this move only, because
// the other moves are not rated yet when the hash move is searched.
func (th *thread) isQuiet(m game.Move) bool {
	th.one = append(th.one[:0], m)
	th.state.Score(th.one, th.single[:])
	return th.single[0] < Good && th.single[0] > Bad
}

// mostMoves is the number of moves after which late quiet moves are pruned.
func (th *thread) mostMoves(depth int, improving bool) int {
	most := th.params.CountBase + depth*depth
	if !improving {
		most = (most + 1) / 2
	}
	return most
}

// spares reports whether a quiet move must not be pruned because it gives check. This applies at
// depth SpareDepth and above.
func (th *thread) spares(m game.Move, depth int) bool {
	return th.checker != nil && depth >= th.params.SpareDepth && th.checker.Checks(m)
}

// hopeless reports whether a quiet move can be pruned because of its history or by futility
// pruning. If so, all moves with lower ratings can be pruned too.
func (th *thread) hopeless(depth, left, static, alpha, rating int) bool {
	p := &th.params
	if left <= p.HistoryDepth && rating < -p.HistoryPrune*depth {
		return true
	}
	return left <= p.FutilityDepth && rating < counterRating &&
		static+p.FutilityBase+p.FutilityMargin*left <= alpha && alpha < MateIn
}

// loses reports whether a quiet move loses too much material in an exchange on its target square.
// The allowed loss grows with the parameter left, the reduced depth.
func (th *thread) loses(m game.Move, left int) bool {
	p := &th.params
	return th.exchanger != nil && left <= p.QuietExchangeDepth &&
		!th.exchanger.Keeps(m, -p.QuietExchangeMargin*left*left)
}

// pass searches a null move, in which the side to move passes. It returns a score and true if the
// score reaches beta or if the search was stopped; otherwise it returns false.
func (th *thread) pass(beta, depth, ply, eval int, cut bool) (int, bool) {
	p := &th.params
	if !th.passer.DoPass() {
		return 0, false
	}
	th.path[ply] = game.NoMove
	r := p.NullBase + depth/p.NullDivisor + min((eval-beta)/p.NullEvalDivisor, 3)
	score := -th.node(-beta, -beta+1, depth-r, ply+1, !cut)
	th.passer.UndoPass()
	if th.stopped {
		return 0, true
	}
	if score < beta {
		return 0, false
	}
	return min(score, MateIn-1), true
}

// singular tests whether the hash move is singular, which means that all other moves score well
// below it; such a move is extended. If another move also fails high, the node is cut off
// (multi-cut).
func (th *thread) singular(m game.Move, known entry, beta, depth, ply int, cut bool) (extension, score int, stop bool) {
	target := known.score - th.params.SingularMargin*depth
	th.moves[ply], th.spareMoves[ply] = th.spareMoves[ply], th.moves[ply]
	th.scores[ply], th.spareScores[ply] = th.spareScores[ply], th.scores[ply]
	th.skip[ply] = m
	got := th.node(target-1, target, (depth-1)/2, ply, cut)
	th.skip[ply] = game.NoMove
	th.moves[ply], th.spareMoves[ply] = th.spareMoves[ply], th.moves[ply]
	th.scores[ply], th.spareScores[ply] = th.spareScores[ply], th.scores[ply]
	th.pvLen[ply] = ply
	switch {
	case th.stopped:
		return 0, 0, true
	case got < target-th.params.DoubleMargin && beta-1 <= target+th.params.DoubleMargin*8:
		return 2, 0, false
	case got < target:
		return 1, 0, false
	case target >= beta:
		return 0, target, true
	case known.score >= beta:
		return -1, 0, false
	}
	return 0, 0, false
}

// reductionFacts holds the properties of a move and its node that determine the late move
// reduction.
type reductionFacts struct {
	quiet, pv, cut, check, improving, special bool
	rating                                    int
}

// child searches the position after the n-th move of a node: late moves first at a reduced depth
// with a null window, then at full depth if they raise alpha.
func (th *thread) child(alpha, beta, depth, ply, n int, f reductionFacts) int {
	if n == 1 {
		return -th.node(-beta, -alpha, depth, ply+1, !f.pv && !f.cut)
	}
	reduced := depth
	if depth+1 >= th.params.ReduceDepth && n > 2 && (f.quiet || f.rating <= Bad) {
		reduced = min(max(depth-th.reduction(depth+1, n, f), 1), depth)
	}
	score := -th.node(-alpha-1, -alpha, reduced, ply+1, true)
	if score > alpha && reduced < depth {
		score = -th.node(-alpha-1, -alpha, depth, ply+1, !f.cut)
	}
	if score > alpha && score < beta {
		score = -th.node(-beta, -alpha, depth, ply+1, false)
	}
	return score
}

func (th *thread) reduction(depth, n int, f reductionFacts) int {
	r := th.reductions[min(depth, 63)][min(n, 63)]
	if f.pv {
		r--
	}
	if f.cut {
		r++
	}
	if !f.improving {
		r++
	}
	if f.check || th.state.InCheck() {
		r--
	}
	if f.special {
		r--
	} else if f.quiet {
		r -= f.rating / th.params.HistoryDivisor
	}
	return max(r, 0)
}
