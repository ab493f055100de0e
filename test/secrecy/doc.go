// Package secrecy plays whole games over real sockets, by REST and with a
// worker, keeps every byte that leaves a node, and looks in it for what was
// still hidden from whoever could read it. It has no code of its own.
package secrecy
