// Package words finds the motifs of moves in chess: promotion and castling, and the motifs that
// package reason/pieces finds for all games.
package words

import (
	"strings"

	"kydai/game"
	"kydai/games/chess"
	"kydai/reason"
	"kydai/reason/pieces"
)

// New returns the functions that find and verify the motifs of chess moves.
func New() reason.Words { return kit }

var kit = &pieces.Kit{
	Board:  func(p game.Position) pieces.Board { return boardOf(p) },
	Minor:  300,
	Passed: passed,
	Own: []pieces.Detector{
		{Code: "promotes", Find: findPromotes, Verify: verifyPromotes},
		{Code: "castles", Weight: reason.Slight, Find: findCastles, Verify: verifyCastles},
	},
}

// values holds the piece values by kind, in hundredths of a pawn.
var values = [7]int{chess.Pawn: 100, chess.Knight: 300, chess.Bishop: 310, chess.Rook: 500, chess.Queen: 900, chess.King: 10000}

// board adapts a chess board to package reason/pieces, which finds motifs for several games.
type board struct{ chess.Board }

func boardOf(p game.Position) *board {
	return &board{p.(*chess.Position).Board()} //nolint:errcheck // cannot fail: every position of this game has this type
}

// Squares returns the number of squares of the board.
func (b *board) Squares() int { return 64 }

// At returns the piece on a square.
func (b *board) At(sq game.Square) pieces.Piece {
	kind := b.Kind(sq)
	if kind == 0 {
		return pieces.Piece{}
	}
	side := game.First
	if b.Side(chess.Black)>>sq&1 != 0 {
		side = game.Second
	}
	return pieces.Piece{Side: side, Letter: " pnbrqk"[kind:][:1], Value: values[kind], Royal: kind == chess.King}
}

// Attackers lists the squares of the pieces that attack the square sq. The pieces on the squares in
// the parameter gone are treated as removed.
func (b *board) Attackers(sq game.Square, gone ...game.Square) (list []game.Square) {
	all := b.Side(chess.White) | b.Side(chess.Black)
	for _, g := range gone {
		all &^= 1 << g
	}
	set := b.Board.Attackers(int(sq), all)
	for at := range game.Square(64) {
		if set>>at&1 != 0 {
			list = append(list, at)
		}
	}
	return list
}

// passed returns the position text after a pass: the other side is to move, and no en passant
// capture is possible.
func passed(text string) string {
	f := strings.Fields(text)
	f[1] = map[string]string{"w": "b", "b": "w"}[f[1]]
	f[3] = "-"
	return strings.Join(f, " ")
}

// findPromotes returns the motif of a promotion; nil if the move is not a promotion.
func findPromotes(s *pieces.Scene) []reason.Motif {
	if s.Move.Piece() != chess.Pawn || s.Move.Arg() == 0 || s.Move.Arg() > chess.ToQueen {
		return nil
	}
	return []reason.Motif{{Kind: s.After().At(s.Move.To()).Letter, By: pieces.Name(s.Start(), s.Move.From())}}
}

func verifyPromotes(s *pieces.Scene, m *reason.Motif) error {
	if found := findPromotes(s); len(found) != 1 || found[0].Kind != m.Kind || found[0].By[0] != m.By[0] {
		return reason.Refute("no pawn promotes to this piece")
	}
	if reply, ok := s.Plays(1); ok && reply.To() == s.Move.To() || !s.Gains(values[chess.Knight]-values[chess.Pawn]) {
		return reason.Refute("the new piece is lost")
	}
	return nil
}

// findCastles returns the motif of castling; nil for any other move. verifyCastles refutes the
// motif if the line of moves that starts with castling loses material.
func findCastles(s *pieces.Scene) []reason.Motif {
	if arg := s.Move.Arg(); s.Move.Piece() != chess.King || arg != chess.CastleShort && arg != chess.CastleLong {
		return nil
	}
	return []reason.Motif{{}}
}

func verifyCastles(s *pieces.Scene, _ *reason.Motif) error {
	if len(findCastles(s)) == 0 || !s.Sound() {
		return reason.Refute("the king does not castle, or the line loses material")
	}
	return nil
}
