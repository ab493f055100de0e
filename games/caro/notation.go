package caro

import (
	"strconv"
	"strings"

	"kydai/game"
)

// squareName returns the name of a square: a file letter and a rank number. a1 is in the lower left
// corner.
func squareName(sq game.Square, size int) string {
	return string(rune('a'+int(sq)%size)) + strconv.Itoa(int(sq)/size+1)
}

// parseSquare parses a square name. It accepts only the exact output of squareName.
func parseSquare(s string, size int) (game.Square, bool) {
	if len(s) < 2 || len(s) > 3 || s[1] == '0' {
		return game.NoSquare, false
	}
	file, rank := int(s[0])-'a', 0
	for _, c := range []byte(s[1:]) {
		if c < '0' || c > '9' {
			return game.NoSquare, false
		}
		rank = rank*10 + int(c-'0')
	}
	if file < 0 || file >= size || rank > size {
		return game.NoSquare, false
	}
	return game.Square((rank-1)*size + file), true
}

// Encode returns the code of a move: the square for a stone ("h8"), or "black", "white" or "more"
// for a choice.
func (p *Position) Encode(m game.Move) string {
	if m.OnBoard() {
		return squareName(m.To(), p.Size())
	}
	return choiceNames[m.Arg()]
}

// Decode parses the code of a legal move. It returns an error for any other code.
func (p *Position) Decode(code string) (game.Move, error) {
	if p.over() {
		return game.NoMove, game.Err(game.GameOver, "the game is over")
	}
	for arg := TakeBlack; arg <= TwoMore; arg++ {
		if code == choiceNames[arg] {
			return p.decodeChoice(arg)
		}
	}
	sq, ok := parseSquare(code, p.Size())
	if !ok {
		corner := squareName(p.squares()-1, p.Size())
		return game.NoMove, game.Err(game.BadMove, strconv.Quote(code), " is not a square from a1 to ", corner, " or a choice of the opening")
	}
	return p.decodeStone(sq, code)
}

func (p *Position) decodeChoice(arg int) (game.Move, error) {
	for _, a := range p.choices() {
		if a == arg {
			return choice(arg), nil
		}
	}
	return game.NoMove, game.Err(game.IllegalMove, "you cannot choose ", choiceNames[arg], " now")
}

func (p *Position) decodeStone(sq game.Square, name string) (game.Move, error) {
	switch {
	case p.stage == Picking:
		return game.NoMove, game.Err(game.IllegalMove, "choose a colour first: black or white")
	case p.At(sq) != Empty:
		return game.NoMove, game.Err(game.IllegalMove, "there is already a stone on ", name)
	case p.allowed(sq):
		return stoneAt(sq), nil
	case p.stones == 0:
		return game.NoMove, game.Err(game.IllegalMove, "the first stone must be in the centre")
	}
	side := strconv.Itoa(2*p.proReach() + 2 - p.Size()%2)
	return game.NoMove, game.Err(game.IllegalMove, "the third stone must be outside the central ", side, "x", side)
}

// notation writes moves as their codes. It ignores upper and lower case when it reads moves.
type notation struct{}

// Name returns "square".
func (notation) Name() string { return "square" }

// Write returns the code of the move.
func (notation) Write(p game.Position, m game.Move) string { return p.Encode(m) }

// Read parses a code in upper or lower case. It ignores space around the code.
func (notation) Read(p game.Position, text string) (game.Move, error) {
	return p.Decode(strings.ToLower(strings.TrimSpace(text)))
}
