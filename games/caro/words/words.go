// Package words finds the motifs of stones in caro: fours, threes, double threats, blocks, and rows
// of five that do not win. A motif is a reason for a move, which the program explains in words.
package words

import (
	"slices"

	"kydai/game"
	"kydai/games/caro"
	"kydai/reason"
)

// New returns the motifs of the game.
func New() reason.Words { return words{} }

type words struct{}

// scene holds the move to explain, the first move of a reason.Case, and the boards before and after
// it.
type scene struct {
	*reason.Case
	us, them      caro.Stone
	at            game.Square
	before, after *grid
	next          *caro.Position // position after the first move
	four, three   []int          // directions in which the new stone makes a four, and those in which it makes an open three
}

// sceneOf creates the scene of a case. It returns nil if the first move does not place a stone in
// normal play.
func sceneOf(c *reason.Case) *scene {
	p, ok := c.Before.(*caro.Position)
	if !ok || len(c.Moves) == 0 || !c.Moves[0].OnBoard() || p.Stage() != caro.Playing {
		return nil
	}
	us := p.Board().Next()
	s := &scene{Case: c, us: us, them: us.Other(), at: c.Moves[0].To(), before: gridOf(p)}
	s.after = s.before.with(s.at, us)
	s.next = p.Play(c.Moves[0]).(*caro.Position) //nolint:errcheck // Play of a caro position always returns a *caro.Position
	for way := range ways {
		switch {
		case len(s.after.fives(s.at, way, us)) > 0:
			s.four = append(s.four, way)
		case s.openThree(way):
			s.three = append(s.three, way)
		}
	}
	return s
}

// openThree reports whether the new stone makes an open three in a direction: afterwards one more
// stone makes an open four there, but before the move one stone could not.
func (s *scene) openThree(way int) bool {
	opens := s.after.opens(s.at, way, s.us)
	if len(opens) == 0 {
		return false
	}
	for _, sq := range opens {
		if s.before.with(sq, s.us).openFour(sq, way, s.us) {
			return false
		}
	}
	return true
}

// detector finds the motifs of one kind, which the field code names. The function find uses only
// the rules of the game. The function holds then checks whether the engine's line also confirms the
// motif.
type detector struct {
	code    string
	weight  reason.Weight
	find    func(s *scene) []reason.Motif
	holds   func(s *scene, m *reason.Motif) bool
	implies []string
}

// Codes lists the codes of all motifs.
func (words) Codes() []string {
	list := []string{"wrong-end"}
	for _, d := range detectors() {
		list = append(list, d.code)
	}
	return list
}

func detectors() []detector {
	threats := []string{"four", "three"}
	return []detector{
		{"five", reason.Strong, findFive, always, []string{"no-five", "mate", "open-four", "double-four", "four-three", "double-three", "four", "three", "blocks-five", "blocks-open"}},
		{"no-five", reason.Strong, findNoFive, always, nil},
		{"open-four", reason.Strong, findOpenFour, winning, append(threats, "mate", "double-four", "four-three")},
		{"double-four", reason.Strong, findDoubleFour, winning, append(threats, "mate", "four-three")},
		{"four-three", reason.Strong, findFourThree, winning, threats},
		{"double-three", reason.Strong, findDoubleThree, winning, threats},
		{"mate", reason.Strong, findMate, mateHolds, nil},
		{"blocks-five", reason.Modest, findBlocksFive, alive, []string{"blocks-open"}},
		{"four", reason.Modest, findFour, answered, nil},
		{"blocks-open", reason.Modest, findBlocksOpen, alive, nil},
		{"three", reason.Modest, findThree, alive, nil},
		{"joins", reason.Faint, findJoins, alive, nil},
		{"hinders", reason.Faint, findHinders, alive, nil},
		{"centre", reason.Faint, findCentre, alive, nil},
		{"delays", reason.Faint, findDelays, delayed, nil},
	}
}

// Motifs lists the motifs of a case. It leaves out a motif if a stronger one implies it.
func (words) Motifs(c *reason.Case) []reason.Motif {
	s := sceneOf(c)
	if s == nil {
		return nil
	}
	var list []reason.Motif
	said := map[string]bool{}
	for _, d := range detectors() {
		if said[d.code] {
			continue
		}
		for _, m := range d.find(s) {
			m.Code, m.Weight = d.code, d.weight
			if !d.holds(s, &m) {
				continue
			}
			list = append(list, m)
			for _, code := range d.implies {
				said[code] = true
			}
		}
	}
	return list
}

// Verify returns an error if a motif is not true for a case.
func (words) Verify(c *reason.Case, m *reason.Motif) error {
	s := sceneOf(c)
	if s == nil {
		return reason.Refute("the move is no stone")
	}
	for _, d := range detectors() {
		if d.code != m.Code {
			continue
		}
		for _, f := range d.find(s) {
			if f.Kind != m.Kind || !same(f.Of, m.Of) || !same(f.To, m.To) || !same(f.With, m.With) {
				continue
			}
			if d.holds(s, m) {
				return nil
			}
			return reason.Refute("the line does not bear it out")
		}
		return reason.Refute("the stones do not stand so")
	}
	return reason.Refute("there is no motif ", m.Code)
}

// same reports whether two lists contain the same squares, in any order.
func same(a, b []reason.Piece) bool {
	for _, p := range a {
		if !slices.Contains(b, p) {
			return false
		}
	}
	return len(a) == len(b)
}

func always(*scene, *reason.Motif) bool { return true }

// alive reports that the engine finds no forced loss.
func alive(s *scene, _ *reason.Motif) bool { return s.Mate >= 0 }

// winning reports that the engine finds a forced win.
func winning(s *scene, _ *reason.Motif) bool { return s.Mate > 0 }

// answered reports whether the engine finds no forced loss, and its expected reply, if there is
// one, stops the five.
func answered(s *scene, m *reason.Motif) bool {
	return s.Mate >= 0 && (len(s.Moves) < 2 || slices.Contains(m.To, reason.Piece{Square: s.Moves[1].To()}))
}

// mateHolds reports whether the engine finds a forced win and the line does not end with another
// result. For the kind "fours", every stone of the attacker before the five must make a four.
func mateHolds(s *scene, m *reason.Motif) bool {
	if s.Mate < 1 {
		return false
	}
	p := s.Before
	for _, move := range s.Moves {
		p = p.Play(move)
	}
	if out := p.Outcome(); out.Over() && out.Winner != s.Before.Turn() {
		return false
	}
	return m.Kind == mateKind(s)
}

func places(list ...game.Square) []reason.Piece {
	named := make([]reason.Piece, len(list))
	for i, sq := range list {
		named[i] = reason.Piece{Square: sq}
	}
	return named
}
