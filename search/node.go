package search

import "kydai/game"

// node searches a position to a depth and returns its score for the side to
// move, at most alpha, at least beta, or between. The steps are numbered;
// each may be read alone.
func (th *thread) node(alpha, beta, depth, ply int, cut bool) int {
	p := &th.params
	pv := beta-alpha > 1
	th.pvLen[ply] = ply
	skipped := th.skip[ply]

	// 0. What luck has to decide first.
	if th.luck != nil && th.luck.state.Open() {
		return th.chance(alpha, beta, depth, ply, cut)
	}

	// 1. Quiescence at the horizon.
	if depth <= 0 && !p.Plain {
		return th.quiesce(alpha, beta, ply)
	}

	// 2. Time and limits.
	if th.count() {
		return 0
	}
	th.deepest = max(th.deepest, ply)

	// 3. The end of the game, and the end of the stack.
	if ply > 0 && skipped == game.NoMove {
		if score, over := th.state.Verdict(ply); over {
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

	// 4. What the table knows. The board is asked first, while memory answers.
	key := th.state.Key()
	check := th.state.InCheck()
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

	// 5. The static value: as it is, and as the table corrects it.
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
		// 6. Razoring: so far below that only tactics can help.
		if depth <= p.RazorDepth && eval+p.RazorMargin*depth <= alpha {
			if score := th.quiesce(alpha, beta, ply); score <= alpha {
				return score
			}
		}
		// 7. Reverse futility: so far above that the other side needs a miracle.
		margin := p.ReverseMargin * depth
		if improving {
			margin -= p.ReverseMargin
		}
		if depth <= p.ReverseDepth && eval-margin >= beta && eval < MateIn {
			return (eval + beta) / 2
		}
		// 8. Null move: still above after giving a move away.
		if depth >= p.NullDepth && eval >= beta && static >= beta-p.NullSlack*depth &&
			th.passer != nil && th.before(ply, 1) != game.NoMove && !(found && known.bound == upper && known.score < beta) {
			if score, ok := th.pass(beta, depth, ply, eval, cut); ok {
				return score
			}
		}
	}

	// 9. Without a hash move the node is not worth its depth.
	if hash == game.NoMove && depth >= p.IterativeDepth && skipped == game.NoMove && (pv || cut) {
		depth--
	}

	// 10. The moves, best first.
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
		if m == skipped {
			continue
		}
		quiet := rating < Good && rating > Bad || m == hash && th.isQuiet(m)

		// 11. Pruning of moves that will not matter.
		if ply > 0 && bestScore > -MateIn && m != hash && !p.Plain {
			if quiet && !check {
				late := depth <= p.CountDepth && tried >= th.mostMoves(depth, improving)
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

		// 12. Extensions: answers to check, and a hash move that alone is good.
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

		// 13. The move itself: the first with the full window, others with a
		// null window and perhaps reduced, again in full if they surprise.
		th.path[ply] = m
		if !th.state.Do(m) {
			continue
		}
		tried++
		th.table.touch(th.state.Key())
		score := th.child(alpha, beta, depth-1+extension, ply, tried, reductionFacts{
			quiet: quiet, pv: pv, cut: cut, check: check, improving: improving, rating: rating,
			special: rating >= counterRating,
		})
		th.state.Undo()
		if th.stopped {
			return 0
		}

		// 14. Bookkeeping.
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
		return th.state.Stuck(ply)
	}

	// 15. What was found out.
	if skipped == game.NoMove && !p.Plain {
		b := exact
		switch {
		case bestScore >= beta:
			b = lower
		case bestScore <= start:
			b = upper
		}
		if ply > 0 || th.multi == 0 && len(th.shared.limits.Only) == 0 {
			th.table.store(key, ply, entry{move: bestMove, score: bestScore, depth: depth, bound: b})
		}
		if drift != nil && (bestMove == game.NoMove || bestQuiet) && bestScore < MateIn && bestScore > -MateIn &&
			(b != lower || bestScore > static) && (b != upper || bestScore < static) {
			learnDrift(drift, bestScore, static, depth)
		}
	}
	return bestScore
}

// static is the value of a position that is not searched.
func (th *thread) static(drift *int16) int {
	v := th.state.Eval()
	if drift != nil {
		v = min(max(v+int(*drift)/driftShare, -MateIn+1), MateIn-1)
	}
	return v
}

// usable reports whether a stored score decides on which side of limit the
// true one is.
func usable(e entry, limit int) bool {
	return e.bound == exact || e.bound == lower && e.score >= limit || e.bound == upper && e.score < limit
}

// isQuiet asks for the rating that a hash move would have had.
func (th *thread) isQuiet(m game.Move) bool {
	th.one = append(th.one[:0], m)
	th.state.Score(th.one, th.single[:])
	return th.single[0] < Good && th.single[0] > Bad
}

// mostMoves is how many moves are tried before the other quiet ones are not.
func (th *thread) mostMoves(depth int, improving bool) int {
	most := th.params.CountBase + depth*depth
	if !improving {
		most = (most + 1) / 2
	}
	return most
}

// spares reports whether a quiet move gives check at a depth where checks are
// not skipped.
func (th *thread) spares(m game.Move, depth int) bool {
	return th.checker != nil && depth >= th.params.SpareDepth && th.checker.Checks(m)
}

// hopeless reports whether a quiet move with a rating need not be tried, by
// what is known of it or by value; then neither need any that is rated lower.
func (th *thread) hopeless(depth, left, static, alpha, rating int) bool {
	p := &th.params
	if left <= p.HistoryDepth && rating < -p.HistoryPrune*depth {
		return true
	}
	return left <= p.FutilityDepth && rating < counterRating &&
		static+p.FutilityBase+p.FutilityMargin*left <= alpha && alpha < MateIn
}

// loses reports whether a quiet move loses what it moves.
func (th *thread) loses(m game.Move, left int) bool {
	p := &th.params
	return th.exchanger != nil && left <= p.QuietExchangeDepth &&
		!th.exchanger.Keeps(m, -p.QuietExchangeMargin*left*left)
}

// pass tries a null move.
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

// singular asks whether the hash move is alone: whether all others fail well
// below its score. If they do not even then fail below beta, the node is cut.
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

// reductionFacts are what a reduction depends on.
type reductionFacts struct {
	quiet, pv, cut, check, improving, special bool
	rating                                    int
}

// child searches the position after a move.
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
