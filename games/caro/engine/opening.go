package engine

import (
	"context"
	"time"

	"kydai/engine"
	"kydai/game"
	rules "kydai/games/caro"
	"kydai/search"
)

// opener evaluates opening positions while the colours are not settled.
type opener struct {
	engine   *Engine
	eval     *evaluation
	ctx      context.Context
	position *rules.Position
	lim      engine.Limits
	began    time.Time
	nodes    uint64
}

// Limits of the search during an opening.
const (
	openDepth  = 6   // depth of one short search in plies
	openNodes  = 400 // nodes of one search per ply of its depth, if time is not limited
	openTries  = 10  // number of cells that are searched: those that look most balanced
	openMost   = 2 * time.Second
	openMargin = 3 // least distance of the last opening stone from the edge; less on a small board
)

// open chooses a move while the opening has not settled the colours. It places stones so that both
// colours have equal chances, and takes the better colour if it may choose.
func (e *Engine) open(ctx context.Context, p *rules.Position, lim engine.Limits, report func(engine.Thought)) (engine.Thought, error) {
	o := &opener{engine: e, eval: e.evaluation(), ctx: ctx, position: p, lim: lim, began: time.Now()}
	move, score := o.decide()
	if code := p.Encode(move); len(lim.Only) > 0 && !contains(lim.Only, code) {
		m, err := p.Decode(lim.Only[0])
		if err != nil {
			return engine.Thought{}, err
		}
		move = m
	}
	info := engine.Thought{
		Depth: 1, Deepest: openDepth, Nodes: o.nodes, Elapsed: max(time.Since(o.began), time.Microsecond),
		Lines: []engine.Variation{{Score: engine.Score{Points: score}, Codes: []string{p.Encode(move)}}},
	}
	if report != nil {
		report(info)
	}
	return info, nil
}

func contains[T comparable](list []T, x T) bool {
	for _, v := range list {
		if v == x {
			return true
		}
	}
	return false
}

func (o *opener) decide() (game.Move, int) {
	b := newBoard(o.position.Size(), o.position.Rule(), o.eval)
	b.load(o.position, nextOf(o.position))
	stone := func(at cell) game.Move { return game.NewMove(game.NoSquare, b.squareOf(at), 0, 0, 0) }
	choice := func(arg int) game.Move { return game.NewMove(game.NoSquare, game.NoSquare, 0, 0, arg) }
	switch o.position.Stage() {
	case rules.Picking:
		// The score is for the player with the colour of the next stone. If the score is negative,
		// the other colour is better.
		score := o.search(o.position)
		better := nextOf(o.position)
		if score < 0 {
			better, score = better.Other(), -score
		}
		if better == rules.Black {
			return choice(rules.TakeBlack), score
		}
		return choice(rules.TakeWhite), score
	case rules.Offering:
		// White places the next stone, so the score is for white. If it is negative, take black.
		// Otherwise keep white, which means placing the fourth stone now.
		score := o.search(o.position)
		if score < 0 {
			return choice(rules.TakeBlack), -score
		}
		return o.bestStone(stone), score
	}
	if b.stones == 0 {
		return stone(b.centre()), 0
	}
	if o.last() {
		at, score := o.balance(b)
		return stone(at), -max(score, -score)
	}
	return stone(o.quietStone(b)), 0
}

// last reports whether, after the next stone, a player chooses a colour.
func (o *opener) last() bool {
	next, ok := o.position.Play(o.position.Legal()[0]).(*rules.Position)
	return ok && next.Stage() != o.position.Stage()
}

// quietStone returns the cell near the stones on which a stone leaves the values of both colours
// most equal.
func (o *opener) quietStone(b *board) cell {
	near := b.nearby()
	best, least := noCell, 1<<30
	for _, at := range b.list(&near, nil) {
		b.make(at)
		v := b.value[0].both() - b.value[1].both()
		b.undo()
		if v = max(v, -v); v < least && b.margin(at) >= b.openMargin() {
			best, least = at, v
		}
	}
	if best == noCell {
		return b.first(&near)
	}
	return best
}

// openMargin returns the distance from the edge that the last stone of an opening must have. It is
// smaller on small boards.
func (b *board) openMargin() int { return min(openMargin, b.size/2-2) }

// margin returns the distance of a cell from the nearest edge.
func (b *board) margin(at cell) int {
	row, col := at>>rowShift, at&rowMask
	return min(row, col, b.size-1-row, b.size-1-col)
}

// balance returns the cell on which the next stone makes the chances of both colours most equal,
// and the score after it. It searches only the openTries cells that the evaluation alone rates as
// most equal.
func (o *opener) balance(b *board) (cell, int) {
	type try struct {
		at    cell
		value int
	}
	var tries []try
	b.eachCell(func(at cell) {
		if b.at(at) != vacant || b.margin(at) < b.openMargin() {
			return
		}
		b.make(at)
		s := State{board: b}
		v := s.Eval()
		b.undo()
		v = max(v, -v)
		i := len(tries)
		tries = append(tries, try{at, v})
		for ; i > 0 && tries[i-1].value > v; i-- {
			tries[i] = tries[i-1]
		}
		tries[i] = try{at, v}
	})
	best, score, least := tries[0].at, tries[0].value, 1<<30
	for i, t := range tries[:min(openTries, len(tries))] {
		if i > 0 && o.late(openTries) {
			break
		}
		next, ok := o.position.Play(game.NewMove(game.NoSquare, b.squareOf(t.at), 0, 0, 0)).(*rules.Position)
		if !ok {
			break
		}
		v := o.search(next)
		if away := max(v, -v); away < least {
			best, score, least = t.at, v, away
		}
	}
	return best, score
}

// share returns the time for the whole decision; 0 means no time limit.
func (o *opener) share() time.Duration {
	budget := o.lim.Allot(o.position.Turn().Index())
	return min(budget.Soft, openMost)
}

// late reports whether the time left is too short for one more search. Each search takes the time
// share, divided by parts.
func (o *opener) late(parts int) bool {
	share := o.share()
	return o.ctx.Err() != nil || share > 0 && time.Since(o.began)+share/time.Duration(parts) > share
}

// search searches a position and returns the score for the colour of the next stone.
func (o *opener) search(p *rules.Position) int {
	ctx := o.ctx
	limits := search.Limits{Depth: openDepth}
	if share := o.share(); share > 0 {
		var cancel context.CancelFunc
		limits.Hard = max(share/openTries, time.Millisecond)
		ctx, cancel = context.WithTimeout(ctx, limits.Hard)
		defer cancel()
		limits.Depth = 2 * openDepth
	} else {
		limits.Nodes = openNodes * openDepth
	}
	s := search.New(1, Params())
	r := s.Search(ctx, func() search.State { return stateOf(p, newFourSolver(nil, treeMemory), o.eval) }, 1, limits, nil)
	o.nodes += r.Nodes
	if len(r.Lines) == 0 {
		return 0
	}
	return r.Lines[0].Score
}

// bestStone returns white's best fourth stone. The function stone converts a cell to a move.
func (o *opener) bestStone(stone func(cell) game.Move) game.Move {
	ctx := o.ctx
	limits := search.Limits{Depth: openDepth, Nodes: o.lim.Nodes}
	if share := o.share(); share > 0 {
		var cancel context.CancelFunc
		limits.Hard = share / 2 // in a browser no timer ends the context
		ctx, cancel = context.WithTimeout(ctx, limits.Hard)
		defer cancel()
		limits.Depth = 0
	}
	s := search.New(1, Params())
	r := s.Search(ctx, func() search.State { return stateOf(o.position, newFourSolver(nil, treeMemory), o.eval) }, 1, limits, nil)
	o.nodes += r.Nodes
	if m := r.Best(); m != game.NoMove {
		return m
	}
	b := newBoard(o.position.Size(), o.position.Rule(), o.eval)
	b.load(o.position, nextOf(o.position))
	return stone(o.quietStone(b))
}
