package pieces

import (
	"slices"

	"kydai/game"
	"kydai/reason"
)

// captured returns the piece that a move captures, and its square. For an en passant capture
// the square is beside the target.
func captured(before, after Board, m game.Move) (game.Square, Piece) {
	if p := before.At(m.To()); p.Side != game.NoSide && p.Side != before.At(m.From()).Side {
		return m.To(), p
	}
	us := before.At(m.From()).Side
	for _, sq := range of(before, us.Other()) {
		if after.At(sq).Side == game.NoSide {
			return sq, before.At(sq)
		}
	}
	return game.NoSquare, Piece{}
}

// takes returns the square and the piece that the first move captures.
func (s *Scene) takes() (game.Square, Piece) {
	if !s.Known() {
		return game.NoSquare, Piece{}
	}
	return captured(s.Start(), s.After(), s.Move)
}

// recaptures reports whether the first move captures the piece that has just captured on the same
// square.
func (s *Scene) recaptures() bool {
	return s.Last != game.NoMove && s.Last.Taken() != 0 && s.Last.To() == s.Move.To() && s.Move.Taken() != 0
}

func findRecaptures(s *Scene) []reason.Motif { return s.taking() }

func verifyRecaptures(s *Scene, m *reason.Motif) error {
	sq, p := s.takes()
	if p.Side == game.NoSide || !s.recaptures() || !same(m.Of, Name(s.Start(), sq)) || !same(m.By, Name(s.Start(), s.Move.From())) {
		return reason.Refute("nothing is recaptured")
	}
	if !s.Gains(min(p.Value*4/5, s.Kit.Minor/3)) {
		return reason.Refute("the line does not keep the piece")
	}
	return nil
}

// findFree finds a capture after which the opponent cannot recapture.
func findFree(s *Scene) []reason.Motif { return s.taking() }

// taking returns a motif that names the piece captured by the first move.
func (s *Scene) taking() []reason.Motif {
	sq, p := s.takes()
	if p.Side == game.NoSide {
		return nil
	}
	return []reason.Motif{{By: Name(s.Start(), s.Move.From()), Of: Name(s.Start(), sq)}}
}

func verifyFree(s *Scene, m *reason.Motif) error {
	sq, p := s.takes()
	if p.Side == game.NoSide || !same(m.Of, Name(s.Start(), sq)) || !same(m.By, Name(s.Start(), s.Move.From())) {
		return reason.Refute("the move captures something else")
	}
	if s.recaptures() || mayCapture(s.At[1], s.Move.To()) {
		return reason.Refute("it is part of an exchange")
	}
	if !s.Gains(p.Value * 4 / 5) {
		return reason.Refute("the line does not keep the piece")
	}
	return nil
}

// findWins finds a capture of a piece that is worth more than the piece that the opponent can
// recapture.
func findWins(s *Scene) []reason.Motif { return s.taking() }

func verifyWins(s *Scene, m *reason.Motif) error {
	sq, p := s.takes()
	if p.Side == game.NoSide || !same(m.Of, Name(s.Start(), sq)) || !same(m.By, Name(s.Start(), s.Move.From())) {
		return reason.Refute("the move captures something else")
	}
	own := s.Start().At(s.Move.From())
	if s.recaptures() || !mayCapture(s.At[1], s.Move.To()) || own.Royal || sq != s.Move.To() ||
		Exchange(s.Start(), sq, s.Us, s.Move.From()) < s.Kit.Minor/3 {
		return reason.Refute("the captured piece is not worth more")
	}
	if !s.Gains(s.Kit.Minor / 3) {
		return reason.Refute("the line wins no material")
	}
	return nil
}

// findTrade finds a capture that is followed by a recapture of about the same value.
func findTrade(s *Scene) []reason.Motif { return s.taking() }

func verifyTrade(s *Scene, m *reason.Motif) error {
	sq, p := s.takes()
	reply, ok := s.Plays(1)
	if p.Side == game.NoSide || !ok || reply.To() != s.Move.To() || !same(m.Of, Name(s.Start(), sq)) {
		return reason.Refute("nothing is traded")
	}
	own := s.After().At(s.Move.To())
	if diff := own.Value - p.Value; diff > s.Kit.Minor/4 || -diff > s.Kit.Minor/4 || !s.Sound() {
		return reason.Refute("the trade is not even")
	}
	return nil
}

// findRemoved finds the capture of a piece that is the only guard of another enemy piece. Later in
// the line, the piece that has lost its guard is captured too.
func findRemoved(s *Scene) []reason.Motif {
	sq, p := s.takes()
	then, ok := s.Plays(2)
	if p.Side == game.NoSide || !ok {
		return nil
	}
	return []reason.Motif{{By: Name(s.Start(), s.Move.From()), Of: Name(s.Start(), sq), With: Name(s.Start(), then.To())}}
}

func verifyRemoved(s *Scene, m *reason.Motif) error {
	sq, p := s.takes()
	then, ok := s.Plays(2)
	if p.Side == game.NoSide || !ok || then.To() == s.Move.To() || !same(m.Of, Name(s.Start(), sq)) || !same(m.With, Name(s.Start(), then.To())) {
		return reason.Refute("the line takes something else")
	}
	prey, b := then.To(), s.Start()
	if b.At(prey) != s.Board[2].At(prey) || b.At(prey).Side != s.Us.Other() || b.At(prey).Value < s.Kit.Minor {
		return reason.Refute("the protected piece is another one")
	}
	guards := attackers(b, s.Us.Other(), prey)
	if len(guards) != 1 || guards[0] != sq || mayCapture(s.At[3], prey) {
		return reason.Refute("it was not the only guard")
	}
	if !s.Gains(s.Kit.Minor * 2 / 3) {
		return reason.Refute("the line wins no material")
	}
	return nil
}

// findOverloaded finds a capture after which a guard must recapture. The guard then no longer
// protects another piece, which is captured.
func findOverloaded(s *Scene) []reason.Motif {
	reply, ok := s.Plays(1)
	then, more := s.Plays(2)
	if _, p := s.takes(); p.Side == game.NoSide || !ok || !more {
		return nil
	}
	return []reason.Motif{{By: Name(s.Start(), s.Move.From()), Of: Name(s.Start(), reply.From()), With: Name(s.Start(), s.Move.To(), then.To())}}
}

func verifyOverloaded(s *Scene, m *reason.Motif) error {
	reply, ok := s.Plays(1)
	then, more := s.Plays(2)
	if !ok || !more || reply.To() != s.Move.To() || then.To() == s.Move.To() || !same(m.Of, Name(s.Start(), reply.From())) ||
		!same(m.With, Name(s.Start(), s.Move.To(), then.To())) {
		return reason.Refute("the line is another one")
	}
	b, guard, prey := s.Start(), reply.From(), then.To()
	if b.At(guard).Royal || b.At(prey) != s.Board[2].At(prey) || b.At(prey).Side != s.Us.Other() || b.At(prey).Value < s.Kit.Minor {
		return reason.Refute("nothing falls that it protected")
	}
	if guards := attackers(b, s.Us.Other(), prey); len(guards) != 1 || guards[0] != guard || Attacks(s.Board[2], s.Move.To(), prey) {
		return reason.Refute("it was not the only guard")
	}
	if guards := attackers(b, s.Us.Other(), s.Move.To()); len(guards) != 1 || mayCapture(s.At[3], prey) {
		return reason.Refute("something else could have recaptured")
	}
	if !s.Gains(s.Kit.Minor * 2 / 3) {
		return reason.Refute("the line wins no material")
	}
	return nil
}

// findTrapped finds an attack on a piece that is lost wherever it moves.
func findTrapped(s *Scene) (list []reason.Motif) {
	if !s.Known() {
		return nil
	}
	for _, sq := range of(s.After(), s.Us.Other()) {
		if s.doomed(sq) {
			list = append(list, reason.Motif{By: Name(s.After(), attackers(s.After(), s.Us, sq)...), Of: Name(s.After(), sq)})
		}
	}
	return list
}

// doomed reports whether the first move attacks a piece that is lost wherever it moves.
func (s *Scene) doomed(sq game.Square) bool {
	b, p := s.After(), s.After().At(sq)
	want := s.Kit.Minor * 2 / 3
	if s.checked(1) || p.Royal || p.Value < s.Kit.Minor || Exchange(b, sq, s.Us, game.NoSquare) < want ||
		Exchange(s.Start(), sq, s.Us, game.NoSquare) >= want && s.Start().At(sq) == p {
		return false
	}
	for _, m := range s.At[1].Legal() {
		if m.From() != sq {
			continue
		}
		if len(game.CompletionsOf(s.At[1], m)) != 1 {
			return false // the result of this move depends on chance, so the piece is not certainly lost
		}
		after := s.Kit.Board(s.At[1].Play(m))
		if _, taken := captured(b, after, m); Exchange(after, m.To(), s.Us, game.NoSquare)-taken.Value < want {
			return false
		}
	}
	return true
}

func verifyTrapped(s *Scene, m *reason.Motif) error {
	if !s.Known() || len(m.Of) != 1 || !s.doomed(m.Of[0].Square) {
		return reason.Refute("the piece can get away")
	}
	at := m.Of[0].Square
	for n := 1; n <= 4; n++ {
		move, ok := s.Plays(n)
		switch {
		case !ok:
			return reason.Refute("the line does not capture it")
		case n%2 == 0 && move.To() == at:
			if !s.Gains(s.Kit.Minor * 2 / 3) {
				return reason.Refute("the line wins no material")
			}
			return nil
		case n%2 == 1 && move.From() == at:
			at = move.To()
		}
	}
	return reason.Refute("the line does not capture it")
}

func same(a, b []reason.Piece) bool { return slices.Equal(a, b) }
