package build

import (
	"slices"
	"strconv"
	"strings"

	"kydai/game"
	"kydai/record"
)

// MoveReader parses the text of a move in all forms that a record may use.
type MoveReader struct {
	notations []game.Notation
	CodeFirst bool
}

// Reads returns a MoveReader for records in the named notation. The MoveReader tries that notation
// first, then the program's own move codes such as e2e4, then the other notations of the game. If
// notation is empty, it tries the codes first.
func Reads(r game.Rules, notation string) MoveReader {
	var mr MoveReader
	if n, ok := game.NotationOf(r, notation); ok {
		mr.notations = append(mr.notations, n)
	} else {
		mr.CodeFirst = true
	}
	if noted, ok := r.(game.Noted); ok {
		for _, n := range noted.Notations() {
			if len(mr.notations) == 0 || n.Name() != mr.notations[0].Name() {
				mr.notations = append(mr.notations, n)
			}
		}
	}
	return mr
}

// move returns a complete move. If no notation can read the text, move returns the most informative
// error: an error about an illegal move is preferred to one about an unreadable text. If a later
// notation can read the text, move tries this notation first from then on, because a record uses
// one notation.
func (mr *MoveReader) move(p game.Position, text string) (game.Move, error) {
	var worst error
	try := func(m game.Move, err error) (game.Move, bool) {
		if err == nil {
			m, err = complete(p, m)
		}
		if err != nil && (worst == nil || CodeOf(worst) == game.BadMove && CodeOf(err) != game.BadMove) {
			worst = err
		}
		return m, err == nil
	}
	if mr.CodeFirst {
		if m, ok := try(p.Decode(text)); ok {
			return m, nil
		}
	}
	for i, n := range mr.notations {
		if m, ok := try(n.Read(p, text)); ok {
			if i > 0 {
				mr.notations = append([]game.Notation{n}, slices.Delete(slices.Clone(mr.notations), i, i+1)...)
			}
			return m, nil
		}
		if i == 0 && !mr.CodeFirst {
			if m, ok := try(p.Decode(text)); ok {
				return m, nil
			}
		}
	}
	return game.NoMove, worst
}

// complete adds the revealed piece to a move of a face-down piece. It returns an error if the
// position allows more than one result.
func complete(p game.Position, m game.Move) (game.Move, error) {
	c, chancy := p.(game.Chancy)
	if !chancy {
		return m, nil
	}
	done := c.Completions(m)
	if len(done) != 1 {
		return game.NoMove, game.Err(game.NeedsFace, "the move ", p.Encode(m), " needs what it turned up")
	}
	return done[0].Move, nil
}

// MoveText formats a complete move so that MoveReader reads the same move. It uses the notation if
// the text in that notation is sufficient, otherwise the move's code. If the notation is nil, it
// uses codes.
func MoveText(n game.Notation, p game.Position, m game.Move, fits func(string) bool) (string, error) {
	if n != nil {
		text := n.Write(p, m)
		short, _, _ := strings.Cut(text, "(") // text without the remark in brackets, because the remark is optional
		for _, t := range []string{text, short} {
			if fits(t) && readsAs(n, p, m, t) {
				return t, nil
			}
		}
	}
	code := p.Encode(m)
	if !fits(code) {
		return "", game.Err(record.Unwritable, "the format has no way to write the move ", code)
	}
	return code, nil
}

// readsAs reports whether the text reads back as the same move. It checks only positions with
// hidden pieces, where a notation may leave out the revealed piece.
func readsAs(n game.Notation, p game.Position, m game.Move, text string) bool {
	if _, chancy := p.(game.Chancy); !chancy {
		return true
	}
	back, err := n.Read(p, text)
	if err == nil {
		back, err = complete(p, back)
	}
	return err == nil && back == m
}

// LineFits reports whether a move's text is one word that a reader cannot take for something else.
// It is for formats in which brackets may be part of a move.
func LineFits(s string) bool {
	return Fits(strings.NewReplacer("(", "", ")", "").Replace(s)) && !strings.ContainsAny(s, "#:")
}

// MainText formats the moves of the main line. It calls the function each with the ply, node and
// text of every move.
func MainText(g *record.Game, n game.Notation, fits func(string) bool, each func(ply int, node *record.Node, text string)) error {
	p, err := g.Rules.New(g.Setup)
	if err != nil {
		return err
	}
	for ply, node := range g.Main() {
		text, err := MoveText(n, p, node.Move, fits)
		if err != nil {
			return err
		}
		each(ply, node, text)
		p = p.Play(node.Move)
	}
	return nil
}

// FirstPly returns the number of plies that were played before a start position, given as text. It
// computes this number from the side to move and from the move number, which is the last field of
// the text, as in FEN. If the text has no move number, FirstPly assumes move 1.
func FirstPly(start string, p game.Position) int {
	move := 1
	if fields := strings.Fields(start); len(fields) >= 4 {
		if n, err := strconv.Atoi(fields[len(fields)-1]); err == nil && n >= 1 && n < 10_000 {
			move = n
		}
	}
	ply := 2 * (move - 1)
	if p.Turn() == game.Second {
		ply++
	}
	return ply
}

// Fits reports whether a move's text is one token that a reader cannot take for something else.
func Fits(s string) bool {
	_, isResult := record.ParseResult(s)
	_, isGlyph := NAG(s)
	rest, _ := cutNumber(s)
	return s != "" && s[0] != '%' && rest != "" && !isResult && !isGlyph && s != "ep" && s != "e.p." &&
		!strings.ContainsAny(s, "{}()[];$\"!? \t\r\n")
}
