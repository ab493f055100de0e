// Package character gives a level of an engine a character: openings that it
// likes, and a taste that decides among moves of about equal value. It knows no
// game. What it asks of a game are the board as a grid of letters and the marks
// on it, abilities of package game; the rest is data in the game's folder.
//
// A character never plays a move that a short search holds for more than Slack
// of the winning chance worse than the move that the level has chosen.
package character
