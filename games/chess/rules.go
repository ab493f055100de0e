package chess

import (
	"strconv"

	"kydai/game"
)

// Rules implements the rules of chess, including Chess960.
type Rules struct{}

var (
	_ game.Rules   = Rules{}
	_ game.Judge   = Rules{}
	_ game.Claimer = Rules{}
	_ game.Noted   = Rules{}
)

// Names and values of the options.
const (
	variantOption  = "variant"
	standard       = "standard"
	chess960       = "chess960"
	positionOption = "position"
	usualPosition  = 518
)

// Limits for draws: numbers of plies without a capture or pawn move (Quiet), and numbers of
// occurrences of a position (Equal). When a claim limit is reached, a player may claim a draw. When
// an automatic limit is reached, the game ends in a draw without a claim.
const (
	claimQuiet     = 100
	automaticQuiet = 150
	claimEqual     = 3
	automaticEqual = 5
)

// Info describes chess. The option position is the number of a Chess960 start position. It is
// ignored if Start is given.
func (Rules) Info() game.Info {
	return game.Info{
		Name:  "chess",
		Sides: sideNames,
		Width: 8, Height: 8,
		Options: []game.Option{
			{Name: variantOption, Default: standard, Values: []string{standard, chess960}},
			{Name: positionOption, Default: strconv.Itoa(usualPosition)},
		},
		Formats: []string{"pgn", "json"},
		Moves:   40,
	}
}

// New parses FEN, X-FEN or Shredder-FEN. Without the option variant, the castling field decides
// whether the game is Chess960: file letters mean Chess960, and so do castling rights with a king
// or rook on an unusual square.
func (r Rules) New(s game.Setup) (game.Position, error) {
	if err := r.Info().CheckOptions(s); err != nil {
		return nil, err
	}
	want := asWritten
	switch s.Options[variantOption] {
	case standard:
		want = wantStandard
	case chess960:
		want = wantChess960
	}
	start := s.Start
	if start == "" {
		n, err := startNumber(s.Options, want)
		if err != nil {
			return nil, err
		}
		start = startPosition(n)
	}
	b, err := readFEN(start, want)
	if err != nil {
		return nil, err
	}
	return &Position{b}, nil
}

func startNumber(options map[string]string, want dialect) (int, error) {
	text, given := options[positionOption]
	if !given {
		return usualPosition, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 959 {
		return 0, game.Err(game.BadOption, "option position must be a number from 0 to 959, not ", text)
	}
	if n != usualPosition && want != wantChess960 {
		return 0, game.Err(game.BadOption, "option position ", text, " needs the variant chess960")
	}
	return n, nil
}

// startPosition returns the FEN of the Chess960 start position with the number n from 0 to 959; 518
// is the standard start position. The number encodes the placement, from the lowest digit: the
// light-squared bishop, the dark-squared bishop, the queen, the knights.
func startPosition(n int) string {
	var row [8]byte
	// place puts a piece on the k-th free square, counted from 0.
	place := func(k int, piece byte) {
		for f := range row {
			if row[f] != 0 {
				continue
			}
			if k == 0 {
				row[f] = piece
				return
			}
			k--
		}
	}
	row[n%4*2+1] = 'b'
	row[n/4%4*2] = 'b'
	place(n/16%6, 'q')
	knights := [10][2]int{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}[n/96]
	place(knights[1], 'n')
	place(knights[0], 'n')
	for _, piece := range []byte("rkr") {
		place(0, piece)
	}
	upper := row
	for i := range upper {
		upper[i] -= 'a' - 'A'
	}
	return string(row[:]) + "/pppppppp/8/8/8/8/PPPPPPPP/" + string(upper[:]) + " w KQkq - 0 1"
}

// Judge ends the game at the fifth occurrence of a position, and after 75 moves of each side
// without a capture or pawn move.
func (Rules) Judge(l *game.Line) game.Outcome { return ruleOn(l, automaticEqual, automaticQuiet) }

// Claim allows a draw claim at the third occurrence of a position, and after 50 moves of each
// side without a capture or pawn move.
func (Rules) Claim(l *game.Line) game.Outcome { return ruleOn(l, claimEqual, claimQuiet) }

func ruleOn(l *game.Line, equal, quiet int) game.Outcome {
	p, ok := l.Position().(*Position)
	switch {
	case !ok:
		return game.Outcome{}
	case l.Occurrences() >= equal:
		return game.Draw(game.Repetition)
	case p.board.Quiet() >= quiet:
		return game.Draw(game.MoveLimit)
	}
	return game.Outcome{}
}

// Notations lists SAN (the default), UCI codes, and SAN with figurines.
func (Rules) Notations() []game.Notation { return []game.Notation{san{}, uci{}, figurine{}} }
