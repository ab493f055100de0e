// Package live tests live play with all components: nodes, a database, a bus
// and workers, assembled as the command assembles them. It contains only tests.
package live
