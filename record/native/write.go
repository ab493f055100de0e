package native

import (
	"bytes"
	"encoding/json"
	"io"

	"kydai/game"
	"kydai/record"
	"kydai/record/internal/build"
)

type writer struct {
	out io.Writer
	o   record.WriteOptions
}

func newWriter(out io.Writer, o record.WriteOptions) record.Writer { return &writer{out, o} }

// Write implements Writer.
func (w *writer) Write(g *record.Game) error {
	g, err := build.ForWriting(g, w.o)
	if err != nil {
		return err
	}
	start, err := g.Rules.New(g.Setup)
	if err != nil {
		return err
	}
	doc := document{
		Format: formatName, Version: version, Game: g.Rules.Info().Name,
		Start: g.Setup.Start, Options: g.Setup.Options,
		Tags: g.Tags, Comments: g.Root.After, Result: g.Result.Known(),
	}
	if !g.Setup.Secret.Empty() {
		doc.Deal = record.DealText(g.Setup.Secret)
	}
	if doc.Moves, err = lineOf(&g.Root, start, 0); err != nil {
		return err
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(doc); err != nil {
		return err
	}
	_, err = w.out.Write(b.Bytes())
	return err
}

// lineOf is everything that follows n.
func lineOf(n *record.Node, p game.Position, depth int) ([]move, error) {
	if depth > record.MaxDepth {
		return nil, game.Err(record.Unwritable, "too many variations within variations")
	}
	line := []move{}
	for len(n.Next) > 0 {
		main := n.Next[0]
		m := moveOf(main, p)
		for _, v := range n.Next[1:] {
			rest, err := lineOf(v, p.Play(v.Move), depth+1)
			if err != nil {
				return nil, err
			}
			m.Variations = append(m.Variations, append([]move{moveOf(v, p)}, rest...))
		}
		line = append(line, m)
		n, p = main, p.Play(main.Move)
	}
	return line, nil
}

func moveOf(n *record.Node, p game.Position) move {
	return move{Code: p.Encode(n.Move), Before: n.Before, Comments: n.After, NAGs: n.NAGs}
}
