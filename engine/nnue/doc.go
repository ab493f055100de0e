// Package nnue evaluates positions by small neural networks (nets). The first layer is sparse: each
// piece on a square activates one feature for each side's point of view, and a move updates the
// sums of weights by a few additions and subtractions. The second layer computes one number from
// the squared clipped sums of both points of view.
//
// All numbers are integers, so a net gives the same value on every processor and with every kernel.
// The package has no code for particular games: a Set defines the features.
package nnue
