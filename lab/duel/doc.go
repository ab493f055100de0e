// Package duel plays matches between two engines. Each opening is played twice with the sides
// swapped, several pairs in parallel. The result is the Elo difference with its confidence
// interval, computed over the pairs, or the verdict of a sequential test.
//
// The package measures the thinking time of the players. A player that exceeds its time, plays
// an illegal move or does not answer loses the game; the game records the reason.
package duel
