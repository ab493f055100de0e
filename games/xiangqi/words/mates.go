package words

import (
	"slices"

	"kydai/game"
	"kydai/games/xiangqi"
	"kydai/reason"
	"kydai/reason/pieces"
)

// This file finds mates that have a name. It examines the mate at the end of a line, and the
// position after a first move that gives check.

// end returns the index n of the position to examine. If the line ends with a mate, this is the
// last position, and the result mate is true; otherwise it is the position after a first move that
// gives check. The result ok is false if the line has neither.
func end(s *pieces.Scene) (n int, mate, ok bool) {
	last := len(s.At) - 1
	if out := s.At[last].Outcome(); last > 0 && out.Over() && out.Winner == s.Us && (last == 1 || s.Mate > 0) {
		return last, true, true
	}
	return 1, false, s.Known() && len(checkers(s.Board[1], s.Us)) > 0
}

// checkers lists the pieces of a side that attack the enemy general.
func checkers(b pieces.Board, s game.Side) (list []game.Square) {
	king, ok := pieces.King(b, s.Other())
	if !ok {
		return nil
	}
	for _, at := range b.Attackers(king) {
		if b.At(at).Side == s {
			list = append(list, at)
		}
	}
	return list
}

// findScreened finds checks by a cannon whose screen is another own cannon (pháo lồng) or an own
// horse two points from the general (mã hậu pháo).
func findScreened(screen string) func(s *pieces.Scene) []reason.Motif {
	return func(s *pieces.Scene) (list []reason.Motif) {
		n, mate, ok := end(s)
		if !ok {
			return nil
		}
		b := s.Board[n]
		king, _ := pieces.King(b, s.Us.Other())
		for _, at := range checkers(b, s.Us) {
			if b.At(at).Letter != "c" {
				continue
			}
			for _, sq := range between(int(at), int(king)) {
				p := b.At(sq)
				if p.Side == s.Us && p.Letter == screen && (screen == "c" || len(between(int(sq), int(king))) == 1) {
					list = append(list, reason.Motif{Kind: kindOf(mate), By: pieces.Name(b, at), With: pieces.Name(b, sq), Of: pieces.Name(b, king)})
				}
			}
		}
		return list
	}
}

func kindOf(mate bool) string {
	if mate {
		return "mate"
	}
	return ""
}

func verifyScreened(screen string) func(s *pieces.Scene, m *reason.Motif) error {
	find := findScreened(screen)
	return func(s *pieces.Scene, m *reason.Motif) error {
		if !found(find(s), m) {
			return reason.Refute("no cannon gives check in this way")
		}
		if m.Kind == "" && s.Mate <= 0 && !s.Sound() {
			return reason.Refute("the line loses material")
		}
		return nil
	}
}

// found reports whether a list contains a motif with the same pieces as m.
func found(list []reason.Motif, m *reason.Motif) bool {
	for _, f := range list {
		if f.Kind == m.Kind && slices.Equal(f.By, m.By) && slices.Equal(f.Of, m.Of) && slices.Equal(f.With, m.With) && slices.Equal(f.To, m.To) {
			return true
		}
	}
	return false
}

// findRooks finds mates by two rooks (song xa): one rook gives check, and without the other rook
// the general could escape.
func findRooks(s *pieces.Scene) (list []reason.Motif) {
	n, mate, ok := end(s)
	if !ok || !mate {
		return nil
	}
	b := s.Board[n]
	for _, at := range checkers(b, s.Us) {
		if b.At(at).Letter != "r" {
			continue
		}
		for sq := range game.Square(xiangqi.Points) {
			if p := b.At(sq); sq != at && p.Side == s.Us && p.Letter == "r" {
				list = append(list, reason.Motif{By: pieces.Name(b, sq, at)})
			}
		}
	}
	return list
}

func verifyRooks(s *pieces.Scene, m *reason.Motif) error {
	if !found(findRooks(s), m) {
		return reason.Refute("two rooks do not mate")
	}
	n, _, _ := end(s)
	if needless(s, n, m.By[0].Square) {
		return reason.Refute("it is mate without the other rook")
	}
	return nil
}

// needless reports whether a mate is still a mate without the piece on sq.
func needless(s *pieces.Scene, n int, sq game.Square) bool {
	b := xiangqi.NewBoard()
	for at, p := range cellsOf(s.Board[n]) {
		if p != 0 && game.Square(at) != sq {
			b.Put(game.Square(at), p)
		}
	}
	b.SetTurn(s.Us.Other())
	return b.Count() == 0
}

func cellsOf(b pieces.Board) [xiangqi.Points]xiangqi.Piece {
	return b.(*Board).Cells //nolint:errcheck // cannot fail: every board in this package has this type
}

// findFace finds mates in which the own general takes part along an open file (lộ mặt tướng): it
// denies a point to the mated general, or pins a piece between the generals.
func findFace(s *pieces.Scene) (list []reason.Motif) {
	if n, mate, ok := end(s); ok && mate {
		b := s.Board[n]
		ours, _ := pieces.King(b, s.Us)
		king, _ := pieces.King(b, s.Us.Other())
		for sq := range game.Square(xiangqi.Points) {
			if faced(s, n, king, sq, ours) {
				list = append(list, reason.Motif{Kind: faceKind(n), By: pieces.Name(b, ours), Of: pieces.Name(b, king), To: pieces.Places(sq)})
			}
		}
		return list
	}
	if !s.Known() {
		return nil
	}
	if sq, ok := heldByFace(s.After(), s.Us); ok {
		ours, _ := pieces.King(s.After(), s.Us)
		list = append(list, reason.Motif{By: pieces.Name(s.After(), ours), Of: pieces.Name(s.After(), sq)})
	}
	return list
}

// faceKind returns "now" for a mate by the first move and "mate" for a mate at the end of the line.
func faceKind(n int) string {
	if n == 1 {
		return "now"
	}
	return "mate"
}

// faced reports whether only our general prevents the enemy general from moving to the point sq.
func faced(s *pieces.Scene, n int, king, sq, ours game.Square) bool {
	if abs(int(king)%xiangqi.Files-int(sq)%xiangqi.Files)+abs(int(king)/xiangqi.Files-int(sq)/xiangqi.Files) != 1 ||
		!inPalace(int(sq), s.Us.Other()) || s.Board[n].At(sq).Side == s.Us.Other() {
		return false
	}
	moved := &Board{Cells: cellsOf(s.Board[n]), Value: Value, Letter: letter}
	moved.Cells[sq], moved.Cells[king] = moved.Cells[king], 0
	return slices.Equal(checkers(moved, s.Us), []game.Square{ours})
}

func abs(n int) int { return max(n, -n) }

// heldByFace returns the only piece between the two generals, if that piece belongs to the
// opponent.
func heldByFace(b pieces.Board, us game.Side) (game.Square, bool) {
	ours, ok := pieces.King(b, us)
	king, more := pieces.King(b, us.Other())
	if !ok || !more || ours%xiangqi.Files != king%xiangqi.Files {
		return 0, false
	}
	at, n := game.NoSquare, 0
	for _, sq := range between(int(ours), int(king)) {
		if b.At(sq).Side != game.NoSide {
			at, n = sq, n+1
		}
	}
	return at, n == 1 && b.At(at).Side == us.Other()
}

func verifyFace(s *pieces.Scene, m *reason.Motif) error {
	if !found(findFace(s), m) {
		return reason.Refute("the generals do not face each other")
	}
	if m.Kind != "" {
		return nil
	}
	held := m.Of[0].Square
	if was, ok := heldByFace(s.Start(), s.Us); ok && was == held {
		return reason.Refute("the piece was held before")
	}
	if s.After().At(held).Value < s.Kit.Minor || !s.Sound() {
		return reason.Refute("the piece is not worth a word, or the line loses material")
	}
	for _, move := range s.At[1].Legal() {
		if move.From() == held && move.To()%xiangqi.Files != held%xiangqi.Files {
			return reason.Refute("the piece can leave the file")
		}
	}
	return nil
}

// findGouge finds a rook that breaks into the palace (xe pháo khoét): the rook captures an adviser
// or an elephant with the support of a cannon, or its capture opens a cannon's check.
func findGouge(s *pieces.Scene) (list []reason.Motif) {
	if !s.Known() || s.Start().At(s.Move.From()).Letter != "r" || s.Start().At(s.Move.To()).Side != s.Us.Other() {
		return nil
	}
	taken := s.Start().At(s.Move.To())
	king, _ := pieces.King(s.After(), s.Us.Other())
	for sq := range game.Square(xiangqi.Points) {
		if p := s.After().At(sq); p.Side != s.Us || p.Letter != "c" || sq == s.Move.To() {
			continue
		}
		guard := (taken.Letter == "a" || taken.Letter == "b") && pieces.Attacks(s.After(), sq, s.Move.To())
		opened := pieces.Attacks(s.After(), sq, king) && !pieces.Attacks(s.Start(), sq, king)
		if guard || opened {
			list = append(list, reason.Motif{By: pieces.Name(s.Start(), s.Move.From()), Of: pieces.Name(s.Start(), s.Move.To()), With: pieces.Name(s.After(), sq)})
		}
	}
	return list
}

func verifyGouge(s *pieces.Scene, m *reason.Motif) error {
	if !found(findGouge(s), m) {
		return reason.Refute("rook and cannon do not work together")
	}
	if s.Mate <= 0 && !s.Gains(s.Start().At(s.Move.To()).Value*4/5) {
		return reason.Refute("the line wins no material")
	}
	return nil
}
