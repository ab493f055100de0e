// Package duel plays matches between two engines. Each opening is played twice, with the sides
// swapped, and several pairs of games run in parallel. The result is the Elo difference with its
// confidence interval, computed over the pairs, or the verdict of a sequential test.
//
// The package measures the thinking time of the players. A player that exceeds its time, plays an
// illegal move or does not answer loses the game. The game records the reason.
package duel
