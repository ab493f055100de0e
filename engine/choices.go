package engine

import "kydai/game"

// Choices returns the moves from which an engine may choose. Without codes these are all legal
// moves, with codes only the moves with these codes. Moves that the game's history forbids are left
// out. A nil result means that every legal move is allowed.
func Choices(line *game.Line, codes []string) ([]game.Move, error) {
	barred := game.BarredIn(line)
	if len(codes) == 0 && len(barred) > 0 {
		return line.Legal(), nil
	}
	var moves []game.Move
	for _, c := range codes {
		m, err := line.Position().Decode(c)
		if err != nil {
			return nil, err
		}
		if !goes(barred, m) {
			moves = append(moves, m)
		}
	}
	if len(codes) > 0 && len(moves) == 0 {
		return nil, game.Err(game.MustVary, "every legal move is forbidden by the rule against repetition")
	}
	return moves, nil
}

func goes(list []game.Move, m game.Move) bool {
	for _, b := range list {
		if b.From() == m.From() && b.To() == m.To() {
			return true
		}
	}
	return false
}
