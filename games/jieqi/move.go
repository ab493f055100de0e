package jieqi

import (
	"strings"

	"kydai/game"
	"kydai/games/xiangqi"
)

// What a move of this game holds besides its points:
//
//	Piece  how the piece acted, a xiangqi.Kind
//	Flag   the piece was face down and turns up
//	Arg    the face it shows, a xiangqi.Kind, or 0 while that is not said
//	Taken  0, how a face-up piece acted, takenDown for a face-down piece
//	       that is not said, or takenDown+kind+8 … see takenFace
const (
	takenDown  = 1 // a general is never captured, so its number is free
	takenKnown = 8 // added to the known kind of a piece captured face down
)

// takenFace is the kind of a piece captured face down, if known.
func takenFace(m game.Move) xiangqi.Kind {
	// Face-up kinds end at FreeElephant, known ones begin at Adviser+8.
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

// needsFace reports whether the revealed piece is not yet set.
func needsFace(m game.Move) bool { return m.Flag() && m.Arg() == 0 }

// needsTaken reports whether the piece captured face down is not yet set, for a
// viewer who may know it.
func (p *Position) needsTaken(m game.Move) bool {
	return m.Taken() == takenDown && (p.truth || p.viewer == p.turn)
}

// Completions lists the possible outcomes of a legal move: exactly one in the
// true position; in a view every piece still in the pool, with weights.
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

// spread completes each move with each kind.
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

// finish completes a move in the true position, and in a view if there is only
// one way. Playing an incomplete move on a view is a bug of the caller.
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

// Seen is a complete move as s sees it: all see a revealed piece, but only the
// capturer sees a piece captured face down.
func (p *Position) Seen(m game.Move, s game.Side) game.Move {
	if takenFace(m) != xiangqi.None && s != p.turn {
		return withTaken(m, takenDown)
	}
	return m
}

// Encode formats h2e2, then the revealed piece if it is set, then a star and
// the piece captured face down if it is set: h2h9c*r.
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

// Decode parses the output of Encode. The named pieces must be possible.
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

// withSuffix adds the pieces named in a suffix to a legal move. The record of
// one viewer may be read in the view of another one, who does not know the piece
// captured face down: the view leaves it out.
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

// mayBe reports whether a letter names a face-down piece of the side that is not
// to move.
func (p *Position) mayBe(letter string) bool {
	for k, n := range p.unseen(p.turn.Other()) {
		if n > 0 && letter == string(rune(letterOf(xiangqi.Kind(k)))) {
			return true
		}
	}
	return false
}

// partial lists all forms of a legal move: its completions, and those without
// the captured piece.
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
