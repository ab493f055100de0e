// Package jieqi implements the rules of cờ úp (jieqi): xiangqi in which all pieces except the
// generals start face down and shuffled. A face-down piece moves like the piece that starts on its
// home point in xiangqi; its first move turns it up.
//
// Only the true position contains the hidden pieces. Every other position is a view, created by
// Position.View, which contains exactly what its owner may know. The text and the key of a true
// position are those of the spectator's view.
//
// The numbered rules are in games/jieqi/rules.md. Package xiangqi provides the movement: its Board
// supports pieces that move like pieces of another kind.
package jieqi
