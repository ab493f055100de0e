package pieces

import (
	"kydai/game"
	"kydai/reason"
)

// findThreat finds a threat to mate with the next move.
func findThreat(s *Scene) []reason.Motif {
	if !s.Known() || s.At[1].Outcome().Over() || s.checked(1) {
		return nil
	}
	next, ok := s.Pass(s.At[1])
	if !ok {
		return nil
	}
	m, ok := MateIn1(next)
	if !ok {
		return nil
	}
	return []reason.Motif{{By: Name(s.After(), m.From()), To: Places(m.To())}}
}

func verifyThreat(s *Scene, m *reason.Motif) error {
	if !s.Known() || len(m.By) != 1 || len(m.To) != 1 || s.checked(1) {
		return reason.Refute("there is no threat")
	}
	if _, ok := MateIn1(s.At[0]); ok {
		return reason.Refute("there was a mate before")
	}
	next, ok := s.Pass(s.At[1])
	if !ok || !mates(next, m.By[0].Square, m.To[0].Square) {
		return reason.Refute("the threat does not mate")
	}
	if s.Mate < 0 || !s.Sound() {
		return reason.Refute("the line loses")
	}
	return nil
}

func mates(p game.Position, from, to game.Square) bool {
	for _, m := range p.Legal() {
		if m.From() == from && m.To() == to && len(game.CompletionsOf(p, m)) == 1 && won(p.Play(m), p.Turn()) {
			return true
		}
	}
	return false
}

// findStops finds a move that prevents a mate that the other side threatened.
func findStops(s *Scene) []reason.Motif {
	if !s.Known() || s.checked(0) {
		return nil
	}
	pass, ok := s.Pass(s.At[0])
	if !ok {
		return nil
	}
	m, ok := MateIn1(pass)
	if !ok {
		return nil
	}
	return []reason.Motif{{By: Name(s.Start(), m.From()), To: Places(m.To())}}
}

func verifyStops(s *Scene, m *reason.Motif) error {
	if !s.Known() || s.checked(0) || len(m.By) != 1 || len(m.To) != 1 {
		return reason.Refute("there was no threat")
	}
	pass, ok := s.Pass(s.At[0])
	if !ok || !mates(pass, m.By[0].Square, m.To[0].Square) {
		return reason.Refute("there was no threat")
	}
	if _, ok := MateIn1(s.At[1]); ok || s.Mate < 0 {
		return reason.Refute("the mate is still there")
	}
	return nil
}

// endangers reports whether, before the first move, an enemy piece threatens to win one of our
// pieces. The parameter by is the square of the enemy piece, and sq is the square of our piece.
func (s *Scene) endangers(by, sq game.Square) bool {
	b, them := s.Start(), s.Us.Other()
	p := b.At(sq)
	if p.Side != s.Us || p.Royal || p.Value < s.Kit.Minor || s.checked(0) || !Attacks(b, by, sq) ||
		b.At(by).Side != them || Exchange(b, sq, them, by) < s.Kit.Minor/2 {
		return false
	}
	pass, ok := s.Pass(s.At[0])
	return ok && legal(pass, by, sq)
}

// endangered returns the least valuable piece that threatens to win our piece on a square.
func (s *Scene) endangered(sq game.Square) (by game.Square, ok bool) {
	by = least(s.Start(), sq, s.Us.Other(), nil)
	return by, by != game.NoSquare && s.endangers(by, sq)
}

// findFlees finds a move by which a piece escapes from an attack.
func findFlees(s *Scene) []reason.Motif {
	if !s.Known() {
		return nil
	}
	by, ok := s.endangered(s.Move.From())
	if !ok {
		return nil
	}
	return []reason.Motif{{By: Name(s.Start(), s.Move.From()), Of: Name(s.Start(), by)}}
}

func verifyFlees(s *Scene, m *reason.Motif) error {
	if !s.Known() || len(m.Of) != 1 || !s.endangers(m.Of[0].Square, s.Move.From()) || !same(m.By, Name(s.Start(), s.Move.From())) {
		return reason.Refute("the piece was not in danger")
	}
	by := m.Of[0].Square
	if Exchange(s.After(), s.Move.To(), s.Us.Other(), game.NoSquare) > 0 || s.After().At(by) != s.Start().At(by) || !s.Sound() || s.taken(s.Move.To()) {
		return reason.Refute("the piece is still in danger")
	}
	return nil
}

// taken reports whether the reply to the first move captures on a square.
func (s *Scene) taken(sq game.Square) bool {
	reply, ok := s.Plays(1)
	return ok && reply.To() == sq
}

// findGuards finds a move that protects another piece that was in danger.
func findGuards(s *Scene) (list []reason.Motif) {
	if !s.Known() {
		return nil
	}
	for _, sq := range of(s.Start(), s.Us) {
		if sq == s.Move.From() {
			continue
		}
		if by, ok := s.endangered(sq); ok {
			m := reason.Motif{By: Name(s.After(), s.Move.To()), Of: Name(s.Start(), sq), With: Name(s.Start(), by)}
			if !Attacks(s.After(), by, sq) {
				m.Kind = "block"
			}
			list = append(list, m)
		}
	}
	return list
}

func verifyGuards(s *Scene, m *reason.Motif) error {
	if !s.Known() || len(m.Of) != 1 || len(m.With) != 1 || m.Of[0].Square == s.Move.From() || !same(m.By, Name(s.After(), s.Move.To())) {
		return reason.Refute("there is no other piece")
	}
	sq, by := m.Of[0].Square, m.With[0].Square
	if !s.endangers(by, sq) {
		return reason.Refute("the piece was not in danger")
	}
	b := s.After()
	if b.At(by) != s.Start().At(by) || s.checked(1) || Exchange(b, sq, s.Us.Other(), game.NoSquare) > 0 || s.taken(sq) || !s.Sound() {
		return reason.Refute("the piece is not safe")
	}
	if block := !Attacks(b, by, sq); block != (m.Kind == "block") || !block && !Attacks(b, s.Move.To(), sq) {
		return reason.Refute("the moved piece does not help it")
	}
	return nil
}
