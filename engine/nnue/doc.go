// Package nnue evaluates positions by small neural networks. The first layer is
// sparse: each thing on the board switches on one feature for each side's point of
// view, and moves change the sums of their weights by a few additions. The second
// layer is one number, from the squared clipped sums of both points of view.
//
// All numbers are integers, so that a net has the same value on every processor and
// by every kernel. The package knows no game: a Set says which features there are.
package nnue
