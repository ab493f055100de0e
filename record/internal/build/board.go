package build

import (
	"slices"
	"strconv"
	"strings"

	"kydai/game"
	"kydai/record"
)

// SizeOption is the name of the option for the board size, in games whose board has no fixed size.
const SizeOption = "size"

// MaxTime is the limit for times, in the unit of the format. This time and longer times are
// invalid.
const MaxTime = 1_000_000_000

// XQF and DhtmlXQ describe a board of 9 by 10 points by listing the points of its 32 pieces. Pieces
// is the order of the pieces in this list.
const (
	Pieces = "RNBAKABNRCCPPPPPrnbakabnrccppppp"
	Width  = 9
	Height = 10
)

// BoardSize returns the size of the board at the start of g.
func BoardSize(g *record.Game, start game.Position) (width, height int) {
	if grid, ok := game.GridOf(start); ok {
		return grid.Width, grid.Height
	}
	in := g.Rules.Info()
	if n, err := strconv.Atoi(in.Lookup(g.Setup, SizeOption)); err == nil {
		return n, n
	}
	return in.Width, in.Height
}

// SetBoard sets Setup.Start of g to a board and the side to move. The parameter cells contains one
// piece letter per cell, or 0 for an empty cell. If this is the default start position, Setup.Start
// stays empty.
func SetBoard(g *record.Game, cells []byte, width int, turn game.Side) error {
	text := BoardText(cells, width)
	if turn == game.Second {
		text += " b"
	} else {
		text += " w"
	}
	usual, err := g.Rules.New(game.Setup{Options: g.Setup.Options})
	if err != nil {
		return err
	}
	if !strings.HasPrefix(usual.String(), text+" ") {
		g.Setup.Start = text + " - - 0 1"
	}
	return nil
}

// BoardText formats a board as in FEN: the rows from top to bottom, with a number for each run of
// empty cells.
func BoardText(cells []byte, width int) string {
	var b strings.Builder
	for row := len(cells)/width - 1; row >= 0; row-- {
		gap := 0
		for _, c := range append(slices.Clone(cells[row*width:(row+1)*width]), '/') {
			if c == 0 {
				gap++
				continue
			}
			if gap > 0 {
				b.WriteString(strconv.Itoa(gap))
				gap = 0
			}
			b.WriteByte(c)
		}
	}
	return strings.TrimSuffix(b.String(), "/")
}
