package words

import (
	"kydai/game"
	"kydai/games/xiangqi"
	"kydai/reason"
	"kydai/reason/pieces"
)

// This file finds motifs that concern the screen of a cannon, the leg of a horse or the eye of an
// elephant: attacks that end because a piece left such a point or moved to it.

// hurts reports whether one piece attacks another in a way that matters: the attack gives check or
// wins material. The parameter by is the point of the attacker, and sq is the point of the attacked
// piece.
func hurts(s *pieces.Scene, b pieces.Board, by, sq game.Square) bool {
	p := b.At(sq)
	return pieces.Attacks(b, by, sq) && (p.Royal ||
		p.Value >= s.Kit.Minor && pieces.Exchange(b, sq, b.At(by).Side, by) >= s.Kit.Minor/2)
}

// findScreen finds a cannon that loses its screen (mất ngòi): the piece over which the cannon
// attacked moves away.
func findScreen(s *pieces.Scene) (list []reason.Motif) {
	if !s.Known() {
		return nil
	}
	b := s.Start()
	for by := range game.Square(xiangqi.Points) {
		if p := b.At(by); p.Side != s.Us.Other() || p.Letter != "c" {
			continue
		}
		for sq := range game.Square(xiangqi.Points) {
			if b.At(sq).Side == s.Us && hurts(s, b, by, sq) {
				m := reason.Motif{By: pieces.Name(b, by), Of: pieces.Name(b, sq), With: pieces.Name(b, s.Move.From())}
				if b.At(sq).Royal {
					m.Kind = "check"
				}
				list = append(list, m)
			}
		}
	}
	return list
}

func verifyScreen(s *pieces.Scene, m *reason.Motif) error {
	if !found(findScreen(s), m) {
		return reason.Refute("no cannon attacked the piece")
	}
	by, sq, from := m.By[0].Square, m.Of[0].Square, s.Move.From()
	if from == sq || s.After().At(by) != s.Start().At(by) || pieces.Attacks(s.After(), by, sq) {
		return reason.Refute("the cannon still attacks, or the piece itself left")
	}
	cells := cellsOf(s.After())
	if !within(from, by, sq) || screens(&cells, int(by), int(sq)) != 0 {
		return reason.Refute("the moved piece was not the screen")
	}
	if reply, ok := s.Plays(1); ok && reply.To() == sq || !s.Sound() {
		return reason.Refute("the piece is lost all the same")
	}
	return nil
}

// within reports whether a point lies between two points of one line.
func within(sq, a, b game.Square) bool {
	if a%xiangqi.Files != b%xiangqi.Files && a/xiangqi.Files != b/xiangqi.Files {
		return false
	}
	for _, at := range between(int(a), int(b)) {
		if at == sq {
			return true
		}
	}
	return false
}

// findGate finds a horse or an elephant that the moved piece blocks at its leg or eye, so that it
// no longer attacks or protects a piece.
func findGate(letter string) func(s *pieces.Scene) []reason.Motif {
	return func(s *pieces.Scene) (list []reason.Motif) {
		if !s.Known() {
			return nil
		}
		b := s.Start()
		for by := range game.Square(xiangqi.Points) {
			if p := b.At(by); p.Side != s.Us.Other() || p.Letter != letter {
				continue
			}
			for sq := range game.Square(xiangqi.Points) {
				if !blocked(s, by, sq) {
					continue
				}
				m := reason.Motif{By: pieces.Name(s.After(), s.Move.To()), Of: pieces.Name(b, by), With: pieces.Name(b, sq)}
				switch b.At(sq).Side {
				case s.Us:
					m.Kind = "attack"
					if b.At(sq).Royal {
						m.Kind = "check"
					}
				default:
					m.Kind = "guard"
				}
				list = append(list, m)
			}
		}
		return list
	}
}

// blocked reports whether the moved piece blocks an attack of another piece. The parameter by is
// the point of the attacker, and sq is the point that it would attack.
func blocked(s *pieces.Scene, by, sq game.Square) bool {
	b, to := s.Start(), s.Move.To()
	return b.At(sq).Side != game.NoSide && sq != s.Move.From() && by != to && sq != to && pieces.Attacks(b, by, sq) &&
		!pieces.Attacks(s.After(), by, sq) && pieces.Attacks(s.After(), by, sq, to)
}

func verifyGate(letter string) func(s *pieces.Scene, m *reason.Motif) error {
	find := findGate(letter)
	return func(s *pieces.Scene, m *reason.Motif) error {
		if !found(find(s), m) {
			return reason.Refute("the move blocks nothing")
		}
		by, sq := m.Of[0].Square, m.With[0].Square
		if m.Kind == "guard" {
			then, ok := s.Plays(2)
			if p := s.Start().At(sq); p.Royal || p.Value < s.Kit.Minor || !ok || then.To() != sq || !s.Gains(s.Kit.Minor/2) {
				return reason.Refute("the piece that it protected does not fall")
			}
			return nil
		}
		if !hurts(s, s.Start(), by, sq) || !s.Sound() {
			return reason.Refute("the attack did not matter, or the line loses material")
		}
		if reply, ok := s.Plays(1); ok && reply.To() == sq {
			return reason.Refute("the piece is lost all the same")
		}
		return nil
	}
}

// findCentral finds a cannon that moves to the middle file and attacks along it (central cannon,
// pháo đầu).
func findCentral(s *pieces.Scene) (list []reason.Motif) {
	const middle = xiangqi.Files / 2
	to := s.Move.To()
	if !s.Known() || s.Start().At(s.Move.From()).Letter != "c" || to%xiangqi.Files != middle || s.Move.From()%xiangqi.Files == middle ||
		s.Start().At(to).Side != game.NoSide {
		return nil
	}
	for sq := game.Square(middle); sq < xiangqi.Points; sq += xiangqi.Files {
		if p := s.After().At(sq); p.Side == s.Us.Other() && (p.Letter == "p" || p.Royal) && pieces.Attacks(s.After(), to, sq) {
			list = append(list, reason.Motif{By: pieces.Name(s.After(), to), Of: pieces.Name(s.After(), sq)})
		}
	}
	return list
}

func verifyCentral(s *pieces.Scene, m *reason.Motif) error {
	if !found(findCentral(s), m) || !s.Sound() {
		return reason.Refute("no cannon comes to the middle file, or the line loses material")
	}
	if reply, ok := s.Plays(1); ok && reply.To() == s.Move.To() {
		return reason.Refute("the cannon is captured")
	}
	return nil
}
