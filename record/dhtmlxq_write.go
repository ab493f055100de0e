package record

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"kydai/game"
)

type dhtmlWriter struct {
	out io.Writer
	o   WriteOptions
}

func newDhtmlWriter(out io.Writer, o WriteOptions) Writer { return &dhtmlWriter{out, o} }

// Write implements Writer.
func (w *dhtmlWriter) Write(g *Game) error {
	if !hasFormat(g.Rules, dhtmlFormat) {
		return game.Err(Unwritable, g.Rules.Info().Name, " has no place in ", dhtmlFormat)
	}
	start, err := g.Rules.New(g.Setup)
	if err != nil {
		return err
	}
	t := &dhtmlText{}
	t.field("ver", "www_dpxq_com")
	t.field("init", "500,350")
	t.start(g, start)
	t.tags(g)
	if err := t.line(&g.Root, nil, 0, 1, 0); err != nil {
		return err
	}
	t.comment(0, 0, &g.Root)
	text := "[" + dhtmlMark + "]\n" + t.b.String() + t.moves.String() + t.comments.String() + "[/" + dhtmlMark + "]\n\n"
	_, err = io.WriteString(w.out, text)
	return err
}

// dhtmlText is a game while it is written: fields in three parts.
type dhtmlText struct {
	b, moves, comments strings.Builder
	routes             int // number of variations numbered so far
}

// unmarked keeps a value from looking like a field, escaped from looking like
// an escape.
var (
	unmarked = strings.NewReplacer("["+dhtmlMark, "("+dhtmlMark, "[/"+dhtmlMark, "(/"+dhtmlMark)
	escaped  = strings.NewReplacer(`\u`, `\u005cu`)
)

func dhtmlValue(text string) string { return escaped.Replace(unmarked.Replace(clean(text))) }

func dhtmlLine(name, value string) string {
	return "[" + dhtmlMark + "_" + name + "]" + value + "[/" + dhtmlMark + "_" + name + "]\n"
}

func (t *dhtmlText) field(name, value string) {
	if value = dhtmlValue(value); value != "" {
		t.b.WriteString(dhtmlLine(name, value))
	}
}

// start writes the points of the pieces, each kind from its owner's right.
func (t *dhtmlText) start(g *Game, start game.Position) {
	grid, _ := game.GridOf(start)
	points := map[byte][]string{}
	for i := range grid.Cells {
		row, col := i/grid.Width, grid.Width-1-i%grid.Width
		sq := row*grid.Width + col
		if letter := grid.Cells[sq]; letter != "" && letter[0] < 'a' {
			points[letter[0]] = append(points[letter[0]], fmt.Sprintf("%d%d", col, grid.Height-1-row))
		}
		row, col = grid.Height-1-row, i%grid.Width
		sq = row*grid.Width + col
		if letter := grid.Cells[sq]; letter != "" && letter[0] >= 'a' {
			points[letter[0]] = append(points[letter[0]], fmt.Sprintf("%d%d", col, grid.Height-1-row))
		}
	}
	var b strings.Builder
	for _, letter := range []byte(dhtmlPieces) {
		if left := points[letter]; len(left) > 0 {
			b.WriteString(left[0])
			points[letter] = left[1:]
		} else {
			b.WriteString(dhtmlAbsent)
		}
	}
	t.field(dhtmlStart, b.String())
	t.field("fen", g.Setup.Start)
}

func (t *dhtmlText) tags(g *Game) {
	for _, r := range dhtmlResults {
		if r.result == g.Result.known() {
			t.field("result", r.text)
			break
		}
	}
	for _, name := range optionNames(g.Setup) {
		t.field(optionTag(name), g.Setup.Options[name])
	}
	for _, tag := range g.Tags {
		name := pgnName(tag.Name)
		if i := slices.IndexFunc(dhtmlTags, func(s dhtmlName) bool { return s.tag == name }); i >= 0 {
			t.field(dhtmlTags[i].field, tag.Value)
		} else if name != "" && !dhtmlReserved(name) && !reserved(g.Rules, name) {
			t.field(name, tag.Value)
		}
	}
}

// line writes the route that leaves n with the move first, or with the main
// one if that is nil, and then each route that leaves it.
func (t *dhtmlText) line(n, first *Node, parent, ply, depth int) error {
	if depth > MaxDepth {
		return game.Err(Unwritable, "too many variations within variations")
	}
	id := t.routes
	t.routes++
	var line []*Node
	at := n
	if first != nil {
		line, at = append(line, first), first
	}
	for len(at.Next) > 0 {
		at = at.Next[0]
		line = append(line, at)
	}
	var b strings.Builder
	for i, move := range line {
		b.WriteString(dhtmlMove(move.Move))
		t.comment(id, ply+i, move)
	}
	name := dhtmlMoves
	if id > 0 {
		name = fmt.Sprintf("move_%d_%d_%d", parent, ply, id)
	}
	t.moves.WriteString(dhtmlLine(name, b.String()))
	before := n
	for i, move := range line {
		if i > 0 || first == nil {
			for _, other := range before.Next[min(1, len(before.Next)):] {
				if err := t.line(before, other, id, ply+i, depth+1); err != nil {
					return err
				}
			}
		}
		before = move
	}
	return nil
}

func dhtmlMove(m game.Move) string {
	point := func(sq game.Square) string {
		return fmt.Sprintf("%d%d", sq%dhtmlWidth, dhtmlHeight-1-sq/dhtmlWidth)
	}
	return point(m.From()) + point(m.To())
}

func (t *dhtmlText) comment(route, ply int, n *Node) {
	var list []string
	for _, part := range parts(n) {
		list = append(list, dhtmlValue(part))
	}
	if len(list) == 0 {
		return
	}
	name := fmt.Sprintf("comment%d", ply)
	if route > 0 {
		name = fmt.Sprintf("comment%d_%d", route, ply)
	}
	t.comments.WriteString(dhtmlLine(name, strings.Join(list, dhtmlBreak)))
}
