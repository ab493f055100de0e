// Package train trains the neural nets of package nnue on positions with scores. It uses gradient
// descent with Adam on the squared error of the expected result. It contains no rules of a game.
//
// The same data, options and seed give the same net with any number of threads. For this, each
// batch is split into a fixed number of parts, and the gradients of the parts are added in order.
package train
