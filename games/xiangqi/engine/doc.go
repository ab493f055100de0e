// Package engine plays Chinese chess: it implements search.State with the board of games/xiangqi,
// and has a hand-crafted evaluation with weights tuned on self-play.
//
// The evaluation is a sum of weights times counts, for the middlegame and for the endgame. It is
// interpolated by the number of attacking pieces left, and scaled down if the side ahead can hardly
// win. Trace returns the counts, so that a tuner can change every weight.
package engine
