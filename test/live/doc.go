// Package live tests package play with all other components: nodes, a database, a bus and workers,
// connected as in the real command. It contains only tests.
package live
