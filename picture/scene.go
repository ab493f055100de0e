package picture

import (
	"math"
	"strings"

	"kydai/game"
)

// Scene describes what a picture shows.
type Scene struct {
	Game     string
	Grid     game.Grid
	From, To game.Square // squares of the last move; both NoSquare before the first move
	Marks    []game.Mark
	Flip     bool // whether the second side is at the bottom
	Look
}

// Look holds the viewer's choices; zero fields mean the defaults.
type Look struct {
	Set         string
	Board       string
	Coordinates string
	Language    string
	Dark        bool
}

// Of returns the scene of a position. The parameter last is the move that led to the position, or
// NoMove. The position must be a view of one player or a spectator, because Of draws all pieces
// that the position contains.
func Of(r game.Rules, p game.Position, last game.Move, look Look) (Scene, error) {
	grid, ok := game.GridOf(p)
	if !ok {
		return Scene{}, game.Err(NoLook, "this game has no board to draw")
	}
	c := Scene{Game: r.Info().Name, Grid: grid, From: game.NoSquare, To: game.NoSquare, Marks: game.MarksOf(p), Look: look}
	if last.OnBoard() {
		c.From, c.To = last.From(), last.To()
	}
	return c, nil
}

// NoMove is a move without squares. Pass it to Of if no move led to the position.
const NoMove = game.Move(game.NoSquare) | game.Move(game.NoSquare)<<9

// placed is a piece with its column and row, counted from the upper left.
type placed struct {
	symbol string
	x, y   int
}

// parts holds the layers of a picture as plain elements.
type parts struct {
	board       *board
	dress       *dress
	ground      *node
	under, over *node
	pieces      []placed
}

// spot returns the column and row of a square, counted from the upper left.
func (c *Scene) spot(sq game.Square) (x, y int) {
	file, rank := int(sq)%c.Grid.Width, int(sq)/c.Grid.Width
	if c.Flip {
		return c.Grid.Width - 1 - file, rank
	}
	return file, c.Grid.Height - 1 - rank
}

func (c *Scene) inside(sq game.Square) bool { return int(sq) < c.Grid.Width*c.Grid.Height }

// parts creates the layers of a scene.
func (s *Studio) parts(c *Scene) (*parts, error) {
	l := s.looks[c.Game]
	if l == nil {
		return nil, game.Err(NoLook, "there is no picture of this game")
	}
	if len(c.Grid.Cells) != c.Grid.Width*c.Grid.Height {
		return nil, game.Err(NoLook, "the board is not whole")
	}
	b, err := l.board(c)
	if err != nil {
		return nil, err
	}
	d, err := s.dress(l, b, c)
	if err != nil {
		return nil, err
	}
	p := &parts{board: b, dress: d, ground: d.ground}
	under, over := &strings.Builder{}, &strings.Builder{}
	c.signs(l, b, under, over)
	if p.under, err = d.layer("kb-under", under.String()); err != nil {
		return nil, err
	}
	text := over.String()
	if b.Inside {
		text = l.Markup[b.Labels[flipped(c.Flip)]] + text
	}
	if p.over, err = d.layer("kb-over", text); err != nil {
		return nil, err
	}
	side := "first"
	if c.Flip {
		side = "second"
	}
	choices := l.Pieces[b.Set+" "+language(c.Language)+" "+side]
	for sq, token := range c.Grid.Cells {
		if token == "" {
			continue
		}
		of, ok := choices[token]
		if !ok {
			return nil, game.Err(NoLook, "there is no picture of a piece")
		}
		x, y := c.spot(game.Square(sq)) //nolint:gosec // sq is the index of a square, so it fits
		p.pieces = append(p.pieces, placed{l.Symbols[of.at(sq)], x, y})
	}
	return p, nil
}

func flipped(flip bool) int {
	if flip {
		return 1
	}
	return 0
}

// signs writes the marks below and above the pieces, in the same way as the client.
func (c *Scene) signs(l *look, b *board, under, over *strings.Builder) {
	at := func(to *strings.Builder, markup int, sq game.Square) {
		if c.inside(sq) {
			x, y := c.spot(sq)
			to.WriteString(`<g transform="translate(` + num(float64(x)) + " " + num(float64(y)) + `)">` + l.Markup[markup] + "</g>")
		}
	}
	if c.inside(c.From) {
		at(under, b.From, c.From)
		at(under, b.To, c.To)
	} else {
		at(over, b.Stone, c.To)
	}
	for _, m := range c.Marks {
		switch {
		case m.Kind == "check":
			for _, sq := range m.Squares {
				at(under, b.Check, sq)
			}
		case m.Kind == "row":
			c.row(m, under)
		default:
			c.row(m, over)
		}
	}
}

// row draws a line through a winning row, or brackets around a row that does not win.
func (c *Scene) row(m game.Mark, to *strings.Builder) {
	if len(m.Squares) < 2 {
		return
	}
	first, last := c.centre(m.Squares[0]), c.centre(m.Squares[len(m.Squares)-1])
	length := math.Hypot(last.x-first.x, last.y-first.y)
	if length == 0 {
		return
	}
	ux, uy := (last.x-first.x)/length, (last.y-first.y)/length
	along := func(p point, by, out float64) string {
		return num(p.x+ux*by-uy*out) + " " + num(p.y+uy*by+ux*out)
	}
	if m.Kind == "row" {
		to.WriteString(`<path d="M` + along(first, -0.4, 0) + "L" + along(last, 0.4, 0) + `" class="kb-row"/>`)
		return
	}
	d := 0.5 * max(math.Abs(ux), math.Abs(uy))
	if ux != 0 && uy != 0 {
		d += 0.35
	}
	bracket := func(p point, w float64) string {
		return "M" + along(p, w*(d-0.16), 0.42) + "L" + along(p, w*d, 0.42) + "L" + along(p, w*d, -0.42) + "L" + along(p, w*(d-0.16), -0.42)
	}
	to.WriteString(`<path d="` + bracket(first, -1) + bracket(last, 1) + `" class="kb-void kb-` + m.Kind + `"/>`)
	for _, sq := range m.Because {
		p := c.centre(sq)
		to.WriteString(`<circle cx="` + num(p.x) + `" cy="` + num(p.y) + `" r="0.47" class="kb-stop"/>`)
	}
}

func (c *Scene) centre(sq game.Square) point {
	x, y := c.spot(sq)
	return point{float64(x) + 0.5, float64(y) + 0.5}
}
