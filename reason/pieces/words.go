package pieces

import (
	"kydai/game"
	"kydai/reason"
)

// Motifs lists the motifs of the first move of a case that the line bears out.
func (k *Kit) Motifs(c *reason.Case) []reason.Motif {
	s := k.SceneOf(c)
	var list []reason.Motif
	for _, d := range k.detectors() {
		for _, m := range d.Find(s) {
			m.Code, m.Weight = d.Code, d.Weight
			if d.Verify(s, &m) == nil && !implied(list, &m) {
				list = append(list, m)
			}
		}
	}
	return list
}

// Verify returns why a motif is refuted; nil if it is borne out.
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
	all := []Detector{{"mate", reason.Strong, findMate, verifyMate}}
	all = append(all, k.Own...)
	return append(all,
		Detector{"sacrifice", reason.Strong, findSacrifice, verifySacrifice},
		Detector{"fork", reason.Strong, findFork, verifyFork},
		Detector{"skewer", reason.Strong, findSkewer, verifySkewer},
		Detector{"discovered", reason.Strong, findDiscovered, verifyDiscovered},
		Detector{"removed", reason.Strong, findRemoved, verifyRemoved},
		Detector{"overloaded", reason.Strong, findOverloaded, verifyOverloaded},
		Detector{"trapped", reason.Strong, findTrapped, verifyTrapped},
		Detector{"recaptures", reason.Modest, findRecaptures, verifyRecaptures},
		Detector{"free", reason.Strong, findFree, verifyFree},
		Detector{"wins", reason.Strong, findWins, verifyWins},
		Detector{"threat", reason.Strong, findThreat, verifyThreat},
		Detector{"stops", reason.Modest, findStops, verifyStops},
		Detector{"pin", reason.Strong, findPin, verifyPin},
		Detector{"attack", reason.Strong, findAttack, verifyAttack},
		Detector{"flees", reason.Modest, findFlees, verifyFlees},
		Detector{"guards", reason.Modest, findGuards, verifyGuards},
		Detector{"trade", reason.Slight, findTrade, verifyTrade},
		Detector{"forced", reason.Slight, findForced, verifyForced},
	)
}

// implied reports whether a motif already found says as much.
func implied(list []reason.Motif, m *reason.Motif) bool {
	for _, have := range list {
		for _, code := range implies[have.Code] {
			if code == m.Code {
				return true
			}
		}
	}
	return false
}

// implies names the motifs that say nothing new after another one.
var implies = map[string][]string{
	"mate":       {"attack", "flees", "guards", "trade", "threat", "free", "wins", "pin", "stops", "fork", "removed", "overloaded", "trapped"},
	"sacrifice":  {"trade", "attack"},
	"fork":       {"attack", "pin"},
	"skewer":     {"attack", "pin"},
	"discovered": {"attack"},
	"removed":    {"wins", "free", "trade"},
	"overloaded": {"wins", "free", "trade"},
	"trapped":    {"attack"},
	"recaptures": {"attack", "flees", "trade", "guards"},
	"free":       {"attack", "flees", "trade", "guards"},
	"wins":       {"attack", "flees", "trade", "guards"},
	"pin":        {"attack"},
	"trade":      {"flees", "guards"},
}

// Detectors of one piece of knowledge: mates.

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
		if !s.Known() || !won(s.At[1], s.Us) {
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

// A sacrifice gives a piece for a forced mate.
func findSacrifice(s *Scene) []reason.Motif {
	if !s.Known() || s.Mate < 2 {
		return nil
	}
	return []reason.Motif{{By: Name(s.After(), s.Move.To()), Number: s.Mate}}
}

func verifySacrifice(s *Scene, m *reason.Motif) error {
	if !s.Known() || s.Mate < 2 || m.Number != s.Mate {
		return reason.Refute("there is no forced mate")
	}
	to := s.Move.To()
	loss := Exchange(s.After(), to, s.Us.Other(), game.NoSquare)
	if taken := s.Start().At(to); loss-taken.Value < s.Kit.Minor || s.After().At(to).Royal || !mayCapture(s.At[1], to) {
		return reason.Refute("the move gives nothing up")
	}
	return nil
}

// A forced move is the only legal one.
func findForced(*Scene) []reason.Motif { return []reason.Motif{{}} }

func verifyForced(s *Scene, _ *reason.Motif) error {
	if len(s.At[0].Legal()) != 1 {
		return reason.Refute("there are other moves")
	}
	return nil
}
