// Package engine plays cờ úp: it implements a State for package search over the view of one
// side, with evaluation and move rating.
//
// The engine receives only a view. When a piece is turned up, the search averages over the
// kinds that are still in the pool of the view (a chance node). The search keeps a piece that it
// captured face down in the pool: on average this is equivalent, and in the real game the view
// shows the captured piece to its capturer.
package engine
