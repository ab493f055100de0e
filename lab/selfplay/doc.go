// Package selfplay creates the games on which neural nets are trained. An engine plays against
// itself from random openings, with a fixed number of nodes per move. A file stores games and not
// positions: for each ply the index of the move in the list of legal moves, and the score of the
// search. The reader of the file decides which positions to use.
//
// Every game has its own seed, derived from the seed of the file and the number of the game. A file
// contains its games in the order of their numbers. So a file depends only on its header and not on
// the number of threads.
package selfplay
