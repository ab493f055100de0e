package swiss

import "kydai/tourney"

// mayMeet reports whether two players may be paired: they have not met before (C1), their colour
// preferences allow it (C3), and the organiser does not forbid it.
func (r *roster) mayMeet(a, b *player) bool {
	if a.force == Absolute && b.force == Absolute && a.wants == b.wants && !a.top && !b.top {
		return false
	}
	return !r.barred[[2]int{a.number, b.number}]
}

// ranks reports whether a is ranked above b (article 1.2).
func ranks(a, b *player) bool {
	if a.score != b.score {
		return a.score > b.score
	}
	return a.number < b.number
}

// colourOf returns the colour that a gets in a game with b (article 5.2).
func (r *roster) colourOf(a, b *player) tourney.Colour {
	colour, _ := r.allocate(a, b)
	return colour
}

// allocate returns the colour that a gets in a game with b, and the number of the rule in article
// 5.2 that decided.
func (r *roster) allocate(a, b *player) (tourney.Colour, int) {
	if !ranks(a, b) {
		colour, rule := r.allocate(b, a)
		return colour.Other(), rule
	}
	switch {
	case a.force == NoForce && b.force == NoForce:
		if a.seat%2 == 1 {
			return r.first, 5
		}
		return r.first.Other(), 5
	case a.force == NoForce:
		return b.wants.Other(), 1
	case b.force == NoForce || a.wants != b.wants:
		return a.wants, 1
	case a.force > b.force:
		return a.wants, 2
	case b.force > a.force:
		return b.wants.Other(), 2
	}
	if a.force == Absolute {
		switch wideA, wideB := abs(a.difference), abs(b.difference); {
		case wideA > wideB:
			return a.wants, 2
		case wideB > wideA:
			return b.wants.Other(), 2
		}
	}
	for i, j := len(a.colours)-1, len(b.colours)-1; i >= 0 && j >= 0; i, j = i-1, j-1 {
		if a.colours[i] != b.colours[j] {
			return a.colours[i].Other(), 3
		}
	}
	return a.wants, 4
}

// colourFaults returns how a pair violates the criteria C10 to C13, with one number per criterion.
func (r *roster) colourFaults(a, b *player) (faults [4]int64) {
	if a.force == NoForce || b.force == NoForce || a.wants != b.wants {
		return faults
	}
	loser := a
	if r.colourOf(a, b) == a.wants {
		loser = b
	}
	got := loser.wants.Other()
	if loser.force == Absolute {
		if abs(loser.difference) >= 2 {
			faults[0] = 1
		}
		if n := len(loser.colours); n > 1 && loser.colours[n-1] == got && loser.colours[n-2] == got {
			faults[1] = 1
		}
	}
	faults[2] = 1
	if loser.force == Strong || loser.force == Absolute {
		faults[3] = 1
	}
	return faults
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
