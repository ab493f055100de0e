// Package td learns the weights of an evaluation by TD(λ), temporal differences: an engine plays
// against itself, and after every move the value of the previous position is moved towards the
// value of the new position, or towards the result at the end of the game. A trace applies each
// difference to earlier positions too, multiplied by λ for each move further back.
//
// The value of a position is tanh(w·x/2), from -1 for a game lost by the first side to 1 for a
// game it won; x are the classic.Features of the game. The package knows no game.
package td
