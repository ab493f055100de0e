package character

import (
	"slices"

	"kydai/game"
)

// PlanPlies is the number of plies after which a character no longer plays the moves of an opening.
const PlanPlies = 24

// Wanted returns the first step of the opening's plan that the side has not played, as a list of
// alternative move codes. The parameter own lists the side's moves so far. The result is nil if all
// steps have been played.
func (o Opening) Wanted(own []string) []string {
	for _, step := range o.Plan {
		if !slices.ContainsFunc(step, func(code string) bool { return slices.Contains(own, code) }) {
			return step
		}
	}
	return nil
}

// Pick returns the opening that a character plays in a game: one of the openings that it likes for
// its side, selected by the seed of the game. It returns false if the character likes no opening
// for that side.
func (s Set) Pick(c Character, side game.Side, seed uint64) (Opening, bool) {
	var liked []Opening
	for _, name := range c.Likes {
		if o, ok := s.Opening(name); ok && o.Side == side.String() {
			liked = append(liked, o)
		}
	}
	if len(liked) == 0 {
		return Opening{}, false
	}
	return liked[seed%uint64(len(liked))], true
}

// ownMoves returns the earlier moves of the side to move, in a game in which the sides alternate.
func ownMoves(codes []string) []string {
	var own []string
	for i := len(codes) % 2; i < len(codes); i += 2 {
		own = append(own, codes[i])
	}
	return own
}
