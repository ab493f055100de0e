// Package train makes nets of package nnue from positions with scores: gradient
// descent by Adam on the squared error of the expected result. It knows no game.
//
// The same data, options and seed give the same net with any number of threads: each
// batch is cut into a fixed number of parts, and the gradients of the parts are added
// in their order.
package train
