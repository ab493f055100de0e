package record

import (
	"bytes"
	"encoding/json"
	"io"

	"kydai/game"
)

// Our own format: one JSON object a game, one game a line.
const (
	jsonFormat  = "kydai"
	jsonVersion = 1
)

// jsonGame is the document. Its fields are explained in docs/records.md;
// readers ignore fields they do not know.
type jsonGame struct {
	Format   string            `json:"format"`
	Version  int               `json:"version"`
	Game     string            `json:"game"`
	Start    string            `json:"start,omitempty"`
	Options  map[string]string `json:"options,omitempty"`
	Deal     string            `json:"deal,omitempty"`
	Tags     []Tag             `json:"tags,omitempty"`
	Comments []string          `json:"comments,omitempty"`
	Moves    []jsonMove        `json:"moves"`
	Result   Result            `json:"result"`
}

// jsonMove is a move of a line. Variations are other ways to play this move,
// each with what follows.
type jsonMove struct {
	Code       string       `json:"code"`
	Before     []string     `json:"before,omitempty"`
	Comments   []string     `json:"comments,omitempty"`
	NAGs       []int        `json:"nags,omitempty"`
	Variations [][]jsonMove `json:"variations,omitempty"`

	at int64 // where it stands, for errors
}

type jsonWriter struct {
	out io.Writer
	o   WriteOptions
}

func newJSONWriter(out io.Writer, o WriteOptions) Writer { return &jsonWriter{out, o} }

// Write implements Writer.
func (w *jsonWriter) Write(g *Game) error {
	g, err := forWriting(g, w.o)
	if err != nil {
		return err
	}
	start, err := g.Rules.New(g.Setup)
	if err != nil {
		return err
	}
	doc := jsonGame{
		Format: jsonFormat, Version: jsonVersion, Game: g.Rules.Info().Name,
		Start: g.Setup.Start, Options: g.Setup.Options,
		Tags: g.Tags, Comments: g.Root.After, Result: g.Result.known(),
	}
	if !g.Setup.Secret.Empty() {
		doc.Deal = DealText(g.Setup.Secret)
	}
	if doc.Moves, err = jsonLine(&g.Root, start, 0); err != nil {
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

// jsonLine is everything that follows n.
func jsonLine(n *Node, p game.Position, depth int) ([]jsonMove, error) {
	if depth > MaxDepth {
		return nil, game.Err(Unwritable, "too many variations within variations")
	}
	line := []jsonMove{}
	for len(n.Next) > 0 {
		main := n.Next[0]
		m := jsonOne(main, p)
		for _, v := range n.Next[1:] {
			rest, err := jsonLine(v, p.Play(v.Move), depth+1)
			if err != nil {
				return nil, err
			}
			m.Variations = append(m.Variations, append([]jsonMove{jsonOne(v, p)}, rest...))
		}
		line = append(line, m)
		n, p = main, p.Play(main.Move)
	}
	return line, nil
}

func jsonOne(n *Node, p game.Position) jsonMove {
	return jsonMove{Code: p.Encode(n.Move), Before: n.Before, Comments: n.After, NAGs: n.NAGs}
}
