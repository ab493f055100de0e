package build

import (
	"slices"
	"strconv"
	"strings"

	"kydai/game"
	"kydai/record"
)

// SizeOption is the option of games whose board has no fixed size.
const SizeOption = "size"

// MaxTime is the time, in units of the format, from which on a time is not
// believed.
const MaxTime = 1_000_000_000

// Two formats list the pieces of one board of 9 by 10 points: where each of
// the 32 stands, in the order of their start.
const (
	Pieces = "RNBAKABNRCCPPPPPrnbakabnrccppppp"
	Width  = 9
	Height = 10
)

// BoardSize is the size of the board that g starts on.
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

// SetBoard starts g from a board of letters, 0 for an empty cell. The usual
// start is left unsaid.
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

// BoardText writes rows from the top, numbers for empty cells.
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
