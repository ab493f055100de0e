package desk

import (
	"strings"

	"kydai/game"
)

// wholeView is the name of the view that shows all hidden pieces.
const wholeView = "all"

// eyes returns the line as the given view shows it: "first" and "second" are the views of the
// sides, "" is the spectator's view. For the view "all", it returns the line itself.
func eyes(line *game.Line, view string) *game.Line {
	if view == wholeView {
		return line
	}
	return line.View(side(view))
}

// packs lists the groups of squares (packs) onto which the game of a line deals hidden pieces; nil
// if the game has no such groups.
func packs(line *game.Line) []Pack {
	r, ok := line.Rules().(game.Packed)
	if !ok {
		return nil
	}
	var out []Pack
	for _, p := range r.Packs() {
		out = append(out, Pack(p))
	}
	return out
}

// shown lists the dealt pieces that the moves of a line revealed.
func shown(v *game.Line) []Shown {
	var out []Shown
	for ply, step := range v.Steps() {
		p, ok := step.Before.(game.Opener)
		if !ok {
			return nil
		}
		for _, o := range p.Opens(step.Move) {
			s := Shown{Ply: ply, Square: o.Square, Piece: string(rune(o.Piece))}
			if o.To != game.NoSide {
				s.To = o.To.String()
			}
			out = append(out, s)
		}
	}
	return out
}

// uncover replaces the pieces that are still face down after ply moves by their real pieces and
// lists their squares in Down. It does nothing if the line does not contain its deal.
func uncover(out *State, v *game.Line, ply int) {
	deal := v.Setup().Secret
	if deal.Empty() {
		return
	}
	gone := map[game.Square]bool{}
	for _, s := range shown(v) {
		gone[s.Square] = gone[s.Square] || s.Ply < ply
	}
	letters := string(deal.Open())
	for _, p := range packs(v) {
		for _, sq := range p.Squares {
			face := letters[:1]
			letters = letters[1:]
			if gone[sq] || out.Cells[sq] == "" {
				continue
			}
			if out.Down = append(out.Down, sq); isFirst(out.Cells[sq]) {
				face = strings.ToUpper(face)
			}
			out.Cells[sq] = face
		}
	}
}
