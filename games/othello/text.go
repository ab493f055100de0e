package othello

import (
	"strconv"
	"strings"

	"kydai/game"
)

// start is the text of the default start position. A position text lists the rows from the top,
// with X for black, o for white and numbers for empty squares, followed by the side to move.
const start = "8/8/8/3Xo3/3oX3/8/8/8 black"

// String returns the position text that Rules.New parses.
func (p Position) String() string {
	cells := p.Grid().Cells
	var rows []string
	for rank := size - 1; rank >= 0; rank-- {
		row, empty := "", 0
		for _, cell := range append(cells[rank*size:(rank+1)*size:(rank+1)*size], "end") {
			if cell == "" {
				empty++
				continue
			}
			if empty > 0 {
				row += strconv.Itoa(empty)
			}
			if cell != "end" {
				row += cell
			}
			empty = 0
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "/") + " " + Rules{}.Info().Sides[p.turn.Index()]
}

func bad(parts ...string) error { return game.Err(game.BadPosition, parts...) }

// parse parses the output of String.
func parse(text string) (game.Position, error) {
	board, turn, _ := strings.Cut(text, " ")
	var p Position
	switch turn {
	case "black":
		p.turn = game.First
	case "white":
		p.turn = game.Second
	default:
		return nil, bad("the word after the board must be black or white, not ", strconv.Quote(turn))
	}
	rows := strings.Split(board, "/")
	if len(rows) != size {
		return nil, bad("the board has ", strconv.Itoa(len(rows)), " rows, not 8")
	}
	for i, row := range rows {
		file, rank := 0, size-1-i
		for _, c := range []byte(row) {
			sq := game.Square(rank*size + file)
			switch {
			case c >= '1' && c <= '8':
				file += int(c-'0') - 1
			case file < size && c == 'X':
				p.sides[0] |= bit(sq)
			case file < size && c == 'o':
				p.sides[1] |= bit(sq)
			default:
				return nil, bad("row ", strconv.Itoa(i+1), " from the top is not 8 squares of X, o and numbers: ", strconv.Quote(row))
			}
			file++
		}
		if file != size {
			return nil, bad("row ", strconv.Itoa(i+1), " from the top has ", strconv.Itoa(file), " squares, not 8")
		}
	}
	return p, nil
}

// Encode returns the code of a move: its square, such as "f5", or "pass".
func (p Position) Encode(m game.Move) string {
	if m == pass {
		return "pass"
	}
	return string(rune('a'+m.To()%size)) + string(rune('1'+m.To()/size))
}

// Decode parses the code of a legal move. It returns an error for any other code.
func (p Position) Decode(code string) (game.Move, error) {
	for _, m := range p.Legal() {
		if p.Encode(m) == code {
			return m, nil
		}
	}
	return game.NoMove, game.Err(game.IllegalMove, strconv.Quote(code), " is not a legal move here")
}
