// Package duel lets two machine players meet: each opening is played twice
// with the colours swapped, as many pairs at a time as wanted, and the result
// is a difference in Elo with its error, taken over the pairs, or the end of
// a sequential test.
//
// Time is measured here and nowhere else; who exceeds it, answers with an
// illegal move or does not answer loses that game, and the reason is kept.
package duel
