// Package engine plays cờ úp: a State for package search over one side's view,
// with evaluation and move rating.
//
// It receives a view and knows nothing more. When a piece is turned up, the
// search takes the mean over the kinds that are still in the view's pool (a
// chance node). A piece captured face down stays in the pool: on average that
// is equivalent, and in the real game the view contains the result.
package engine
