// Package live tests live play as a whole: nodes, a database, a bus and
// workers, put together as the command puts them together. It has no code of
// its own.
package live
