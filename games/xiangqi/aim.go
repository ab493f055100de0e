package xiangqi

import (
	"strings"

	"kydai/game"
)

// Aim returns the start point and the target point that a move text names, whether or not the move
// is legal.
func (p *Position) Aim(text string) (from, to game.Square, ok bool) { return AimIn(p, text) }

// AimIn does the same as Position.Aim for every position that implements Written. If the text can
// mean several pieces, AimIn takes the first of them.
func AimIn(p Written, text string) (from, to game.Square, ok bool) {
	text = strings.TrimSpace(text)
	if from, to, rest, ok := CutCode(text); ok && rest == "" {
		return from, to, true
	}
	s, turn := p.Scene(), p.Turn()
	for _, read := range []func(string) (pattern, bool){readWXF, readVietnamese, readChinese} {
		if pat, fits := read(text); fits {
			if from, to, ok = s.aim(turn, pat); ok {
				return from, to, true
			}
		}
	}
	return game.NoSquare, game.NoSquare, false
}

// aim finds a piece of the side turn that matches the pattern (a parsed move text), and the target
// point that the pattern describes.
func (s *Scene) aim(turn game.Side, pat pattern) (from, to game.Square, ok bool) {
	for at, piece := range s.Cells {
		kind := writtenKind(piece.Kind())
		if piece == 0 || piece.Side() != turn || kind != pat.kinds[0] && kind != pat.kinds[1] {
			continue
		}
		for goal := range Points {
			m := game.NewMove(game.Square(at), game.Square(goal), 0, 0, 0)
			f := s.step(m)
			if goal == at || f.way != pat.way || f.target != pat.target || pat.file != 0 && pat.file != f.file || !steps(kind, at, goal) {
				continue
			}
			if s.compare(&f, at); pat.fits(&f) {
				return m.From(), m.To(), true
			}
		}
	}
	return game.NoSquare, game.NoSquare, false
}

// steps reports whether the difference between two points fits the way in which a kind of piece
// moves: straight, diagonally, or like a horse. It ignores obstacles.
func steps(kind Kind, from, to int) bool {
	df, dr := to%Files-from%Files, to/Files-from/Files
	df, dr = max(df, -df), max(dr, -dr)
	switch kind {
	case Horse:
		return df*dr == 2
	case Elephant:
		return df == 2 && dr == 2
	case Adviser:
		return df == 1 && dr == 1
	}
	return df == 0 || dr == 0
}
