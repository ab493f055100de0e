// Package lab compares game-playing algorithms. It counts the nodes that searches visit, plays
// tournaments, records search trees, and writes tables and charts.
package lab
