package search

import (
	"math"

	"kydai/game"
)

// ChanceState is a State with moves whose result depends on chance, such as moving a face-down
// piece. When Do plays such a move, the state becomes open: the opponent is to move, but the
// revealed piece is not yet known. Do with one of the moves from Chances then sets the piece. Undo
// of this second move makes the state open again.
type ChanceState interface {
	State
	// Open reports whether the piece that the last move reveals is not yet known.
	Open() bool
	// Chances appends the possible outcomes of the last move, with their weights, to buf.
	Chances(buf []game.Weighted) []game.Weighted
	// Settle completes the last move without trying all outcomes: it uses one substitute that
	// stands for the average outcome. Undo removes the substitute.
	Settle()
	// ChanceParams returns the parameters of the search at chance nodes.
	ChanceParams() ChanceParams
}

// ChanceParams holds the search parameters for chance nodes, at which the result of the last move
// depends on chance.
type ChanceParams struct {
	// Scale is the score, in evaluation units, that corresponds to an expected result of 0.7, where
	// 1 is a certain win. The search converts scores to expected results before it computes their
	// mean. If Scale is 0, it computes the mean of the scores.
	Scale int
	// Stars selects the pruning at chance nodes: 0 none, 1 Ballard's Star1
	// (bounds on the outcomes not yet searched), 2 Star2 (also probes one reply
	// to each outcome).
	Stars int
	// Least is the lowest depth at which all outcomes are searched. At lower depths the search uses
	// Settle instead.
	Least int
	// Cost is the depth reduction at a chance node, in plies.
	Cost int
	// Doubt is a margin in evaluation units. Before the search tries all outcomes with a null
	// window, it searches the position that Settle gives. If this score lies outside the window by
	// more than Doubt, the search accepts the score and does not search the outcomes. 0 disables
	// the shortcut.
	Doubt int
}

// chances holds the state of a search thread at chance nodes.
type chances struct {
	ChanceParams
	state ChanceState
	ways  [MaxPly + 2][]game.Weighted
}

func newChances(st State) *chances {
	c, ok := st.(ChanceState)
	if !ok {
		return nil
	}
	return &chances{ChanceParams: c.ChanceParams(), state: c}
}

// squash converts a score to an expected result, from -1 to 1, so that means can be computed.
func (c *chances) squash(score int) float64 {
	v := float64(score)
	if c.Scale == 0 {
		return v / Infinite
	}
	k := float64(c.Scale)
	return v / math.Sqrt(v*v+k*k)
}

// unsquash is the inverse of squash.
func (c *chances) unsquash(x float64) float64 {
	x = min(max(x, -1), 1)
	if c.Scale == 0 {
		return x * Infinite
	}
	return min(max(float64(c.Scale)*x/math.Sqrt(max(1-x*x, 1e-12)), -Infinite), Infinite)
}

// chance searches a chance node. It returns the mean score over the outcomes of the last move, for
// the side to move.
func (th *thread) chance(alpha, beta, depth, ply int, cut bool) int {
	c := th.chances
	th.pvLen[ply] = ply
	plain := th.params.Plain
	if !plain && depth < c.Least {
		c.state.Settle()
		score := th.node(alpha, beta, depth, ply, cut)
		th.state.Undo()
		th.pvLen[ply] = ply
		return score
	}
	key := th.key(ply)
	if !plain {
		known, found := th.table.probe(key, ply)
		if found && known.depth >= depth && (known.bound == exact ||
			known.bound == lower && known.score >= beta || known.bound == upper && known.score <= alpha) {
			return known.score
		}
		depth -= c.Cost
	}
	score, b := th.sure(alpha, beta, depth, ply, cut)
	if b == noBound && !th.stopped {
		c.ways[ply] = c.state.Chances(c.ways[ply][:0])
		score, b = th.mean(alpha, beta, depth, ply, cut)
	}
	th.pvLen[ply] = ply
	if !plain && !th.stopped {
		th.table.store(key, ply, entry{score: score, depth: depth + c.Cost, bound: b})
	}
	return score
}

// sure searches the position that Settle gives, with a null window. If the score lies outside the
// window by more than Doubt, sure returns it, moved towards the window by Doubt, as a bound of the
// mean over the outcomes. Otherwise it returns noBound.
func (th *thread) sure(alpha, beta, depth, ply int, cut bool) (int, bound) {
	c := th.chances
	if c.Doubt == 0 || th.params.Plain || beta-alpha > 1 || beta >= MateIn || alpha <= -MateIn {
		return 0, noBound
	}
	c.state.Settle()
	defer th.state.Undo()
	if th.state.Eval() >= beta {
		edge := beta + c.Doubt
		if score := th.node(edge-1, edge, depth, ply, cut); score >= edge && !th.stopped {
			return score - c.Doubt, lower
		}
		return 0, noBound
	}
	edge := alpha - c.Doubt
	if score := th.node(edge, edge+1, depth, ply, cut); score <= edge && !th.stopped {
		return score + c.Doubt, upper
	}
	return 0, noBound
}

// mean computes the mean score over the outcomes of the last move. If pruning is enabled (Ballard's
// Star1, and Star2 in the function peek) and the mean lies outside the window, mean may return only
// a bound of the mean.
func (th *thread) mean(alpha, beta, depth, ply int, cut bool) (int, bound) {
	c := th.chances
	ways := c.ways[ply]
	t := tally{chances: c}
	for _, w := range ways {
		t.whole += float64(w.Weight)
	}
	t.rest = t.whole
	if c.Stars >= 2 && cut && !th.blind(ply) && depth >= 1 && len(ways) > 1 {
		if score, ok := th.peek(t, beta, depth, ply); ok {
			return score, lower
		}
	}
	for _, w := range ways {
		lo, hi := -Infinite, Infinite
		if c.Stars > 0 {
			lo, hi = t.window(alpha, beta, float64(w.Weight))
		}
		th.state.Do(w.Move)
		score := th.node(lo, hi, depth, ply, cut)
		th.state.Undo()
		if th.stopped {
			return 0, noBound
		}
		t.add(score, float64(w.Weight))
		if c.Stars == 0 || t.rest == 0 {
			continue
		}
		if most := t.score(1); most <= alpha {
			return most, upper
		}
		if least := t.score(-1); least >= beta {
			return least, lower
		}
	}
	score := t.score(0)
	switch {
	case score >= beta:
		return score, lower
	case score <= alpha:
		return score, upper
	}
	return score, exact
}

// peek implements Star2: it searches only one reply to each outcome, which gives a lower bound of
// each outcome's score. If the mean of these bounds reaches beta, peek returns true, and the other
// replies need no search.
func (th *thread) peek(t tally, beta, depth, ply int) (int, bool) {
	c := th.chances
	for _, w := range c.ways[ply] {
		lo, hi := t.window(-Infinite, beta, float64(w.Weight))
		th.state.Do(w.Move)
		score, ok := th.firstAnswer(lo, hi, depth, ply)
		th.state.Undo()
		if th.stopped || !ok {
			return 0, false
		}
		t.add(score, float64(w.Weight))
		if least := t.score(-1); least >= beta {
			return least, true
		}
		if most := t.score(1); most < beta {
			return 0, false
		}
	}
	return 0, false
}

// firstAnswer searches only the first move of a position in move order. It returns false if the
// search must stop.
func (th *thread) firstAnswer(alpha, beta, depth, ply int) (int, bool) {
	if th.count() {
		return 0, false
	}
	if score, over := th.state.Verdict(ply); over {
		return score, true
	}
	hash := game.NoMove
	if !th.params.Plain {
		known, found := th.table.probe(th.state.Key(), ply)
		if found && known.depth >= depth && known.bound != upper && (known.bound == exact || known.score >= beta) {
			return known.score, true
		}
		hash = known.move
	}
	pick := picker{hash: hash, check: th.state.InCheck()}
	m, _, ok := th.next(&pick, ply)
	if !ok {
		return th.state.Stuck(ply), true
	}
	th.path[ply] = m
	if !th.state.Do(m) {
		return 0, false
	}
	score := -th.node(-beta, -alpha, depth-1, ply+1, false)
	th.state.Undo()
	return score, !th.stopped
}

// tally accumulates the weighted mean over the outcomes of a move.
type tally struct {
	*chances
	whole, rest, sum float64 // total weight, remaining weight, weighted sum so far
	won, lost, ended int     // numbers of outcomes so far: forced wins, forced losses, all searched outcomes
}

func (t *tally) add(score int, weight float64) {
	t.sum += weight * t.squash(score)
	t.rest -= weight
	t.ended++
	if score >= MateIn {
		t.won++
	}
	if score <= -MateIn {
		t.lost++
	}
}

// score returns the mean under the assumption that every outcome not yet searched has the expected
// result others: 1 gives an upper bound of the mean, -1 a lower bound. The mean is a forced win or
// loss only if every searched outcome is one.
func (t *tally) score(others float64) int {
	score := int(math.Round(t.unsquash((t.sum + others*t.rest) / t.whole)))
	if score >= MateIn && t.won < t.ended {
		return MateIn - 1
	}
	if score <= -MateIn && t.lost < t.ended {
		return 1 - MateIn
	}
	return score
}

// window returns the search window for the next outcome. If that outcome scores lo or less, the
// mean is at most alpha, whatever the remaining outcomes score. If it scores hi or more, the mean
// is at least beta. Rounding errors only widen the window.
func (t *tally) window(alpha, beta int, weight float64) (lo, hi int) {
	after := t.rest - weight
	least := (t.squash(alpha)*t.whole - t.sum - after) / weight
	most := (t.squash(beta)*t.whole - t.sum + after) / weight
	lo, hi = -Infinite, Infinite
	if least > -1 && alpha > -Infinite {
		lo = int(math.Floor(t.unsquash(least))) - 1
	}
	if most < 1 && beta < Infinite {
		hi = int(math.Ceil(t.unsquash(most))) + 1
	}
	return max(lo, -Infinite), min(hi, Infinite)
}
