package record

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"kydai/game"
)

const (
	psqMagic   = "Piskvorky "
	psqRest    = "11:11, 0" // what usually follows the size; nobody needs it
	psqEnd     = "-1"
	sizeOption = "size"
	tagPSQ     = "Psq"    // keeps an unusual rest of the first line
	tagPSQEnd  = "PsqEnd" // keeps an unusual last line
	psqMaxTime = 1_000_000_000
)

var (
	psqHead = regexp.MustCompile(`^Piskvorky +(\d{1,3}) *x *(\d{1,3}) *,? *(.*)$`)
	psqMove = regexp.MustCompile(`^ *(\d{1,3}) *, *(\d{1,3}) *(?:, *(\d{1,10}) *)?$`)
)

// psqReader reads the files of the Piskvork manager: stones on a board,
// counted from 1 at the upper left.
type psqReader struct {
	lineReader
	rules         game.Rules
	width, height int
}

func newPSQReader(in io.Reader, o ReadOptions) (Reader, error) {
	if err := o.needRules(); err != nil {
		return nil, err
	}
	return &psqReader{lineReader: lineReader{in: newInput(in)}, rules: o.Rules}, nil
}

// Next implements Reader.
func (r *psqReader) Next() (*Game, error) {
	if !r.begin() {
		return nil, io.EOF
	}
	err := r.game()
	if r.g == nil && err == nil {
		return nil, io.EOF
	}
	g := r.kept()
	if g != nil && r.b.cur.pos != nil {
		g.Result = ResultOf(r.b.cur.pos.Outcome()) // the file does not say it
	}
	if err != nil {
		r.skipTo(func(head string, _ bool) bool { return strings.HasPrefix(head, psqMagic) })
	}
	return g, err
}

func (r *psqReader) game() error {
	var trailer []string
	for r.more() {
		line := clean(r.line)
		head := psqHead.FindStringSubmatch(line)
		move := psqMove.FindStringSubmatch(line)
		switch {
		case line == "":
		case r.g == nil && head == nil:
			return r.fail(line, 0, badRecord("the first line is not ", psqMagic, "15x15, …"))
		case r.g == nil:
			if err := r.start(head); err != nil {
				return r.fail(line, 0, err)
			}
		case head != nil:
			r.again = true
			return r.trailer(trailer)
		case move != nil && len(trailer) == 0:
			if err := r.stone(move); err != nil {
				return r.fail(line, 0, err)
			}
		case len(trailer) < 3:
			trailer = append(trailer, line)
		}
	}
	if err := r.broken(); err != nil || r.g == nil {
		return err
	}
	return r.trailer(trailer)
}

// start sets up a board of the size that the first line says.
func (r *psqReader) start(head []string) error {
	r.g = &Game{Rules: r.rules, Result: Unknown}
	r.width, _ = strconv.Atoi(head[1])
	r.height, _ = strconv.Atoi(head[2])
	if rest := head[3]; rest != "" && rest != psqRest {
		r.g.Tags = append(r.g.Tags, Tag{tagPSQ, rest})
	}
	in := r.rules.Info()
	if _, sized := optionOf(in, optionTag(sizeOption)); sized && r.width == r.height {
		if size := strconv.Itoa(r.width); size != in.Lookup(r.g.Setup, sizeOption) {
			r.g.Setup.Options = map[string]string{sizeOption: size}
		}
	}
	if err := r.b.start(r.g, moveReader{}); err != nil {
		return err
	}
	if w, h := boardSize(r.g, r.b.cur.pos); w != r.width || h != r.height {
		return badRecord("the board of ", in.Name, " cannot have that size")
	}
	return nil
}

// boardSize is the size of the board that g starts on.
func boardSize(g *Game, start game.Position) (width, height int) {
	if grid, ok := game.GridOf(start); ok {
		return grid.Width, grid.Height
	}
	in := g.Rules.Info()
	if n, err := strconv.Atoi(in.Lookup(g.Setup, sizeOption)); err == nil {
		return n, n
	}
	return in.Width, in.Height
}

// stone puts the stone of one line on the board.
func (r *psqReader) stone(fields []string) error {
	x, _ := strconv.Atoi(fields[1])
	y, _ := strconv.Atoi(fields[2])
	if x < 1 || x > r.width || y < 1 || y > r.height {
		return game.Err(game.BadMove, "the stone is off the board")
	}
	sq := game.Square((r.height-y)*r.width + x - 1)
	for _, m := range r.b.cur.pos.Legal() {
		if m.From() == game.NoSquare && m.To() == sq {
			if err := r.b.push(m); err != nil {
				return err
			}
			if ms, err := strconv.Atoi(fields[3]); err == nil && ms > 0 && ms < psqMaxTime {
				r.b.cur.at.After = []string{spentText(ms)}
			}
			return nil
		}
	}
	return game.Err(game.IllegalMove, "no stone may be put there now")
}

// trailer reads what follows the stones: two names and a number.
func (r *psqReader) trailer(lines []string) error {
	var names []string
	for i, line := range lines {
		if _, err := strconv.Atoi(line); err == nil && (i == 2 || len(lines) < 3) {
			if line != psqEnd && r.g.Tag(tagPSQEnd) == "" {
				r.g.Tags = append(r.g.Tags, Tag{tagPSQEnd, line})
			}
		} else if i < 2 {
			names = append(names, line)
		}
	}
	side := sideTags(r.rules.Info())
	for i, name := range names {
		if err := takeTag(r.g, Tag{side[i], psqName(i, name)}); err != nil {
			return r.fail(name, 0, err)
		}
	}
	return nil
}

// psqName changes the name of a player that would be taken for a stone or for
// a new game.
func psqName(i int, name string) string {
	if i == 0 && psqMove.MatchString(name) || psqHead.MatchString(name) {
		return strings.NewReplacer(",", ".", psqMagic, "").Replace(name)
	}
	return name
}

// spentText and spent write and find the time a move took, in milliseconds,
// as PGN comments have it.
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

type psqWriter struct {
	out io.Writer
	o   WriteOptions
}

func newPSQWriter(out io.Writer, o WriteOptions) Writer { return &psqWriter{out, o} }

// Write implements Writer. It refuses what the format cannot hold: a start of
// its own and moves that put no stone. Rule options are not written.
func (w *psqWriter) Write(g *Game) error {
	if g.Setup.Start != "" || !g.Setup.Secret.Empty() {
		return game.Err(Unwritable, "psq holds games from the usual start only")
	}
	p, err := g.Rules.New(g.Setup)
	if err != nil {
		return err
	}
	width, height := boardSize(g, p)
	var b strings.Builder
	rest := clean(g.Tag(tagPSQ))
	if rest == "" {
		rest = psqRest
	}
	fmt.Fprintf(&b, "%s%dx%d, %s\n", psqMagic, width, height, rest)
	for ply, n := range g.Main() {
		m := n.Move
		if m.From() != game.NoSquare || !m.OnBoard() {
			return game.Err(Unwritable, "psq holds stones only; move ", strconv.Itoa(ply+1), " is ", p.Encode(m))
		}
		file, rank := int(m.To())%width, int(m.To())/width
		fmt.Fprintf(&b, "%d,%d,%d\n", file+1, height-rank, spent(n.After))
		p = p.Play(m)
	}
	for i, side := range sideTags(g.Rules.Info()) {
		name := psqName(i, clean(g.Tag(side)))
		if name == "" {
			name = "?"
		}
		b.WriteString(name + "\n")
	}
	end := clean(g.Tag(tagPSQEnd))
	if end == "" {
		end = psqEnd
	}
	b.WriteString(end + "\n")
	_, err = io.WriteString(w.out, b.String())
	return err
}
