// Package jieqi holds the rules of cờ úp: xiangqi in which all pieces but the
// generals start face down, shuffled, and act as the piece whose home point
// they stand on until their first move turns them up.
//
// Who lies where is known to the true position alone. Everybody else holds a
// view, made by Position.View: what its owner may know and no more. The text
// and the key of a true position are those of the spectator's view.
//
// The numbered rules are in docs/rules/jieqi.md. Movement is that of package
// xiangqi, whose Board knows kinds that act as others.
package jieqi
