package pgn

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"kydai/game"
	"kydai/record"
	"kydai/record/internal/build"
	"kydai/record/internal/scan"
)

// lineWidth is the width at which lines of move text are broken.
const lineWidth = 80

func write(g *record.Game, o record.WriteOptions) (string, error) {
	g, err := build.ForWriting(g, o)
	if err != nil {
		return "", err
	}
	notation, ok := game.NotationOf(g.Rules, o.Notation)
	if !ok && o.Notation != "" {
		return "", game.Err(record.Unwritable, g.Rules.Info().Name, " has no notation ", o.Notation)
	}
	start, err := g.Rules.New(g.Setup)
	if err != nil {
		return "", err
	}
	t := &document{notation: notation, first: build.FirstPly(g.Setup.Start, start)}
	t.tags(g)
	t.comments(g.Root.After)
	if err := t.line(&g.Root, start, 0, 0, true); err != nil {
		return "", err
	}
	t.word(string(g.Result.Known()))
	t.out.WriteString("\n\n")
	return t.out.String(), nil
}

// document holds a game while it is written.
type document struct {
	out      strings.Builder
	col      int
	glue     bool // write the next word without a space before it
	notation game.Notation
	first    int // number of plies before the first move of the record
}

func (t *document) tags(g *record.Game) {
	in := g.Rules.Info()
	written := map[string]bool{}
	tag := func(name, value string) {
		written[name] = true
		value = strings.ReplaceAll(strings.ReplaceAll(scan.Clean(value), `\`, `\\`), `"`, `\"`)
		t.out.WriteString("[" + name + " \"" + value + "\"]\n")
	}
	for _, name := range slices.Sorted(maps.Keys(in.Tags)) {
		if g.Tag(name) == "" {
			tag(name, in.Tags[name])
		}
	}
	for _, name := range record.Roster(in) {
		for _, own := range g.Tags {
			if own.Name == name && scan.Clean(own.Value) != "" {
				tag(name, own.Value)
			}
		}
		if !written[name] {
			tag(name, build.UnknownValue(name))
		}
	}
	tag(build.TagResult, string(g.Result.Known()))
	for _, s := range build.StartTags(g) {
		tag(s.Name, s.Value)
	}
	if usual, ok := game.NotationOf(g.Rules, ""); ok && usual.Name() != t.notation.Name() {
		tag(build.TagFormat, t.notation.Name())
	}
	for _, other := range g.Tags {
		if name := build.TagName(other.Name); name != "" && !slices.Contains(record.Roster(in), name) && !build.Reserved(g.Rules, name) {
			if _, ok := build.NotationTag(g.Rules, record.Tag{Name: name, Value: scan.Clean(other.Value)}); !ok {
				tag(name, other.Value)
			}
		}
	}
	t.out.WriteString("\n")
}

// line writes the moves after n: each main move, followed by its variations.
func (t *document) line(n *record.Node, p game.Position, ply, depth int, number bool) error {
	if depth > record.MaxDepth {
		return game.Err(record.Unwritable, "too many variations within variations")
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
func (t *document) move(n *record.Node, p game.Position, ply int, number bool) error {
	text, err := build.MoveText(t.notation, p, n.Move, build.Fits)
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

// word writes a word, on a new line if the current line is full.
func (t *document) word(s string) {
	switch {
	case t.col == 0 || t.glue:
	case t.col+1+len(s) > lineWidth:
		t.out.WriteByte('\n')
		t.col = 0
	default:
		t.out.WriteByte(' ')
		t.col++
	}
	t.glue = false
	t.out.WriteString(s)
	t.col += len(s)
}

// comments writes comments in braces, or after a semicolon if they contain a closing brace.
func (t *document) comments(list []string) {
	for _, text := range list {
		text = scan.Clean(text)
		switch {
		case text == "":
		case strings.Contains(text, "}"):
			t.word(";")
			t.out.WriteString(" " + text + "\n")
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
