package pieces

import (
	"kydai/game"
	"kydai/reason"
)

// findFork finds a move that attacks several pieces at once, so that one of them can be captured.
func findFork(s *Scene) []reason.Motif {
	if !s.Known() {
		return nil
	}
	targets := s.forked()
	return []reason.Motif{{By: Name(s.After(), s.Move.To()), Of: Name(s.After(), targets...)}}
}

// forked lists the enemy pieces that the moved piece attacks and that it could capture with profit,
// or that are royal.
func (s *Scene) forked() (list []game.Square) {
	b, at := s.After(), s.Move.To()
	for _, sq := range of(b, s.Us.Other()) {
		if Attacks(b, at, sq) && (b.At(sq).Royal || Exchange(b, sq, s.Us, at) >= s.Kit.Minor/2 && b.At(sq).Value >= s.Kit.Minor) {
			list = append(list, sq)
		}
	}
	return list
}

func verifyFork(s *Scene, m *reason.Motif) error {
	if !s.Known() {
		return reason.Refute("what the move shows is not known")
	}
	targets := s.forked()
	if len(targets) < 2 || !same(m.Of, Name(s.After(), targets...)) || !same(m.By, Name(s.After(), s.Move.To())) {
		return reason.Refute("the move does not attack these pieces")
	}
	fresh := false
	for _, sq := range targets {
		fresh = fresh || !Attacks(s.Start(), s.Move.From(), sq)
	}
	then, ok := s.Plays(2)
	if !fresh || !ok || then.From() != s.Move.To() || !holds(m.Of, then.To()) {
		return reason.Refute("the line takes neither piece")
	}
	if !s.Gains(s.Kit.Minor / 2) {
		return reason.Refute("the line wins no material")
	}
	return nil
}

func holds(list []reason.Piece, sq game.Square) bool {
	for _, p := range list {
		if p.Square == sq {
			return true
		}
	}
	return false
}

// behind lists pairs of pieces on one line: a piece that the moved piece attacks, and the piece
// behind the attacked piece.
func (s *Scene) behind() (pairs [][2]game.Square) {
	b, at := s.After(), s.Move.To()
	for _, front := range of(b, s.Us.Other()) {
		if !Attacks(b, at, front) {
			continue
		}
		for _, back := range of(b, s.Us.Other()) {
			if back != front && !Attacks(b, at, back) && Attacks(b, at, back, front) {
				pairs = append(pairs, [2]game.Square{front, back})
			}
		}
	}
	return pairs
}

// pairs returns a motif for each pair of pieces that the method behind lists.
func (s *Scene) pairs() (list []reason.Motif) {
	if !s.Known() {
		return nil
	}
	for _, pair := range s.behind() {
		list = append(list, reason.Motif{By: Name(s.After(), s.Move.To()), Of: Name(s.After(), pair[0]), With: Name(s.After(), pair[1])})
	}
	return list
}

// pair returns the squares of the two pieces in a motif. It returns an error if the method behind
// does not list this pair.
func (s *Scene) pair(m *reason.Motif) (front, back game.Square, err error) {
	if s.Known() {
		for _, pair := range s.behind() {
			if same(m.Of, Name(s.After(), pair[0])) && same(m.With, Name(s.After(), pair[1])) && same(m.By, Name(s.After(), s.Move.To())) {
				return pair[0], pair[1], nil
			}
		}
	}
	return 0, 0, reason.Refute("the pieces are not on one line")
}

// findSkewer finds an attack on a piece that must move away, so that the piece behind it can be
// captured.
func findSkewer(s *Scene) []reason.Motif {
	list := s.pairs()
	for i := range list {
		if s.After().At(list[i].Of[0].Square).Royal {
			list[i].Kind = "check"
		}
	}
	return list
}

func verifySkewer(s *Scene, m *reason.Motif) error {
	front, back, err := s.pair(m)
	if err != nil {
		return err
	}
	b, at := s.After(), s.Move.To()
	if b.At(front).Royal != (m.Kind == "check") || b.At(front).Value <= b.At(back).Value || b.At(back).Royal || b.At(back).Value < s.Kit.Minor ||
		Attacks(s.Start(), s.Move.From(), front) {
		return reason.Refute("the front piece is not the dearer one")
	}
	reply, ok := s.Plays(1)
	then, more := s.Plays(2)
	if !ok || !more || reply.From() != front || then.From() != at || then.To() != back {
		return reason.Refute("the line does not take the piece behind")
	}
	if !s.Gains(s.Kit.Minor / 2) {
		return reason.Refute("the line wins no material")
	}
	return nil
}

// findPin finds an attack on a piece that must not move because of the piece behind it.
func findPin(s *Scene) []reason.Motif { return s.pairs() }

func verifyPin(s *Scene, m *reason.Motif) error {
	front, back, err := s.pair(m)
	if err != nil {
		return err
	}
	b, at, them := s.After(), s.Move.To(), s.Us.Other()
	switch p, q := b.At(front), b.At(back); {
	case p.Royal || p.Value < s.Kit.Minor:
		return reason.Refute("the piece in front is not worth pinning")
	case !q.Royal && (q.Value < p.Value+s.Kit.Minor/2 || Exchange(b, back, s.Us, at, front) < s.Kit.Minor/2):
		return reason.Refute("nothing behind it is in danger")
	case Attacks(s.Start(), s.Move.From(), back, front) && Attacks(s.Start(), s.Move.From(), front):
		return reason.Refute("the piece was pinned before")
	case Exchange(b, at, them, game.NoSquare) > 0 && mayCapture(s.At[1], at):
		return reason.Refute("the pinning piece can be captured")
	case s.At[1].Outcome().Over() || s.checked(1):
		return reason.Refute("the move is a check")
	}
	for _, move := range s.At[1].Legal() {
		if move.From() == front && move.To() == at {
			return reason.Refute("the pinned piece can capture")
		}
	}
	if reply, ok := s.Plays(1); !ok || reply.From() == front && !b.At(back).Royal {
		return reason.Refute("the pinned piece moves away in the line")
	}
	if !s.Sound() {
		return reason.Refute("the line loses material")
	}
	return nil
}

// checked reports whether the side to move is in check in position n of the line. Position 0 is the
// start.
func (s *Scene) checked(n int) bool {
	turn := s.At[n].Turn()
	king, ok := King(s.Board[n], turn)
	return ok && len(attackers(s.Board[n], turn.Other(), king)) > 0
}

// findDiscovered finds an attack by a piece whose line the moved piece opened.
func findDiscovered(s *Scene) (list []reason.Motif) {
	if !s.Known() {
		return nil
	}
	b := s.After()
	for _, by := range of(b, s.Us) {
		if by == s.Move.To() || s.Start().At(by) != b.At(by) {
			continue
		}
		for _, sq := range of(b, s.Us.Other()) {
			if Attacks(b, by, sq) && !Attacks(s.Start(), by, sq) {
				m := reason.Motif{By: Name(b, by), Of: Name(b, sq)}
				if b.At(sq).Royal {
					m.Kind = "check"
					if Attacks(b, s.Move.To(), sq) {
						m.Kind, m.By = "double", Name(b, by, s.Move.To())
					}
				}
				list = append(list, m)
			}
		}
	}
	return list
}

func verifyDiscovered(s *Scene, m *reason.Motif) error {
	if !s.Known() || len(m.By) == 0 || len(m.Of) != 1 {
		return reason.Refute("what the move shows is not known")
	}
	b, by, sq := s.After(), m.By[0].Square, m.Of[0].Square
	if by == s.Move.To() || !Attacks(b, by, sq) || Attacks(s.Start(), by, sq) || !Attacks(s.Start(), by, sq, s.Move.From()) {
		return reason.Refute("the move opens no way")
	}
	if b.At(sq).Royal {
		if double := Attacks(b, s.Move.To(), sq); double != (m.Kind == "double") {
			return reason.Refute("the number of checks is another")
		}
		if !s.Sound() {
			return reason.Refute("the line loses material")
		}
		return nil
	}
	then, ok := s.Plays(2)
	if b.At(sq).Value < s.Kit.Minor || Exchange(b, sq, s.Us, by) < s.Kit.Minor/2 || !ok {
		return reason.Refute("the attacked piece is not in danger")
	}
	took := then.To() == sq && then.From() == by
	if !took || !s.Gains(s.Kit.Minor/2) {
		return reason.Refute("the line does not take it")
	}
	return nil
}

// findAttack finds an attack by the moved piece on an enemy piece that it threatens to win.
func findAttack(s *Scene) (list []reason.Motif) {
	if !s.Known() {
		return nil
	}
	for _, sq := range of(s.After(), s.Us.Other()) {
		if Attacks(s.After(), s.Move.To(), sq) && !s.After().At(sq).Royal {
			list = append(list, reason.Motif{By: Name(s.After(), s.Move.To()), Of: Name(s.After(), sq)})
		}
	}
	return list
}

func verifyAttack(s *Scene, m *reason.Motif) error {
	if !s.Known() || len(m.Of) != 1 || !same(m.By, Name(s.After(), s.Move.To())) {
		return reason.Refute("what the move shows is not known")
	}
	b, at, sq := s.After(), s.Move.To(), m.Of[0].Square
	if b.At(sq).Royal || b.At(sq).Value < s.Kit.Minor || Exchange(b, sq, s.Us, at) < s.Kit.Minor/2 || s.checked(1) ||
		Exchange(s.Start(), sq, s.Us, game.NoSquare) >= s.Kit.Minor/2 {
		return reason.Refute("the piece is not in danger")
	}
	if Exchange(b, at, s.Us.Other(), game.NoSquare) > 0 && mayCapture(s.At[1], at) || legal(s.At[1], sq, at) {
		return reason.Refute("the attacking piece can be captured")
	}
	next, ok := s.Pass(s.At[1])
	if !ok || !legal(next, at, sq) || !s.Sound() {
		return reason.Refute("the capture is not legal, or the line loses material")
	}
	return nil
}

// legal reports whether a position has a legal move from one square to another.
func legal(p game.Position, from, to game.Square) bool {
	for _, m := range p.Legal() {
		if m.From() == from && m.To() == to {
			return true
		}
	}
	return false
}
