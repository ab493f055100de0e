package record

import (
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"kydai/game"
)

// pgnWidth is where lines of move text are broken.
const pgnWidth = 80

type pgnWriter struct {
	out io.Writer
	o   WriteOptions
}

func newPGNWriter(out io.Writer, o WriteOptions) Writer { return &pgnWriter{out, o} }

// Write implements Writer.
func (w *pgnWriter) Write(g *Game) error {
	g, err := forWriting(g, w.o)
	if err != nil {
		return err
	}
	notation, ok := game.NotationOf(g.Rules, w.o.Notation)
	if !ok && w.o.Notation != "" {
		return game.Err(Unwritable, g.Rules.Info().Name, " has no notation ", w.o.Notation)
	}
	start, err := g.Rules.New(g.Setup)
	if err != nil {
		return err
	}
	t := &pgnText{notation: notation, first: numberOf(g.Setup.Start, start)}
	t.tags(g)
	t.comments(g.Root.After)
	if err := t.line(&g.Root, start, 0, 0, true); err != nil {
		return err
	}
	t.word(string(g.Result.known()))
	t.b.WriteString("\n\n")
	_, err = io.WriteString(w.out, t.b.String())
	return err
}

// numberOf returns the first move's number, counted in plies from 0: the last
// field of the start if that is a number, as it is in FEN.
func numberOf(start string, p game.Position) int {
	move := 1
	if fields := strings.Fields(start); len(fields) >= 4 {
		if n, err := strconv.Atoi(fields[len(fields)-1]); err == nil && n >= 1 && n < 10_000 {
			move = n
		}
	}
	ply := 2 * (move - 1)
	if p.Turn() == game.Second {
		ply++
	}
	return ply
}

// pgnText is a game while it is written.
type pgnText struct {
	b        strings.Builder
	col      int
	glue     bool // the next word follows without a space
	notation game.Notation
	first    int // number of the first move, in plies
}

func (t *pgnText) tags(g *Game) {
	in := g.Rules.Info()
	written := map[string]bool{}
	tag := func(name, value string) {
		written[name] = true
		value = strings.ReplaceAll(strings.ReplaceAll(clean(value), `\`, `\\`), `"`, `\"`)
		t.b.WriteString("[" + name + " \"" + value + "\"]\n")
	}
	for _, name := range slices.Sorted(maps.Keys(in.Tags)) {
		if g.Tag(name) == "" {
			tag(name, in.Tags[name])
		}
	}
	for _, name := range roster(in) {
		for _, own := range g.Tags {
			if own.Name == name && clean(own.Value) != "" {
				tag(name, own.Value)
			}
		}
		if !written[name] {
			tag(name, unknownValue(name))
		}
	}
	tag(tagResult, string(g.Result.known()))
	for _, s := range startTags(g) {
		tag(s.Name, s.Value)
	}
	if usual, ok := game.NotationOf(g.Rules, ""); ok && usual.Name() != t.notation.Name() {
		tag(tagFormat, t.notation.Name())
	}
	for _, other := range g.Tags {
		if name := pgnName(other.Name); name != "" && !slices.Contains(roster(in), name) && !reserved(g.Rules, name) {
			if _, ok := notationTag(g.Rules, Tag{name, clean(other.Value)}); !ok {
				tag(name, other.Value)
			}
		}
	}
	t.b.WriteString("\n")
}

// line writes everything that follows n: the main continuation, each move
// with its variations.
func (t *pgnText) line(n *Node, p game.Position, ply, depth int, number bool) error {
	if depth > MaxDepth {
		return game.Err(Unwritable, "too many variations within variations")
	}
	for len(n.Next) > 0 {
		main := n.Next[0]
		if err := t.move(main, p, ply, number); err != nil {
			return err
		}
		for _, v := range n.Next[1:] {
			t.word("(")
			t.glue = true
			if err := t.move(v, p, ply, true); err != nil {
				return err
			}
			if err := t.line(v, p.Play(v.Move), ply+1, depth+1, len(v.After) > 0); err != nil {
				return err
			}
			t.glue = true
			t.word(")")
		}
		number = len(main.After) > 0 || len(n.Next) > 1
		n, p, ply = main, p.Play(main.Move), ply+1
	}
	return nil
}

// move writes one move with its number, comments and glyphs.
func (t *pgnText) move(n *Node, p game.Position, ply int, number bool) error {
	text, err := moveText(t.notation, p, n.Move, pgnFits)
	if err != nil {
		return err
	}
	at := t.first + ply
	switch {
	case at%2 == 0:
		t.word(strconv.Itoa(at/2+1) + ".")
	case number || len(n.Before) > 0:
		t.word(strconv.Itoa(at/2+1) + "...")
	}
	t.comments(n.Before)
	t.word(text)
	for _, nag := range n.NAGs {
		t.word("$" + strconv.Itoa(nag))
	}
	t.comments(n.After)
	return nil
}

// pgnFits reports whether a move's text is one token that is not taken for
// something else.
func pgnFits(s string) bool {
	_, isResult := parseResult(s)
	_, isGlyph := glyphNAG(s)
	rest, _ := cutNumber(s)
	return s != "" && s[0] != '%' && rest != "" && !isResult && !isGlyph && s != "ep" && s != "e.p." &&
		!strings.ContainsAny(s, "{}()[];$\"!? \t\r\n")
}

// word writes a word, on a new line if the present one is full.
func (t *pgnText) word(s string) {
	switch {
	case t.col == 0 || t.glue:
	case t.col+1+len(s) > pgnWidth:
		t.b.WriteByte('\n')
		t.col = 0
	default:
		t.b.WriteByte(' ')
		t.col++
	}
	t.glue = false
	t.b.WriteString(s)
	t.col += len(s)
}

// comments writes comments in braces, or behind a semicolon if they hold a
// closing brace themselves.
func (t *pgnText) comments(list []string) {
	for _, text := range list {
		text = clean(text)
		switch {
		case text == "":
		case strings.Contains(text, "}"):
			t.word(";")
			t.b.WriteString(" " + text + "\n")
			t.col = 0
		case strings.ContainsAny(text, "[%"):
			t.word("{" + text + "}")
		default:
			for _, w := range strings.Split("{"+text+"}", " ") {
				t.word(w)
			}
		}
	}
}
