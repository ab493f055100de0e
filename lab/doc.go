// Package lab compares playing algorithms: it counts the nodes that searches
// visit, plays tournaments, records search trees, and writes tables and charts.
package lab
