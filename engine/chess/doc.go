// Package chess plays chess: a search.State over the board of games/chess and
// a hand-crafted evaluation whose weights are tuned on self-play.
//
// The evaluation is a sum of weights times counts, once for the middlegame
// and once for the endgame, blended by what is left on the board; only the
// danger to a king is squared. Trace gives the counts, so that a tuner can
// change every weight and nothing else.
package chess
