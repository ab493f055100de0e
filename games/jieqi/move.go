package jieqi

import (
	"strings"

	"kydai/game"
	"kydai/games/xiangqi"
)

// Content of a move of this game besides its points:
//
//	Piece  the kind as which the piece moved, a xiangqi.Kind
//	Flag   the piece was face down and turns up
//	Arg    the revealed kind, a xiangqi.Kind; 0 while it is not set
//	Taken  0 for no capture; the kind as which a captured face-up piece moved;
//	       takenDown for an unknown face-down piece; or kind+takenKnown: see
//	       takenFace
const (
	takenDown  = 1 // kind number of the general; it is free for this use, because a general is never captured
	takenKnown = 8 // added to the kind of a piece captured face down if the kind is known
)

// takenFace returns the kind of a piece captured face down; None if the kind is not known or if the
// move captures no face-down piece.
func takenFace(m game.Move) xiangqi.Kind {
	// Kinds of face-up pieces end at FreeElephant. Kinds of pieces captured face down begin at
	// Adviser + takenKnown, which is larger.
	if t := m.Taken(); t > int(xiangqi.FreeElephant) {
		return xiangqi.Kind(t - takenKnown)
	}
	return xiangqi.None
}

func withFace(m game.Move, k xiangqi.Kind) game.Move {
	return game.NewMove(m.From(), m.To(), m.Piece(), m.Taken(), int(k)) | game.MoveFlag
}

func withTaken(m game.Move, taken int) game.Move {
	return game.NewMove(m.From(), m.To(), m.Piece(), taken, m.Arg()) | m&game.MoveFlag
}

// needsFace reports whether a move turns up a piece whose kind is not set yet.
func needsFace(m game.Move) bool { return m.Flag() && m.Arg() == 0 }

// needsTaken reports whether a move captures a face-down piece whose kind the viewer may know but
// the move does not contain yet.
func (p *Position) needsTaken(m game.Move) bool {
	return m.Taken() == takenDown && (p.truth || p.viewer == p.turn)
}

// Completions lists the possible results of a legal move with their weights. In the true position a
// move has exactly one result; in a view it has one for every kind of piece still in the pool.
func (p *Position) Completions(m game.Move) []game.Weighted {
	if p.truth {
		return []game.Weighted{{Move: p.finish(m), Weight: 1}}
	}
	ways := []game.Weighted{{Move: m, Weight: 1}}
	if needsFace(m) {
		ways = spread(ways, p.unseen(p.turn), withFace)
	}
	if p.needsTaken(m) {
		ways = spread(ways, p.unseen(p.turn.Other()), func(m game.Move, k xiangqi.Kind) game.Move {
			return withTaken(m, int(k)+takenKnown)
		})
	}
	return ways
}

// spread replaces each move by one move for every kind of piece in the pool that the hidden piece
// may be. The function passed as the last parameter adds that kind to a move. spread multiplies the
// weight by the number of such pieces in the pool.
func spread(ways []game.Weighted, pool counts, with func(game.Move, xiangqi.Kind) game.Move) []game.Weighted {
	var out []game.Weighted
	for _, w := range ways {
		for k, n := range pool {
			if n > 0 {
				out = append(out, game.Weighted{Move: with(w.Move, xiangqi.Kind(k)), Weight: w.Weight * int(n)})
			}
		}
	}
	return out
}

// finish adds the hidden kinds to a move, in the true position, or in a view if only one result is
// possible. In a view, it panics if several results are possible, because then the caller must
// choose one.
func (p *Position) finish(m game.Move) game.Move {
	if !needsFace(m) && !p.needsTaken(m) {
		return m
	}
	if !p.truth {
		if ways := p.Completions(m); len(ways) == 1 {
			return ways[0].Move
		}
		panic("jieqi: Play on a view needs a complete move, not " + p.Encode(m))
	}
	if needsFace(m) {
		m = withFace(m, p.faces[m.From()])
	}
	if p.needsTaken(m) {
		m = withTaken(m, int(p.faces[m.To()])+takenKnown)
	}
	return m
}

// Seen returns a complete move as side s sees it: every side sees a turned-up piece, but only the
// capturer sees a piece captured face down.
func (p *Position) Seen(m game.Move, s game.Side) game.Move {
	if takenFace(m) != xiangqi.None && s != p.turn {
		return withTaken(m, takenDown)
	}
	return m
}

// Encode returns the code of a move: the two points, such as h2e2, then the letter of the turned-up
// piece if it is set, then a star and the letter of the piece captured face down if it is set:
// h2h9c*r.
func (p *Position) Encode(m game.Move) string { return xiangqi.Code(m) + faceSuffix(m) }

func faceSuffix(m game.Move) string {
	text := ""
	if m.Arg() != 0 {
		text = string(rune(letterOf(xiangqi.Kind(m.Arg()))))
	}
	if k := takenFace(m); k != xiangqi.None {
		text += "*" + string(rune(letterOf(k)))
	}
	return text
}

func letterOf(k xiangqi.Kind) byte { return xiangqi.NewPiece(k, game.Second).Letter() }

// Decode parses the output of Encode. It returns an error if the move is illegal or if a named
// piece is not possible.
func (p *Position) Decode(code string) (game.Move, error) {
	from, to, rest, ok := xiangqi.CutCode(code)
	if !ok || len(rest) > 3 {
		return game.NoMove, game.Err(game.BadMove, "a move is written like h2e2, not like ", code)
	}
	for _, m := range p.Legal() {
		if m.From() == from && m.To() == to {
			return p.withSuffix(m, strings.ToLower(rest))
		}
	}
	return game.NoMove, game.Err(game.IllegalMove, "the move ", code, " is not legal here")
}

// withSuffix adds the pieces named in a code's suffix to a legal move. A record written for one
// viewer may be read in the view of another viewer, who does not know the piece captured face down.
// withSuffix then leaves that piece out.
func (p *Position) withSuffix(m game.Move, suffix string) (game.Move, error) {
	if shown, taken, named := strings.Cut(suffix, "*"); named && m.Taken() == takenDown && !p.needsTaken(m) && p.mayBe(taken) {
		suffix = shown
	}
	if suffix == "" {
		return m, nil
	}
	for _, w := range p.partial(m) {
		if faceSuffix(w) == suffix {
			return w, nil
		}
	}
	return game.NoMove, game.Err(game.IllegalMove, "the move ", p.Encode(m), " cannot show ", suffix)
}

// mayBe reports whether a face-down piece of the opponent may be of the kind with the given letter.
func (p *Position) mayBe(letter string) bool {
	for k, n := range p.unseen(p.turn.Other()) {
		if n > 0 && letter == string(rune(letterOf(xiangqi.Kind(k)))) {
			return true
		}
	}
	return false
}

// partial lists all forms of a legal move: its possible results, and the same results without the
// kind of the captured piece.
func (p *Position) partial(m game.Move) []game.Move {
	var out []game.Move
	for _, w := range p.Completions(m) {
		out = append(out, w.Move)
		if takenFace(w.Move) != xiangqi.None && w.Move.Flag() {
			out = append(out, withTaken(w.Move, takenDown))
		}
	}
	return out
}
