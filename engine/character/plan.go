package character

import (
	"slices"

	"kydai/game"
)

// PlanPlies is the ply from which no opening is played any more.
const PlanPlies = 24

// Wanted returns the codes with which an opening goes on: the first step of
// its plan that is not done yet. own are the side's moves so far. It is empty
// at the end of the plan.
func (o Opening) Wanted(own []string) []string {
	for _, step := range o.Plan {
		if !slices.ContainsFunc(step, func(code string) bool { return slices.Contains(own, code) }) {
			return step
		}
	}
	return nil
}

// Pick returns the opening that a character plays in a game: one of those that
// it likes for its side, by the seed of the game.
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

// ownMoves returns the moves of the side to move among those of a game in which
// the sides move in turn.
func ownMoves(codes []string) []string {
	var own []string
	for i := len(codes) % 2; i < len(codes); i += 2 {
		own = append(own, codes[i])
	}
	return own
}
