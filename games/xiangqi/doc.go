// Package xiangqi holds the rules of Chinese chess: movement, endings, a
// judge of repetitions that says why, position text, move codes and notation.
//
// Board is the fast, changeable board for search and counting; Position is
// the immutable one of the frame. The numbered rules are in
// docs/rules/xiangqi.md.
//
// A Board moves pieces by the kind they act as, which is all a variant with
// face-down pieces needs: see FreeAdviser, FreeElephant and Board.DoAs.
package xiangqi
