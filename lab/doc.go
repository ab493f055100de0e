// Package lab is for comparing ways to play: it counts what search algorithms
// look at, lets players meet, records search trees, and writes tables and
// charts of all that.
package lab
