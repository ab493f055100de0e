package xiangqi

// Dead reports whether neither side has the material to win. It does not check whether the side to
// move is already mated or stalemated.
func (b *Board) Dead() bool {
	red, black := &b.by[0], &b.by[1]
	strong := red[Soldier].Or(black[Soldier]).Or(red[Rook]).Or(black[Rook]).Or(red[Horse]).Or(black[Horse])
	if !strong.Empty() {
		return false
	}
	guns := [2]int{red[Cannon].Size(), black[Cannon].Size()}
	switch guns[0] + guns[1] {
	case 0:
		return true
	case 1:
		return b.loneCannon(guns[1])
	case 2:
		return guns[0] == 1 && b.occ[0].Or(b.occ[1]).Size() == 4
	}
	return false
}

// loneCannon reports whether the given side, which has the only cannon on the board, cannot win
// because no piece can serve as the cannon's screen. There is one exception: if the opponent has
// one adviser and the given side has an elephant, this side may be able to mate immediately; in
// that case loneCannon returns false.
func (b *Board) loneCannon(us int) bool {
	own, other := &b.by[us], &b.by[us^1]
	if !own[Adviser].Empty() || other[Adviser].Size() > 1 {
		return false
	}
	if other[Adviser].Empty() || own[Elephant].Empty() || b.turn&1 != uint8(us) {
		return true
	}
	return !b.mates(1)
}
