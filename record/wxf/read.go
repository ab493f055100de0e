package wxf

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"kydai/game"
	"kydai/record"
	"kydai/record/internal/build"
	"kydai/record/internal/scan"
)

const (
	notationName = "wxf"
	startMark    = "START{"
	formatKey    = "FORMAT"
	commentKey   = "COMMENT"
	optionKey    = "OPTION"
)

// keys lists the headers whose name differs from the name of their tag.
var keys = []struct{ key, tag string }{
	{"EVENT", "Event"}, {"PLACE", "Site"}, {"DATE", "Date"}, {"ROUND", "Round"},
	{"RESULT", build.TagResult}, {"FEN", build.TagFEN}, {"DEAL", build.TagDeal},
}

type reader struct {
	build.Lines
	rules game.Rules
	read  build.MoveReader
	notes []note
	heads int // number of headers of the current game, without comments
}

// note is a comment that a header contains, and the ply of the move to which it belongs.
type note struct {
	ply  int
	text string
}

func newReader(in io.Reader, o record.ReadOptions) (record.Reader, error) {
	if err := o.NeedRules(); err != nil {
		return nil, err
	}
	if _, ok := game.NotationOf(o.Rules, notationName); !ok {
		return nil, game.Err(record.NoFormat, o.Rules.Info().Name, " has no notation ", notationName)
	}
	return &reader{Lines: build.Lines{In: scan.New(in)}, rules: o.Rules, read: build.Reads(o.Rules, notationName)}, nil
}

// Next implements Reader.
func (r *reader) Next() (*record.Game, error) {
	if !r.Begin() {
		return nil, io.EOF
	}
	r.notes, r.heads = nil, 0
	err := r.game()
	if r.Game == nil && err == nil {
		return nil, io.EOF
	}
	g := r.Kept()
	if g != nil {
		r.annotate(g)
	}
	if err != nil {
		r.SkipTo(func(head string, _ bool) bool { return hasKey(head, formatKey) })
	}
	return g, err
}

// game reads the headers and the moves of a game.
func (r *reader) game() error {
	for r.More() {
		line := scan.Clean(r.Line)
		if line == "" {
			continue
		}
		if r.Game != nil && hasKey(line, formatKey) {
			r.Again = true
			return r.Fail("", 0, build.Bad("the game has no moves: ", startMark, " is missing"))
		}
		if r.Game == nil {
			r.Game = &record.Game{Rules: r.rules, Result: record.Unknown}
		}
		if len(line) >= len(startMark) && strings.EqualFold(line[:len(startMark)], startMark) {
			if err := r.Builder.Start(r.Game, r.read); err != nil {
				return r.Fail(r.Game.Setup.Start, 0, err)
			}
			return r.moves(strings.IndexByte(r.Line, '{') + 1)
		}
		if err := r.header(line); err != nil {
			return r.Fail(line, 0, err)
		}
	}
	if r.Game != nil && r.In.Err == nil {
		return r.Fail("", 0, build.Bad("the game has no moves: ", startMark, " is missing"))
	}
	return r.Broken()
}

func hasKey(line, key string) bool {
	text, _, _ := build.Word(line, 0, "")
	return strings.EqualFold(text, key)
}

// header processes one header line.
func (r *reader) header(line string) error {
	key, value, _ := strings.Cut(line, " ")
	upper := strings.ToUpper(key)
	switch {
	case upper == formatKey || value == "":
		return nil
	case upper == commentKey:
		ply, text, _ := strings.Cut(value, " ")
		if n, err := strconv.Atoi(ply); err == nil && n >= 0 && text != "" {
			r.notes = append(r.notes, note{n, text})
		} else {
			r.notes = append(r.notes, note{0, value})
		}
		return nil
	}
	if r.heads++; r.heads > 2*record.MaxTags {
		return game.Err(record.TooBig, "too many headers for one game")
	}
	in := r.rules.Info()
	if upper == optionKey {
		name, v, _ := strings.Cut(value, " ")
		if v == "" {
			return nil
		}
		return build.TakeOnce(r.Game, record.Tag{Name: build.OptionTag(name), Value: v})
	}
	for i, side := range in.Sides {
		if strings.EqualFold(key, side) {
			return r.player(record.SideTags(in)[i], value)
		}
	}
	for _, k := range keys {
		if k.key == upper || strings.EqualFold(key, k.tag) {
			if k.tag == build.TagDeal && !build.Reserved(r.rules, build.TagDeal) {
				return nil // ignore the header, because this game has no hidden deal
			}
			return build.TakeOnce(r.Game, record.Tag{Name: k.tag, Value: value})
		}
	}
	if reservedKey(r.rules, key) {
		return nil
	}
	return build.TakeOnce(r.Game, record.Tag{Name: key, Value: value})
}

// reservedKey reports whether a tag cannot be written as a header with the name of the tag, because
// readers give a header with this name another meaning.
func reservedKey(rules game.Rules, name string) bool {
	for _, k := range keys {
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
	return slices.Contains([]string{formatKey, commentKey, optionKey}, upper) ||
		strings.HasPrefix(upper, startMark) || build.Reserved(rules, name)
}

// player parses "name ; rating ;;".
func (r *reader) player(tag, value string) error {
	fields := strings.Split(value, ";")
	for i := range fields {
		fields[i] = scan.Clean(fields[i])
	}
	if len(fields) > 2 && strings.Join(fields[2:], "") != "" {
		return build.TakeOnce(r.Game, record.Tag{Name: tag, Value: value})
	}
	if len(fields) > 1 && fields[1] != "" {
		if err := build.TakeOnce(r.Game, record.Tag{Name: tag + "Elo", Value: fields[1]}); err != nil {
			return err
		}
	}
	if fields[0] == "" {
		return nil
	}
	return build.TakeOnce(r.Game, record.Tag{Name: tag, Value: fields[0]})
}

// moves reads from byte i of the current line to the closing brace.
func (r *reader) moves(i int) error {
	for {
		text, at, next := build.Word(r.Line, i, "{}")
		i = next
		switch {
		case text == "":
			if !r.More() {
				if err := r.Broken(); err != nil {
					return err
				}
				return r.Fail("", len(r.Line), build.Bad("the moves have no end"))
			}
			i = 0
		case text == "}":
			return nil
		case text == "{":
			end := strings.IndexByte(r.Line[i:], '}')
			if end < 0 {
				return r.Fail("{", at, build.Bad("the comment has no end on its line"))
			}
			r.note(r.Line[i : i+end])
			i += end + 1
		default:
			if err := r.act(text, at); err != nil {
				return err
			}
		}
	}
}

// note adds a comment to the last move as a comment after that move, because headers cannot
// represent comments before a move.
func (r *reader) note(text string) {
	if text = scan.Clean(text); text != "" {
		r.Builder.Cur.At.After = append(r.Builder.Cur.At.After, text)
	}
}

func (r *reader) act(text string, at int) error {
	if res, ok := record.ParseResult(text); ok {
		if res != record.Unknown {
			r.Game.Result = res
		}
		return nil
	}
	move, nag := build.CutGlyph(text)
	ply := r.Builder.Cur.Ply
	bad, err := r.Builder.PlayToken(move)
	if err == nil && nag > 0 && r.Builder.Cur.Ply > ply {
		r.Builder.Nag(nag)
	}
	return r.Fail(bad, at, err)
}

// annotate adds the comments from the headers to their moves.
func (r *reader) annotate(g *record.Game) {
	line := g.Main()
	for _, note := range r.notes {
		at := &g.Root
		if n := min(note.ply, len(line)); n > 0 {
			at = line[n-1]
		}
		at.After = append(at.After, note.text)
	}
}
