package xiangqi

import "kydai/game"

// Position is one state of a game. It is immutable and compact; use its Board for fast
// computations.
type Position struct {
	cells   [Points]Piece
	turn    game.Side
	inCheck bool
	key     uint64
	number  uint16 // move number, which increases after black's move
	plies   uint16 // plies without a capture, as the move limit counts them
	checks  [2]uint16
}

var (
	_ game.Position = (*Position)(nil)
	_ game.Premover = (*Position)(nil)
	_ game.Shown    = (*Position)(nil)
	_ game.Marker   = (*Position)(nil)
	_ game.Refuser  = (*Position)(nil)
)

// Board returns a new board with the pieces and the side to move.
func (p *Position) Board() *Board {
	b := NewBoard()
	p.setUp(b)
	return b
}

func (p *Position) setUp(b *Board) {
	b.Clear()
	for sq, piece := range p.cells {
		if piece != 0 {
			b.Put(game.Square(sq), piece)
		}
	}
	b.SetTurn(p.turn)
}

// Turn returns the side to move.
func (p *Position) Turn() game.Side { return p.turn }

// At returns the piece on a point.
func (p *Position) At(sq game.Square) Piece { return p.cells[sq] }

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return p.inCheck }

// Plies returns the number of plies without a capture, as the move limit counts them.
func (p *Position) Plies() int { return int(p.plies) }

// Key returns a hash that is equal for the same pieces with the same side to move.
func (p *Position) Key() uint64 { return p.key }

// Legal lists the legal moves. If neither side has the material to win, the list is empty.
func (p *Position) Legal() []game.Move {
	var b Board
	p.setUp(&b)
	if b.Dead() {
		return nil
	}
	return b.Legal(make([]game.Move, 0, 64))
}

// Play returns the position after a move.
func (p *Position) Play(m game.Move) game.Position {
	var b Board
	p.setUp(&b)
	b.shift(int(m.From()), int(m.To()))
	next := &Position{turn: p.turn.Other(), key: b.key, inCheck: b.InCheck(), number: p.number}
	copy(next.cells[:], b.cells[:Points])
	if next.turn == game.First && next.number < maxCounter {
		next.number++
	}
	if m.Taken() == 0 {
		next.plies, next.checks = p.counted(next.inCheck)
	}
	return next
}

// Outcome returns a loss for a side that cannot move, and a draw if neither side has the material
// to win.
func (p *Position) Outcome() game.Outcome {
	var b Board
	p.setUp(&b)
	switch {
	case b.Count() == 0 && p.inCheck:
		return game.Win(p.turn.Other(), game.Checkmate)
	case b.Count() == 0:
		return game.Win(p.turn.Other(), game.Stalemate)
	case b.Dead():
		return game.Draw(game.Material)
	}
	return game.Outcome{}
}

// Perft counts the move sequences of exactly depth moves. It does not stop at draws by material.
func (p *Position) Perft(depth int) uint64 { return p.Board().Perft(depth) }

// Premoves lists the moves that side s may prepare during the opponent's turn.
func (p *Position) Premoves(s game.Side) []game.Move {
	if s == game.NoSide {
		return nil
	}
	var b Board
	p.setUp(&b)
	return b.Premoves(s)
}

// Grid returns the board as letters, upper case for red.
func (p *Position) Grid() game.Grid {
	g := game.Grid{Width: Files, Height: Ranks, Cells: make([]string, Points)}
	for sq, piece := range p.cells {
		if piece != 0 {
			g.Cells[sq] = string(rune(piece.Letter()))
		}
	}
	return g
}

// Marks returns a general in check, with the pieces that give the check.
func (p *Position) Marks() []game.Mark {
	if !p.inCheck {
		return nil
	}
	var b Board
	p.setUp(&b)
	return []game.Mark{{
		Kind:    "check",
		Squares: []game.Square{b.King(p.turn)},
		Because: b.Checkers(nil),
	}}
}
