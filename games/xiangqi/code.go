package xiangqi

import "kydai/game"

// Code returns the two points of a move as text: h2e2.
func Code(m game.Move) string {
	return pointName(int(m.From())) + pointName(int(m.To()))
}

// CutCode parses the two points at the start of a code, such as h2e2 or H2-E2 in upper or lower
// case. It returns the points and the rest of the text.
func CutCode(code string) (from, to game.Square, rest string, ok bool) {
	if from, rest, ok = cutPoint(code); !ok {
		return 0, 0, "", false
	}
	if rest != "" && rest[0] == '-' {
		rest = rest[1:]
	}
	to, rest, ok = cutPoint(rest)
	return from, to, rest, ok
}

func cutPoint(text string) (game.Square, string, bool) {
	if len(text) < 2 {
		return 0, "", false
	}
	file, rank := text[0]|0x20, text[1]
	if file < 'a' || file > 'i' || rank < '0' || rank > '9' {
		return 0, "", false
	}
	return game.Square(rank-'0')*Files + game.Square(file-'a'), text[2:], true
}

// Encode returns the code of a move: h2e2.
func (p *Position) Encode(m game.Move) string { return Code(m) }

// Decode parses the code of a legal move: h2e2, or H2-E2 in upper or lower case. Ranks are 0 to 9.
func (p *Position) Decode(code string) (game.Move, error) {
	from, to, rest, ok := CutCode(code)
	if !ok || rest != "" {
		return game.NoMove, game.Err(game.BadMove, "a move is written like h2e2, not like ", code)
	}
	for _, m := range p.Legal() {
		if m.From() == from && m.To() == to {
			return m, nil
		}
	}
	return game.NoMove, game.Err(game.IllegalMove, "the move ", code, " is not legal here")
}

// FromTen converts a code with ranks from 1 to 10, which some engines use, to ranks from 0 to 9:
// a10a9 becomes a9a8. It keeps the text after the points. It returns false if the text is not such
// a code.
func FromTen(code string) (string, bool) {
	out := make([]byte, 0, len(code))
	for range 2 {
		if len(code) < 2 || code[0] < 'a' || code[0] > 'i' || code[1] < '1' || code[1] > '9' {
			return "", false
		}
		rank, size := code[1]-1, 2
		if code[1] == '1' && len(code) > 2 && code[2] == '0' {
			rank, size = '9', 3
		}
		out = append(out, code[0], rank)
		code = code[size:]
	}
	return string(append(out, code...)), true
}

// ToTen converts a code with ranks from 0 to 9 to ranks from 1 to 10. It is the inverse of FromTen.
func ToTen(code string) (string, bool) {
	if len(code) < 4 {
		return "", false
	}
	out := make([]byte, 0, len(code)+2)
	for i := 0; i < 4; i += 2 {
		file, rank := code[i], code[i+1]
		if file < 'a' || file > 'i' || rank < '0' || rank > '9' {
			return "", false
		}
		if rank == '9' {
			out = append(out, file, '1', '0')
		} else {
			out = append(out, file, rank+1)
		}
	}
	return string(append(out, code[4:]...)), true
}
