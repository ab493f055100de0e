// Package selfplay makes the games that nets are trained on: an engine plays
// itself from random openings with a fixed number of nodes per move. A file keeps
// games, not positions: for each ply the index of the move in the list of legal
// moves and the score of the search. Which positions are used is decided when the
// file is read.
//
// Every game has its own seed, made of the seed of the file and the number of the
// game, and a file has its games in the order of their numbers. So a file depends
// on its header alone, not on the number of threads.
package selfplay
