package native

import (
	"bytes"
	"encoding/json"

	"kydai/game"
	"kydai/record"
	"kydai/record/internal/build"
)

func write(g *record.Game, o record.WriteOptions) (string, error) {
	g, err := build.ForWriting(g, o)
	if err != nil {
		return "", err
	}
	start, err := g.Rules.New(g.Setup)
	if err != nil {
		return "", err
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
		return "", err
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(doc); err != nil {
		return "", err
	}
	return b.String(), nil
}

// lineOf returns the line that follows n, with its variations.
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
