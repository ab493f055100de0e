// Package psq reads and writes the files of the Piskvork manager: stones in the order in which
// they were placed.
package psq

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"kydai/game"
	"kydai/record"
	"kydai/record/internal/build"
	"kydai/record/internal/scan"
)

const (
	magic     = "Piskvorky "
	usualRest = "11:11, 0" // default text after the board size in the first line; it does not affect the game
	usualEnd  = "-1"
	tagRest   = "Psq"    // tag that keeps the rest of the first line if it differs from usualRest
	tagEnd    = "PsqEnd" // tag that keeps the last line if it differs from usualEnd
)

var (
	headLine = regexp.MustCompile(`^Piskvorky +(\d{1,3}) *x *(\d{1,3}) *,? *(.*)$`)
	moveLine = regexp.MustCompile(`^ *(\d{1,3}) *, *(\d{1,3}) *(?:, *(\d{1,10}) *)?$`)
)

// reader reads the files of the Piskvork manager: stones on a board, with coordinates counted
// from 1 at the upper left.
type reader struct {
	build.Lines
	rules         game.Rules
	width, height int
}

func newReader(in io.Reader, o record.ReadOptions) (record.Reader, error) {
	if err := o.NeedRules(); err != nil {
		return nil, err
	}
	return &reader{Lines: build.Lines{In: scan.New(in)}, rules: o.Rules}, nil
}

// Next implements Reader.
func (r *reader) Next() (*record.Game, error) {
	if !r.Begin() {
		return nil, io.EOF
	}
	err := r.game()
	if r.Game == nil && err == nil {
		return nil, io.EOF
	}
	g := r.Kept()
	if g != nil && r.Builder.Cur.Pos != nil {
		g.Result = record.ResultOf(r.Builder.Cur.Pos.Outcome()) // the file does not contain the result, so the rules determine it
	}
	if err != nil {
		r.SkipTo(func(head string, _ bool) bool { return strings.HasPrefix(head, magic) })
	}
	return g, err
}

func (r *reader) game() error {
	var trailer []string
	for r.More() {
		line := scan.Clean(r.Line)
		head := headLine.FindStringSubmatch(line)
		move := moveLine.FindStringSubmatch(line)
		switch {
		case line == "":
		case r.Game == nil && head == nil:
			return r.Fail(line, 0, build.Bad("the first line is not ", magic, "15x15, …"))
		case r.Game == nil:
			if err := r.start(head); err != nil {
				return r.Fail(line, 0, err)
			}
		case head != nil:
			r.Again = true
			return r.trailer(trailer)
		case move != nil && len(trailer) == 0:
			if err := r.stone(move); err != nil {
				return r.Fail(line, 0, err)
			}
		case len(trailer) < 3:
			trailer = append(trailer, line)
		}
	}
	if err := r.Broken(); err != nil || r.Game == nil {
		return err
	}
	return r.trailer(trailer)
}

// start sets up a board of the size in the first line.
func (r *reader) start(head []string) error {
	r.Game = &record.Game{Rules: r.rules, Result: record.Unknown}
	r.width, _ = strconv.Atoi(head[1])
	r.height, _ = strconv.Atoi(head[2])
	if rest := head[3]; rest != "" && rest != usualRest {
		r.Game.Tags = append(r.Game.Tags, record.Tag{Name: tagRest, Value: rest})
	}
	in := r.rules.Info()
	if _, sized := build.OptionOf(in, build.OptionTag(build.SizeOption)); sized && r.width == r.height {
		if size := strconv.Itoa(r.width); size != in.Lookup(r.Game.Setup, build.SizeOption) {
			r.Game.Setup.Options = map[string]string{build.SizeOption: size}
		}
	}
	if err := r.Builder.Start(r.Game, build.MoveReader{}); err != nil {
		return err
	}
	if w, h := build.BoardSize(r.Game, r.Builder.Cur.Pos); w != r.width || h != r.height {
		return build.Bad("the board of ", in.Name, " cannot have that size")
	}
	return nil
}

// stone places the stone of one line on the board.
func (r *reader) stone(fields []string) error {
	x, _ := strconv.Atoi(fields[1])
	y, _ := strconv.Atoi(fields[2])
	if x < 1 || x > r.width || y < 1 || y > r.height {
		return game.Err(game.BadMove, "the stone is off the board")
	}
	sq := game.Square((r.height-y)*r.width + x - 1)
	for _, m := range r.Builder.Cur.Pos.Legal() {
		if m.From() == game.NoSquare && m.To() == sq {
			if err := r.Builder.Push(m); err != nil {
				return err
			}
			if ms, err := strconv.Atoi(fields[3]); err == nil && ms > 0 && ms < build.MaxTime {
				r.Builder.Cur.At.After = []string{spentText(ms)}
			}
			return nil
		}
	}
	return game.Err(game.IllegalMove, "no stone may be put there now")
}

// trailer reads the lines after the stones: two names and a number.
func (r *reader) trailer(lines []string) error {
	var names []string
	for i, line := range lines {
		if _, err := strconv.Atoi(line); err == nil && (i == 2 || len(lines) < 3) {
			if line != usualEnd && r.Game.Tag(tagEnd) == "" {
				r.Game.Tags = append(r.Game.Tags, record.Tag{Name: tagEnd, Value: line})
			}
		} else if i < 2 {
			names = append(names, line)
		}
	}
	side := record.SideTags(r.rules.Info())
	for i, name := range names {
		if err := build.TakeTag(r.Game, record.Tag{Name: side[i], Value: playerName(i, name)}); err != nil {
			return r.Fail(name, 0, err)
		}
	}
	return nil
}

// playerName changes a player's name that a reader would take for a stone or for the start of a new
// game.
func playerName(i int, name string) string {
	if i == 0 && moveLine.MatchString(name) || headLine.MatchString(name) {
		return strings.NewReplacer(",", ".", magic, "").Replace(name)
	}
	return name
}

// spentText formats the time that a move took, given in milliseconds, as PGN comments do. The
// function spent parses the result.
func spentText(ms int) string {
	s := ms / 1000
	return fmt.Sprintf("[%%emt %d:%02d:%02d.%03d]", s/3600, s/60%60, s%60, ms%1000)
}

var emt = regexp.MustCompile(`\[%emt (\d{1,3}):(\d\d):(\d\d)(?:\.(\d{3}))?\]`)

func spent(comments []string) int {
	for _, text := range comments {
		if m := emt.FindStringSubmatch(text); m != nil {
			h, _ := strconv.Atoi(m[1])
			mins, _ := strconv.Atoi(m[2])
			s, _ := strconv.Atoi(m[3])
			ms, _ := strconv.Atoi(m[4])
			return ((h*60+mins)*60+s)*1000 + ms
		}
	}
	return 0
}

// write formats a game as text. It returns an error if the format cannot hold the game: if the
// start position is not the default, or if a move places no stone. Rule options are not written.
func write(g *record.Game, _ record.WriteOptions) (string, error) {
	if g.Setup.Start != "" || !g.Setup.Secret.Empty() {
		return "", game.Err(record.Unwritable, "psq holds games from the usual start only")
	}
	p, err := g.Rules.New(g.Setup)
	if err != nil {
		return "", err
	}
	width, height := build.BoardSize(g, p)
	var b strings.Builder
	rest := scan.Clean(g.Tag(tagRest))
	if rest == "" {
		rest = usualRest
	}
	fmt.Fprintf(&b, "%s%dx%d, %s\n", magic, width, height, rest)
	for ply, n := range g.Main() {
		m := n.Move
		if m.From() != game.NoSquare || !m.OnBoard() {
			return "", game.Err(record.Unwritable, "psq holds stones only; move ", strconv.Itoa(ply+1), " is ", p.Encode(m))
		}
		file, rank := int(m.To())%width, int(m.To())/width
		fmt.Fprintf(&b, "%d,%d,%d\n", file+1, height-rank, spent(n.After))
		p = p.Play(m)
	}
	for i, side := range record.SideTags(g.Rules.Info()) {
		name := playerName(i, scan.Clean(g.Tag(side)))
		if name == "" {
			name = "?"
		}
		b.WriteString(name + "\n")
	}
	end := scan.Clean(g.Tag(tagEnd))
	if end == "" {
		end = usualEnd
	}
	b.WriteString(end + "\n")
	return b.String(), nil
}

// Format describes the format.
func Format() record.Format {
	return record.Format{Name: "psq", Suffixes: []string{"psq"},
		NewReader: newReader,
		NewWriter: build.NewWriter(write),
		Detect: func(h record.Head) bool {
			return strings.HasPrefix(h.Text, magic)
		},
	}
}
