package pieces

import (
	"kydai/game"
	"kydai/reason"
)

// Motifs lists the motifs of the first move of a case that the line confirms.
func (k *Kit) Motifs(c *reason.Case) []reason.Motif {
	s := k.SceneOf(c)
	var list []reason.Motif
	said := map[string]bool{}
	for _, d := range k.detectors() {
		if said[d.Code] {
			continue
		}
		for _, m := range d.Find(s) {
			m.Code, m.Weight = d.Code, d.Weight
			if d.Verify(s, &m) != nil {
				continue
			}
			list = append(list, m)
			for _, code := range d.Implies {
				said[code] = true
			}
		}
	}
	return list
}

// Verify returns an error that says why a motif is refuted; nil if the line confirms the motif.
func (k *Kit) Verify(c *reason.Case, m *reason.Motif) error {
	s := k.SceneOf(c)
	for _, d := range k.detectors() {
		if d.Code == m.Code {
			return d.Verify(s, m)
		}
	}
	return reason.Refute("there is no motif ", m.Code)
}

// Codes lists the codes of all motifs.
func (k *Kit) Codes() []string {
	var list []string
	for _, d := range k.detectors() {
		list = append(list, d.Code)
	}
	return list
}

func (k *Kit) detectors() []Detector {
	all := []Detector{{"mate", reason.Strong, findMate, verifyMate, []string{
		"attack", "flees", "guards", "trade", "threat", "free", "wins", "pin", "stops", "fork", "removed", "overloaded", "trapped",
	}}}
	all = append(all, k.Own...)
	all = append(all,
		Detector{"sacrifice", reason.Strong, findSacrifice, verifySacrifice, []string{"trade", "attack"}},
		Detector{"fork", reason.Strong, findFork, verifyFork, []string{"attack", "pin"}},
		Detector{"skewer", reason.Strong, findSkewer, verifySkewer, []string{"attack", "pin"}},
		Detector{"discovered", reason.Strong, findDiscovered, verifyDiscovered, []string{"attack"}},
		Detector{"removed", reason.Strong, findRemoved, verifyRemoved, []string{"wins", "free", "trade"}},
		Detector{"overloaded", reason.Strong, findOverloaded, verifyOverloaded, []string{"wins", "free", "trade"}},
		Detector{"trapped", reason.Strong, findTrapped, verifyTrapped, []string{"attack"}},
		Detector{"recaptures", reason.Modest, findRecaptures, verifyRecaptures, []string{"attack", "flees", "trade", "guards"}},
		Detector{"free", reason.Strong, findFree, verifyFree, []string{"attack", "flees", "trade", "guards"}},
		Detector{"wins", reason.Strong, findWins, verifyWins, []string{"attack", "flees", "trade", "guards"}},
	)
	all = append(all, k.Late...)
	all = append(all,
		Detector{"threat", reason.Strong, findThreat, verifyThreat, nil},
		Detector{"stops", reason.Modest, findStops, verifyStops, nil},
		Detector{"pin", reason.Strong, findPin, verifyPin, []string{"attack"}},
		Detector{"attack", reason.Strong, findAttack, verifyAttack, nil},
		Detector{"flees", reason.Modest, findFlees, verifyFlees, nil},
		Detector{"guards", reason.Modest, findGuards, verifyGuards, nil},
		Detector{"trade", reason.Slight, findTrade, verifyTrade, []string{"flees", "guards"}},
		Detector{"forced", reason.Slight, findForced, verifyForced, nil},
	)
	return append(all, quiet()...)
}

// findMate finds a move that starts a forced mate, or a move that wins the game at once.

func findMate(s *Scene) []reason.Motif {
	if s.Mate <= 0 && !(s.Known() && won(s.At[1], s.Us)) {
		return nil
	}
	m := reason.Motif{Number: max(1, s.Mate)}
	if s.Known() && won(s.At[1], s.Us) {
		m.Kind, m.Number = "now", 1
		m.By = Name(s.After(), s.Move.To())
	}
	return []reason.Motif{m}
}

func verifyMate(s *Scene, m *reason.Motif) error {
	switch {
	case m.Kind == "now":
		if !s.Known() || !won(s.At[1], s.Us) || !same(m.By, Name(s.After(), s.Move.To())) {
			return reason.Refute("the move does not mate")
		}
		return nil
	case s.Mate != m.Number:
		return reason.Refute("the engine does not find this mate")
	}
	plies := 2*m.Number - 1
	for n := 1; n < len(s.At); n++ {
		if s.At[n].Outcome().Over() && (n > plies || !won(s.At[n], s.Us)) {
			return reason.Refute("the line ends otherwise")
		}
	}
	return nil
}

func won(p game.Position, s game.Side) bool {
	out := p.Outcome()
	return out.Over() && out.Winner == s
}

// findSacrifice finds a move that gives up a piece for a forced mate.
func findSacrifice(s *Scene) []reason.Motif {
	if !s.Known() || s.Mate < 2 {
		return nil
	}
	return []reason.Motif{{By: Name(s.After(), s.Move.To()), Number: s.Mate}}
}

func verifySacrifice(s *Scene, m *reason.Motif) error {
	if !s.Known() || s.Mate < 2 || m.Number != s.Mate || !same(m.By, Name(s.After(), s.Move.To())) {
		return reason.Refute("there is no forced mate")
	}
	to := s.Move.To()
	loss := Exchange(s.After(), to, s.Us.Other(), game.NoSquare)
	if taken := s.Start().At(to); loss-taken.Value < s.Kit.Minor || s.After().At(to).Royal || !mayCapture(s.At[1], to) {
		return reason.Refute("the move gives nothing up")
	}
	return nil
}

// findForced returns a motif for a move that is the only legal move.
func findForced(*Scene) []reason.Motif { return []reason.Motif{{}} }

func verifyForced(s *Scene, _ *reason.Motif) error {
	if len(s.At[0].Legal()) != 1 {
		return reason.Refute("there are other moves")
	}
	return nil
}
