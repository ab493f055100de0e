package jieqi

import (
	"kydai/game"
	"kydai/games/xiangqi"
)

// View returns the position as side s may see it; NoSide means a spectator. A view contains no
// hidden pieces. Of the pieces captured face down, it contains only those that its owner captured.
func (p *Position) View(s game.Side) game.Position {
	q := *p
	q.truth, q.viewer = false, s
	q.faces = [xiangqi.Points]xiangqi.Kind{}
	for i := range q.captured {
		if i != s.Index() {
			q.captured[i] = counts{}
		}
	}
	return &q
}

// Guess draws at random one of the true positions that are consistent with this view; all of them
// have equal probability. If p is a true position, Guess uses the spectator's view of p.
func (p *Position) Guess(intn func(n int) int) game.Position {
	if p.truth {
		view, _ := p.View(game.NoSide).(*Position)
		return view.Guess(intn)
	}
	q := *p
	q.truth, q.viewer = true, game.NoSide
	for _, side := range []game.Side{game.First, game.Second} {
		kinds := p.unseen(side).list()
		shuffle(kinds, intn)
		for sq, piece := range q.cells {
			if q.down[sq] && piece.Side() == side {
				q.faces[sq] = kinds[0]
				kinds = kinds[1:]
			}
		}
		// The remaining kinds belong to pieces that the opponent captured face down.
		for _, k := range kinds {
			q.captured[side.Other().Index()][k]++
		}
	}
	return &q
}

// faceDown counts a side's face-down pieces on the board.
func (p *Position) faceDown(side game.Side) int {
	n := 0
	for sq, piece := range p.cells {
		if p.down[sq] && piece.Side() == side {
			n++
		}
	}
	return n
}
