// Package xiangqi implements the rules of Chinese chess: movement, endings, a judge of repetitions
// with explanations, position text, move codes and notations.
//
// Board is the fast, mutable board for search and counting; Position is the immutable position for
// package game. The numbered rules are in games/xiangqi/rules.md.
//
// Each piece on a Board has the kind as which it moves. This kind may differ from its real kind,
// which supports a variant with face-down pieces: see FreeAdviser, FreeElephant and Board.DoAs.
package xiangqi
