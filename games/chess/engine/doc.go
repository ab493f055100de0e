// Package engine plays chess: it implements search.State with the board of games/chess, and
// has a hand-crafted evaluation with weights tuned on self-play.
//
// The evaluation is a sum of weights times counts, for the middlegame and for the endgame,
// interpolated by the material left on the board; only king danger is squared. Trace returns
// the counts, so that a tuner can change every weight.
package engine
