package search

import (
	"time"

	"kydai/game"
)

// Bounds of the factors by which the soft limit of a search by the clock is multiplied. Shares are
// in percent.
const (
	stableFrom  = 4  // the best move stands for this many iterations: factor 1
	stableMost  = 8  // more iterations than this do not count
	shareFrom   = 70 // the best move took this share of the nodes of the iteration: factor 1
	fallBack    = 3  // the score is compared with the score this many iterations earlier
	fallMost    = 60 // a score that falls by more points than this counts as falling by this many
	factorLeast = 0.4
	factorMost  = 2.2
)

// clockFacts are the facts about the iterations of a search that decide how much time the search
// may use.
type clockFacts struct {
	Stable int // number of consecutive iterations, before the last one, with the same best move
	Share  int // share of the nodes of the last iteration that the best root move took, in percent
	Fall   int // how many points the score has fallen over the last iterations; negative: it has risen
}

// factor returns the number by which the search multiplies its soft limit. It is 1 if all
// parameters of the clock are 0. A best move that stands and takes most of the nodes makes the
// factor smaller; a falling score makes it larger.
func (f clockFacts) factor(p *Params) float64 {
	stable := 1 + float64(p.ClockStability*(stableFrom-min(f.Stable, stableMost)))/100
	share := 1 + float64(p.ClockShare*(shareFrom-f.Share))/10000
	fall := 1 + float64(p.ClockFall*min(max(f.Fall, 0), fallMost))/1000
	return min(max(stable*share*fall, factorLeast), factorMost)
}

// scalesClock reports whether searches by the clock scale their soft limit.
func (p *Params) scalesClock() bool {
	return p.ClockStability > 0 || p.ClockShare > 0 || p.ClockFall > 0
}

// stretch multiplies the soft limit of a search by a factor, up to the limit hard, if there is one.
func stretch(soft, hard time.Duration, factor float64) time.Duration {
	soft = time.Duration(float64(soft) * factor)
	if hard > 0 {
		soft = min(soft, hard)
	}
	return soft
}

// shrink returns the time at which an iteration under way stops: the limit hard, or less if the
// factor is below 1.
func shrink(hard time.Duration, factor float64) time.Duration {
	return time.Duration(float64(hard) * min(factor, 1))
}

// rootEffort is the number of nodes that a root move took in one iteration.
type rootEffort struct {
	move  game.Move
	nodes uint64
}

// pace collects the facts for clockFacts during a search.
type pace struct {
	efforts []rootEffort // of the current iteration
	scores  []int        // of all iterations
	best    game.Move    // of the last iteration
	stable  int
}

// begin prepares the pace for a new search.
func (c *pace) begin() { *c = pace{efforts: c.efforts[:0], scores: c.scores[:0]} }

// spend adds the nodes of a search of a root move.
func (c *pace) spend(m game.Move, nodes uint64) {
	for i := range c.efforts {
		if c.efforts[i].move == m {
			c.efforts[i].nodes += nodes
			return
		}
	}
	c.efforts = append(c.efforts, rootEffort{m, nodes})
}

// finish ends an iteration with its best move and its score, and returns the facts.
func (c *pace) finish(best game.Move, score int) clockFacts {
	var all, own uint64
	for _, e := range c.efforts {
		all += e.nodes
		if e.move == best {
			own = e.nodes
		}
	}
	c.efforts = c.efforts[:0]
	if best == c.best {
		c.stable++
	} else {
		c.best, c.stable = best, 0
	}
	c.scores = append(c.scores, score)
	before := c.scores[max(len(c.scores)-1-fallBack, 0)]
	return clockFacts{Stable: c.stable, Share: int(100 * own / max(all, 1)), Fall: before - score}
}
