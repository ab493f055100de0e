package xiangqi

import (
	"strconv"
	"strings"

	"kydai/game"
)

// Start is the text of the default start position.
const Start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

// EachPoint calls put for each piece letter in the board part of a position text, in order from a9
// to i0.
func EachPoint(text string, put func(sq game.Square, letter byte) error) error {
	rows := strings.Split(text, "/")
	if len(rows) != Ranks {
		return game.Fault(bad("the board has ", strconv.Itoa(len(rows)), " ranks instead of 10"), game.FaultRanks, strconv.Itoa(len(rows)), "10")
	}
	for i, row := range rows {
		rank, file := Ranks-1-i, 0
		for j := 0; j < len(row); j++ {
			switch c := row[j]; {
			case c >= '1' && c <= '9':
				file += int(c - '0')
			case file >= Files:
				file++ // the row is too long; the check below reports it
			default:
				if err := put(game.Square(rank*Files+file), c); err != nil {
					return err
				}
				file++
			}
		}
		if file != Files {
			return game.Fault(bad("rank ", strconv.Itoa(rank), " has ", strconv.Itoa(file), " files instead of 9"),
				game.FaultRank, strconv.Itoa(rank), strconv.Itoa(file), "9")
		}
	}
	return nil
}

// BoardText formats the board part of a position text. letter must return the letter of the piece
// on a point, or a space for an empty point.
func BoardText(letter func(sq game.Square) byte) string {
	text := make([]byte, 0, Points+Ranks)
	for rank := Ranks - 1; rank >= 0; rank-- {
		gap := byte(0)
		for file := range Files {
			c := letter(game.Square(rank*Files + file))
			if c == ' ' {
				gap++
				continue
			}
			if gap > 0 {
				text = append(text, '0'+gap)
				gap = 0
			}
			text = append(text, c)
		}
		if gap > 0 {
			text = append(text, '0'+gap)
		}
		if rank > 0 {
			text = append(text, '/')
		}
	}
	return string(text)
}

// TurnOf parses the side to move: w or r for red, b for black.
func TurnOf(text string) (game.Side, error) {
	switch text {
	case "w", "r":
		return game.First, nil
	case "b":
		return game.Second, nil
	}
	return game.NoSide, game.Fault(bad("the side to move is ", text, " instead of w or b"), game.FaultTurn)
}

// TurnText returns the side to move as text: w for red, b for black.
func TurnText(s game.Side) string {
	if s == game.First {
		return "w"
	}
	return "b"
}

// CounterOf parses a counter of a position text, from 0 to maxCounter.
func CounterOf(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > maxCounter || text[0] == '+' || text[0] == '-' {
		return 0, bad("the counter ", text, " is not a number from 0 to ", strconv.Itoa(maxCounter))
	}
	return n, nil
}

// maxCounter is the largest allowed value of a counter in a position text.
const maxCounter = 9999

//go:noinline
func bad(parts ...string) error { return game.Err(game.BadPosition, parts...) }

// readFEN parses a position text without checking whether the position is playable. The counters,
// and the two dashes before them, may be missing. If the side to move is missing too, red is to
// move.
func readFEN(text string) (*Position, error) {
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return nil, bad("the position is empty")
	}
	p := &Position{turn: game.First, number: 1}
	err := EachPoint(fields[0], func(sq game.Square, letter byte) error {
		piece, ok := PieceOf(letter)
		if !ok {
			return game.Fault(bad("there is no piece ", strconv.QuoteRune(rune(letter))), game.FaultLetter, string(rune(letter)))
		}
		p.cells[sq] = piece
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(fields) > 1 {
		if p.turn, err = TurnOf(fields[1]); err != nil {
			return nil, err
		}
	}
	rest := fields[min(2, len(fields)):]
	for i := 0; i < 2 && len(rest) > 0 && rest[0] == "-"; i++ {
		rest = rest[1:]
	}
	if len(rest) > 2 {
		return nil, bad("the position has more parts than board, turn and counters: ", rest[2])
	}
	counters := [2]int{0, 1}
	for i, field := range rest {
		if counters[i], err = CounterOf(field); err != nil {
			return nil, err
		}
	}
	p.plies, p.number = uint16(counters[0]), uint16(max(counters[1], 1))
	return p, nil
}

// String formats the position as FEN. The text does not contain the number of checks that
// count for the move limit.
func (p *Position) String() string {
	return BoardText(func(sq game.Square) byte { return p.cells[sq].Letter() }) +
		" " + TurnText(p.turn) + " - - " + strconv.Itoa(int(p.plies)) + " " + strconv.Itoa(int(p.number))
}
