package dhtmlxq

import (
	"fmt"
	"slices"
	"strings"

	"kydai/game"
	"kydai/record"
	"kydai/record/internal/build"
	"kydai/record/internal/scan"
)

func write(g *record.Game, _ record.WriteOptions) (string, error) {
	if !record.HasFormat(g.Rules, formatName) {
		return "", game.Err(record.Unwritable, g.Rules.Info().Name, " has no place in ", formatName)
	}
	start, err := g.Rules.New(g.Setup)
	if err != nil {
		return "", err
	}
	t := &document{}
	t.field("ver", "www_dpxq_com")
	t.field("init", "500,350")
	t.start(g, start)
	t.tags(g)
	if err := t.line(&g.Root, nil, 0, 1, 0); err != nil {
		return "", err
	}
	t.comment(0, 0, &g.Root)
	text := "[" + mark + "]\n" + t.out.String() + t.moves.String() + t.comments.String() + "[/" + mark + "]\n\n"
	return text, nil
}

// document collects the text of a game in three parts, which are joined at the end.
type document struct {
	out, moves, comments strings.Builder
	routes               int // number of variations numbered so far
}

// unmarked changes values that would look like the start of a field. escaped changes values that
// would look like an escape sequence.
var (
	unmarked = strings.NewReplacer("["+mark, "("+mark, "[/"+mark, "(/"+mark)
	escaped  = strings.NewReplacer(`\u`, `\u005cu`)
)

func valueText(text string) string { return escaped.Replace(unmarked.Replace(scan.Clean(text))) }

func fieldText(name, value string) string {
	return "[" + mark + "_" + name + "]" + value + "[/" + mark + "_" + name + "]\n"
}

func (t *document) field(name, value string) {
	if value = valueText(value); value != "" {
		t.out.WriteString(fieldText(name, value))
	}
}

// start writes the points of the pieces. Pieces of one kind are listed from their owner's
// right.
func (t *document) start(g *record.Game, start game.Position) {
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
	for _, letter := range []byte(build.Pieces) {
		if left := points[letter]; len(left) > 0 {
			b.WriteString(left[0])
			points[letter] = left[1:]
		} else {
			b.WriteString(absent)
		}
	}
	t.field(startField, b.String())
	t.field("fen", g.Setup.Start)
}

func (t *document) tags(g *record.Game) {
	for _, r := range results {
		if r.result == g.Result.Known() {
			t.field("result", r.text)
			break
		}
	}
	for _, name := range build.OptionNames(g.Setup) {
		t.field(build.OptionTag(name), g.Setup.Options[name])
	}
	for _, tag := range g.Tags {
		name := build.TagName(tag.Name)
		if i := slices.IndexFunc(tagFields, func(s fieldName) bool { return s.tag == name }); i >= 0 {
			t.field(tagFields[i].field, tag.Value)
		} else if name != "" && !reservedField(name) && !build.Reserved(g.Rules, name) {
			t.field(name, tag.Value)
		}
	}
}

// line writes the line of moves that begins after n with the given child of n, or with the main
// move if that child is nil, and then each variation that leaves this line.
func (t *document) line(n, first *record.Node, parent, ply, depth int) error {
	if depth > record.MaxDepth {
		return game.Err(record.Unwritable, "too many variations within variations")
	}
	id := t.routes
	t.routes++
	var line []*record.Node
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
		b.WriteString(moveDigits(move.Move))
		t.comment(id, ply+i, move)
	}
	name := movesField
	if id > 0 {
		name = fmt.Sprintf("move_%d_%d_%d", parent, ply, id)
	}
	t.moves.WriteString(fieldText(name, b.String()))
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

func moveDigits(m game.Move) string {
	point := func(sq game.Square) string {
		return fmt.Sprintf("%d%d", sq%build.Width, build.Height-1-sq/build.Width)
	}
	return point(m.From()) + point(m.To())
}

func (t *document) comment(route, ply int, n *record.Node) {
	var list []string
	for _, part := range build.Parts(n) {
		list = append(list, valueText(part))
	}
	if len(list) == 0 {
		return
	}
	name := fmt.Sprintf("comment%d", ply)
	if route > 0 {
		name = fmt.Sprintf("comment%d_%d", route, ply)
	}
	t.comments.WriteString(fieldText(name, strings.Join(list, partBreak)))
}
