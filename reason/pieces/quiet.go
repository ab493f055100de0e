package pieces

import (
	"cmp"
	"slices"

	"kydai/game"
	"kydai/reason"
)

// quiet lists the detectors for quiet moves. Their motifs are reported only if the move has no
// other motif. Each motif describes what the move changes on the board. It is accepted only if the
// line of moves after it loses no material.
func quiet() []Detector {
	return []Detector{
		{"check", reason.Faint, findCheck, verifyQuiet(findCheck), nil},
		{"evades", reason.Faint, findEvades, verifyQuiet(findEvades), nil},
		{"aims", reason.Faint, findAims, verifyQuiet(findAims), nil},
		{"active", reason.Faint, findActive, verifyQuiet(findActive), nil},
		{"opens", reason.Faint, findOpens, verifyQuiet(findOpens), nil},
		{"limits", reason.Faint, findLimits, verifyQuiet(findLimits), nil},
		{"covers", reason.Faint, findCovers, verifyQuiet(findCovers), nil},
		{"delays", reason.Faint, findDelays, verifyDelays, nil},
	}
}

// verifyQuiet returns a verifier. The verifier accepts a motif if the given detector returns the
// same motif and the line loses no material.
func verifyQuiet(find func(s *Scene) []reason.Motif) func(s *Scene, m *reason.Motif) error {
	return func(s *Scene, m *reason.Motif) error {
		if s.Mate < 0 || !s.Sound() {
			return reason.Refute("the line loses")
		}
		for _, f := range find(s) {
			if f.Kind == m.Kind && same(f.By, m.By) && same(f.Of, m.Of) {
				return nil
			}
		}
		return reason.Refute("the pieces do not stand so")
	}
}

// mover returns the moving piece with its square before the move. The sentence of the motif does
// not name the target square.
func (s *Scene) mover() []reason.Piece { return Name(s.Start(), s.Move.From()) }

func findCheck(s *Scene) []reason.Motif {
	if !s.Known() || !s.checked(1) {
		return nil
	}
	return []reason.Motif{{By: s.mover()}}
}

// findEvades finds a move out of check.
func findEvades(s *Scene) []reason.Motif {
	if !s.checked(0) {
		return nil
	}
	king, _ := King(s.Start(), s.Us)
	return []reason.Motif{{Of: Name(s.Start(), attackers(s.Start(), s.Us.Other(), king)...)}}
}

// findAims finds a move by which a piece newly attacks an enemy piece.
func findAims(s *Scene) []reason.Motif {
	return s.reaches(s.Us.Other(), func(p Piece) bool { return !p.Royal && p.Value >= s.Kit.Minor })
}

// findCovers finds a move by which a piece newly protects another piece of its own side.
func findCovers(s *Scene) []reason.Motif {
	return s.reaches(s.Us, func(p Piece) bool { return !p.Royal })
}

// reaches lists the pieces of a side that the moved piece attacks or protects from its new square
// but not from its old square, most valuable first. It omits pieces for which the function fits
// returns false.
func (s *Scene) reaches(side game.Side, fits func(Piece) bool) (list []reason.Motif) {
	if !s.Known() {
		return nil
	}
	b := s.After()
	targets := of(b, side)
	slices.SortStableFunc(targets, func(x, y game.Square) int { return cmp.Compare(b.At(y).Value, b.At(x).Value) })
	for _, sq := range targets {
		if sq != s.Move.To() && fits(b.At(sq)) && Attacks(b, s.Move.To(), sq) && !Attacks(s.Start(), s.Move.From(), sq) {
			list = append(list, reason.Motif{By: s.mover(), Of: Name(b, sq)})
		}
	}
	return list
}

// room is the smallest change of a piece's number of moves that is worth mentioning.
const room = 2

// findActive finds a move after which the moved piece has more moves.
func findActive(s *Scene) []reason.Motif {
	before, after, ok := s.ours()
	if !ok || s.Start().At(s.Move.From()).Royal || after[s.Move.To()]-before[s.Move.From()] < room {
		return nil
	}
	return []reason.Motif{{By: s.mover()}}
}

// findOpens finds a move after which another piece of the same side has more moves.
func findOpens(s *Scene) []reason.Motif {
	before, after, ok := s.ours()
	if !ok {
		return nil
	}
	return s.changed(before, after, func(sq game.Square) bool { return sq != s.Move.To() })
}

// findLimits finds a move after which an enemy piece has fewer moves.
func findLimits(s *Scene) []reason.Motif {
	if !s.Known() || s.checked(0) || s.checked(1) {
		return nil
	}
	passed, ok := s.Pass(s.At[0])
	if !ok {
		return nil
	}
	return s.changed(movesOf(s.At[1]), movesOf(passed), func(sq game.Square) bool {
		return s.After().At(sq) == s.Start().At(sq) && sq != s.Move.To()
	})
}

// ours counts the moves that our pieces have before the move, and the moves that they would have
// after the move if the other side passed.
func (s *Scene) ours() (before, after map[game.Square]int, ok bool) {
	if !s.Known() || s.At[1].Outcome().Over() || s.checked(0) || s.checked(1) {
		return nil, nil, false
	}
	passed, ok := s.Pass(s.At[1])
	if !ok {
		return nil, nil, false
	}
	return movesOf(s.At[0]), movesOf(passed), true
}

// movesOf counts the legal moves from each square.
func movesOf(p game.Position) map[game.Square]int {
	n := map[game.Square]int{}
	for _, m := range p.Legal() {
		n[m.From()]++
	}
	return n
}

// changed compares the numbers of moves that the pieces have in two maps. It lists the pieces whose
// number in the second map (the parameter more) exceeds the number in the first map (the parameter
// less) by at least the constant room. The largest difference comes first. Royal pieces are
// omitted, as are squares for which the function fits returns false.
func (s *Scene) changed(less, more map[game.Square]int, fits func(game.Square) bool) (list []reason.Motif) {
	var squares []game.Square
	for sq := range more {
		if more[sq]-less[sq] >= room && fits(sq) && !s.After().At(sq).Royal {
			squares = append(squares, sq)
		}
	}
	slices.SortFunc(squares, func(x, y game.Square) int {
		return cmp.Or(cmp.Compare(more[y]-less[y], more[x]-less[x]), cmp.Compare(x, y))
	})
	for _, sq := range squares {
		list = append(list, reason.Motif{By: s.mover(), Of: Name(s.After(), sq)})
	}
	return list
}

// findDelays finds the move that delays the loss of a lost game. The number in the motif is the
// number of moves by which the loss is delayed.
func findDelays(s *Scene) []reason.Motif {
	if s.Mate >= 0 {
		return nil
	}
	return []reason.Motif{{Number: -s.Mate}}
}

func verifyDelays(s *Scene, m *reason.Motif) error {
	if s.Mate >= 0 || m.Number != -s.Mate {
		return reason.Refute("the engine does not find this mate")
	}
	return nil
}
