package pieces

import (
	"cmp"
	"slices"

	"kydai/game"
	"kydai/reason"
)

// quiet lists what quiet moves do. It is said where nothing else can be: each
// is a fact of the board, and the line must lose no material.
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

// verifyQuiet accepts what is found again if the line loses no material.
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

// mover names the piece that moves where it stands before: the sentence does
// not tell where it goes.
func (s *Scene) mover() []reason.Piece { return Name(s.Start(), s.Move.From()) }

func findCheck(s *Scene) []reason.Motif {
	if !s.Known() || !s.checked(1) {
		return nil
	}
	return []reason.Motif{{By: s.mover()}}
}

// A move gets out of check.
func findEvades(s *Scene) []reason.Motif {
	if !s.checked(0) {
		return nil
	}
	king, _ := King(s.Start(), s.Us)
	return []reason.Motif{{Of: Name(s.Start(), attackers(s.Start(), s.Us.Other(), king)...)}}
}

// A piece aims at one that it did not aim at before.
func findAims(s *Scene) []reason.Motif {
	return s.reaches(s.Us.Other(), func(p Piece) bool { return !p.Royal && p.Value >= s.Kit.Minor })
}

// A piece comes to protect another.
func findCovers(s *Scene) []reason.Motif {
	return s.reaches(s.Us, func(p Piece) bool { return !p.Royal })
}

// reaches lists the pieces of a side that the moved piece reaches from its new
// square and did not reach from the old one, the most valuable first.
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

// room is the change of a piece's number of moves that is worth a word.
const room = 2

// The moved piece has more moves than before.
func findActive(s *Scene) []reason.Motif {
	before, after, ok := s.ours()
	if !ok || s.Start().At(s.Move.From()).Royal || after[s.Move.To()]-before[s.Move.From()] < room {
		return nil
	}
	return []reason.Motif{{By: s.mover()}}
}

// Another piece has more moves than before.
func findOpens(s *Scene) []reason.Motif {
	before, after, ok := s.ours()
	if !ok {
		return nil
	}
	return s.changed(before, after, func(sq game.Square) bool { return sq != s.Move.To() })
}

// A piece of the other side has fewer moves than before.
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

// ours counts the moves of our pieces before the move, and after it if the
// other side passed.
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

// changed lists the pieces that have more moves in more than in less, the
// greatest difference first.
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

// The game is lost, and the line says for how long it can be held.
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
