package jieqi

import (
	"kydai/game"
	"kydai/games/xiangqi"
)

// Position is one state of a game: the true position or a view of it.
type Position struct {
	cells   [xiangqi.Points]xiangqi.Piece // every piece has the kind as which it moves
	down    [xiangqi.Points]bool          // whether the piece is face down; only on home points
	turn    game.Side
	inCheck bool
	plies   uint16 // plies without a capture
	number  uint16 // move number, which increases after black's move

	// pool holds, by side, the kinds of the pieces that were never publicly revealed: pieces face
	// down on the board and pieces that were captured face down.
	pool [2]counts
	// captured holds, by capturing side, the pieces captured face down. A view contains only the
	// pieces that its owner captured.
	captured [2]counts

	truth  bool
	viewer game.Side // owner of a view; NoSide for a spectator
	// faces holds the kinds of the face-down pieces. It is set only in the true position.
	faces [xiangqi.Points]xiangqi.Kind
}

var (
	_ game.Position = (*Position)(nil)
	_ game.Hidden   = (*Position)(nil)
	_ game.Chancy   = (*Position)(nil)
	_ game.Guesser  = (*Position)(nil)
	_ game.Premover = (*Position)(nil)
	_ game.Shown    = (*Position)(nil)
	_ game.Marker   = (*Position)(nil)
	_ game.Refuser  = (*Position)(nil)
)

// Turn returns the side to move.
func (p *Position) Turn() game.Side { return p.turn }

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return p.inCheck }

// Plies returns the number of plies since the last capture.
func (p *Position) Plies() int { return int(p.plies) }

// At returns the piece on a point, with the kind as which it moves, and whether it is face down.
func (p *Position) At(sq game.Square) (piece xiangqi.Piece, down bool) {
	return p.cells[sq], p.down[sq]
}

// Viewer returns the owner of a view. truth is true for the true position.
func (p *Position) Viewer() (s game.Side, truth bool) { return p.viewer, p.truth }

// Unseen returns how many of a side's pieces of a kind the viewer does not know. These pieces are
// face down on the board, or were captured face down.
func (p *Position) Unseen(side game.Side, k xiangqi.Kind) int {
	return int(p.unseen(side)[k])
}

// unseen returns the pool of a side without the pieces that the viewer knows. For the true
// position, the result is the same as for a spectator's view.
func (p *Position) unseen(side game.Side) counts {
	if !p.truth && p.viewer == side.Other() {
		return p.pool[side.Index()].minus(p.captured[p.viewer.Index()])
	}
	return p.pool[side.Index()]
}

// Board returns a new board with the side to move, on which every piece has the kind as which it
// moves.
func (p *Position) Board() *xiangqi.Board {
	b := xiangqi.NewBoard()
	p.SetUp(b)
	return b
}

// SetUp fills a zero Board with the side to move and the pieces, each with the kind as which it
// moves.
func (p *Position) SetUp(b *xiangqi.Board) {
	b.Clear()
	for sq, piece := range p.cells {
		if piece != 0 {
			b.Put(game.Square(sq), piece)
		}
	}
	b.SetTurn(p.turn)
}

// Legal lists the legal moves, without revealed pieces and without the kinds of captured face-down
// pieces. The list is the same in the true position and in every view.
func (p *Position) Legal() []game.Move {
	if p.bare() {
		return nil
	}
	var b xiangqi.Board
	p.SetUp(&b)
	moves := b.Legal(make([]game.Move, 0, 64))
	for i, m := range moves {
		moves[i] = p.veil(m)
	}
	return moves
}

// veil converts a move of the xiangqi board to a move of this game that names no hidden piece.
func (p *Position) veil(m game.Move) game.Move {
	from, to, taken := m.From(), m.To(), m.Taken()
	if p.down[to] {
		taken = takenDown
	}
	v := game.NewMove(from, to, m.Piece(), taken, 0)
	if p.down[from] {
		v |= game.MoveFlag
	}
	return v
}

// Play returns the position after a move. In the true position, Play adds the revealed pieces to
// the move. In a view, the move must contain them already: see Completions.
func (p *Position) Play(m game.Move) game.Position {
	m = p.finish(m)
	from, to := m.From(), m.To()
	us := p.turn.Index()
	q := *p
	q.turn = p.turn.Other()
	q.plies = min(p.plies+1, maxCounter)
	if m.Taken() != 0 {
		q.plies = 0
	}
	if q.turn == game.First {
		q.number = min(p.number+1, maxCounter)
	}
	acts := p.cells[from].Kind()
	if m.Flag() {
		face := xiangqi.Kind(m.Arg())
		q.pool[us][face]--
		acts = faceUp(face)
	}
	if k := takenFace(m); k != xiangqi.None {
		q.captured[us][k]++
	}
	q.cells[from], q.cells[to] = 0, xiangqi.NewPiece(acts, p.turn)
	q.down[from], q.down[to] = false, false
	q.faces[from], q.faces[to] = xiangqi.None, xiangqi.None
	var b xiangqi.Board
	q.SetUp(&b)
	q.inCheck = b.InCheck()
	return &q
}

// Outcome returns a loss for a side that cannot move, and a draw if only the generals are left.
func (p *Position) Outcome() game.Outcome {
	if p.bare() {
		return game.Draw(game.Material)
	}
	var b xiangqi.Board
	p.SetUp(&b)
	switch {
	case b.Count() > 0:
		return game.Outcome{}
	case p.inCheck:
		return game.Win(p.turn.Other(), game.Checkmate)
	}
	return game.Win(p.turn.Other(), game.Stalemate)
}

// bare reports whether only the generals are left.
func (p *Position) bare() bool {
	for _, piece := range p.cells {
		if piece != 0 && piece.Kind() != xiangqi.King {
			return false
		}
	}
	return true
}

// Key returns a hash that is equal for positions that the viewer cannot distinguish.
func (p *Position) Key() uint64 {
	key := game.Mix(uint64(p.turn))
	for sq, piece := range p.cells {
		if piece == 0 {
			continue
		}
		h := uint64(piece)<<8 | uint64(sq)<<16
		if p.down[sq] {
			h |= 1
		}
		key ^= game.Mix(h)
	}
	for side := range p.pool {
		for k, n := range p.unseen(game.First + game.Side(side)) {
			key ^= game.Mix(uint64(n)<<32 | uint64(k)<<40 | uint64(side)<<48 | 1<<56)
		}
	}
	return key
}

// Premoves lists the moves that side s may prepare during the opponent's turn.
func (p *Position) Premoves(s game.Side) []game.Move {
	if s == game.NoSide {
		return nil
	}
	moves := p.Board().Premoves(s)
	for i, m := range moves {
		moves[i] = p.veil(m)
	}
	return moves
}

// Grid returns the board as letters. Face-down pieces are X (first side) and x (second side).
func (p *Position) Grid() game.Grid {
	g := game.Grid{Width: xiangqi.Files, Height: xiangqi.Ranks, Cells: make([]string, xiangqi.Points)}
	for sq := range p.cells {
		if c := p.letter(game.Square(sq)); c != ' ' {
			g.Cells[sq] = string(rune(c))
		}
	}
	return g
}

func (p *Position) letter(sq game.Square) byte {
	piece := p.cells[sq]
	if !p.down[sq] {
		return piece.Letter()
	}
	if piece.Side() == game.First {
		return 'X'
	}
	return 'x'
}

// Marks returns a general in check, with the pieces that give the check.
func (p *Position) Marks() []game.Mark {
	if !p.inCheck {
		return nil
	}
	b := p.Board()
	return []game.Mark{{
		Kind:    "check",
		Squares: []game.Square{b.King(p.turn)},
		Because: b.Checkers(nil),
	}}
}
