package record

import (
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"kydai/game"
)

// Headers of plain text that are no tags.
const (
	textGame   = "Game"
	textStart  = "Start"
	textOption = "Option "
)

var textHeader = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9_ .-]{0,63}):(?: |$)(.*)$`)

// textReader reads plain text: headers "Key: value" if there are any, then
// codes with or without move numbers. A blank line or a result ends a game.
type textReader struct {
	lineReader
	o       ReadOptions
	rules   game.Rules
	started bool
	said    string // the notation that a header names
	from    int    // byte of the present line to go on from
}

func newTextReader(in io.Reader, o ReadOptions) (Reader, error) {
	if o.Rules == nil && o.Find == nil {
		return nil, o.needRules()
	}
	return &textReader{lineReader: lineReader{in: newInput(in)}, o: o}, nil
}

// Next implements Reader.
func (r *textReader) Next() (*Game, error) {
	if !r.begin() {
		return nil, io.EOF
	}
	r.started, r.rules, r.said = false, r.o.Rules, r.o.Notation
	err := r.game()
	if r.g == nil && err == nil {
		return nil, io.EOF
	}
	if err == nil && !r.started {
		err = r.start()
	}
	g := r.kept()
	if err != nil {
		r.from = 0
		r.skipTo(func(_ string, afterBlank bool) bool { return afterBlank })
	}
	return g, err
}

func (r *textReader) game() error {
	blank := true // nothing or a blank line stands before the present line
	for r.more() {
		line := clean(r.line)
		head := textHeader.FindStringSubmatch(line)
		switch {
		case line == "":
			if r.started {
				return nil
			}
			blank = true
			continue
		case r.from == 0 && line[0] == '#':
			continue
		case head != nil && r.from == 0:
			if r.started || r.g != nil && blank {
				r.again = true
				return nil
			}
			if err := r.header(clean(head[1]), clean(head[2])); err != nil {
				return r.fail(line, 0, err)
			}
		default:
			if done, err := r.moves(); done || err != nil {
				return err
			}
		}
		blank = false
	}
	return r.broken()
}

// begun makes the game on its first header or move.
func (r *textReader) begun() error {
	if r.g != nil {
		return nil
	}
	if r.rules == nil {
		return game.Err(WrongGame, "the record does not say which game it is")
	}
	r.g = &Game{Rules: r.rules, Result: Unknown}
	return nil
}

func (r *textReader) start() error {
	r.started = true
	if err := r.b.start(r.g, textReads(r.g.Rules, r.said)); err != nil {
		return r.fail(r.g.Setup.Start, 0, err)
	}
	return nil
}

// textReads is the order in which plain text is tried: codes first, unless a
// notation is named.
func textReads(rules game.Rules, notation string) moveReader {
	mr := reads(rules, notation)
	mr.codeFirst = mr.codeFirst || notation == ""
	return mr
}

func (r *textReader) header(key, value string) error {
	if key == textGame && r.g == nil {
		rules, err := r.o.named(value)
		if err != nil {
			return err
		}
		r.rules = rules
		return r.begun()
	}
	if err := r.begun(); err != nil {
		return err
	}
	if value == "" || key == textGame {
		return nil
	}
	if n, ok := notationTag(r.rules, Tag{key, value}); ok {
		r.said = n
		return nil
	}
	if name, ok := strings.CutPrefix(key, textOption); ok {
		key = optionTag(strings.TrimSpace(name))
	}
	if key = textName(key); key == textStart {
		key = tagFEN
	}
	return takeOnce(r.g, Tag{key, value})
}

// textName keeps what a header's key may consist of.
func textName(s string) string {
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune("+#=:", c) {
			return '_'
		}
		return c
	}, pgnName(s))
}

// moves reads the words of the present line; done at a result.
func (r *textReader) moves() (done bool, err error) {
	if err := r.begun(); err != nil {
		return false, r.fail(r.line, 0, err)
	}
	if !r.started {
		if err := r.start(); err != nil {
			return false, err
		}
	}
	for {
		text, at, next := word(r.line, r.from, "")
		r.from = next
		if text == "" {
			r.from = 0
			return false, nil
		}
		if res, ok := parseResult(text); ok {
			if res != Unknown {
				r.g.Result = res
			}
			if rest, _, _ := word(r.line, next, ""); rest != "" {
				r.again = true
			} else {
				r.from = 0
			}
			return true, nil
		}
		bad, err := r.b.playToken(text)
		if err != nil {
			bad, err = r.unglue(bad, err)
		}
		if err != nil {
			return false, r.fail(bad, at, err)
		}
	}
}

// unglue plays a run of stones without spaces, such as h8h9i8, after it could
// not be read as one move. It returns what failed.
func (r *textReader) unglue(text string, err error) (string, error) {
	for played := false; ; played = true {
		part := text
		for i := 1; i < len(text); i++ {
			if isDigit(text[i-1]) && !isDigit(text[i]) {
				part = text[:i]
				break
			}
		}
		m, partErr := r.b.cur.pos.Decode(part)
		switch {
		case partErr != nil && played:
			return part, partErr
		case partErr != nil || m.From() != game.NoSquare:
			return text, err
		}
		if partErr = r.b.push(m); partErr != nil {
			return part, partErr
		}
		if text = text[len(part):]; text == "" {
			return "", nil
		}
	}
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

type textWriter struct {
	out io.Writer
	o   WriteOptions
}

func newTextWriter(out io.Writer, o WriteOptions) Writer { return &textWriter{out, o} }

// textWidth is where lines of moves are broken.
const textWidth = 72

// Write implements Writer. Comments and variations are not written.
func (w *textWriter) Write(g *Game) error {
	g, err := forWriting(g, w.o)
	if err != nil {
		return err
	}
	start, err := g.Rules.New(g.Setup)
	if err != nil {
		return err
	}
	var notation game.Notation
	if w.o.Notation != "" {
		var ok bool
		if notation, ok = game.NotationOf(g.Rules, w.o.Notation); !ok {
			return game.Err(Unwritable, g.Rules.Info().Name, " has no notation ", w.o.Notation)
		}
	}
	var b strings.Builder
	textHeaders(&b, g, w.o.Notation)
	col := 0
	put := func(s string) {
		switch {
		case col == 0:
		case col+1+len(s) > textWidth:
			b.WriteByte('\n')
			col = 0
		default:
			b.WriteByte(' ')
			col++
		}
		b.WriteString(s)
		col += len(s)
	}
	first := numberOf(g.Setup.Start, start)
	err = mainText(g, notation, lineFits, func(ply int, _ *Node, text string) {
		at := first + ply
		switch {
		case at%2 == 0:
			put(strconv.Itoa(at/2+1) + ".")
		case ply == 0:
			put(strconv.Itoa(at/2+1) + "...")
		}
		put(text)
	})
	if err != nil {
		return err
	}
	put(string(g.Result.known()))
	b.WriteString("\n\n")
	_, err = io.WriteString(w.out, b.String())
	return err
}

func textHeaders(b *strings.Builder, g *Game, notation string) {
	header := func(key, value string) {
		if value = clean(value); value != "" {
			b.WriteString(key + ": " + value + "\n")
		}
	}
	in := g.Rules.Info()
	header(textGame, in.Name)
	header(tagFormat, notation)
	header(textStart, g.Setup.Start)
	for _, name := range optionNames(g.Setup) {
		header(textOption+name, g.Setup.Options[name])
	}
	if !g.Setup.Secret.Empty() {
		header(tagDeal, DealText(g.Setup.Secret))
	}
	for _, t := range rosterFirst(in, g.Tags) {
		name := textName(t.Name)
		_, notates := notationTag(g.Rules, Tag{name, clean(t.Value)})
		taken := slices.Contains([]string{textGame, textStart}, name) || reserved(g.Rules, name) || notates
		if !taken && textHeader.MatchString(name+":") {
			header(name, t.Value)
		}
	}
	header(tagResult, string(g.Result.known()))
	b.WriteByte('\n')
}
