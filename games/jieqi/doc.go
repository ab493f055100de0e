// Package jieqi implements the rules of cờ úp (jieqi): xiangqi in which all
// pieces except the generals start face down and shuffled. A face-down piece
// moves like the piece whose home point it stands on; its first move turns it
// up.
//
// Only the true position knows the hidden pieces. All others hold a view,
// created by Position.View, with exactly what its owner may know. Text and key
// of a true position are those of the spectator's view.
//
// The numbered rules are in games/jieqi/rules.md. Package xiangqi provides the
// movement: its Board supports kinds that act as others.
package jieqi
