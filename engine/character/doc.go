// Package character gives each level of an engine a character: openings that it prefers, and a
// taste that chooses among moves of about equal value. The package has no code for particular
// games: it uses the board as a grid of letters and the marks on the board (abilities in package
// game), and data files in the game's folder.
//
// A character may replace the move that the level chose. In a short search, the new move must not
// lose more winning chance than the slack, a limit that each character has.
package character
