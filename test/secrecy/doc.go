// Package secrecy plays whole games over real sockets, by REST and with a
// worker, records every byte that leaves a node, and searches it for
// information that was still hidden from its reader. It contains only tests.
package secrecy
