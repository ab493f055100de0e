package record

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"kydai/game"
)

const (
	wxfNotation = "wxf"
	wxfStart    = "START{"
	wxfFormat   = "FORMAT"
	wxfComment  = "COMMENT"
	wxfOption   = "OPTION"
)

// wxfKeys are the headers whose name differs from that of the tag.
var wxfKeys = []struct{ key, tag string }{
	{"EVENT", "Event"}, {"PLACE", "Site"}, {"DATE", "Date"}, {"ROUND", "Round"},
	{"RESULT", tagResult}, {"FEN", tagFEN}, {"DEAL", tagDeal},
}

type wxfReader struct {
	lineReader
	rules game.Rules
	read  moveReader
	notes []wxfNote
	heads int // headers of the present game that are no comments
}

// wxfNote is a comment that a header holds for the move of that ply.
type wxfNote struct {
	ply  int
	text string
}

func newWXFReader(in io.Reader, o ReadOptions) (Reader, error) {
	if err := o.needRules(); err != nil {
		return nil, err
	}
	if _, ok := game.NotationOf(o.Rules, wxfNotation); !ok {
		return nil, game.Err(NoFormat, o.Rules.Info().Name, " has no notation ", wxfNotation)
	}
	return &wxfReader{lineReader: lineReader{in: newInput(in)}, rules: o.Rules, read: reads(o.Rules, wxfNotation)}, nil
}

// Next implements Reader.
func (r *wxfReader) Next() (*Game, error) {
	if !r.begin() {
		return nil, io.EOF
	}
	r.notes, r.heads = nil, 0
	err := r.game()
	if r.g == nil && err == nil {
		return nil, io.EOF
	}
	g := r.kept()
	if g != nil {
		r.annotate(g)
	}
	if err != nil {
		r.skipTo(func(head string, _ bool) bool { return hasKey(head, wxfFormat) })
	}
	return g, err
}

// game reads headers up to the moves, and the moves.
func (r *wxfReader) game() error {
	for r.more() {
		line := clean(r.line)
		if line == "" {
			continue
		}
		if r.g != nil && hasKey(line, wxfFormat) {
			r.again = true
			return r.fail("", 0, badRecord("the game has no moves: ", wxfStart, " is missing"))
		}
		if r.g == nil {
			r.g = &Game{Rules: r.rules, Result: Unknown}
		}
		if len(line) >= len(wxfStart) && strings.EqualFold(line[:len(wxfStart)], wxfStart) {
			if err := r.b.start(r.g, r.read); err != nil {
				return r.fail(r.g.Setup.Start, 0, err)
			}
			return r.moves(strings.IndexByte(r.line, '{') + 1)
		}
		if err := r.header(line); err != nil {
			return r.fail(line, 0, err)
		}
	}
	if r.g != nil && r.in.err == nil {
		return r.fail("", 0, badRecord("the game has no moves: ", wxfStart, " is missing"))
	}
	return r.broken()
}

func hasKey(line, key string) bool {
	text, _, _ := word(line, 0, "")
	return strings.EqualFold(text, key)
}

// header takes one header line.
func (r *wxfReader) header(line string) error {
	key, value, _ := strings.Cut(line, " ")
	upper := strings.ToUpper(key)
	switch {
	case upper == wxfFormat || value == "":
		return nil
	case upper == wxfComment:
		ply, text, _ := strings.Cut(value, " ")
		if n, err := strconv.Atoi(ply); err == nil && n >= 0 && text != "" {
			r.notes = append(r.notes, wxfNote{n, text})
		} else {
			r.notes = append(r.notes, wxfNote{0, value})
		}
		return nil
	}
	if r.heads++; r.heads > 2*MaxTags {
		return game.Err(TooBig, "too many headers for one game")
	}
	in := r.rules.Info()
	if upper == wxfOption {
		name, v, _ := strings.Cut(value, " ")
		if v == "" {
			return nil
		}
		return takeOnce(r.g, Tag{optionTag(name), v})
	}
	for i, side := range in.Sides {
		if strings.EqualFold(key, side) {
			return r.player(sideTags(in)[i], value)
		}
	}
	for _, k := range wxfKeys {
		if k.key == upper || strings.EqualFold(key, k.tag) {
			if k.tag == tagDeal && !reserved(r.rules, tagDeal) {
				return nil // this game deals nothing
			}
			return takeOnce(r.g, Tag{k.tag, value})
		}
	}
	if wxfReserved(r.rules, key) {
		return nil
	}
	return takeOnce(r.g, Tag{key, value})
}

// wxfReserved reports whether a tag of that name cannot be a header of its
// own, since it would be read as something else.
func wxfReserved(rules game.Rules, name string) bool {
	for _, k := range wxfKeys {
		if strings.EqualFold(name, k.key) || name == k.tag {
			return true
		}
	}
	for _, side := range rules.Info().Sides {
		if strings.EqualFold(name, side) {
			return true
		}
	}
	upper := strings.ToUpper(name)
	return slices.Contains([]string{wxfFormat, wxfComment, wxfOption}, upper) ||
		strings.HasPrefix(upper, wxfStart) || reserved(rules, name)
}

// player reads "name ; rating ;;".
func (r *wxfReader) player(tag, value string) error {
	fields := strings.Split(value, ";")
	for i := range fields {
		fields[i] = clean(fields[i])
	}
	if len(fields) > 2 && strings.Join(fields[2:], "") != "" {
		return takeOnce(r.g, Tag{tag, value})
	}
	if len(fields) > 1 && fields[1] != "" {
		if err := takeOnce(r.g, Tag{tag + "Elo", fields[1]}); err != nil {
			return err
		}
	}
	if fields[0] == "" {
		return nil
	}
	return takeOnce(r.g, Tag{tag, fields[0]})
}

// moves reads from byte i of the present line to the closing brace.
func (r *wxfReader) moves(i int) error {
	for {
		text, at, next := word(r.line, i, "{}")
		i = next
		switch {
		case text == "":
			if !r.more() {
				if err := r.broken(); err != nil {
					return err
				}
				return r.fail("", len(r.line), badRecord("the moves have no end"))
			}
			i = 0
		case text == "}":
			return nil
		case text == "{":
			end := strings.IndexByte(r.line[i:], '}')
			if end < 0 {
				return r.fail("{", at, badRecord("the comment has no end on its line"))
			}
			r.note(r.line[i : i+end])
			i += end + 1
		default:
			if err := r.act(text, at); err != nil {
				return err
			}
		}
	}
}

// note hangs a comment on the last move: the headers know no other place.
func (r *wxfReader) note(text string) {
	if text = clean(text); text != "" {
		r.b.cur.at.After = append(r.b.cur.at.After, text)
	}
}

func (r *wxfReader) act(text string, at int) error {
	if res, ok := parseResult(text); ok {
		if res != Unknown {
			r.g.Result = res
		}
		return nil
	}
	move, nag := cutGlyph(text)
	ply := r.b.cur.ply
	bad, err := r.b.playToken(move)
	if err == nil && nag > 0 && r.b.cur.ply > ply {
		r.b.nag(nag)
	}
	return r.fail(bad, at, err)
}

// annotate hangs the comments of the headers on their moves.
func (r *wxfReader) annotate(g *Game) {
	line := g.Main()
	for _, note := range r.notes {
		at := &g.Root
		if n := min(note.ply, len(line)); n > 0 {
			at = line[n-1]
		}
		at.After = append(at.After, note.text)
	}
}
