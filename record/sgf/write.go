package sgf

import (
	"slices"
	"strconv"
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
	width, height := build.BoardSize(g, start)
	if width != height || width > len(pointLetters) {
		return "", game.Err(record.Unwritable, "the board is too big for ", formatName)
	}
	t := &document{size: width}
	t.out.WriteString("(;")
	t.root(g, start)
	if err := t.line(&g.Root, start, 0, 1); err != nil {
		return "", err
	}
	t.out.WriteString(")\n\n")
	return t.out.String(), nil
}

// document holds a game while it is written.
type document struct {
	out  strings.Builder
	size int
}

var escape = strings.NewReplacer(`\`, `\\`, `]`, `\]`)

func (t *document) prop(name, value string) {
	if value != "" {
		t.out.WriteString(name + "[" + escape.Replace(value) + "]")
	}
}

// root writes the first node.
func (t *document) root(g *record.Game, start game.Position) {
	for _, p := range [][2]string{{"FF", "4"}, {"GM", gameNumber}, {"CA", "UTF-8"}, {"AP", "kydai"}, {"SZ", strconv.Itoa(t.size)}} {
		t.prop(p[0], p[1])
	}
	t.out.WriteByte('\n')
	t.names(g)
	for _, name := range build.OptionNames(g.Setup) {
		if name != build.SizeOption || g.Setup.Start != "" {
			t.prop(propOption, name+":"+g.Setup.Options[name])
		}
	}
	if g.Setup.Start != "" {
		t.prop(propStart, scan.Clean(g.Setup.Start))
		t.setUp(start)
	}
	t.remarks(&g.Root)
}

// names writes the players and the other tags of the game.
func (t *document) names(g *record.Game) {
	black := blackSide(g)
	side := record.SideTags(g.Rules.Info())
	for i, s := range []game.Side{black, black.Other()} {
		t.prop([]string{"PB", "PW"}[i], scan.Clean(g.Tag(side[s.Index()])))
		t.prop([]string{"BR", "WR"}[i], scan.Clean(g.Tag(side[s.Index()]+"Elo")))
	}
	switch winner := black.Other(); g.Result.Known() {
	case record.FirstWins, record.SecondWins:
		if (g.Result == record.FirstWins) == (black == game.First) {
			winner = black
		}
		t.prop("RE", map[bool]string{true: "B+", false: "W+"}[winner == black])
	case record.Drawn:
		t.prop("RE", "0")
	}
	for _, tag := range g.Tags {
		name, value := strings.ReplaceAll(build.TagName(tag.Name), ":", "_"), scan.Clean(tag.Value)
		if name == "" || value == "" || reservedTag(g.Rules, name) {
			continue
		}
		if i := slices.IndexFunc(tagProps, func(s propName) bool { return s.tag == name }); i >= 0 {
			t.prop(tagProps[i].prop, value)
		} else {
			t.prop(propTag, name+":"+value)
		}
	}
}

// setUp writes the stones of the start position as the properties AB and AW, which other programs
// read.
func (t *document) setUp(start game.Position) {
	grid, _ := game.GridOf(start)
	for i, prop := range []string{"AB", "AW"} {
		some := false
		for sq, letter := range grid.Cells {
			if letter != "" && (letter[0] < 'a') == (i == 0) {
				if !some {
					t.out.WriteString(prop)
				}
				some = true
				t.out.WriteString("[" + t.point(game.Square(sq)) + "]")
			}
		}
	}
}

func (t *document) point(sq game.Square) string {
	x, y := int(sq)%t.size, t.size-1-int(sq)/t.size
	return string([]byte{pointLetters[x], pointLetters[y]})
}

// line writes the moves after n: one node per move, and brackets where several moves follow.
func (t *document) line(n *record.Node, p game.Position, depth, nesting int) error {
	if depth > record.MaxDepth || nesting >= maxNesting {
		return game.Err(record.Unwritable, "too many variations within variations")
	}
	for len(n.Next) == 1 {
		t.out.WriteString("\n;")
		if err := t.node(n.Next[0], p); err != nil {
			return err
		}
		n, p = n.Next[0], p.Play(n.Next[0].Move)
	}
	for i, next := range n.Next {
		t.out.WriteString("\n(;")
		if err := t.node(next, p); err != nil {
			return err
		}
		if err := t.line(next, p.Play(next.Move), depth+min(i, 1), nesting+1); err != nil {
			return err
		}
		t.out.WriteByte(')')
	}
	return nil
}

// node writes one move.
func (t *document) node(n *record.Node, p game.Position) error {
	switch m := n.Move; {
	case !m.OnBoard():
		t.prop(propAct, p.Encode(m))
	case m.From() != game.NoSquare:
		return game.Err(record.Unwritable, formatName, " holds stones only, not ", p.Encode(m))
	case blackStone(p.Play(m), m.To()):
		t.prop("B", t.point(m.To()))
	default:
		t.prop("W", t.point(m.To()))
	}
	t.remarks(n)
	return nil
}

// remarks writes the annotations of a move as one text, with blank lines between its parts.
func (t *document) remarks(n *record.Node) {
	t.prop("C", strings.Join(build.Parts(n), "\n\n"))
}
