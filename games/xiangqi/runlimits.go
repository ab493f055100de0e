package xiangqi

import "kydai/game"

// RunLimits holds the limits of a rule set that counts consecutive checks and chases (runs),
// whether or not positions repeat. Only moves since the last capture count.
type RunLimits struct {
	Checks []int // limit of consecutive checks, by number of checking pieces; the last entry also applies to more pieces
	Chases int   // limit of consecutive chases of one piece
	Mixed  []int // limit of alternating checks and chases of one piece, by number of attacking pieces
	Both   int   // number of checks by both sides, or chases by both sides, after which the game is drawn
}

// runs counts the moves in one side's current runs: consecutive checks, consecutive chases, and
// consecutive moves that are checks or chases (mixed).
type runs struct {
	checks, chases, mixed int
	checkers, attackers   Set  // pieces that gave the checks; pieces that attacked in the mixed run
	mixture               bool // whether the mixed run contains both checks and chases
}

// runsOf counts the current runs of the given side. It goes back over the last n moves of b.
func runsOf(b *Board, us uint8, n int) runs {
	var s runs
	undone := append([]done(nil), b.past[len(b.past)-n:]...)
	checking, chasing, mixing := true, true, true
	prey, mixedPrey := everywhere, everywhere
	checked, chased := false, false
	at := n
	for at > 0 && (checking || chasing || mixing) {
		at--
		d := undone[at]
		if b.turn&1 == us { // a move of the opponent
			prey, mixedPrey = follow(prey, d), follow(mixedPrey, d)
			b.Undo()
			continue
		}
		checkers := b.checkers(us ^ 1)
		hit := b.chased(nil)
		check := !checkers.Empty()
		if checking = checking && check; checking {
			s.checks++
			s.checkers = s.checkers.Or(checkers)
		}
		if common := victims(hit).And(prey); chasing && !common.Empty() {
			s.chases++
			prey = common
		} else {
			chasing = false
		}
		common := victims(hit).And(mixedPrey)
		if mixing = mixing && (check || !common.Empty()); mixing {
			s.mixed++
			s.attackers = s.attackers.Or(checkers)
			checked = checked || check
			if !common.Empty() {
				chased = chased || !check
				mixedPrey = common
				s.attackers = s.attackers.Or(chasers(hit, common))
			}
		}
		s.checkers, s.attackers = follow(s.checkers, d), follow(s.attackers, d)
		b.Undo()
	}
	s.mixture = checked && chased
	for _, d := range undone[at:] {
		b.redo(d)
	}
	return s
}

// follow returns the set of pieces men at their points before the move d.
func follow(men Set, d done) Set {
	if men == everywhere || !men.Has(int(d.to)) {
		return men
	}
	return men.Without(bitOf[d.to]).Or(bitOf[d.from])
}

func victims(hit []threat) Set {
	s := Set{}
	for _, t := range hit {
		s = s.Or(bitOf[t.of])
	}
	return s
}

func chasers(hit []threat, of Set) Set {
	s := Set{}
	for _, t := range hit {
		if of.Has(int(t.of)) {
			s = s.Or(bitOf[t.by])
		}
	}
	return s
}

// broken returns the reason for which the game would end if a run exceeds its limit, or "" if no
// run does.
func (s *RunLimits) broken(k runs) game.Reason {
	switch {
	case k.checks > limit(s.Checks, k.checkers.Size()):
		return game.PerpetualCheck
	case k.chases > s.Chases:
		return game.PerpetualChase
	case k.mixture && k.mixed > limit(s.Mixed, k.attackers.Size()):
		return game.PerpetualThreat
	}
	return ""
}

func limit(by []int, men int) int { return by[min(max(men, 1), len(by))-1] }

// shortest returns the smallest number of consecutive moves that any limit allows.
func (s *RunLimits) shortest() int { return min(s.Chases, s.Checks[0], s.Mixed[0]) }

// bars returns the legal moves that would exceed a limit, and the reason. Only the last n moves of
// b count. Chases are not barred while the opponent's run of checks is at least as long as the
// side's own run of checks and chases, because the opponent must stop checking first.
func (s *RunLimits) bars(b *Board, n int) (moves []game.Move, why game.Reason) {
	us := b.turn & 1
	if n < 2*s.shortest() {
		return nil, ""
	}
	mine := runsOf(b, us, n)
	if max(mine.checks, mine.chases, mine.mixed) < s.shortest() {
		return nil, ""
	}
	theirs := runsOf(b, us^1, n)
	for _, m := range b.Legal(nil) {
		if m.Taken() != 0 {
			continue
		}
		b.Do(m)
		reason := s.broken(runsOf(b, us, n+1))
		b.Undo()
		if reason == "" || (reason != game.PerpetualCheck && theirs.checks >= mine.mixed) {
			continue
		}
		moves, why = append(moves, m), reason
	}
	return moves, why
}

// bothAtIt reports whether both sides have checked, or both sides have chased, long enough for a
// draw.
func (s *RunLimits) bothAtIt(b *Board, n int) bool {
	if n < 2*s.Both {
		return false
	}
	red, black := runsOf(b, 0, n), runsOf(b, 1, n)
	return min(red.checks, black.checks) >= s.Both || min(red.chases, black.chases) >= s.Both
}
