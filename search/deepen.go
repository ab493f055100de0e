package search

import (
	"time"

	"kydai/game"
)

// reviewBack is the number of depths that are searched again if Limits.Review demands it. The smaller
// depths take little time and soon find another move.
const reviewBack = 3

// deepen runs iterative deepening: it searches with depth 1, 2, 3 and so on. It returns the report
// of the last iteration that found a move.
func (th *thread) deepen(report func(Report)) Report {
	var last Report
	legal := th.overlook(th.allowed(th.state.Moves(th.moves[0][:0])))
	if len(legal) == 0 {
		return last
	}
	last.Lines = []Line{{Moves: []game.Move{legal[0]}}}
	wanted, forced := min(max(th.shared.limits.MultiPV, 1), len(legal)), len(legal) == 1
	previous := make([]Line, wanted)
	for depth := 1; depth < MaxPly; depth++ {
		if th.shared.limits.Depth > 0 && depth > th.shared.limits.Depth {
			break
		}
		// Every other helper thread searches one ply deeper.
		th.rootDepth = depth + th.id%2
		lines := th.iteration(wanted, previous)
		if len(lines) == 0 {
			break
		}
		if th.stopped {
			lines = completed(lines, last.Lines)
		}
		last = th.report(depth, lines)
		copy(previous, lines)
		if report != nil {
			report(last)
		}
		if th.stopped || th.enough(last, th.soft(last)) || forced && th.shared.limits.Soft > 0 {
			break
		}
		if review := th.shared.limits.Review; review != nil && th.id == 0 && wanted == 1 {
			found := review(last)
			th.lump += found.Nodes
			if found.Enough {
				break
			}
			if found.Again {
				depth = max(depth-reviewBack, 0)
			}
		}
	}
	last.Nodes = th.shared.nodes.Load() + th.lump
	last.Elapsed = th.shared.now().Sub(th.shared.began)
	return last
}

// iteration searches the best lines at one depth. It uses the result of an interrupted search only
// if that search has found a move.
func (th *thread) iteration(wanted int, previous []Line) []Line {
	var lines []Line
	th.exclude = th.exclude[:0]
	for th.multi = range wanted {
		th.whole = th.id == 0 && th.rootDepth == 1 && th.multi == 0
		th.last = previous[th.multi]
		score := th.aspire(th.last.Score, len(th.last.Moves) > 0)
		if th.whole {
			th.whole, th.stopped = false, th.shared.stop.Load()
		}
		if th.pvLen[0] == 0 && th.stopped && len(th.high) > 0 {
			// The search was interrupted while it searched a fail-high move again with a wider
			// window, so use the line of the first search of that move.
			th.pvLen[0] = copy(th.pv[0][:], th.high)
		}
		if th.pvLen[0] == 0 {
			break
		}
		found := Line{Score: score, Moves: append([]game.Move(nil), th.pv[0][:th.pvLen[0]]...)}
		if th.stopped {
			// The search was interrupted after at least one root move was completed, so use the
			// score of the best completed move.
			found.Score = th.rootScore
		}
		lines = append(lines, found)
		th.exclude = append(th.exclude, found.Moves[0])
		if th.stopped {
			break
		}
	}
	return sortLines(lines)
}

// completed is called after an interrupted iteration. It appends the lines of the previous
// iteration whose first moves are not in the new lines. Because the scores of these lines are
// older, they come last, with at most the score of the last new line.
func completed(lines, before []Line) []Line {
	for _, b := range before {
		known := false
		for _, l := range lines {
			known = known || l.Moves[0] == b.Moves[0]
		}
		if !known && len(lines) < len(before) {
			b.Score = min(b.Score, lines[len(lines)-1].Score)
			lines = append(lines, b)
		}
	}
	return lines
}

func sortLines(lines []Line) []Line {
	for i := 1; i < len(lines); i++ {
		for j := i; j > 0 && lines[j].Score > lines[j-1].Score; j-- {
			lines[j], lines[j-1] = lines[j-1], lines[j]
		}
	}
	return lines
}

// aspire searches the root with a narrow window around the last score (aspiration window). It
// widens the window until the score lies inside.
func (th *thread) aspire(guess int, known bool) int {
	alpha, beta := -Infinite, Infinite
	width := th.params.Aspiration
	th.high = th.high[:0]
	if known && th.rootDepth >= 5 {
		alpha, beta = max(guess-width, -Infinite), min(guess+width, Infinite)
	}
	for {
		score := th.node(alpha, beta, th.rootDepth, 0, false)
		if th.stopped {
			return score
		}
		switch {
		case score <= alpha && alpha > -Infinite:
			th.high = th.high[:0]
			th.hard = th.shared.limits.Hard // the best move may change, so this iteration gets its full time
			beta = (alpha + beta) / 2
			alpha = max(score-width, -Infinite)
		case score >= beta && beta < Infinite:
			th.high = append(th.high[:0], th.pv[0][:th.pvLen[0]]...)
			beta = min(score+width, Infinite)
		default:
			return score
		}
		width *= 2
		if width > 1000 {
			alpha, beta = -Infinite, Infinite
		}
	}
}

func (th *thread) report(depth int, lines []Line) Report {
	return Report{
		Depth: depth, Deepest: max(th.deepest, depth), Lines: lines, Full: th.table.Full(),
		Nodes:   th.shared.nodes.Load() + th.lump,
		Elapsed: th.shared.now().Sub(th.shared.began),
	}
}

// soft returns the time after which the search begins no new iteration; 0 means no limit. By the
// clock, soft scales the limit by the facts of the last iteration, and the helper threads have no
// limit of their own: they stop with the first thread.
func (th *thread) soft(r Report) time.Duration {
	lim := &th.shared.limits
	if !lim.ByClock || lim.MultiPV > 1 || !th.params.scalesClock() {
		return lim.Soft
	}
	if th.id > 0 {
		return 0
	}
	factor := th.pace.finish(r.Best(), r.Lines[0].Score).factor(&th.params)
	th.hard = shrink(lim.Hard, factor)
	return stretch(lim.Soft, lim.Hard, factor)
}

// enough reports whether the search must not begin another iteration after the time soft.
func (th *thread) enough(r Report, soft time.Duration) bool {
	lim := &th.shared.limits
	if soft > 0 && r.Elapsed >= soft {
		return true
	}
	if n, forced := MovesToMate(r.Lines[0].Score); forced {
		if lim.Mate > 0 && n > 0 && n <= lim.Mate {
			return true
		}
		// A search that is so much deeper than the mate would already have found a shorter mate.
		if lim.Mate == 0 && lim.Soft > 0 && r.Depth > 2*max(n, -n)+4 {
			return true
		}
	}
	return false
}
