// Package td learns the weights of an evaluation by TD(λ), temporal differences. An engine plays
// against itself. After every move the value of the previous position is moved towards the value of
// the new position, or towards the result at the end of the game. A trace applies each difference
// to earlier positions too, multiplied by λ for each move further back.
//
// The value of a position is tanh(w·x/2), where w are the weights and x are the classic.Features of
// the position. It ranges from -1 for a game that the first side has lost to 1 for a game that it
// has won. The package contains no rules of a game.
package td
