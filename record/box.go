package record

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"

	"kydai/game"
)

// boxFormat is the JSON of a program for hidden pieces (docs/records.md): what
// is known of the game, and each move with the position it led to, which shows
// what turned up.
const (
	boxFormat = "box"
	boxMove   = "move" // the type of an entry that is one
)

type boxGame struct {
	Metadata *boxMetadata `json:"metadata"`
	Moves    []boxEntry   `json:"moves"`
}

type boxMetadata struct {
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

type boxEntry struct {
	Type    string `json:"type"`
	Data    string `json:"data"`
	Fen     string `json:"fen"`
	Comment string `json:"comment,omitempty"`
}

// tags are the fields that are tags, and where they are kept.
func (m *boxMetadata) tags(in game.Info) []struct {
	name  string
	value *string
} {
	side := sideTags(in)
	return []struct {
		name  string
		value *string
	}{
		{"Event", &m.Event}, {"Site", &m.Site}, {"Date", &m.Date}, {"Round", &m.Round},
		{side[0], &m.White}, {side[1], &m.Black},
	}
}

// boxReader takes its documents as jsonReader does.
type boxReader struct {
	jsonReader
	rules game.Rules
}

func newBoxReader(in io.Reader, o ReadOptions) (Reader, error) {
	if err := o.needFormat(boxFormat); err != nil {
		return nil, err
	}
	return &boxReader{jsonReader{in: newInput(in), o: o}, o.Rules}, nil
}

// Next implements Reader.
func (r *boxReader) Next() (*Game, error) {
	if !r.in.mark() {
		return nil, io.EOF
	}
	r.count++
	r.b.cur = branch{}
	broken := r.take()
	if len(r.text) == 0 && broken == nil {
		return nil, io.EOF
	}
	g := &Game{Rules: r.rules, Result: Unknown}
	dec := json.NewDecoder(bytes.NewReader(r.text))
	err := r.document(dec, g)
	if err != nil || broken != nil {
		if !errors.As(err, new(*Error)) {
			err = r.fail("", dec.InputOffset(), cmp.Or(broken, err))
		}
		r.in.skipTo(func(head string, _ bool) bool { return head[0] == '{' })
	}
	if r.b.cur.pos == nil {
		return nil, err
	}
	return g, err
}

// document reads a document field by field, so that one that breaks off still
// gives what stands before the break. The metadata must come first.
func (r *boxReader) document(dec *json.Decoder, g *Game) error {
	known := false
	err := eachField(dec, func(key string) error {
		switch key {
		case "metadata":
			var m boxMetadata
			if err := dec.Decode(&m); err != nil {
				return err
			}
			known = true
			return r.begin(g, &m)
		case "moves":
			if !known {
				return badRecord("the metadata must come before the moves")
			}
			return eachItem(dec, func() error {
				at := dec.InputOffset()
				var e boxEntry
				if err := dec.Decode(&e); err != nil {
					return err
				}
				if err := r.entry(&e); err != nil {
					return r.fail(e.Data, at, err)
				}
				return nil
			})
		}
		return skipValue(dec)
	})
	if err == nil && !known {
		err = badRecord("the document has no metadata")
	}
	return err
}

// begin sets up the start.
func (r *boxReader) begin(g *Game, m *boxMetadata) error {
	for _, t := range m.tags(r.rules.Info()) {
		if value := clean(*t.value); value != "" {
			if err := takeTag(g, Tag{t.name, value}); err != nil {
				return err
			}
		}
	}
	g.Result, _ = parseResult(m.Result)
	usual, err := r.rules.New(game.Setup{})
	if err != nil {
		return err
	}
	if m.InitialFen != "" {
		start, err := r.rules.New(game.Setup{Start: boxFen(m.InitialFen)})
		if err != nil {
			return r.fail(m.InitialFen, 0, err)
		}
		if start.String() != usual.String() {
			g.Setup.Start = start.String()
		}
	}
	return r.b.start(g, moveReader{})
}

// boxFen puts the fields of a position in our order: the program had the pool
// before the turn once, and two dashes after it.
func boxFen(fen string) string {
	f := strings.Fields(fen)
	if len(f) >= 3 && (f[2] == "w" || f[2] == "b") && f[1] != "w" && f[1] != "b" {
		f[1], f[2] = f[2], f[1]
		f = slices.DeleteFunc(f, func(s string) bool { return s == "-" })
	}
	return strings.Join(f, " ")
}

// entry plays one entry. Of the ways in which the move can turn out it takes
// the one that shows the piece which the entry's position has there.
func (r *boxReader) entry(e *boxEntry) error {
	if e.Type != boxMove {
		return nil // the pool was corrected by hand; the moves tell the rest
	}
	p := r.b.cur.pos
	m, err := p.Decode(e.Data)
	if err != nil {
		return err
	}
	shown, err := cellOf(boxFen(e.Fen), m.To(), r.rules.Info())
	ways := game.CompletionsOf(p, m)
	if err != nil && len(ways) > 1 {
		return err
	}
	for _, w := range ways {
		if grid, ok := game.GridOf(p.Play(w.Move)); ok && (len(ways) == 1 || grid.Cells[m.To()] == shown) {
			if err := r.b.push(w.Move); err != nil {
				return err
			}
			for line := range strings.SplitSeq(e.Comment, "\n") {
				r.b.remark(line)
			}
			return nil
		}
	}
	return game.Err(game.IllegalMove, "the move ", e.Data, " cannot show ", shown)
}

// cellOf is the letter on a point of a position text.
func cellOf(text string, sq game.Square, in game.Info) (string, error) {
	board, _, _ := strings.Cut(text, " ")
	rows := strings.Split(board, "/")
	if len(rows) != in.Height {
		return "", badRecord("the position of the move has no whole board")
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
	return "", badRecord("the position of the move has nothing where it went")
}

type boxWriter struct {
	out io.Writer
	o   WriteOptions
}

func newBoxWriter(out io.Writer, o WriteOptions) Writer { return &boxWriter{out, o} }

// Write implements Writer. The format knows no deal: the game is always
// written as a spectator saw it.
func (w *boxWriter) Write(g *Game) error {
	in := g.Rules.Info()
	if !hasFormat(g.Rules, boxFormat) {
		return game.Err(Unwritable, in.Name, " has no place in ", boxFormat)
	}
	g, err := g.View(game.NoSide)
	if err != nil {
		return err
	}
	p, err := g.Rules.New(g.Setup)
	if err != nil {
		return err
	}
	m := &boxMetadata{InitialFen: p.String(), FlipMode: "free", Result: string(g.Result.known())}
	for _, t := range m.tags(in) {
		*t.value = clean(g.Tag(t.name))
	}
	doc := boxGame{Metadata: m, Moves: []boxEntry{}}
	for _, n := range g.Main() {
		code := p.Encode(game.NewMove(n.Move.From(), n.Move.To(), n.Move.Piece(), 0, 0))
		p = p.Play(n.Move)
		doc.Moves = append(doc.Moves, boxEntry{boxMove, code, p.String(), strings.Join(parts(n), "\n")})
	}
	m.CurrentFen = p.String()
	text, err := json.MarshalIndent(&doc, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.out.Write(append(text, '\n'))
	return err
}
