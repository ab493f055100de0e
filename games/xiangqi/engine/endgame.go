package engine

// wholeScale is the result of scaling for a side with normal winning chances: the advantage counts
// fully.
const wholeScale = 64

// scaling returns the factor with which the advantage of a side counts, multiplied by wholeScale.
// The factor is small if the side has too few attacking pieces to break the opponent's defence.
func scaling(men census, side int) int {
	rooks, horses, cannons := men.of(side, rook), men.of(side, horse), men.of(side, cannon)
	soldiers := men.of(side, soldier)
	foe := side ^ 1
	defenders := men.of(foe, adviser) + men.of(foe, elephant)
	if rooks > 0 {
		if rooks == 1 && horses+cannons+soldiers == 0 && defenders == 4 {
			return 16 // a single rook cannot break a complete defence
		}
		return wholeScale
	}
	minors := horses + cannons
	switch {
	case minors+soldiers == 0:
		return 0
	case minors == 0:
		if soldiers <= 1 && defenders >= 2 {
			return 8
		}
		if soldiers <= 2 && defenders >= 3 {
			return 20
		}
	case minors == 1 && soldiers == 0:
		if cannons == 1 && men.of(side, adviser)+men.of(side, elephant) == 0 {
			return 2 // the cannon has no adviser or elephant of its own as a screen
		}
		if defenders >= 2 {
			return 8
		}
		return 24
	case minors == 1 && soldiers == 1:
		if defenders >= 3 {
			return 32
		}
	case minors == 2 && soldiers == 0:
		if defenders == 4 {
			return 32
		}
	}
	return wholeScale
}
