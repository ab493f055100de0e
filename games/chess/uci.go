package chess

import (
	"strings"

	"kydai/game"
)

// promotions holds the code letters for the values ToKnight to ToQueen of Move.Arg, by value.
const promotions = " nbrq"

// Encode returns the UCI code of a move: from, to and the promotion letter. Castling is written as
// e1g1 in standard chess and as "king takes rook" (e1h1) in Chess960.
func (p *Position) Encode(m game.Move) string { return encode(m) }

func encode(m game.Move) string {
	code := squareName(uint(m.From())) + squareName(uint(m.To()))
	if arg := m.Arg(); arg >= ToKnight && arg <= ToQueen {
		code += promotions[arg : arg+1]
	}
	return code
}

// Decode parses the UCI code of a legal move. It also accepts the castling code of the other
// variant if the code is unambiguous, and an upper-case promotion letter.
func (p *Position) Decode(code string) (game.Move, error) {
	if len(code) < 4 || len(code) > 5 || len(code) == 5 && strings.IndexByte("nbrqNBRQ", code[4]) < 0 {
		return game.NoMove, notAMove(code)
	}
	from, ok := readSquare(code[:2])
	to, ok2 := readSquare(code[2:4])
	if !ok || !ok2 {
		return game.NoMove, notAMove(code)
	}
	plain := code[:4] + strings.ToLower(code[4:])
	castle := game.NoMove
	for _, m := range p.Legal() {
		if uint(m.From()) != from {
			continue
		}
		if uint(m.To()) == to && encode(m) == plain {
			return m, nil
		}
		if arg := m.Arg(); arg == CastleShort || arg == CastleLong {
			w := &p.board.castle.ways[p.board.Turn()*2+arg-CastleShort]
			if from != to && len(code) == 4 && (uint(w.rook) == to || uint(w.kingTo) == to) {
				castle = m
			}
		}
	}
	if castle != game.NoMove {
		return castle, nil
	}
	return game.NoMove, illegal(code)
}

func notAMove(text string) error {
	return game.Err(game.BadMove, "this is not a move: ", text)
}

func illegal(text string) error {
	return game.Err(game.IllegalMove, "the move ", text, " is not legal here")
}

// uci is the notation that writes moves as UCI codes.
type uci struct{}

func (uci) Name() string { return "uci" }

func (uci) Write(p game.Position, m game.Move) string { return p.Encode(m) }

func (uci) Read(p game.Position, text string) (game.Move, error) {
	return p.Decode(strings.TrimSpace(text))
}
