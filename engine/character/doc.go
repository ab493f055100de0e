// Package character gives each level of an engine a character: openings that it prefers, and a
// taste that chooses among moves of about equal value. The package has no code for particular
// games: it uses the board as a grid of letters and the marks on the board (abilities in package
// game), and data files in the game's folder.
//
// A character never replaces the level's move by a move that a short search rates more than its slack
// of the winning chance worse.
package character
