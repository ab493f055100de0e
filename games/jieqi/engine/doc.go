// Package engine plays cờ úp: it implements a State for package search over the view of one side,
// with evaluation and move rating.
//
// The engine receives only a view. When a move turns a piece up, the search averages over the kinds
// that are still in the pool of the view (a chance node). If the search captures a face-down piece,
// the piece stays in the pool: on average this is equivalent, and in the real game the view shows
// the captured piece to its capturer.
package engine
