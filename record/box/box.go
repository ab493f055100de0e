// Package box reads and writes the JSON format of a program for games with hidden pieces
// (docs/records.md). It contains the known facts of the game, and each move with the position after
// it, which shows the revealed piece.
package box

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"

	"kydai/game"
	"kydai/record"
	"kydai/record/internal/build"
	"kydai/record/internal/scan"
)

const (
	formatName = "box"
	moveType   = "move" // value of entry.Type for an entry that is a move
)

type document struct {
	Metadata *metadata `json:"metadata"`
	Moves    []entry   `json:"moves"`
}

type metadata struct {
	Event      string `json:"event,omitempty"`
	Site       string `json:"site,omitempty"`
	Date       string `json:"date,omitempty"`
	Round      string `json:"round,omitempty"`
	White      string `json:"white,omitempty"`
	Black      string `json:"black,omitempty"`
	Result     string `json:"result,omitempty"`
	InitialFen string `json:"initialFen,omitempty"`
	FlipMode   string `json:"flipMode,omitempty"`
	CurrentFen string `json:"currentFen,omitempty"`
}

type entry struct {
	Type    string `json:"type"`
	Data    string `json:"data"`
	Fen     string `json:"fen"`
	Comment string `json:"comment,omitempty"`
}

// tags lists the metadata fields that correspond to tags, with pointers to their values.
func (m *metadata) tags(in game.Info) []struct {
	name  string
	value *string
} {
	side := record.SideTags(in)
	return []struct {
		name  string
		value *string
	}{
		{"Event", &m.Event}, {"Site", &m.Site}, {"Date", &m.Date}, {"Round", &m.Round},
		{side[0], &m.White}, {side[1], &m.Black},
	}
}

type reader struct {
	build.Documents
	rules game.Rules
}

func newReader(in io.Reader, o record.ReadOptions) (record.Reader, error) {
	if err := o.NeedFormat(formatName); err != nil {
		return nil, err
	}
	return &reader{build.Documents{In: scan.New(in)}, o.Rules}, nil
}

// Next implements record.Reader.
func (r *reader) Next() (*record.Game, error) {
	if !r.In.Mark() {
		return nil, io.EOF
	}
	r.Count++
	r.Builder.Cur = build.Branch{}
	broken := r.Take()
	if len(r.Text) == 0 && broken == nil {
		return nil, io.EOF
	}
	g := &record.Game{Rules: r.rules, Result: record.Unknown}
	dec := json.NewDecoder(bytes.NewReader(r.Text))
	err := r.document(dec, g)
	if err != nil || broken != nil {
		if !errors.As(err, new(*record.Error)) {
			err = r.Fail("", dec.InputOffset(), cmp.Or(broken, err))
		}
		r.In.SkipTo(func(head string, _ bool) bool { return head[0] == '{' })
	}
	if r.Builder.Cur.Pos == nil {
		return nil, err
	}
	return g, err
}

// document reads a document field by field, so that a truncated document still gives the part
// before the end. The metadata must be the first field.
func (r *reader) document(dec *json.Decoder, g *record.Game) error {
	known := false
	err := build.EachField(dec, func(key string) error {
		switch key {
		case "metadata":
			var m metadata
			if err := dec.Decode(&m); err != nil {
				return err
			}
			known = true
			return r.begin(g, &m)
		case "moves":
			if !known {
				return build.Bad("the metadata must come before the moves")
			}
			return build.EachItem(dec, func() error {
				at := dec.InputOffset()
				var e entry
				if err := dec.Decode(&e); err != nil {
					return err
				}
				if err := r.entry(&e); err != nil {
					return r.Fail(e.Data, at, err)
				}
				return nil
			})
		}
		return build.SkipValue(dec)
	})
	if err == nil && !known {
		err = build.Bad("the document has no metadata")
	}
	return err
}

// begin reads the tags and sets up the start position.
func (r *reader) begin(g *record.Game, m *metadata) error {
	for _, t := range m.tags(r.rules.Info()) {
		if value := scan.Clean(*t.value); value != "" {
			if err := build.TakeTag(g, record.Tag{Name: t.name, Value: value}); err != nil {
				return err
			}
		}
	}
	g.Result, _ = record.ParseResult(m.Result)
	usual, err := r.rules.New(game.Setup{})
	if err != nil {
		return err
	}
	if m.InitialFen != "" {
		start, err := r.rules.New(game.Setup{Start: fenOf(m.InitialFen)})
		if err != nil {
			return r.Fail(m.InitialFen, 0, err)
		}
		if start.String() != usual.String() {
			g.Setup.Start = start.String()
		}
	}
	return r.Builder.Start(g, build.MoveReader{})
}

// fenOf puts the fields of a position text into the order of this project. An older version of the
// other program wrote the pool of hidden pieces before the side to move, and then two dashes.
func fenOf(fen string) string {
	f := strings.Fields(fen)
	if len(f) >= 3 && (f[2] == "w" || f[2] == "b") && f[1] != "w" && f[1] != "b" {
		f[1], f[2] = f[2], f[1]
		f = slices.DeleteFunc(f, func(s string) bool { return s == "-" })
	}
	return strings.Join(f, " ")
}

// entry plays one entry. If the move has several possible results, entry chooses the result with
// the piece that the entry's position shows on the target square.
func (r *reader) entry(e *entry) error {
	if e.Type != moveType {
		return nil // ignore the entry: it corrects the pool of hidden pieces, and the moves show these pieces anyway
	}
	p := r.Builder.Cur.Pos
	m, err := p.Decode(e.Data)
	if err != nil {
		return err
	}
	shown, err := cellOf(fenOf(e.Fen), m.To(), r.rules.Info())
	ways := game.CompletionsOf(p, m)
	if err != nil && len(ways) > 1 {
		return err
	}
	for _, w := range ways {
		if grid, ok := game.GridOf(p.Play(w.Move)); ok && (len(ways) == 1 || grid.Cells[m.To()] == shown) {
			if err := r.Builder.Push(w.Move); err != nil {
				return err
			}
			for line := range strings.SplitSeq(e.Comment, "\n") {
				r.Builder.Remark(line)
			}
			return nil
		}
	}
	return game.Err(game.IllegalMove, "the move ", e.Data, " cannot show ", shown)
}

// cellOf returns the letter on a point of a position text.
func cellOf(text string, sq game.Square, in game.Info) (string, error) {
	board, _, _ := strings.Cut(text, " ")
	rows := strings.Split(board, "/")
	if len(rows) != in.Height {
		return "", build.Bad("the position of the move has no whole board")
	}
	col := 0
	for _, c := range rows[in.Height-1-int(sq)/in.Width] {
		if c >= '1' && c <= '9' {
			col += int(c - '0')
			continue
		}
		if col == int(sq)%in.Width {
			return string(c), nil
		}
		col++
	}
	return "", build.Bad("the position of the move has nothing where it went")
}

// write formats a game as text. The format cannot store a deal, so a game is always written as
// a spectator saw it.
func write(g *record.Game, _ record.WriteOptions) (string, error) {
	in := g.Rules.Info()
	if !record.HasFormat(g.Rules, formatName) {
		return "", game.Err(record.Unwritable, in.Name, " has no place in ", formatName)
	}
	g, err := g.View(game.NoSide)
	if err != nil {
		return "", err
	}
	p, err := g.Rules.New(g.Setup)
	if err != nil {
		return "", err
	}
	m := &metadata{InitialFen: p.String(), FlipMode: "free", Result: string(g.Result.Known())}
	for _, t := range m.tags(in) {
		*t.value = scan.Clean(g.Tag(t.name))
	}
	doc := document{Metadata: m, Moves: []entry{}}
	for _, n := range g.Main() {
		code := p.Encode(game.NewMove(n.Move.From(), n.Move.To(), n.Move.Piece(), 0, 0))
		p = p.Play(n.Move)
		doc.Moves = append(doc.Moves, entry{moveType, code, p.String(), strings.Join(build.Parts(n), "\n")})
	}
	m.CurrentFen = p.String()
	text, err := json.MarshalIndent(&doc, "", "  ")
	if err != nil {
		return "", err
	}
	return string(append(text, '\n')), nil
}

// Format describes the format.
func Format() record.Format {
	return record.Format{Name: formatName, Suffixes: []string{"box"},
		NewReader: newReader,
		NewWriter: build.NewWriter(write),
		Detect: func(h record.Head) bool {
			return build.BeginsObject(h.Text) && strings.Contains(h.Text, `"metadata"`) && !strings.Contains(h.Text, `"format"`)
		},
	}
}
