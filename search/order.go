package search

import (
	"slices"

	"kydai/game"
)

// Sizes and limits of the move histories of a thread. The histories are statistics of how good
// moves were during the search. A move is indexed by its side, its piece and its target square.
const (
	moveIndexes = 1024
	historyMost = 16384
)

// index combines piece and target square to an index of the history tables. On boards of up to 97
// squares, different moves have different indexes. On larger boards the indexes may wrap around,
// but these games have few kinds of pieces.
func index(m game.Move) int {
	return (m.Piece()*97 + int(m.To())) & (moveIndexes - 1)
}

type history struct {
	quiet   [2][moveIndexes]int16 // main history, by side to move and index of the move
	follow  [][moveIndexes]int16  // continuation history, by side and index of an earlier move, then by index of the move
	counter [2][moveIndexes]game.Move
	killers [MaxPly + 2][2]game.Move
	drift   [2][driftSize]int16 // mean difference between search score and static evaluation, by side and position key Shape
}

func newHistory() *history {
	h := &history{follow: make([][moveIndexes]int16, 2*moveIndexes)}
	hugePages(h.follow)
	return h
}

func (h *history) clear() {
	clear(h.follow)
	h.quiet = [2][moveIndexes]int16{}
	h.counter = [2][moveIndexes]game.Move{}
	h.killers = [MaxPly + 2][2]game.Move{}
	h.drift = [2][driftSize]int16{}
}

// side returns 0 or 1 for the side to move at ply. A side has the same number in all searches of a
// game, so its histories can be reused.
func (th *thread) side(ply int) int { return (ply + th.shared.limits.Side) & 1 }

// after returns the continuation history that belongs to the move played n plies earlier; nil if
// there is no such move.
func (th *thread) after(ply, n int) *[moveIndexes]int16 {
	m := th.before(ply, n)
	if m == game.NoMove {
		return nil
	}
	return &th.hist.follow[th.side(ply-n)*moveIndexes+index(m)]
}

// Ratings of special moves. Except for the hash move, they are searched after moves rated Good and
// before the other quiet moves.
const (
	hashRating    = 1 << 30
	killerRating  = 1 << 22
	counterRating = 1 << 21
)

// picker returns the moves of a node, best first. To save work, it returns the hash move before it
// generates any moves, if that move is certainly legal. It returns noisy moves with good ratings
// (such as captures) before it generates the quiet moves.
type picker struct {
	hash   game.Move
	early  bool // return the hash move before generating moves
	check  bool
	stage  int
	at     int
	ms     []game.Move
	scores []int32
}

// Stages of a picker.
const (
	beginning = iota
	listNoisy
	pickNoisy
	listAll
	pickAll
)

// next returns the next move of the picker and its rating; the result ok is false after the last
// move.
func (th *thread) next(p *picker, ply int) (m game.Move, rating int, ok bool) {
	if p.stage == beginning {
		p.stage = listAll
		if th.stager != nil && ply > 0 && !p.check && (p.early || p.hash == game.NoMove) {
			p.stage = listNoisy
		}
		if p.early {
			return p.hash, hashRating, true
		}
	}
	for {
		switch p.stage {
		case listNoisy:
			p.list(th, th.state.Noisy(th.moves[ply][:0]), ply)
			p.stage = pickNoisy
		case listAll:
			p.list(th, th.state.Moves(th.moves[ply][:0]), ply)
			p.stage = pickAll
		case pickNoisy:
			if p.at < len(p.ms) {
				best(p.ms, p.scores, p.at)
			}
			if p.at == len(p.ms) || p.scores[p.at] < Good {
				p.list(th, th.stager.Quiets(p.ms), ply)
				p.stage = pickAll
				continue
			}
			p.at++
			if m = p.ms[p.at-1]; !p.early || m != p.hash {
				return m, int(p.scores[p.at-1]), true
			}
		default:
			if p.at >= len(p.ms) {
				return game.NoMove, 0, false
			}
			best(p.ms, p.scores, p.at)
			p.at++
			if m = p.ms[p.at-1]; !p.early || m != p.hash {
				return m, int(p.scores[p.at-1]), true
			}
		}
	}
}

// list sets the moves of the picker to ms and rates the moves that are new.
func (p *picker) list(th *thread, ms []game.Move, ply int) {
	th.moves[ply] = ms
	if ply == 0 {
		ms = th.allowed(ms)
	}
	p.scores = th.rate(ms, len(p.ms), ply, p.hash)
	p.ms = ms
}

// losersDiffer reports whether all remaining moves that lose material have different ratings.
// Selecting the best move swaps moves, so moves with equal ratings could change their order if
// other moves are dropped; moves with different ratings cannot.
func (p *picker) losersDiffer() bool {
	left := p.scores[p.at:]
	for i, s := range left {
		if s <= Bad && slices.Contains(left[:i], s) {
			return false
		}
	}
	return true
}

// dropQuiets drops all remaining moves except those that lose material.
func (p *picker) dropQuiets() {
	n := p.at
	for i := p.at; i < len(p.ms); i++ {
		if p.scores[i] <= Bad {
			p.ms[n], p.scores[n] = p.ms[i], p.scores[i]
			n++
		}
	}
	p.ms, p.scores = p.ms[:n], p.scores[:n]
}

// rate rates the moves of a node, beginning with the given index, and stores the ratings in
// th.scores[ply]. It returns the ratings of all moves.
func (th *thread) rate(ms []game.Move, from, ply int, hash game.Move) []int32 {
	all := th.scores[ply][:len(ms)]
	ms = ms[from:]
	out := all[from:]
	if len(ms) == 0 {
		return all
	}
	th.state.Score(ms, out)
	h, side := th.hist, th.side(ply)
	killers := h.killers[ply]
	quiet := &h.quiet[side]
	one, two := th.after(ply, 1), th.after(ply, 2)
	counter := h.counter[side][index(th.before(ply, 1))]
	out = out[:len(ms)]
	for i, m := range ms {
		switch {
		case m == hash:
			out[i] = hashRating
		case out[i] >= Good || out[i] <= Bad:
		case m == killers[0]:
			out[i] = killerRating + 1
		case m == killers[1]:
			out[i] = killerRating
		case m == counter:
			out[i] = counterRating
		default:
			k := index(m)
			r := int32(quiet[k])
			if one != nil {
				r += int32(one[k])
			}
			if two != nil {
				r += int32(two[k])
			}
			out[i] += r
		}
	}
	return all
}

// before returns the move played n plies before ply, or NoMove if there is none.
func (th *thread) before(ply, n int) game.Move {
	if ply < n {
		return game.NoMove
	}
	return th.path[ply-n]
}

// best finds the highest-rated move among the moves beginning with the given index, and swaps it to
// that index.
func best(ms []game.Move, scores []int32, from int) {
	b, top := from, scores[from]
	for i, s := range scores[from+1:] {
		if s > top {
			b, top = from+1+i, s
		}
	}
	ms[from], ms[b] = ms[b], ms[from]
	scores[from], scores[b] = scores[b], scores[from]
}

// learn increases the history of the quiet move that caused a cutoff, and decreases the
// history of the quiet moves tried before it.
func (th *thread) learn(ply, depth int, cut game.Move, tried []game.Move) {
	h := th.hist
	if h.killers[ply][0] != cut {
		h.killers[ply][1] = h.killers[ply][0]
		h.killers[ply][0] = cut
	}
	if one := th.before(ply, 1); one != game.NoMove {
		h.counter[th.side(ply)][index(one)] = cut
	}
	one, two := th.after(ply, 1), th.after(ply, 2)
	bonus := min(16*depth*depth+32*depth, 1600)
	th.adjust(ply, one, two, cut, bonus)
	for _, m := range tried {
		th.adjust(ply, one, two, m, -bonus)
	}
}

func (th *thread) adjust(ply int, one, two *[moveIndexes]int16, m game.Move, bonus int) {
	i := index(m)
	gravity(&th.hist.quiet[th.side(ply)][i], bonus, historyMost)
	if one != nil {
		gravity(&one[i], bonus, historyMost)
	}
	if two != nil {
		gravity(&two[i], bonus, historyMost)
	}
}

// gravity adds a bonus to a history value. The absolute value of the sum does not exceed the given
// maximum.
func gravity(v *int16, bonus, most int) {
	*v += int16(bonus - int(*v)*max(bonus, -bonus)/most)
}

// Constants of the drift (correction history): the mean error of the static evaluation in positions
// with the same Shape.
const (
	driftSize  = 1 << 14
	driftMost  = 4096
	driftShare = 32 // factor by which stored values are larger than evaluation units
	driftBonus = 1024
)

func (th *thread) driftOf(ply int) *int16 {
	if th.shaper == nil {
		return nil
	}
	return &th.hist.drift[th.side(ply)][th.shaper.Shape()%driftSize]
}

// learnDrift moves the drift towards the difference between the search score and the static
// evaluation.
func learnDrift(d *int16, found, static, depth int) {
	gravity(d, min(max((found-static)*depth/8, -driftBonus), driftBonus), driftMost)
}
