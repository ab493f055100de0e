// Package xiangqi plays Chinese chess: a search.State over the board of
// games/xiangqi and a hand-crafted evaluation whose weights are tuned on
// self-play.
//
// The evaluation is a sum of weights times counts, once for the middlegame
// and once for the endgame, blended by the attacking pieces that are left,
// and less where the side ahead can hardly win. Trace gives the counts, so
// that a tuner can change every weight and nothing else.
package xiangqi
