package native

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"

	"kydai/game"
	"kydai/record"
	"kydai/record/internal/build"
	"kydai/record/internal/scan"
)

// reader reads documents in kydai's own JSON format.
type reader struct {
	build.Documents
	opts record.ReadOptions
}

func newReader(in io.Reader, o record.ReadOptions) (record.Reader, error) {
	if o.Rules == nil && o.Find == nil {
		return nil, o.NeedRules()
	}
	return &reader{build.Documents{In: scan.New(in)}, o}, nil
}

// Next implements Reader.
func (r *reader) Next() (*record.Game, error) {
	if !r.In.Mark() {
		return nil, io.EOF
	}
	r.Count++
	r.Builder.Cur = build.Branch{}
	err := r.Take()
	if len(r.Text) == 0 && err == nil {
		return nil, io.EOF
	}
	var doc document
	broken, offset := err, int64(len(r.Text))
	if len(r.Text) > 0 && r.Text[0] == '{' {
		dec := json.NewDecoder(bytes.NewReader(r.Text))
		if parseErr := doc.parse(dec); parseErr != nil {
			offset = dec.InputOffset()
			if broken == nil {
				broken = parseErr
			}
		}
	}
	g, err := r.build(&doc)
	if broken != nil {
		if g == nil || err == nil {
			err = r.Fail("", offset, broken)
		}
		r.In.SkipTo(func(head string, _ bool) bool { return head[0] == '{' })
	}
	return g, err
}

// build creates a game from a document. If the document contains an error, build also returns the
// part of the game before the error.
func (r *reader) build(doc *document) (*record.Game, error) {
	if doc.Format != formatName {
		return nil, r.Fail(doc.Format, 0, build.Bad("not a document of format ", formatName))
	}
	if doc.Version != version {
		return nil, r.Fail(strconv.Itoa(doc.Version), 0,
			game.Err(record.BadVersion, "this program reads version ", strconv.Itoa(version), " of the format only"))
	}
	rules, err := r.opts.Named(doc.Game)
	if err != nil {
		return nil, r.Fail(doc.Game, 0, err)
	}
	if len(doc.Tags) > record.MaxTags {
		return nil, r.Fail("", 0, game.Err(record.TooBig, "too many tags for one game"))
	}
	g := &record.Game{Tags: doc.Tags, Rules: rules, Result: record.Unknown}
	g.Setup.Start, g.Setup.Options = doc.Start, doc.Options
	g.Root.After = doc.Comments
	if doc.Deal != "" {
		if err := build.TakeDeal(g, doc.Deal); err != nil {
			return g, r.Fail(doc.Deal, 0, err)
		}
	}
	if err := r.Builder.Start(g, build.MoveReader{CodeFirst: true}); err != nil {
		return g, r.Fail(doc.Start, 0, err)
	}
	if err := r.grow(doc.Moves); err != nil {
		r.Builder.Finish()
		return g, err
	}
	if doc.Result != "" {
		res, ok := record.ParseResult(string(doc.Result))
		if !ok {
			return g, r.Fail(string(doc.Result), int64(len(r.Text)), build.Bad("there is no such result"))
		}
		g.Result = res
	}
	return g, nil
}

// grow plays the moves of a line and their variations. After each variation, the builder continues
// from the main move to which the variation is an alternative.
func (r *reader) grow(line []move) error {
	for _, m := range line {
		if err := r.Builder.Play(m.Code); err != nil {
			return r.Fail(m.Code, m.at, err)
		}
		n := r.Builder.Cur.At
		n.Before, n.After = m.Before, m.Comments
		for _, nag := range m.NAGs {
			if nag < 0 || nag > build.MaxNAG {
				return r.Fail(strconv.Itoa(nag), m.at, build.Bad("a sign is a number up to ", strconv.Itoa(build.MaxNAG)))
			}
			r.Builder.Nag(nag)
		}
		for _, v := range m.Variations {
			if err := r.Builder.Open(); err != nil {
				return r.Fail(m.Code, m.at, err)
			}
			if err := r.grow(v); err != nil {
				return err
			}
			r.Builder.CloseOne()
		}
	}
	return nil
}

func parseMoves(dec *json.Decoder, line *[]move, depth int) error {
	if depth > record.MaxDepth {
		return game.Err(record.TooBig, "too many variations within variations")
	}
	return build.EachItem(dec, func() error {
		*line = append(*line, move{at: dec.InputOffset()})
		m := &(*line)[len(*line)-1]
		err := build.EachField(dec, func(key string) error {
			switch key {
			case "code":
				return dec.Decode(&m.Code)
			case "before":
				return dec.Decode(&m.Before)
			case "comments":
				return dec.Decode(&m.Comments)
			case "nags":
				return dec.Decode(&m.NAGs)
			case "variations":
				return build.EachItem(dec, func() error {
					m.Variations = append(m.Variations, nil)
					return parseMoves(dec, &m.Variations[len(m.Variations)-1], depth+1)
				})
			}
			return build.SkipValue(dec)
		})
		if err != nil && m.Code == "" {
			*line = (*line)[:len(*line)-1]
		}
		return err
	})
}
