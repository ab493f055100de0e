// Package train trains nets of package nnue on positions with scores: gradient descent with
// Adam on the squared error of the expected result. It knows no game.
//
// The same data, options and seed give the same net with any number of threads: each batch is
// split into a fixed number of parts, and the gradients of the parts are added in order.
package train
