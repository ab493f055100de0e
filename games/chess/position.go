package chess

import "kydai/game"

// Position is an immutable Board. Rules.New and Play create it.
type Position struct{ board Board }

var (
	_ game.Position = (*Position)(nil)
	_ game.Premover = (*Position)(nil)
	_ game.Shown    = (*Position)(nil)
	_ game.Marker   = (*Position)(nil)
	_ game.Refuser  = (*Position)(nil)
)

// Board returns a mutable copy of the position for searching.
func (p *Position) Board() Board { return p.board }

// Turn returns First if white is to move, else Second.
func (p *Position) Turn() game.Side { return game.First + game.Side(p.board.turn) }

// Legal lists the legal moves. In a dead position (see Board.Dead) the list is empty, although
// Board.Legal still returns moves.
func (p *Position) Legal() []game.Move {
	if p.board.Dead() {
		return nil
	}
	var room [MaxMoves]game.Move
	return append([]game.Move(nil), p.board.Legal(room[:0])...)
}

// Play returns the position after m.
func (p *Position) Play(m game.Move) game.Position {
	next := &Position{p.board}
	next.board.Do(m)
	return next
}

// Outcome detects mate, stalemate and the dead positions that Board.Dead recognises.
func (p *Position) Outcome() game.Outcome {
	b := &p.board
	switch {
	case b.Count() > 0:
		if b.Dead() {
			return game.Draw(game.Material)
		}
		return game.Outcome{}
	case b.InCheck():
		return game.Win(p.Turn().Other(), game.Checkmate)
	}
	return game.Draw(game.Stalemate)
}

// Key returns the key of the Board.
func (p *Position) Key() uint64 { return p.board.Key() }

// String returns the FEN of the position, as Board.FEN writes it.
func (p *Position) String() string { return p.board.FEN() }

// Perft counts the move sequences of exactly depth moves. It continues in dead positions.
func (p *Position) Perft(depth int) uint64 {
	b := p.board
	return Perft(&b, depth)
}

// Grid returns the board for display: FEN letters by square.
func (p *Position) Grid() game.Grid {
	g := game.Grid{Width: 8, Height: 8, Cells: make([]string, 64)}
	for sq := range uint(64) {
		if c := p.board.letter(sq); c != 0 {
			g.Cells[sq] = string(rune(c))
		}
	}
	return g
}

// Marks lists a king in check and the pieces that give the check.
func (p *Position) Marks() []game.Mark {
	checkers := p.board.Checkers()
	if checkers == 0 {
		return nil
	}
	king := first(p.board.Set(p.board.Turn(), King))
	mark := game.Mark{Kind: "check", Squares: []game.Square{game.Square(king)}}
	for ; checkers != 0; checkers &= checkers - 1 {
		mark.Because = append(mark.Because, game.Square(first(checkers)))
	}
	return []game.Mark{mark}
}
