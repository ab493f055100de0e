package record

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"kydai/game"
)

type sgfWriter struct {
	out io.Writer
	o   WriteOptions
}

func newSGFWriter(out io.Writer, o WriteOptions) Writer { return &sgfWriter{out, o} }

// Write implements Writer.
func (w *sgfWriter) Write(g *Game) error {
	if !hasFormat(g.Rules, sgfFormat) {
		return game.Err(Unwritable, g.Rules.Info().Name, " has no place in ", sgfFormat)
	}
	start, err := g.Rules.New(g.Setup)
	if err != nil {
		return err
	}
	width, height := boardSize(g, start)
	if width != height || width > len(sgfLetters) {
		return game.Err(Unwritable, "the board is too big for ", sgfFormat)
	}
	t := &sgfText{size: width}
	t.b.WriteString("(;")
	t.root(g, start)
	if err := t.line(&g.Root, start, 0, 1); err != nil {
		return err
	}
	t.b.WriteString(")\n\n")
	_, err = io.WriteString(w.out, t.b.String())
	return err
}

// sgfText is a game while it is written.
type sgfText struct {
	b    strings.Builder
	size int
}

var sgfEscape = strings.NewReplacer(`\`, `\\`, `]`, `\]`)

func (t *sgfText) prop(name, value string) {
	if value != "" {
		t.b.WriteString(name + "[" + sgfEscape.Replace(value) + "]")
	}
}

// root writes the first node.
func (t *sgfText) root(g *Game, start game.Position) {
	for _, p := range [][2]string{{"FF", "4"}, {"GM", sgfGame}, {"CA", "UTF-8"}, {"AP", "kydai"}, {"SZ", strconv.Itoa(t.size)}} {
		t.prop(p[0], p[1])
	}
	t.b.WriteByte('\n')
	t.names(g)
	for _, name := range optionNames(g.Setup) {
		if name != sizeOption || g.Setup.Start != "" {
			t.prop(sgfOption, name+":"+g.Setup.Options[name])
		}
	}
	if g.Setup.Start != "" {
		t.prop(sgfStart, clean(g.Setup.Start))
		t.setUp(start)
	}
	t.remarks(&g.Root)
}

// names writes who played and what else is known of the game.
func (t *sgfText) names(g *Game) {
	black := blackSide(g)
	side := sideTags(g.Rules.Info())
	for i, s := range []game.Side{black, black.Other()} {
		t.prop([]string{"PB", "PW"}[i], clean(g.Tag(side[s.Index()])))
		t.prop([]string{"BR", "WR"}[i], clean(g.Tag(side[s.Index()]+"Elo")))
	}
	switch winner := black.Other(); g.Result.known() {
	case FirstWins, SecondWins:
		if (g.Result == FirstWins) == (black == game.First) {
			winner = black
		}
		t.prop("RE", map[bool]string{true: "B+", false: "W+"}[winner == black])
	case Drawn:
		t.prop("RE", "0")
	}
	for _, tag := range g.Tags {
		name, value := strings.ReplaceAll(pgnName(tag.Name), ":", "_"), clean(tag.Value)
		if name == "" || value == "" || sgfReserved(g.Rules, name) {
			continue
		}
		if i := slices.IndexFunc(sgfTags, func(s sgfName) bool { return s.tag == name }); i >= 0 {
			t.prop(sgfTags[i].prop, value)
		} else {
			t.prop(sgfTag, name+":"+value)
		}
	}
}

// setUp writes the stones of the start for others to see.
func (t *sgfText) setUp(start game.Position) {
	grid, _ := game.GridOf(start)
	for i, prop := range []string{"AB", "AW"} {
		some := false
		for sq, letter := range grid.Cells {
			if letter != "" && (letter[0] < 'a') == (i == 0) {
				if !some {
					t.b.WriteString(prop)
				}
				some = true
				t.b.WriteString("[" + t.point(game.Square(sq)) + "]")
			}
		}
	}
}

func (t *sgfText) point(sq game.Square) string {
	x, y := int(sq)%t.size, t.size-1-int(sq)/t.size
	return string([]byte{sgfLetters[x], sgfLetters[y]})
}

// line writes everything that follows n: a node a move, brackets where there
// are several.
func (t *sgfText) line(n *Node, p game.Position, depth, nesting int) error {
	if depth > MaxDepth || nesting >= sgfNesting {
		return game.Err(Unwritable, "too many variations within variations")
	}
	for len(n.Next) == 1 {
		t.b.WriteString("\n;")
		if err := t.node(n.Next[0], p); err != nil {
			return err
		}
		n, p = n.Next[0], p.Play(n.Next[0].Move)
	}
	for i, next := range n.Next {
		t.b.WriteString("\n(;")
		if err := t.node(next, p); err != nil {
			return err
		}
		if err := t.line(next, p.Play(next.Move), depth+min(i, 1), nesting+1); err != nil {
			return err
		}
		t.b.WriteByte(')')
	}
	return nil
}

// node writes one move.
func (t *sgfText) node(n *Node, p game.Position) error {
	switch m := n.Move; {
	case !m.OnBoard():
		t.prop(sgfAct, p.Encode(m))
	case m.From() != game.NoSquare:
		return game.Err(Unwritable, sgfFormat, " holds stones only, not ", p.Encode(m))
	case blackStone(p.Play(m), m.To()):
		t.prop("B", t.point(m.To()))
	default:
		t.prop("W", t.point(m.To()))
	}
	t.remarks(n)
	return nil
}

// remarks writes what was said about a move as one text, with blank lines
// between its parts.
func (t *sgfText) remarks(n *Node) {
	t.prop("C", strings.Join(parts(n), "\n\n"))
}
