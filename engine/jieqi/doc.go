// Package jieqi plays cờ úp: a State for package search over what one side
// knows, with the evaluation and the rating of moves that go with it.
//
// It is given a view and holds no more. Where a piece turns up, luck decides,
// and the search takes the mean over the kinds that the view still has in its
// pool. A piece captured face down leaves the board and not the pool: on
// average that is the same, and on the board of the real game the view tells.
package jieqi
