package search

import (
	"math"

	"kydai/game"
)

// ChanceState is a State in which luck completes some moves. Do of such a
// move leaves the state open: it is the other side's turn, but what stands on
// the board is not yet said. Do of one of its Chances says it, and Undo takes
// that back.
type ChanceState interface {
	State
	// Open reports whether the last move waits to be completed.
	Open() bool
	// Chances appends the ways in which the last move can be completed.
	Chances(buf []game.Weighted) []game.Weighted
	// Settle completes the last move by something that stands for the mean
	// of its ways; Undo takes it back.
	Settle()
	// Luck says how the search deals with chance.
	Luck() Luck
}

// Luck are the numbers of the search that have to do with chance.
type Luck struct {
	// Scale is the score that counts for seven tenths of a won game: means are
	// taken of what scores tell about the result. 0 takes means of scores.
	Scale int
	// Stars is how much is pruned where luck decides: 0 nothing, 1 what
	// cannot matter whatever the rest turns out to be, 2 also by a first look
	// at one answer to each way.
	Stars int
	// Least is the depth below which a move is settled instead of completed
	// in every way.
	Least int
	// Cost is by how many plies less is searched behind a chance.
	Cost int
	// Doubt is by how much a settled move must miss a narrow window for the
	// search to be sure that luck cannot matter; 0 is never sure.
	Doubt int
}

// chances is what a thread needs where luck plays a part.
type chances struct {
	Luck
	state ChanceState
	ways  [MaxPly + 2][]game.Weighted
}

func newChances(st State) *chances {
	c, ok := st.(ChanceState)
	if !ok {
		return nil
	}
	return &chances{Luck: c.Luck(), state: c}
}

// squash turns a score into something between -1 and 1 of which a mean may be
// taken.
func (c *chances) squash(score int) float64 {
	v := float64(score)
	if c.Scale == 0 {
		return v / Infinite
	}
	k := float64(c.Scale)
	return v / math.Sqrt(v*v+k*k)
}

// unsquash is its inverse.
func (c *chances) unsquash(x float64) float64 {
	x = min(max(x, -1), 1)
	if c.Scale == 0 {
		return x * Infinite
	}
	return min(max(float64(c.Scale)*x/math.Sqrt(max(1-x*x, 1e-12)), -Infinite), Infinite)
}

// chance searches a position in which luck has to complete the last move: the
// mean over the ways, for the side to move.
func (th *thread) chance(alpha, beta, depth, ply int, cut bool) int {
	c := th.luck
	th.pvLen[ply] = ply
	plain := th.params.Plain
	if !plain && depth < c.Least {
		c.state.Settle()
		score := th.node(alpha, beta, depth, ply, cut)
		th.state.Undo()
		th.pvLen[ply] = ply
		return score
	}
	key := th.state.Key()
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

// sure looks at the last move as if it were settled. If that is beyond a narrow
// window by more than the doubt, it is taken for the mean over the ways.
func (th *thread) sure(alpha, beta, depth, ply int, cut bool) (int, bound) {
	c := th.luck
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

// mean takes the mean over the ways of a chance, or as much of it as shows on
// which side of the window it lies (Ballard's star1, and star2 by peek).
func (th *thread) mean(alpha, beta, depth, ply int, cut bool) (int, bound) {
	c := th.luck
	ways := c.ways[ply]
	t := tally{chances: c}
	for _, w := range ways {
		t.whole += float64(w.Weight)
	}
	t.rest = t.whole
	if c.Stars >= 2 && cut && depth >= 1 && len(ways) > 1 {
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

// peek looks at one answer to each way, which is the least that the side to
// move can get. If the mean of these is enough, no more has to be known.
func (th *thread) peek(t tally, beta, depth, ply int) (int, bool) {
	c := th.luck
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

// firstAnswer searches only the most promising move of a position.
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

// tally is a mean in the making.
type tally struct {
	*chances
	whole, rest, sum float64 // weights in all and still to come; what came so far
	won, lost, ended int     // ways that end in a forced win or loss, and all ways so far
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

// score is the mean if all that is to come has the value others, which is 1
// or -1 for the best and the worst. What luck can spoil is not forced.
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

// window is what the next way's score has to be told apart from: with lo or
// less the mean is at most alpha whatever comes after, with hi or more at
// least beta. It errs to the wide side.
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
